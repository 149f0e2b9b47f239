"""A store for hosts who have outgrown one machine: PostgreSQL, one writing connection, a few reading ones.

As in the embedded store, whatever has gathered is committed at once for all who wait. If the connection breaks while a
commit is on its way, the database itself is asked what became of it before anybody is told anything.
"""

import asyncio
import contextlib
import logging
import os
import random
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import psycopg
from psycopg import AsyncConnection, AsyncCursor, errors
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from karacho.store.address import check_address
from karacho.store.contents import check_ours
from karacho.store.errors import Conflict, StoreError, WrongStore
from karacho.store.migrating import migrate
from karacho.store.statements import Statement
from karacho.store.store import Store

READERS = 4
PATIENCE_SECONDS = 10.0  # how long a write is tried while the database is away
CONNECT_SECONDS = 3
RECONNECT_SECONDS = 2.0  # then the pool gives up, and whoever asks next begins anew: its pauses double without end
LONGEST_SECONDS = 4.0  # a question or a write that takes longer: the line is dead, though nobody has hung up
ASLEEP_SECONDS = 1  # a server that falls asleep in the middle of a transaction keeps others waiting no longer
AGAIN = (errors.DeadlockDetected, errors.SerializationFailure)
WRITER = "karacho writer"
TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"
LIFE = f"SELECT {TIMELINE}, pg_postmaster_start_time()::text"
Life = tuple[int, str]  # of the database: its timeline, and when it was started
# PostgreSQL's own idle_in_transaction_session_timeout does not always fire after a pipeline (seen with 16.2).
END_SLEEPERS = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND application_name = '{WRITER}'
    AND state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '{ASLEEP_SECONDS} seconds'
"""

# The tables beside the one that says a format, if there is one: a search path may lead to others as well.
VERSIONED = """
    SELECT relname FROM pg_class WHERE relkind IN ('r', 'p')
    AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('alembic_version'))
"""

log = logging.getLogger("karacho.store")
logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of every conflict, which is nothing unusual


@dataclass
class _Job:
    statements: Sequence[Statement]
    done: "asyncio.Future[None]"


@cache
def _in_its_words(sql: str) -> str:
    return sql.replace("%", "%%").replace("?", "%s")


class PostgresStore(Store):
    """One database, shared with any number of other servers."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=READERS,
            open=False,
            timeout=CONNECT_SECONDS,
            reconnect_timeout=RECONNECT_SECONDS,
            kwargs={"autocommit": True, "connect_timeout": CONNECT_SECONDS},
            configure=self._greet,
        )
        self._writing: AsyncConnection[Any] | None = None
        self._jobs: list[_Job] = []
        self._filled = asyncio.Event()
        self._closing = False
        self._life: Life = (0, "")
        self._timeline = 0
        """Counts how often the database has changed hands: a primary with a lower number was replaced long ago."""
        self._writer: asyncio.Task[None]

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Connect, and bring the database to the format of this version."""
        store = cls(url)
        await asyncio.to_thread(_prepare, url)
        try:
            await store._pool.open(wait=True, timeout=CONNECT_SECONDS)
        except PoolTimeout as error:
            await store._pool.close()
            raise WrongStore(f"cannot connect to the database: {error}") from None
        store._writer = asyncio.create_task(store._work())
        return store

    async def close(self) -> None:
        """Finish what was begun, then let go of the database."""
        self._closing = True
        self._filled.set()
        await self._writer
        await self._drop()
        await self._pool.close()

    # Writing.
    async def write(self, *statements: Statement) -> None:
        """Carry the statements out; answers when they are on disk, raises StoreError if they are not."""
        job = _Job(statements, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._filled.set()
        await asyncio.shield(job.done)  # a client that goes away does not undo what was begun

    async def _work(self) -> None:
        while self._jobs or not self._closing:
            await self._filled.wait()
            self._filled.clear()
            while self._jobs:
                batch, self._jobs = self._jobs, []
                await self._commit(batch)

    async def _commit(self, batch: list[_Job]) -> None:
        found: list[Exception | None]
        watch = asyncio.create_task(self._end_sleepers())
        try:
            found = await self._try(batch)
            self.commits += 1
            self._failing = False
        except (psycopg.Error, StoreError, OSError) as error:
            log.warning("a batch of %d could not be written: %s", len(batch), repr(error)[:200])
            found = [StoreError(str(error))] * len(batch)
            self._failing = True
        except Exception as error:  # nobody may wait for ever
            log.exception("a batch could not be written")
            found = [error] * len(batch)
            self._failing = True
        finally:
            watch.cancel()
        for job, error_of_job in zip(batch, found, strict=True):
            _settle(job.done, error_of_job)

    async def _end_sleepers(self) -> None:
        """While a write takes long: another server may have been stopped while it holds what is wanted here."""
        while True:
            await asyncio.sleep(ASLEEP_SECONDS)
            try:
                ended = await self.fetch(END_SLEEPERS)
            except StoreError:
                continue  # the write itself tells what is wrong
            if ended:
                log.warning("the session of a server that seems to sleep was ended")

    async def _try(self, batch: list[_Job]) -> list[Exception | None]:
        """Until it is written, refused, or has been tried for long enough."""
        end = time.monotonic() + PATIENCE_SECONDS
        one_by_one, tries = False, 0
        while True:
            begun = _Begun()
            tries += 1  # twice at least: this process may have slept meanwhile
            try:
                connection = await self._connected()
                begun.life = self._life
                with _cut_if_dead(connection):
                    if one_by_one:
                        return await self._write_each(connection, batch, begun)
                    await self._write_all(connection, batch, begun)
                    return [None] * len(batch)
            except (errors.IntegrityError, errors.DataError, errors.ProgrammingError, Conflict):
                await self._roll_back()
                one_by_one = True  # some job is wrong: the others shall not suffer
            except AGAIN:
                await self._roll_back()
                if tries > 1 and time.monotonic() > end:
                    raise
                await asyncio.sleep(random.uniform(0.005, 0.05))
            except (psycopg.OperationalError, OSError):
                await self._drop()
                if await self._was_committed(begun, end):
                    return begun.found if begun.found is not None else [None] * len(batch)
                if tries > 1 and time.monotonic() > end:
                    raise
                await asyncio.sleep(random.uniform(0.05, 0.2))
            except Exception:  # a database that is read-only for a while, say
                await self._drop()  # else the next write would find itself in the transaction that has failed
                raise

    async def _write_all(self, connection: AsyncConnection[Any], batch: list[_Job], begun: "_Begun") -> None:
        """In one go, without waiting for the answer to each statement."""
        wanted: list[tuple[AsyncCursor[Any], int]] = []
        async with connection.pipeline():
            await connection.execute("BEGIN")
            number = await connection.execute("SELECT pg_current_xact_id()::text")
            for statement in (statement for job in batch for statement in job.statements):
                cursor = await connection.execute(_in_its_words(statement.sql), statement.values)
                if statement.rows is not None:
                    wanted.append((cursor, statement.rows))
        begun.transaction = (await number.fetchone())[0]  # type: ignore[index]
        if any(cursor.rowcount != rows for cursor, rows in wanted):
            raise Conflict("a row has changed")
        await connection.execute("COMMIT")
        self.statements += sum(len(job.statements) for job in batch)

    async def _write_each(
        self, connection: AsyncConnection[Any], batch: list[_Job], begun: "_Begun"
    ) -> list[Exception | None]:
        """Each job by itself, so that one that is refused harms no other."""
        await connection.execute("BEGIN")
        number = await connection.execute("SELECT pg_current_xact_id()::text")
        transaction = (await number.fetchone())[0]  # type: ignore[index]
        found = [await self._carry_out(connection, job) for job in batch]
        begun.transaction, begun.found = transaction, found
        await connection.execute("COMMIT")
        return found

    async def _carry_out(self, connection: AsyncConnection[Any], job: _Job) -> Exception | None:
        await connection.execute("SAVEPOINT job")
        try:
            for sql, values, rows in job.statements:
                cursor = await connection.execute(_in_its_words(sql), values)
                if rows is not None and cursor.rowcount != rows:
                    raise Conflict(f"{cursor.rowcount} rows instead of {rows}")
        except (errors.IntegrityError, Conflict) as error:
            await connection.execute("ROLLBACK TO SAVEPOINT job")
            return Conflict(str(error))
        except (errors.DataError, errors.ProgrammingError) as error:
            log.warning("a statement was refused: %s", repr(error)[:300])
            await connection.execute("ROLLBACK TO SAVEPOINT job")
            return StoreError(str(error))
        await connection.execute("RELEASE SAVEPOINT job")
        self.statements += len(job.statements)
        return None

    async def _was_committed(self, begun: "_Begun", end: float) -> bool:
        """After the connection broke: what has become of the transaction?"""
        while begun.transaction is not None:
            try:
                if tuple((await self.fetch(LIFE))[0]) != begun.life:
                    # After a crash, or at a standby, numbers of transactions that were lost are given away again, so
                    # nothing can be learned from them. It is written once more: what is there already is a conflict.
                    return False
                rows = await self.fetch("SELECT pg_xact_status(?::xid8)", (begun.transaction,))
                if rows[0][0] != "in progress":
                    return bool(rows[0][0] == "committed")
            except StoreError as error:
                log.warning("the database is away: %s", error)
            if time.monotonic() > end:
                raise StoreError("it is not known whether the last commit has happened")
            await asyncio.sleep(0.1)
        return False

    async def _connected(self) -> AsyncConnection[Any]:
        if self._writing is None or self._writing.closed:
            self._writing = await AsyncConnection.connect(
                self.url,
                autocommit=True,
                connect_timeout=CONNECT_SECONDS,
                prepare_threshold=None,  # a pipeline that breaks off leaves it unclear what is prepared
                application_name=WRITER,
            )
            await self._writing.execute("SET synchronous_commit = on")
            self._life = await self._check_timeline(self._writing)
        return self._writing

    async def _check_timeline(self, connection: AsyncConnection[Any]) -> Life:
        """Where one of several hosts was replaced by its standby, nothing is asked of the old one any more."""
        cursor = await connection.execute(LIFE)
        found, began = await cursor.fetchone()  # type: ignore[misc]
        if found < self._timeline:
            await connection.close()
            raise psycopg.OperationalError("this is the database that was replaced")
        self._timeline = found
        return found, began

    async def _greet(self, connection: AsyncConnection[Any]) -> None:
        """A new reading connection: a question that nobody waits for any more is not worked on."""
        await connection.execute(f"SET statement_timeout = {int(1000 * LONGEST_SECONDS)}")
        await self._check_timeline(connection)

    async def _roll_back(self) -> None:
        try:
            if self._writing is not None:
                await self._writing.execute("ROLLBACK")
        except psycopg.Error:
            await self._drop()

    async def _drop(self) -> None:
        if self._writing is not None:
            await self._writing.close()
        self._writing = None

    # Reading.
    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a question; asked again for a while if the connection breaks."""
        end, tried = time.monotonic() + CONNECT_SECONDS, False
        while True:
            try:
                async with self._pool.connection() as connection:
                    with _cut_if_dead(connection):
                        return await (await connection.execute(_in_its_words(sql), values)).fetchall()
            except (psycopg.OperationalError, PoolTimeout) as error:
                if tried and time.monotonic() > end:
                    raise StoreError(str(error)) from error
                tried = True  # once at least: this process may have slept meanwhile
                await asyncio.sleep(0.05)
            except psycopg.Error as error:
                raise StoreError(str(error)) from error


@contextlib.contextmanager
def _cut_if_dead(connection: AsyncConnection[Any]) -> Iterator[None]:
    """Hang up after a while: whoever waits for an answer then gets an error instead of waiting for ever."""
    loop = asyncio.get_running_loop()
    timers: list[asyncio.TimerHandle] = []

    def wait_on() -> None:
        timers.append(loop.call_later(LONGEST_SECONDS / 2, _cut, connection))

    # In two halves: a process that has slept first hears what has arrived meanwhile.
    timers.append(loop.call_later(LONGEST_SECONDS / 2, wait_on))
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()


def _cut(connection: AsyncConnection[Any]) -> None:
    log.warning("the database does not answer")
    with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


@dataclass
class _Begun:
    """How far a transaction has come: its number, and what its jobs came to."""

    transaction: str | None = None
    life: Life = (0, "")
    found: list[Exception | None] | None = None


def _prepare(url: str) -> None:
    check_address(url)
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
            found = _format(connection)
    except psycopg.Error as error:
        raise WrongStore(f"cannot connect to the database: {str(error).strip()}") from None
    migrate("postgresql+psycopg://" + url.partition("://")[2], found)


def _format(connection: psycopg.Connection[Any]) -> str | None:
    """The format the database was written in; None: nobody has written to it, or nobody who says a format."""
    names = {name for (name,) in connection.execute(VERSIONED).fetchall()}
    if not names:
        return None
    check_ours("the database", names)  # first: an id of another program may look like one of ours
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None


def _settle(future: "asyncio.Future[None]", error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
