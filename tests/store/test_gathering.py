"""When SQLite's thread commits: many who write at once share a commit, and nobody waits for others who do not come."""

import asyncio

from karacho.store import sqlite
from karacho.store.statements import keep_answer
from tests.store.rows import with_store

MANY = 50


def _write_many(store, scope):
    return asyncio.gather(*(store.write(keep_answer(scope, str(number), b"yes")) for number in range(MANY)))


def test_what_comes_up_at_once_is_one_commit(tmp_path):
    async def work(store):
        before = store.commits
        await _write_many(store, "scope")
        assert store.commits == before + 1
        assert len(await store.fetch("SELECT 1 FROM answers")) == MANY

    with_store(tmp_path / "karacho.sqlite", work)


def test_as_long_as_every_turn_of_the_loop_brings_more_it_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "LONGEST_GATHERING", 60.0)

    async def work(store):
        before, writing = store.commits, []
        for number in range(MANY):
            writing.append(asyncio.create_task(store.write(keep_answer("scope", str(number), b"yes"))))
            await asyncio.sleep(0)
        await asyncio.gather(*writing)
        assert store.commits == before + 1

    with_store(tmp_path / "karacho.sqlite", work)


def test_but_not_for_long(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "LONGEST_GATHERING", 0.0)

    async def work(store):
        before = store.commits
        first = asyncio.create_task(store.write(keep_answer("scope", "first", b"yes")))
        writing = [first]
        while not first.done():
            writing.append(asyncio.create_task(store.write(keep_answer("scope", str(len(writing)), b"yes"))))
            await asyncio.sleep(0)
        await asyncio.gather(*writing)
        assert store.commits >= before + 2, "the first did not wait for the last"

    with_store(tmp_path / "karacho.sqlite", work)


def test_while_a_batch_is_committed_the_next_one_gathers(tmp_path):
    async def work(store):
        before = store.commits
        first = asyncio.create_task(store.write(keep_answer("scope", "first", b"yes")))
        while not store._committing:
            await asyncio.sleep(0)
        await _write_many(store, "other")
        await first
        assert store.commits == before + 2

    with_store(tmp_path / "karacho.sqlite", work)
