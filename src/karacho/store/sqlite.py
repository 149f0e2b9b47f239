"""The embedded store: SQLite with one writer thread that commits whatever has gathered, once, for all who wait.

`write` answers only when its statements are on disk (WAL, synchronous=FULL). Statements of one call stand or fall
together; one call that fails (a fork of a log, say) does not harm the others of its batch.
"""

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from karacho.store.records import Entry, PlayerRow, RaceRow, TableRow

T = TypeVar("T")
BUSY_SECONDS = 8
SCHEMA_VERSION = 2
SEALS = "ALTER TABLE races ADD COLUMN dealing TEXT; ALTER TABLE log ADD COLUMN hash TEXT;"  # new in format 2
LATEST_ANSWERS = 500  # of a table: a command older than that is not repeated any more

Statement = tuple[str, Sequence[Any]]


@dataclass
class _Job:
    statements: Sequence[Statement]
    done: Callable[[Exception | None], None]


class SqliteStore:
    """One file, one writer, one reader."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writing = _connect(path)
        found = self._writing.execute("PRAGMA user_version").fetchone()[0]
        if found > SCHEMA_VERSION:
            self._writing.close()
            raise RuntimeError(
                f"{path} was written by a newer Karacho (format {found}); this one knows {SCHEMA_VERSION}"
            )
        self._writing.executescript(Path(__file__).with_name("schema.sql").read_text(encoding="utf-8"))
        if found == 1:
            self._writing.executescript(SEALS)
        self._writing.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._reading = _connect(path)
        self._read_lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="karacho-store", daemon=True)
        self._thread.start()
        self.commits = 0
        self.statements = 0

    def close(self) -> None:
        """Finish what was begun, then let go of the file."""
        self._jobs.put(None)
        self._thread.join()
        self._writing.close()
        self._reading.close()

    # Writing.
    async def write(self, *statements: Statement) -> None:
        """Carry the statements out; answers when they are on disk, raises sqlite3.Error if they are not."""
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
            job.done(failed)

    def _carry_out(self, job: _Job) -> Exception | None:
        execute = self._writing.execute
        execute("SAVEPOINT job")
        try:
            for sql, values in job.statements:
                execute(sql, values)
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
    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        def locked() -> T:
            with self._read_lock:
                return look(self._reading)

        return await asyncio.to_thread(locked)

    async def find_player(self, secret_hash: bytes) -> PlayerRow | None:
        """Whose secret this is."""
        sql = "SELECT player, secret_hash, name, table_code, seat FROM players WHERE secret_hash = ?"
        row = await self._read(lambda db: db.execute(sql, (secret_hash,)).fetchone())
        return PlayerRow(*row) if row else None

    async def find_table(self, code: str) -> TableRow | None:
        """A table by its code."""
        row = await self._read(
            lambda db: db.execute("SELECT code, data FROM tables WHERE code = ?", (code,)).fetchone()
        )
        return TableRow(*row) if row else None

    async def find_race(self, race: str) -> RaceRow | None:
        """A race by its name."""
        columns = "race, table_code, game, rules, seats, seed, options, names, began, outcome, dealing"
        sql = f"SELECT {columns} FROM races WHERE race = ?"
        row = await self._read(lambda db: db.execute(sql, (race,)).fetchone())
        if row is None:
            return None
        race, table, game, rules, seats, seed, options, names, began, outcome, dealing = row
        ended = json.loads(outcome) if outcome else None
        dealt = json.loads(dealing) if dealing else None
        return RaceRow(
            race, table, game, rules, seats, seed, json.loads(options), json.loads(names), began, ended, dealt
        )

    async def read_log(self, race: str) -> list[Entry]:
        """All entries of a race in order."""
        columns = "number, version, at, kind, seat, action, driver, detail, hash"
        sql = f"SELECT {columns} FROM log WHERE race = ? ORDER BY number"
        rows = await self._read(lambda db: db.execute(sql, (race,)).fetchall())
        return [_entry(*row) for row in rows]

    async def read_answers(self, scope: str) -> dict[str, bytes]:
        """What the latest commands in a scope were answered, by op."""
        sql = "SELECT op, answer FROM answers WHERE scope = ? ORDER BY made DESC LIMIT ?"
        return dict(await self._read(lambda db: db.execute(sql, (scope, LATEST_ANSWERS)).fetchall()))

    async def find_answer(self, scope: str, op: str) -> bytes | None:
        """What a command was answered."""
        sql = "SELECT answer FROM answers WHERE scope = ? AND op = ?"
        row = await self._read(lambda db: db.execute(sql, (scope, op)).fetchone())
        return row[0] if row else None

    async def is_alive(self) -> bool:
        """Can the file be read?"""
        try:
            return bool(await self._read(lambda db: db.execute("SELECT 1").fetchone()))
        except sqlite3.Error:
            return False


# Statements.
def add_player(player: PlayerRow) -> Statement:
    """A new identity."""
    values = (player.player, player.secret_hash, player.name, player.table, player.seat, time.time())
    return "INSERT INTO players VALUES (?, ?, ?, ?, ?, ?)", values


def rename_player(player: str, name: str) -> Statement:
    """What a player wants to be called."""
    return "UPDATE players SET name = ? WHERE player = ?", (name, player)


def forget_outside_bot(table: str, seat: int) -> Statement:
    """The token of a seat is worth nothing any more."""
    return "DELETE FROM players WHERE table_code = ? AND seat = ?", (table, seat)


def put_table(table: TableRow) -> Statement:
    """A table as it is now."""
    sql = (
        "INSERT INTO tables VALUES (?, ?, ?) ON CONFLICT (code) DO UPDATE SET data = excluded.data, "
        "changed = excluded.changed"
    )
    return sql, (table.code, table.data, time.time())


def add_race(race: RaceRow) -> Statement:
    """A new race."""
    values = (
        race.race,
        race.table,
        race.game,
        race.rules,
        race.seats,
        race.seed,
        json.dumps(race.options),
        json.dumps(race.names),
        race.began,
        None,
        json.dumps(race.dealing) if race.dealing is not None else None,
    )
    return "INSERT INTO races VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values


def end_race(race: str, outcome: dict[str, Any]) -> Statement:
    """How a race ended."""
    return "UPDATE races SET outcome = ? WHERE race = ?", (json.dumps(outcome), race)


def append(race: str, entry: Entry) -> Statement:
    """A line of the log. A number that is taken already makes the whole write fail."""
    values = (
        race,
        entry.number,
        entry.version,
        entry.at,
        entry.kind,
        entry.seat,
        entry.action,
        entry.driver,
        json.dumps(entry.detail) if entry.detail else None,
        entry.hash,
    )
    return "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values


def keep_answer(scope: str, op: str, answer: bytes) -> Statement:
    """What a command was answered."""
    return "INSERT INTO answers VALUES (?, ?, ?, ?)", (scope, op, answer, time.time())


def _entry(
    number: int,
    version: int,
    at: float,
    kind: str,
    seat: int | None,
    action: str | None,
    driver: str | None,
    detail: str | None,
    hash_: str | None,
) -> Entry:
    return Entry(number, version, at, kind, seat, action, driver, json.loads(detail) if detail else {}, hash_)


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
