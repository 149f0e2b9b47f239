"""The embedded store: what is special about a file."""

import asyncio
import sqlite3
import threading

import pytest

from karacho.store import Conflict, Entry, PlayerRow, StoreError, WrongStore, sqlite
from karacho.store.holding import hold
from karacho.store.sqlite import SqliteStore
from karacho.store.statements import add_player, append, keep_answer
from tests.store.rows import ENTRIES, RACE, seeded, with_store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "karacho.sqlite"


def test_b1_a_file_that_is_locked_for_a_while_delays_and_nothing_is_said_too_early(path):
    async def work(store):
        await seeded(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = [asyncio.create_task(store.write(append(RACE.race, Entry(n, n, 1.0, "go")))) for n in (4, 5)]
        await asyncio.sleep(0.3)
        assert not any(task.done() for task in writing)
        assert await store.read_log(RACE.race) == ENTRIES, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        await asyncio.gather(*writing)
        assert len(await store.read_log(RACE.race)) == 5

    with_store(path, work)


def test_b2_a_file_that_stays_locked_is_told_and_works_again_afterwards(path, monkeypatch):
    assert sqlite.BUSY_SECONDS <= 10
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)

    async def work(store):
        await seeded(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            await store.write(keep_answer("scope", "op", b""))
        other.execute("ROLLBACK")
        other.close()
        await store.write(keep_answer("scope", "op", b""))

    with_store(path, work)


def test_however_many_rows_come_together_few_different_lines_of_sql_write_them_all():
    pieces = [[*sqlite._pieces(rows)] for rows in range(1500)]
    assert [sum(some) for some in pieces] == [*range(1500)]
    assert all(len(some) <= rows // sqlite.MOST_ROWS + 2 for rows, some in enumerate(pieces))
    kinds = {rows for some in pieces for rows in some}
    assert max(kinds) == sqlite.MOST_ROWS
    assert 2 * len(kinds) < 128, "for two tables, and Python's sqlite3 keeps 128"


def test_b3_a_full_disk_fails_whole_writes_and_is_got_over(path):
    async def work(store):
        await seeded(store)
        pages = store._writing.execute("PRAGMA page_count").fetchone()[0]
        store._writing.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="full"):
            await store.write(keep_answer("scope", "small", b""), keep_answer("scope", "large", b"x" * 100_000))
        store._writing.execute("PRAGMA max_page_count = 1000000")
        assert await store.read_answers("scope") == {}
        await store.write(keep_answer("scope", "small", b""))
        assert await store.read_log(RACE.race) == ENTRIES

    with_store(path, work)


class Forgetful:
    """A connection that has no memory left, at the first line that begins so."""

    def __init__(self, connection, line):
        self._connection, self._line = connection, line

    def execute(self, sql, *values):
        if self._line is not None and sql.startswith(self._line):
            self._line = None
            raise MemoryError
        return self._connection.execute(sql, *values)

    def __getattr__(self, name):
        return getattr(self._connection, name)


@pytest.mark.parametrize("line", ["BEGIN", "INSERT", "COMMIT"])
def test_a10_without_memory_nobody_waits_for_ever(path, line):
    async def work(store):
        await seeded(store)
        store._writing = Forgetful(store._writing, line)
        both = [store.write(append(RACE.race, Entry(number, number, 1.0, "go"))) for number in (4, 5)]
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert [str(outcome) for outcome in outcomes] == ["no memory is left"] * 2
        assert await store.read_log(RACE.race) == ENTRIES
        await store.write(append(RACE.race, Entry(4, 4, 1.0, "go")))
        assert len(await store.read_log(RACE.race)) == 4

    with_store(path, work)


def test_a_writer_that_meets_a_mistake_of_our_own_ends_the_process(path, monkeypatch):
    """Else nobody would ever write again, and everybody would wait."""
    ended = threading.Event()
    monkeypatch.setattr(sqlite.SqliteStore, "_be_patient", lambda *_: 1 / 0)
    monkeypatch.setattr(sqlite.SqliteStore, "give_up", lambda *_: ended.set())

    async def work(store):
        waiting = asyncio.ensure_future(store.write(keep_answer("scope", "op", b"")))
        assert await asyncio.to_thread(ended.wait, 10)
        waiting.cancel()

    with_store(path, work)


def test_a_refused_row_harms_nobody_else_of_its_batch(path):
    """Of any kind, and wherever it stands: what came before it in the batch is carried out as well."""

    async def work(store):
        await seeded(store)
        batch = [
            store.write(keep_answer("scope", "one", b"1")),
            store.write(add_player(PlayerRow("anna", b"secret", "Anna")), keep_answer("scope", "two", b"2")),
            store.write(append(RACE.race, Entry(4, 4, 1.0, "go")), keep_answer("scope", "three", b"3")),
            store.write(append(RACE.race, Entry(2, 2, 1.0, "go")), keep_answer("scope", "four", b"4")),
            store.write(append(RACE.race, Entry(5, 5, 1.0, "go")), keep_answer("scope", "five", b"5")),
        ]
        outcomes = await asyncio.gather(*batch, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None)] * 3 + [Conflict, type(None)]
        assert sorted(await store.read_answers("scope")) == ["five", "one", "three", "two"]
        assert len(await store.read_log(RACE.race)) == 5

    with_store(path, work)


def test_every_commit_reaches_the_disk(path):
    async def work(store):
        assert store._writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writing.execute("PRAGMA synchronous").fetchone() == (2,)

    with_store(path, work)


def test_a_file_of_a_newer_karacho_is_refused_untouched(path):
    with_store(path, seeded)
    newer = sqlite3.connect(path)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.commit()
    newer.close()
    with pytest.raises(WrongStore, match="newer Karacho"):
        SqliteStore(path)


def test_a_file_that_is_no_database_is_refused(path):
    path.parent.mkdir()
    path.write_bytes(b"something else" * 100)
    with pytest.raises(WrongStore, match="is damaged"):
        SqliteStore(path)
    assert path.read_bytes() == b"something else" * 100


def test_questions_of_one_moment_are_answered_each_for_itself(path):
    async def work(store):
        asked = [store.fetch("SELECT ?", (value,)) for value in (1, "\ud800", 2)]
        found = await asyncio.gather(*asked, store.fetch("SELECT nonsense"), return_exceptions=True)
        assert [found[0], found[2]] == [[(1,)], [(2,)]]
        assert [type(found[1]), type(found[3])] == [UnicodeEncodeError, StoreError]

    with_store(path, work)


def test_b2_a_failed_batch_is_logged_once_until_it_works_again(path, monkeypatch, caplog):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)

    async def work(store):
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StoreError, match="locked"):
                await store.write(keep_answer("scope", "op", b""))
        assert not await store.is_alive()
        assert [record.getMessage() for record in caplog.records] == [
            f"nothing can be written to {path}: database is locked"
        ]
        other.execute("ROLLBACK")
        other.close()
        assert await store.is_alive(), "it finds out by itself"
        assert [record.getMessage() for record in caplog.records][1:] == [f"{path} can be written to again"]

    with_store(path, work)


def test_b2_whoever_asks_how_it_is_does_not_wait_for_a_locked_file(path, monkeypatch):
    monkeypatch.setattr("karacho.store.store.TRIAL_SECONDS", 0.1)

    async def work(store):
        store._failing = True
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            assert not await asyncio.wait_for(store.is_alive(), 4)
        finally:
            other.execute("ROLLBACK")
            other.close()

    with_store(path, work)


def test_b3_trying_to_write_really_writes(path):
    async def work(store):
        wal = path.with_name(f"{path.name}-wal")
        store._failing = True
        before = wal.read_bytes()
        assert await store.is_alive()
        assert wal.read_bytes() != before
        assert not store._failing

    with_store(path, work)


def test_a_link_does_not_lead_around_the_lock(path):
    link = path.with_name("link.sqlite")
    path.parent.mkdir()
    link.symlink_to(path)
    with hold(path), pytest.raises(WrongStore, match="another server uses"), hold(link):
        pass
