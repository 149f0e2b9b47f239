"""Copies everything from one store into an empty one: for backups, restoring them, and moving to PostgreSQL.

What is copied is one moment: the source may be in use meanwhile. A backup is a SQLite file, whatever it was taken from.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from karacho.store.damage import check_log
from karacho.store.errors import StoreError, WrongStore
from karacho.store.files import make_private
from karacho.store.migrating import HEAD, migrate
from karacho.store.opening import is_postgres

# In this order, because races belong to tables. What servers know of each other is not copied.
KEYS = {
    "players": "player",
    "accounts": "player",
    "devices": "secret_hash",
    "tables": "code",
    "members": "player, table_code",
    "races": "race",
    "entrants": "race, seat, player",
    "log": "race, number",
    "answers": "scope, op",
}
NO_TEXT = ("number", "seat", "secret_hash")
AT_ONCE = 5000
Progress = Callable[[str, int], None]  # a table, rows copied so far
Row = tuple[Any, ...]


class _End(Protocol):
    """One end of a copy."""

    def columns(self, table: str) -> list[str]: ...
    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Row]: ...
    def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None: ...
    def count(self, table: str) -> int: ...


class _SqliteEnd:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def columns(self, table: str) -> list[str]:
        return [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        yield from self._connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {KEYS[table]}")

    def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None:
        places = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def count(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


class _PostgresEnd:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def columns(self, table: str) -> list[str]:
        cursor = self._connection.execute(f"SELECT * FROM {table} LIMIT 0")
        return [column.name for column in cursor.description]

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        with self._connection.cursor(name="rows") as cursor:  # fetched bit by bit, however many there are
            cursor.itersize = AT_ONCE
            # As SQLite sorts: by bytes, whatever the database's language is.
            keys = ", ".join(key if key in NO_TEXT else f'{key} COLLATE "C"' for key in KEYS[table].split(", "))
            yield from cursor.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {keys}")

    def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None:
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def count(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def copy_store(source: str | Path, target: str | Path, progress: Progress | None = None) -> dict[str, int]:
    """Everything of one store into another, checked row by row; answers how many rows each table has."""
    with _opened(source, new=False) as first, _opened(target, new=True) as second:
        if any(second.count(table) for table in KEYS):
            raise WrongStore(f"{shown(target)} is not empty; nothing was changed")
        for table in KEYS:
            _copy_table(table, first, second, progress)
        for table in KEYS:
            if _digest(table, first) != _digest(table, second):
                raise StoreError(f"{table} came out different; nothing was kept")
        return {table: second.count(table) for table in KEYS}


def _copy_table(table: str, source: _End, target: _End, progress: Progress | None) -> None:
    columns = sorted(source.columns(table))
    done, waiting = 0, list[Row]()
    for row in source.rows(table, columns):
        waiting.append(row)
        if len(waiting) == AT_ONCE:
            target.insert(table, columns, waiting)
            done, waiting = done + len(waiting), []
            if progress is not None:
                progress(table, done)
    target.insert(table, columns, waiting)
    if progress is not None:
        progress(table, done + len(waiting))


def _digest(table: str, end: _End) -> str:
    found = hashlib.sha256()
    for row in end.rows(table, sorted(end.columns(table))):
        found.update(repr([bytes(value) if isinstance(value, memoryview) else value for value in row]).encode())
    return found.hexdigest()


@contextmanager
def _opened(database: str | Path, *, new: bool) -> Iterator[_End]:
    """In one transaction: either everything is copied or nothing."""
    with _opened_postgres(str(database), new) if is_postgres(database) else _opened_file(Path(database), new) as end:
        yield end


@contextmanager
def _opened_file(path: Path, new: bool) -> Iterator[_End]:
    if not new and not path.is_file():
        raise WrongStore(f"there is no file {path}")
    check_log(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    make_private(path)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        try:
            problems = connection.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.DatabaseError as error:
            raise WrongStore(f"{path} is no database: {error}") from None
        if problems != "ok":
            raise WrongStore(f"{path} is damaged: {problems}")
        _bring_up(f"sqlite:///{path}", connection, "SELECT name FROM sqlite_master WHERE name = 'alembic_version'", new)
        connection.execute("BEGIN IMMEDIATE" if new else "BEGIN")
        yield _SqliteEnd(connection)
        connection.execute("COMMIT")
    finally:
        connection.close()


@contextmanager
def _opened_postgres(url: str, new: bool) -> Iterator[_End]:
    try:
        import psycopg
    except ImportError as error:
        raise WrongStore(f"PostgreSQL needs more: pip install 'karacho[postgres]' ({error})") from None
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        raise WrongStore(f"cannot connect to the database: {str(error).strip()}") from None
    with connection:
        address = "postgresql+psycopg://" + url.partition("://")[2]
        _bring_up(address, connection, "SELECT 1 FROM pg_class WHERE oid = to_regclass('alembic_version')", new)
        connection.set_autocommit(False)
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        yield _PostgresEnd(connection)


def _bring_up(url: str, connection: Any, has_format: str, new: bool) -> None:
    """A target is made ready; a source must have this version's format already, for it is not changed."""
    found = None
    if connection.execute(has_format).fetchone() is not None:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    if new:
        migrate(url, found)
    elif found != HEAD:
        raise WrongStore(f"{shown(url)} has format {found}, not {HEAD}: start a server with it once, then copy it")


def shown(database: str | Path) -> str:
    """The address of a database without a password."""
    text = str(database)
    before, mark, after = text.partition("://")
    if not mark:
        return text
    return f"{before}://{after.rpartition('@')[2]}".partition("?")[0]
