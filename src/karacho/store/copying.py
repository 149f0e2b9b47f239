"""Copies everything from one store into an empty one: for backups, restoring them, and moving to PostgreSQL.

What is copied is one moment: the source may be in use meanwhile. A backup is a SQLite file, whatever it was taken from.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from msgspec import msgpack

from karacho.store.contents import check_current, check_format, check_ours
from karacho.store.damage import check_log, log_of
from karacho.store.errors import StoreError, WrongStore
from karacho.store.files import written_beside
from karacho.store.migrating import migrate
from karacho.store.opening import is_postgres

# In this order, because races belong to tables. Which servers run, and who is there, is not copied.
KEYS = {
    "players": "player",
    "accounts": "player",
    "devices": "secret_hash",
    "dismissed": "secret_hash",
    "tables": "code",
    "members": "player, table_code",
    "races": "race",
    "entrants": "race, seat, player",
    "log": "race, number",
    "answers": "scope, op",
    "pledges": "race, player",
    "deals": "race",
}
FORMAT = "SELECT version_num FROM alembic_version"
NO_TEXT = ("number", "seat", "secret_hash")
AT_ONCE = 5000
CACHE_KILOBYTES = 64_000  # an index is filled in no order: page by page it would be written and read again
EMPTY = "is empty: no server has written to it; name one that a server has used, or a backup"
Progress = Callable[[str, int], None]  # a table, rows copied so far
Row = tuple[Any, ...]


class _End(Protocol):
    """One end of a copy."""

    def tables(self) -> set[str]: ...
    def format(self) -> str | None: ...
    def columns(self, table: str) -> list[str]: ...
    def rows(self, table: str, columns: Sequence[str]) -> Iterator[list[Row]]: ...
    def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None: ...
    def count(self, table: str) -> int: ...


class _SqliteEnd:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def tables(self) -> set[str]:
        names = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        return {name for (name,) in self._connection.execute(names)}

    def format(self) -> str | None:
        row = self._connection.execute(FORMAT).fetchone()
        return None if row is None else str(row[0])

    def columns(self, table: str) -> list[str]:
        return [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[list[Row]]:
        cursor = self._connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {KEYS[table]}")
        while some := cursor.fetchmany(AT_ONCE):
            yield some

    def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None:
        places = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def count(self, table: str) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


class _PostgresEnd:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def tables(self) -> set[str]:
        names = "SELECT tablename FROM pg_tables WHERE schemaname = ANY(current_schemas(false))"
        return {name for (name,) in self._connection.execute(names)}

    def format(self) -> str | None:
        row = self._connection.execute(FORMAT).fetchone()
        return None if row is None else str(row[0])

    def columns(self, table: str) -> list[str]:
        cursor = self._connection.execute(f"SELECT * FROM {table} LIMIT 0")
        return [column.name for column in cursor.description]

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[list[Row]]:
        with self._connection.cursor(name="rows") as cursor:  # fetched bit by bit, however many there are
            # As SQLite sorts: by bytes, whatever the database's language is.
            keys = ", ".join(key if key in NO_TEXT else f'{key} COLLATE "C"' for key in KEYS[table].split(", "))
            cursor.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {keys}")
            while some := cursor.fetchmany(AT_ONCE):
                yield some

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
            _check_empty(second, target)  # again: a server may have begun to use it
            copied = {table: _copy_table(table, first, second, progress) for table in KEYS}
            for table, digest in copied.items():
                if _digest(table, second) != digest:
                    raise StoreError(f"{table} came out different; nothing was kept")
            return {table: second.count(table) for table in KEYS}
    except sqlite3.Error as error:
        raise StoreError(
            f"{shown(source)} could not be copied to {shown(target)}: {error}; nothing was kept"
        ) from error


def _copy_table(table: str, source: _End, target: _End, progress: Progress | None) -> str:
    """Answers a digest of what was read."""
    columns = sorted(source.columns(table))
    done, found = 0, hashlib.sha256()
    for rows in source.rows(table, columns):
        target.insert(table, columns, rows)
        found.update(msgpack.encode(rows))
        done += len(rows)
        if progress is not None:
            progress(table, done)
    return found.hexdigest()


def _digest(table: str, end: _End) -> str:
    found = hashlib.sha256()
    for rows in end.rows(table, sorted(end.columns(table))):
        found.update(msgpack.encode(rows))
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
    if not path.stat().st_size:  # SQLite would remove the log beside it
        raise WrongStore(f"{path} {EMPTY}")
    with _connected(path) as connection:
        _check_whole(connection, path)
        end = _SqliteEnd(connection)
        _check_source(end, path)
        connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        connection.execute("BEGIN")
        yield end


@contextmanager
def _target_file(path: Path) -> Iterator[_End]:
    """What holds nothing yet is written beside its place; an empty one of ours may be in use, and is filled."""
    if path.exists() and not path.is_file():
        raise WrongStore(f"{path} is no file; name a new one")
    if _has_tables(path):
        with _filled(path, path) as end:
            yield end
    else:
        with written_beside(path.resolve()) as beside, _filled(beside, path) as end:
            yield end


@contextmanager
def _filled(path: Path, named: Path) -> Iterator[_End]:
    with _connected(path) as connection:
        end = _SqliteEnd(connection)
        _make_ready(end, named, f"sqlite:///{path}")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        connection.execute("BEGIN IMMEDIATE")
        yield end
        connection.execute("COMMIT")


def _has_tables(path: Path) -> bool:
    if not path.exists() or not path.stat().st_size:
        return False
    with _connected(path) as connection:
        _check_whole(connection, path)
        return bool(_SqliteEnd(connection).tables())


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    check_log(path)
    try:
        opened = sqlite3.connect(path, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise WrongStore(f"{path} cannot be opened: {error}") from None
    with closing(opened) as connection:
        yield connection


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    try:
        problems = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise _refusal(path, error) from None
    if problems != "ok":
        raise WrongStore(f"{path} is damaged: {problems}")


def _refusal(path: Path, error: sqlite3.Error) -> WrongStore:
    match error.sqlite_errorcode & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return WrongStore(f"{path} is locked by another program: wait until it is done, or end it, and try again")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return WrongStore(f"{path} is no database: {error}")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return WrongStore(
                f"{path} cannot be read where it is: SQLite has to write beside it, and {path.parent} does not allow "
                f"that. Copy it, with {log_of(path).name} if that is there, to a folder you may write to"
            )
        case _:
            return WrongStore(f"{path} cannot be read: {error}")


def check_unused(url: str) -> None:
    """May a PostgreSQL be filled with what nobody wants to keep? It is only looked at."""
    with _connected_postgres(url) as connection:
        end = _PostgresEnd(connection)
        if tables := end.tables():
            check_ours(shown(url), tables)
            check_format(shown(url), end.format())
            _check_empty(end, url)


def check_used(database: str | Path) -> None:
    """Is it what a server of this version writes to? It is only looked at."""
    with _source(database):
        pass


@contextmanager
def _connected_postgres(url: str) -> Iterator[Any]:
    try:
        import psycopg

        from karacho.store.address import check_address
    except ImportError as error:
        raise WrongStore(f"PostgreSQL needs more: pip install 'karacho[postgres]' ({error})") from None
    check_address(url)
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
    except psycopg.Error as error:
        raise WrongStore(f"cannot connect to the database: {str(error).strip()}") from None
    with _told(psycopg.Error, url), connection:
        yield connection


@contextmanager
def _opened_postgres(url: str, new: bool) -> Iterator[_End]:
    with _connected_postgres(url) as connection:
        import psycopg

        end = _PostgresEnd(connection)
        if new:
            _make_ready(end, url, "postgresql+psycopg://" + url.partition("://")[2])
        else:
            _check_source(end, url)
        connection.set_autocommit(False)
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        yield end


@contextmanager
def _told(kind: type[Exception], url: str) -> Iterator[None]:
    try:
        yield
    except kind as error:
        why = str(error).partition("\n")[0]
        raise StoreError(f"{shown(url)} has failed: {why}; nothing was kept") from error


def _check_source(end: _End, database: str | Path) -> None:
    name, tables = shown(database), end.tables()
    if not tables:
        raise WrongStore(f"{name} {EMPTY}")
    check_ours(name, tables)
    check_current(name, check_format(name, end.format()))


def _make_ready(end: _End, database: str | Path, url: str) -> None:
    """Give a target this version's tables: one that has none at all, or one of ours that is empty."""
    name, tables, found = shown(database), end.tables(), None
    if tables:
        check_ours(name, tables)
        found = check_format(name, end.format())
        _check_empty(end, database)
    try:
        migrate(url, found)
    except WrongStore as error:
        why = str(error.__cause__ or error).partition("\n")[0]
        raise WrongStore(f"{name} could not be given its tables: {why}; nothing was kept") from error


def _check_empty(end: _End, database: str | Path) -> None:
    tables = end.tables()
    if any(end.count(table) for table in KEYS if table in tables):
        raise WrongStore(f"{shown(database)} is not empty; nothing was changed")


def shown(database: str | Path) -> str:
    """The address of a database without a password."""
    text = str(database)
    before, mark, after = text.partition("://")
    if not mark:
        return text
    return f"{before}://{after.rpartition('@')[2]}".partition("?")[0]
