"""Run by Alembic: all steps in one transaction, one server at a time."""

from alembic import context
from sqlalchemy import create_engine

LOCK = 0x6B617261  # any number that only we use


def run() -> None:
    url = context.config.get_main_option("sqlalchemy.url")
    assert url is not None
    engine = create_engine(url)
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
            context.configure(connection=connection, transactional_ddl=True)
            with context.begin_transaction():
                context.run_migrations()
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("COMMIT")
            connection.commit()
    finally:
        engine.dispose()


run()
