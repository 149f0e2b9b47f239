"""The embedded store: what it says is written is on disk, and one bad write harms nobody else."""

import asyncio
import sqlite3
import threading
import time

import pytest

from karacho.store import Entry, PlayerRow, RaceRow, SqliteStore, TableRow, sqlite
from karacho.store.sqlite import (
    add_player,
    add_race,
    append,
    end_race,
    forget_outside_bot,
    keep_answer,
    put_table,
    rename_player,
)

TABLE = TableRow("0123456789A", b"{}")
RACE = RaceRow("R" * 16, TABLE.code, "rally-run", 1, 2, str(2**255), {"turn_limit": 9}, ["Anna", ""], 12.5)
ENTRIES = [
    Entry(1, 1, 0.0, "begin"),
    Entry(2, 2, 1.25, "act", 0, "N", "person", {"corrected_ms": 3}),
    Entry(3, 2, 1.5, "slides", 1, "UDLR", "bot"),
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "karacho.sqlite"


def with_store(path, work):
    """Run async work on a store and close it."""

    async def run():
        store = SqliteStore(path)
        try:
            return await work(store)
        finally:
            store.close()

    return asyncio.run(run())


async def seeded(store):
    await store.write(put_table(TABLE), add_race(RACE), *(append(RACE.race, entry) for entry in ENTRIES))


def test_what_is_written_can_be_read(path):
    async def work(store):
        await seeded(store)
        person = PlayerRow("P" * 16, b"hash", "Anna")
        bot = PlayerRow("B" * 16, b"other", "Bot", TABLE.code, 1)
        await store.write(add_player(person), add_player(bot), rename_player(person.player, "Anne"))
        assert await store.find_player(b"hash") == PlayerRow("P" * 16, b"hash", "Anne")
        assert await store.find_player(b"other") == bot
        await store.write(forget_outside_bot(TABLE.code, 1))
        assert await store.find_player(b"other") is None
        assert await store.find_table(TABLE.code) == TABLE
        await store.write(put_table(TableRow(TABLE.code, b"changed")))
        assert await store.find_table(TABLE.code) == TableRow(TABLE.code, b"changed")
        assert await store.find_race(RACE.race) == RACE
        ended = {"reason": "GOAL", "winner": 0, "standing": [[0], [1]]}
        await store.write(end_race(RACE.race, ended))
        assert (await store.find_race(RACE.race)).outcome == ended
        assert await store.read_log(RACE.race) == ENTRIES
        await store.write(keep_answer("scope", "op", b"yes"), keep_answer("other", "op", b"no"))
        assert await store.find_answer("scope", "op") == b"yes"
        assert await store.read_answers("scope") == {"op": b"yes"}
        for nothing in (store.find_player(b""), store.find_table(""), store.find_race(""), store.find_answer("", "")):
            assert await nothing is None
        assert await store.read_log("") == []

    with_store(path, work)


def test_it_is_there_after_reopening(path):
    with_store(path, seeded)

    async def work(store):
        assert await store.find_race(RACE.race) == RACE
        assert await store.read_log(RACE.race) == ENTRIES
        assert await store.is_alive()

    with_store(path, work)
    with_store(path, work)


def test_only_the_latest_answers_of_a_table_come_back(path, monkeypatch):
    monkeypatch.setattr(sqlite, "LATEST_ANSWERS", 3)

    async def work(store):
        for number in range(6):
            await store.write(keep_answer("scope", f"op-{number}", b""))
        assert set(await store.read_answers("scope")) == {"op-3", "op-4", "op-5"}
        assert await store.find_answer("scope", "op-0") == b"", "it is not lost"

    with_store(path, work)


def test_writes_that_wait_are_committed_together(path):
    async def work(store):
        await seeded(store)
        before = store.commits
        await asyncio.gather(*(store.write(keep_answer("scope", str(number), b"")) for number in range(200)))
        assert len(await store.read_answers("scope")) == 200
        assert store.commits - before < 60
        assert store.statements == 5 + 200

    with_store(path, work)


def test_a_race_cannot_fork_and_the_rest_of_a_batch_is_not_harmed(path):
    async def work(store):
        await seeded(store)
        writes = [
            store.write(keep_answer("scope", "before", b"")),
            store.write(keep_answer("scope", "with", b""), append(RACE.race, Entry(3, 3, 9.0, "act", 0, "S"))),
            store.write(keep_answer("scope", "huge", b""), keep_answer("scope", 2**70, b"")),
            store.write(("INSERT INTO answers VALUES (?, ?, ?, ?)", ("scope", "few"))),
            store.write(append(RACE.race, Entry(4, 3, 9.0, "act", 0, "W"))),
            store.write(keep_answer("scope", "after", b"")),
        ]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(results[1], sqlite3.IntegrityError)
        assert isinstance(results[2], OverflowError)
        assert isinstance(results[3], sqlite3.ProgrammingError)
        return results

    results = with_store(path, work)
    assert [results[i] for i in (0, 4, 5)] == [None, None, None]

    async def look(store):
        assert set(await store.read_answers("scope")) == {"before", "after"}, "a write is whole or not at all"
        log = await store.read_log(RACE.race)
        assert [(entry.number, entry.action) for entry in log[2:]] == [(3, "UDLR"), (4, "W")]
        await store.write(keep_answer("scope", "later", b""))

    with_store(path, look)


def test_b1_a_file_that_is_locked_for_a_while_delays_and_nothing_is_said_too_early(path):
    async def work(store):
        await seeded(store)
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()

        def unlock():
            other.execute("ROLLBACK")
            other.close()

        timer = threading.Timer(0.4, unlock)
        timer.start()
        writing = [asyncio.create_task(store.write(append(RACE.race, Entry(n, n, 1.0, "go")))) for n in (4, 5)]
        await asyncio.sleep(0.2)
        assert not any(task.done() for task in writing)
        assert await store.read_log(RACE.race) == ENTRIES, "reading goes on"
        await asyncio.gather(*writing)
        assert time.monotonic() - began >= 0.4
        timer.join()
        assert len(await store.read_log(RACE.race)) == 5

    with_store(path, work)


def test_b2_a_file_that_stays_locked_is_told_and_works_again_afterwards(path, monkeypatch):
    assert sqlite.BUSY_SECONDS <= 10
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)

    async def work(store):
        await seeded(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            await store.write(keep_answer("scope", "op", b""))
        other.execute("ROLLBACK")
        other.close()
        await store.write(keep_answer("scope", "op", b""))

    with_store(path, work)


def test_b3_a_full_disk_fails_whole_writes_and_is_got_over(path):
    async def work(store):
        await seeded(store)
        pages = store._writing.execute("PRAGMA page_count").fetchone()[0]
        store._writing.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            await store.write(keep_answer("scope", "small", b""), keep_answer("scope", "large", b"x" * 100_000))
        store._writing.execute("PRAGMA max_page_count = 1000000")
        assert await store.read_answers("scope") == {}
        await store.write(keep_answer("scope", "small", b""))
        assert await store.read_log(RACE.race) == ENTRIES

    with_store(path, work)


def test_whoever_stops_waiting_does_not_undo_the_write(path):
    async def work(store):
        writing = asyncio.create_task(store.write(keep_answer("scope", "op", b"")))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await store.write(keep_answer("scope", "next", b""))
        assert set(await store.read_answers("scope")) == {"op", "next"}

    with_store(path, work)


def test_closing_finishes_what_was_begun(path):
    async def work(store):
        writing = [asyncio.create_task(store.write(keep_answer("scope", str(n), b""))) for n in range(50)]
        await asyncio.sleep(0)
        return writing

    with_store(path, work)

    async def look(store):
        assert len(await store.read_answers("scope")) == 50

    with_store(path, look)


def test_every_commit_reaches_the_disk(path):
    async def work(store):
        assert store._writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writing.execute("PRAGMA synchronous").fetchone() == (2,)

    with_store(path, work)


def test_a_file_of_a_newer_karacho_is_refused_untouched(path):
    with_store(path, seeded)
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {sqlite.SCHEMA_VERSION + 1}")
    newer.close()
    with pytest.raises(RuntimeError, match="newer Karacho"):
        SqliteStore(path)


def test_a_file_that_is_no_database_is_refused(path):
    path.parent.mkdir()
    path.write_bytes(b"something else" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        SqliteStore(path)
    assert path.read_bytes() == b"something else" * 100
