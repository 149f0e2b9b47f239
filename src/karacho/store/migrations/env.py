"""Run by Alembic: all steps in one transaction, one server at a time."""

import sqlite3

from alembic import context
from sqlalchemy import Engine, NullPool, create_engine, inspect

from karacho.store.contents import check_ours

LOCK = 0x6B617261  # any number that only we use


def _engine(url: str) -> Engine:
    """PostgreSQL's own library reads its addresses, which may name several hosts; a file may have any name."""
    if not url.startswith("postgresql"):
        path = url.removeprefix("sqlite:///")
        return create_engine("sqlite://", creator=lambda: sqlite3.connect(path), poolclass=NullPool)
    import psycopg

    return create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url.replace("+psycopg", "", 1)))


def run() -> None:
    url = context.config.get_main_option("sqlalchemy.url")
    assert url is not None
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "sqlite":  # its driver would begin a transaction too late
                connection.connection.driver_connection.isolation_level = None  # type: ignore[union-attr]
                connection.exec_driver_sql("PRAGMA busy_timeout = 8000")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
                # A step that waits for somebody who reads for long would keep all writers waiting behind it.
                connection.exec_driver_sql("SET LOCAL lock_timeout = '2s'")
            if names := set(inspect(connection).get_table_names()):
                check_ours("the database", names)
            context.configure(connection=connection, transactional_ddl=True)
            with context.begin_transaction():
                context.run_migrations()
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("COMMIT")
            connection.commit()
    finally:
        engine.dispose()


run()
