"""Copies everything from one store into an empty one: for backups, restoring them, and moving to PostgreSQL.

What is copied is one moment: the source may be in use meanwhile. A backup is a SQLite file, whatever it was taken from.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from karacho.store.damage import check_log
from karacho.store.errors import StoreError, WrongStore
from karacho.store.files import written_beside
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
HAS_FORMAT = "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
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
    try:
        with _source(source) as first, _target(target) as second:
            if any(second.count(table) for table in KEYS):
                raise WrongStore(f"{shown(target)} is not empty; nothing was changed")
            for table in KEYS:
                _copy_table(table, first, second, progress)
            for table in KEYS:
                if _digest(table, first) != _digest(table, second):
                    raise StoreError(f"{table} came out different; nothing was kept")
            return {table: second.count(table) for table in KEYS}
    except sqlite3.Error as error:
        raise StoreError(
            f"{shown(source)} could not be copied to {shown(target)}: {error}; nothing was kept"
        ) from error


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


def _source(database: str | Path) -> AbstractContextManager[_End]:
    """One moment of it; it is not changed."""
    return _opened_postgres(str(database), new=False) if is_postgres(database) else _source_file(Path(database))


def _target(database: str | Path) -> AbstractContextManager[_End]:
    """In one transaction: either everything is copied or nothing."""
    return _opened_postgres(str(database), new=True) if is_postgres(database) else _target_file(Path(database))


@contextmanager
def _source_file(path: Path) -> Iterator[_End]:
    if not path.is_file():
        raise WrongStore(f"there is no file {path}")
    with _connected(path) as connection:
        _check_whole(connection, path)
        _bring_up(f"sqlite:///{path}", connection, HAS_FORMAT, new=False)
        connection.execute("BEGIN")
        yield _SqliteEnd(connection)


@contextmanager
def _target_file(path: Path) -> Iterator[_End]:
    """What holds nothing yet is written beside its place; an empty one of ours may be in use, and is filled."""
    if path.exists() and not path.is_file():
        raise WrongStore(f"{path} is no file; name a new one")
    if _has_tables(path):
        with _filled(path) as end:
            yield end
    else:
        with written_beside(path) as beside, _filled(beside) as end:
            yield end


@contextmanager
def _filled(path: Path) -> Iterator[_End]:
    with _connected(path) as connection:
        _bring_up(f"sqlite:///{path}", connection, HAS_FORMAT, new=True)
        connection.execute("BEGIN IMMEDIATE")
        yield _SqliteEnd(connection)
        connection.execute("COMMIT")


def _has_tables(path: Path) -> bool:
    if not path.exists() or not path.stat().st_size:
        return False
    with _connected(path) as connection:
        _check_whole(connection, path)
        return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    check_log(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    try:
        problems = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise WrongStore(f"{path} is no database: {error}") from None
    if problems != "ok":
        raise WrongStore(f"{path} is damaged: {problems}")


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
    with _told(psycopg.Error, url), connection:
        address = "postgresql+psycopg://" + url.partition("://")[2]
        _bring_up(address, connection, "SELECT 1 FROM pg_class WHERE oid = to_regclass('alembic_version')", new)
        connection.set_autocommit(False)
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        yield _PostgresEnd(connection)


@contextmanager
def _told(kind: type[Exception], url: str) -> Iterator[None]:
    try:
        yield
    except kind as error:
        raise StoreError(f"{shown(url)} has failed: {error}; nothing was kept") from error


def _bring_up(url: str, connection: Any, has_format: str, new: bool) -> None:
    """A target is made ready; a source must have this version's format already, for it is not changed."""
    found = None
    if connection.execute(has_format).fetchone() is not None:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    if new:
        _bring_to_head(url, found)
    elif found != HEAD:
        raise WrongStore(f"{shown(url)} has format {found}, not {HEAD}: start a server with it once, then copy it")


def _bring_to_head(url: str, found: str | None) -> None:
    try:
        migrate(url, found)
    except WrongStore as error:
        raise WrongStore(f"the tables could not be made: {error.__cause__ or error}") from error


def shown(database: str | Path) -> str:
    """The address of a database without a password."""
    text = str(database)
    before, mark, after = text.partition("://")
    if not mark:
        return text
    return f"{before}://{after.rpartition('@')[2]}".partition("?")[0]
