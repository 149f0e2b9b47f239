"""The embedded store: SQLite with one writer thread that commits whatever has gathered, once, for all who wait.

`write` answers only when its statements are on disk (WAL, synchronous=FULL). Statements of one call stand or fall
together; one call that fails (a fork of a log, say) does not harm the others of its batch.

What passes (a locked file, a full disk) is told to those who wait, and the next write tries again. After anything else
(a failed fsync, a damaged file) nobody knows what is on disk: nothing is answered any more and the process ends.
"""

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karacho.store.checkpoints import FAILURES, LONGEST_PAGES, Checkpoints, Failure, move
from karacho.store.contents import check_ours
from karacho.store.damage import kept, log_of, lost_commits
from karacho.store.errors import Conflict, StoreError, WrongStore
from karacho.store.failpoints import reach
from karacho.store.files import make_folder, make_private
from karacho.store.migrating import migrate
from karacho.store.statements import ROW_BY_ROW, Statement
from karacho.store.store import Store

BUSY_SECONDS = 8.0
LEAST_BUSY_SECONDS = 0.05
LONGEST_GATHERING = 0.02  # a commit makes a busy event loop stand still a dozen times, whoever shares it
CACHE_KILOBYTES = 16_000
MOST_ROWS = 128  # in one line of SQL
ROUND_ROWS = 16
BROKEN = 74  # the exit code after a failure that does not pass, as sysexits.h has it

# These end the process, except for the two that mean that there is no room.
FATAL = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
NO_ROOM = {sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_NOMEM}

# If one row of many is refused, the whole transaction goes back: else SQLite would write down, in a file of its own,
# every page as it was before each such line.
_NO_UNDO = {sql: sql.replace("INSERT", "INSERT OR ROLLBACK", 1) for sql in ROW_BY_ROW}

log = logging.getLogger("karacho.store")


@dataclass
class _Job:
    statements: Sequence[Statement]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[None]"
    since: float


_Question = tuple[str, Sequence[Any], "asyncio.Future[list[tuple[Any, ...]]]"]
_Settled = list[tuple["asyncio.Future[Any]", Any]]


class SqliteStore(Store):
    """One file, one writer, one reader."""

    def __init__(self, path: Path) -> None:
        self.path = path
        make_folder(path.parent)
        make_private(path)
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._gathering: list[_Job] = []
        self._committing = False
        with kept(path):
            self._writing = _connect(path)
            try:
                _check_whole(self._writing, path)
                migrate(f"sqlite:///{path}", _format(self._writing, path))
            except WrongStore:
                self._writing.close()
                raise
        self._patience = BUSY_SECONDS
        self._reading = _connect(path)
        self._checkpoints = Checkpoints(_connect(path), self._note_failure)
        self._asked: list[_Question] = []
        self._read_lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="karacho-store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Finish what was begun, then let go of the file."""
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._checkpoints.close)
        self._writing.close()
        self._reading.close()

    def empty_log(self) -> None:
        """What was deleted is soon not in the log of writes any more either."""
        self._checkpoints.empty()

    # Writing.
    async def write(self, *statements: Statement) -> None:
        """Carry the statements out; answers when they are on disk, raises StoreError if they are not."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._gathering.append(_Job(statements, loop, future, time.monotonic()))
        if len(self._gathering) == 1 and not self._committing:
            loop.call_soon(self._gather, loop, 0)
        await future  # a client that goes away does not undo what was begun

    def _gather(self, loop: asyncio.AbstractEventLoop, before: int) -> None:
        """Commit when a turn of the loop has brought no more than there was before, or somebody has waited long."""
        gathered = len(self._gathering)
        if gathered > before and time.monotonic() - self._gathering[0].since < LONGEST_GATHERING:
            loop.call_soon(self._gather, loop, gathered)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """To the thread. While it commits, the next batch gathers."""
        if self._gathering:
            self._committing = True
            self._jobs.put(self._gathering)
            self._gathering = []

    def _settle(self, loop: asyncio.AbstractEventLoop, settled: "_Settled") -> None:
        """The thread is free again, and all who waited for it wake up."""
        self._committing = False
        _wake(settled)
        if self._gathering:
            loop.call_soon(self._gather, loop, 0)

    def _work(self) -> None:
        try:
            while (batch := self._jobs.get()) is not None:
                self._commit(batch)
        except Exception as error:  # a mistake of our own: without this thread everybody would wait for ever
            self.give_up(error)

    def _commit(self, batch: list[_Job]) -> None:
        errors: list[Exception | None] = []
        try:
            self._be_patient(batch[0].since)
            self._writing.execute("BEGIN IMMEDIATE")
            errors = self._carry_out_all(batch)
            reach("before_commit")
            self._writing.execute("COMMIT")
            reach("after_commit")
            self.commits += 1
            self._note_success()
        except FAILURES as error:
            self._note_failure(error)
            self._tell_failure(error)
            errors = [error] * len(batch)
            self._roll_back()
        failed = [None if error is None else _as_store_error(error) for error in errors]
        for loop in {job.loop for job in batch}:  # one: only tests have several
            settled = [(job.future, error) for job, error in zip(batch, failed, strict=True) if job.loop is loop]
            loop.call_soon_threadsafe(self._settle, loop, settled)
        self._move_on()

    def _move_on(self) -> None:
        """All have their answers: the log may be looked after."""
        try:
            self._checkpoints.note_commit(self._writing)
        except FAILURES as error:
            self._note_failure(error)

    def _be_patient(self, since: float) -> None:
        """Nobody waits much longer than BUSY_SECONDS for a locked file, in however many batches."""
        left = max(LEAST_BUSY_SECONDS, BUSY_SECONDS - round(time.monotonic() - since, 1))
        if left != self._patience:
            self._writing.execute(f"PRAGMA busy_timeout = {int(1000 * left)}")
            self._patience = left

    def _roll_back(self) -> None:
        try:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
        except FAILURES as error:
            self.give_up(error)

    def _note_failure(self, error: Failure) -> None:
        """What passes is tried again with the next commit."""
        if not _passes(error):
            self.give_up(error)

    def _tell_failure(self, error: Failure) -> None:
        """Once, until it works again."""
        if not self._failing:
            log.warning("nothing can be written to %s: %s", self.path, _words(error))
        self._failing = True

    def _note_success(self) -> None:
        if self._failing:
            log.warning("%s can be written to again", self.path)
        self._failing = False

    def give_up(self, error: Exception) -> None:
        """Never go on with a file in an unknown state: a new start reads what is really on disk."""
        log.critical("the database %s has failed (%s); the server stops", self.path, _words(error))
        os._exit(BROKEN)

    def _carry_out_all(self, batch: list[_Job]) -> list[Exception | None]:
        """All at once; if any of it is refused, job by job."""
        try:
            self._carry_out_together(batch)
        except (sqlite3.OperationalError, MemoryError):  # the file or the disk
            raise
        except Exception:
            self._roll_back()  # of a row that was refused, SQLite has done it
            self._writing.execute("BEGIN IMMEDIATE")
            return [self._carry_out(job) for job in batch]
        return [None] * len(batch)

    def _carry_out_together(self, batch: list[_Job]) -> None:
        """With few calls: after each of them this thread has to wait until the event loop lets it go on."""
        many: dict[str, list[Sequence[Any]]] = {sql: [] for sql in ROW_BY_ROW}
        for job in batch:
            only_rows = all(statement.sql in many for statement in job.statements)  # else their order may matter
            for statement in job.statements:
                if only_rows:
                    many[statement.sql].append(statement.values)
                else:
                    self._execute(statement)
        for sql, rows in many.items():
            start = 0
            for count in _pieces(len(rows)):
                values = [value for row in rows[start : start + count] for value in row]
                self._writing.execute(", ".join([_NO_UNDO[sql]] + [ROW_BY_ROW[sql]] * (count - 1)), values)
                start += count
        self.statements += sum(len(job.statements) for job in batch)

    def _execute(self, statement: Statement) -> None:
        sql, values, rows = statement
        changed = self._writing.execute(sql, values).rowcount
        if rows is not None and changed != rows:
            raise Conflict(f"{changed} rows instead of {rows}")

    def _carry_out(self, job: _Job) -> Exception | None:
        execute = self._writing.execute
        execute("SAVEPOINT job")
        try:
            for statement in job.statements:
                self._execute(statement)
        except (sqlite3.OperationalError, MemoryError):  # the file or the disk: it concerns the whole batch
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
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[tuple[Any, ...]]] = loop.create_future()
        if not self._asked:
            loop.call_soon(self._look_up, loop)
        self._asked.append((sql, values, future))
        return await future

    def _look_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """What was asked in one turn of the loop goes to a thread at once: hundreds may come back together."""
        asked, self._asked = self._asked, []
        loop.run_in_executor(None, self._answer, loop, asked)

    def _answer(self, loop: asyncio.AbstractEventLoop, asked: list[_Question]) -> None:
        found: list[tuple[asyncio.Future[Any], Any]] = []
        with self._read_lock:
            for sql, values, future in asked:
                try:
                    found.append((future, self._reading.execute(sql, values).fetchall()))
                except Exception as error:  # whoever asked that is told, and nobody else
                    found.append((future, _as_store_error(error)))
        loop.call_soon_threadsafe(_wake, found)


def _pieces(rows: int) -> Iterator[int]:
    """Rows for one line of SQL after another: few lines and few different ones, for those compiled before are kept."""
    while rows >= ROUND_ROWS:
        count = min(rows // ROUND_ROWS * ROUND_ROWS, MOST_ROWS)
        yield count
        rows -= count
    if rows > 0:
        yield rows


def _passes(error: Failure) -> bool:
    """May the next try succeed?"""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF not in FATAL or code in NO_ROOM


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that has lost something. (The checkpoint also keeps the log short over many restarts.)"""
    wal = log_of(path)
    try:
        valid = move(connection)
        lost = lost_commits(wal, max(0, valid))
    except sqlite3.DatabaseError as error:
        if _passes(error):
            return  # somebody else has it now; there will be another start
        raise WrongStore(f"{path} is damaged ({error}); restore it from a backup") from error
    if lost:
        raise WrongStore(
            f"{wal} is damaged: {lost} commits behind frame {valid} cannot be read. Restore a backup, or move that "
            "file away to go on without them"
        )


def _format(connection: sqlite3.Connection, path: Path) -> str | None:
    """The format the file was written in; None: nobody has written to it."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" in names:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is None:
            raise WrongStore(f"{path} is damaged: it does not say its format; restore it from a backup")
        return str(row[0])
    return None


def _as_store_error(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StoreError(_words(error)) if isinstance(error, FAILURES) else error


def _words(error: Exception) -> str:
    return str(error) or "no memory is left"  # that is all that a MemoryError means


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        _check_ours(connection, path)  # before anything else, which would change another program's file
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_PAGES}")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        connection.execute("PRAGMA secure_delete = ON")  # who wants to be forgotten is
    except WrongStore:
        connection.close()
        raise
    except sqlite3.DatabaseError as error:
        connection.close()
        if _passes(error):
            raise
        raise WrongStore(f"{path} is damaged ({error}); restore it from a backup") from error
    return connection


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    if names:
        check_ours(str(path), names)


def _wake(settled: "_Settled") -> None:
    """All who wait for a batch, at once."""
    for future, outcome in settled:
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
