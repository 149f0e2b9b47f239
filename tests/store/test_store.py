"""What every store does: what it says is written is on disk, and one bad write harms nobody else."""

import asyncio
import contextlib

import pytest
from alembic import command
from msgspec.structs import replace

from karacho.store import Conflict, Entry, PlayerRow, StoreError, TableRow, migrating, open_store, store
from karacho.store.statements import (
    Kept,
    Statement,
    add_player,
    add_race,
    add_table,
    append,
    change_table,
    end_race,
    forget_answers,
    forget_outside_bot,
    keep_answer,
    rename_player,
)
from karacho.store.store import LATEST_RACES
from tests.postgres import drop_database, fresh_database
from tests.store.formats import alembic_for
from tests.store.rows import ENTRIES, RACE, TABLE, seeded, with_store


@pytest.fixture(params=["sqlite", "postgres"])
def path(request, tmp_path):
    """The address of a database."""
    if request.param == "sqlite":
        yield tmp_path / "deep" / "karacho.sqlite"
        return
    url = fresh_database()
    yield url
    with contextlib.suppress(Exception):
        drop_database(url)


def test_what_is_written_can_be_read(path):
    async def work(store):
        await seeded(store)
        person = PlayerRow("P" * 16, b"hash", "Anna")
        bot = PlayerRow("B" * 16, b"other", "Bot", TABLE.code, 1)
        await store.write(add_player(person), add_player(bot), rename_player(person.player, "Anne"))
        assert await store.find_player(b"hash") == PlayerRow("P" * 16, b"hash", "Anne")
        assert await store.find_player(b"other") == bot
        await store.write(*forget_outside_bot(TABLE.code, 1))
        assert await store.find_player(b"other") is None
        assert await store.find_table(TABLE.code) == TABLE
        await store.write(change_table(TableRow(TABLE.code, b"changed", 2)))
        assert await store.find_table(TABLE.code) == TableRow(TABLE.code, b"changed", 2)
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
    monkeypatch.setattr(store, "LATEST_ANSWERS", 3)

    async def work(store):
        for number in range(6):
            await store.write(keep_answer("scope", f"op-{number}", b""))
        assert set(await store.read_answers("scope")) == {"op-3", "op-4", "op-5"}
        assert await store.find_answer("scope", "op-0") == b"", "it is not lost"

    with_store(path, work)


def test_answers_are_found_in_the_logs_of_the_latest_races_of_their_table(path):
    async def work(store):
        await seeded(store)
        await store.write(append(RACE.race, Entry(4, 3, 1.0, "act"), Kept(b"plain", None)))
        await store.write(append(RACE.race, Entry(5, 4, 2.0, "slides"), Kept(b"more", b"12 slides")))
        assert await store.read_log_answers(RACE.table) == [(b"more", 4, b"12 slides"), (b"plain", 3, None)]
        assert await store.read_log_answers("another") == []
        assert await store.find_log_answer(RACE.table, b"plain") == (3, None)
        assert await store.find_log_answer(RACE.table, b"more") == (4, b"12 slides")
        assert await store.find_log_answer("another", b"more") is None
        for later in range(1, 3):
            await store.write(add_race(replace(RACE, race=f"later-{later}", began=RACE.began + later)))
            found = await store.find_log_answer(RACE.table, b"plain")
            assert (found is not None) == (later < LATEST_RACES)

    with_store(path, work)


def test_old_answers_are_forgotten_and_young_ones_kept(path):
    async def work(store):
        await store.write(keep_answer("scope", "old", b"1"), keep_answer("scope", "young", b"2"))
        await store.write(Statement("UPDATE answers SET made = made - 1000 WHERE op = ?", ("old",)))
        await store.write(forget_answers(500))
        assert await store.read_answers("scope") == {"young": b"2"}

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
            store.write(keep_answer("scope", "huge", b""), append(RACE.race, Entry(9, 2**70, 1.0, "go"))),
            store.write(Statement("INSERT INTO answers VALUES (?, ?, ?, ?)", ("scope", "few"))),
            store.write(append(RACE.race, Entry(4, 3, 9.0, "act", 0, "W"))),
            store.write(keep_answer("scope", "after", b"")),
        ]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(results[1], Conflict)
        assert isinstance(results[2], StoreError | OverflowError)
        assert isinstance(results[3], StoreError)
        return results

    results = with_store(path, work)
    assert [results[i] for i in (0, 4, 5)] == [None, None, None]

    async def look(store):
        assert set(await store.read_answers("scope")) == {"before", "after"}, "a write is whole or not at all"
        log = await store.read_log(RACE.race)
        assert [(entry.number, entry.action) for entry in log[2:]] == [(3, "UDLR"), (4, "W")]
        await store.write(keep_answer("scope", "later", b""))

    with_store(path, look)


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


def test_a_table_that_somebody_else_has_changed_is_not_overwritten(path):
    async def work(store):
        await seeded(store)
        await store.write(change_table(TableRow(TABLE.code, b"first", 2)))
        with pytest.raises(Conflict):
            await store.write(keep_answer("scope", "op", b""), change_table(TableRow(TABLE.code, b"second", 2)))
        with pytest.raises(Conflict):
            await store.write(add_table(TABLE))
        assert await store.find_table(TABLE.code) == TableRow(TABLE.code, b"first", 2)
        assert await store.find_answer("scope", "op") is None, "a write is whole or not at all"

    with_store(path, work)


def test_i2_of_many_who_want_the_same_place_in_a_log_one_gets_it(path):
    """Two servers, or one that was stopped and woke up again: the key decides, whatever they believe."""

    async def contest(one, other, number):
        async def attempt(store, action):
            await store.write(append(RACE.race, Entry(number, number, 1.0, "act", 0, action)))

        results = await asyncio.gather(attempt(one, "N"), attempt(other, "S"), return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        return "N" if results[0] is None else "S"

    async def work(store):
        await seeded(store)
        other = await open_store(path)
        try:
            won = [await contest(store, other, number) for number in range(4, 54)]
        finally:
            await other.close()
        log = await store.read_log(RACE.race, after=3)
        assert [entry.number for entry in log] == list(range(4, 54))
        assert [entry.action for entry in log] == won

    with_store(path, work)


def test_the_format_of_an_older_version_is_brought_up_to_date(path):
    """Step by step down to the first format, with rows in it, and up again."""
    with_store(path, seeded)
    command.downgrade(alembic_for(path), "0001")

    async def work(store):
        assert await store.find_race(RACE.race) == RACE
        assert await store.read_log(RACE.race) == ENTRIES
        assert await store.find_table(TABLE.code) == TABLE

    with_store(path, work)
    assert max(file.name[:4] for file in (migrating.FOLDER / "versions").glob("0*.py")) == migrating.HEAD
