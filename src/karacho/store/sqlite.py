"""The embedded store: SQLite with one writer thread that commits whatever has gathered, once, for all who wait.

`write` answers only when its statements are on disk (WAL, synchronous=FULL). Statements of one call stand or fall
together; one call that fails (a fork of a log, say) does not harm the others of its batch.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karacho.store.errors import Conflict, StoreError, WrongStore
from karacho.store.migrating import migrate
from karacho.store.statements import Statement
from karacho.store.store import Store

BUSY_SECONDS = 8


@dataclass
class _Job:
    statements: Sequence[Statement]
    done: Callable[[Exception | None], None]


class SqliteStore(Store):
    """One file, one writer, one reader."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writing = _connect(path)
        try:
            migrate(f"sqlite:///{path}", _format(self._writing))
        except WrongStore:
            self._writing.close()
            raise
        self._reading = _connect(path)
        self._read_lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="karacho-store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Finish what was begun, then let go of the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._writing.close()
        self._reading.close()

    # Writing.
    async def write(self, *statements: Statement) -> None:
        """Carry the statements out; answers when they are on disk, raises StoreError if they are not."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def done(error: Exception | None) -> None:
            loop.call_soon_threadsafe(_settle, future, error)

        self._jobs.put(_Job(statements, done))
        await asyncio.shield(future)  # a client that goes away does not undo what was begun

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch = [job]
            last = False
            while not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[_Job]) -> None:
        errors: list[Exception | None] = []
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            errors = [self._carry_out(job) for job in batch]
            self._writing.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            errors = [error] * len(batch)
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
        for job, failed in zip(batch, errors, strict=True):
            job.done(_as_store_error(failed) if failed is not None else None)

    def _carry_out(self, job: _Job) -> Exception | None:
        execute = self._writing.execute
        execute("SAVEPOINT job")
        try:
            for sql, values, rows in job.statements:
                changed = execute(sql, values).rowcount
                if rows is not None and changed != rows:
                    raise Conflict(f"{changed} rows instead of {rows}")
        except sqlite3.OperationalError:  # the file or the disk: it concerns the whole batch
            raise
        except Exception as error:  # this one only
            execute("ROLLBACK TO job")
            return error
        finally:
            if self._writing.in_transaction:
                execute("RELEASE job")
        self.statements += len(job.statements)
        return None

    # Reading.
    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a question."""

        def locked() -> list[tuple[Any, ...]]:
            with self._read_lock:
                return self._reading.execute(sql, values).fetchall()

        try:
            return await asyncio.to_thread(locked)
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error


def _format(connection: sqlite3.Connection) -> str | None:
    """The format the file was written in; None: nobody has written to it."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" in names:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    return None


def _as_store_error(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StoreError(str(error)) if isinstance(error, sqlite3.Error) else error


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _settle(future: "asyncio.Future[None]", error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
