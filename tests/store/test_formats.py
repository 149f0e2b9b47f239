"""A7, B12, I6: a later version changes the format of the database, and fails, or succeeds beside an older one."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic import command

from karacho.store import WrongStore, migrating, open_store
from karacho.store.statements import keep_answer
from tests.postgres import drop_database, fresh_database
from tests.server.truth import ask
from tests.store.b_step import EXPAND, measure
from tests.store.formats import FUTURE, alembic_for, with_step
from tests.store.rows import ENTRIES, RACE, seeded, with_store

HALF = 'op.create_table("half", sa.Column("x", sa.Text)); op.execute("SELECT nonsense FROM nowhere")'
EVENTS = 20_000


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    if request.param == "sqlite":
        yield tmp_path / "karacho.sqlite"
        return
    url = fresh_database()
    yield url
    drop_database(url)


def columns(database, table):
    if str(database).startswith("postgresql"):
        sql = "SELECT column_name FROM information_schema.columns WHERE table_name = ?"
        return {name for (name,) in ask(database, sql, table)}
    return {row[1] for row in ask(database, f"PRAGMA table_info({table})")}


def names(database):
    postgres = str(database).startswith("postgresql")
    tables = "pg_tables WHERE schemaname = 'public'" if postgres else "sqlite_master WHERE type = 'table'"
    return {name for (name,) in ask(database, f"SELECT {'tablename' if postgres else 'name'} FROM {tables}")}


def fill(database, *statements):
    """As another program does."""
    if str(database).startswith("postgresql"):
        with psycopg.connect(database, autocommit=True) as connection:
            for sql in statements:
                connection.execute(sql)
    else:
        with closing(sqlite3.connect(database)) as connection, connection:
            for sql in statements:
                connection.execute(sql)


@pytest.mark.parametrize("version", [None, "0001", migrating.HEAD, "0099", "27c6a30d7c24"])
def test_b12_another_programs_database_is_not_filled(database, version):
    versioned = ["CREATE TABLE alembic_version (version_num TEXT)", f"INSERT INTO alembic_version VALUES ('{version}')"]
    fill(database, "CREATE TABLE customers (name TEXT)", *(versioned if version else ()))
    before = names(database), database.read_bytes() if isinstance(database, Path) else None
    with pytest.raises(
        WrongStore, match=r"was not written by Karacho: it has the table customers\. It was not changed"
    ):
        asyncio.run(open_store(database))
    assert (names(database), database.read_bytes() if isinstance(database, Path) else None) == before


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("0099", "was written by a newer Karacho .format 0099.; this one knows"),
        ("27c6a30d7c24", "was not written by Karacho: its alembic_version says '27c6a30d7c24'. It was not changed"),
    ],
)
def test_b12_a_format_that_is_not_known_is_refused(database, version, said):
    """The tables are ours: then an id that might be one of ours is of a later version, and any other is not."""
    with_store(database, seeded)
    fill(database, f"UPDATE alembic_version SET version_num = '{version}'")
    with pytest.raises(WrongStore, match=said):
        asyncio.run(open_store(database))
    assert ask(database, "SELECT count(*) FROM log") == [(len(ENTRIES),)]


def test_a7_a_bad_step_changes_nothing_and_the_old_version_goes_on(database, tmp_path, monkeypatch):
    with_store(database, seeded)
    with monkeypatch.context() as newer:
        newer.setattr(migrating, "FOLDER", with_step(tmp_path, HALF))
        newer.setattr(migrating, "HEAD", FUTURE)
        for _ in range(5):  # as a supervisor starts it, again and again
            with pytest.raises(WrongStore, match=f"to {FUTURE}: .*nowhere.*Nothing was changed"):
                asyncio.run(open_store(database))
    assert columns(database, "half") == set()
    assert ask(database, "SELECT version_num FROM alembic_version") == [(migrating.HEAD,)]

    async def work(store):
        assert await store.read_log(RACE.race) == ENTRIES
        await store.write(keep_answer("scope", "op", b"yes"))

    with_store(database, work)


def test_i6_a_server_works_on_beside_a_newer_one_and_is_not_started_again(database, tmp_path):
    """Steps only add, so whoever runs already does not notice; who starts finds out what has been added before."""

    async def work(store):
        await seeded(store)
        await asyncio.to_thread(command.upgrade, alembic_for(database, with_step(tmp_path, EXPAND)), FUTURE)
        assert "added" in columns(database, "answers")
        await store.write(keep_answer("scope", "op", b"yes"))
        assert await store.find_answer("scope", "op") == b"yes"
        assert await store.find_race(RACE.race) == RACE

    with_store(database, work)
    with pytest.raises(WrongStore, match=f"newer Karacho .format {FUTURE}."):
        asyncio.run(open_store(database))


def test_b12_a_step_on_a_large_log_while_it_is_in_use():
    """PostgreSQL adds columns without rewriting the rows, so writers hardly wait."""
    report = measure(EVENTS, rounds=1)
    assert len(report.steps) == 1
    assert report.quiet
    assert 0 < max(report.during) < 5  # the figure is in docs/reliability.md; the bound is for busy machines
