"""A store by its address: a file's path, or `postgresql://…`."""

import sqlite3
from pathlib import Path

from karacho.store.errors import WrongStore
from karacho.store.files import cannot_open
from karacho.store.store import Store


def is_postgres(database: str | Path) -> bool:
    """Is it the address of a PostgreSQL server?"""
    return str(database).startswith(("postgresql://", "postgres://"))


async def open_store(database: str | Path) -> Store:
    """Open it and bring it to the format of this version."""
    if is_postgres(database):
        try:
            from karacho.store.postgres import PostgresStore
        except ImportError as error:
            raise WrongStore(f"PostgreSQL needs more: pip install 'karacho[postgres]' ({error})") from None
        return await PostgresStore.open(str(database))
    from karacho.store.sqlite import SqliteStore

    try:
        return SqliteStore(Path(database))
    except (OSError, sqlite3.Error) as error:
        raise cannot_open(Path(database), error) from error
