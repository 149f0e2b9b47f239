"""The write-ahead log moves to the file while others write."""

import asyncio
import sqlite3

from karacho.store import checkpoints
from karacho.store.statements import keep_answer
from tests.store.rows import with_store

PAGE = b"x" * 4096


async def _write(store, begin, end):
    for number in range(begin, end):
        await store.write(keep_answer("scope", str(number), PAGE))


def test_b3_under_steady_load_the_log_begins_again_and_does_not_grow(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.02)
    monkeypatch.setattr(checkpoints, "LONG_PAGES", 50)
    path = tmp_path / "karacho.sqlite"

    async def work(store):
        await _write(store, 0, 1500)
        log = path.with_name(path.name + "-wal").stat().st_size
        assert log < 1500 * len(PAGE), "it has begun again at its start: two pages and more were written each time"
        assert len(await store.fetch("SELECT 1 FROM answers")) == 1500

    with_store(path, work)


def test_b3_a_checkpoint_that_fails_for_a_while_is_tried_again(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.01)
    failures = []

    def fail(connection):
        failures.append(connection)
        raise sqlite3.OperationalError("database or disk is full")

    async def work(store):
        with monkeypatch.context() as patched:
            patched.setattr(checkpoints, "move", fail)
            await _write(store, 0, 5)
            while not failures:
                await asyncio.sleep(0.01)
            await _write(store, 5, 10)
        await _write(store, 10, 15)
        assert len(await store.fetch("SELECT 1 FROM answers")) == 15

    with_store(tmp_path / "karacho.sqlite", work)


def test_a_log_is_emptied_also_if_somebody_reads_at_first(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.01)
    path = tmp_path / "karacho.sqlite"
    log = path.with_name(path.name + "-wal")

    async def work(store):
        await _write(store, 0, 5)
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM answers").fetchone()
        await _write(store, 5, 10)
        store.empty_log()
        await asyncio.sleep(0.2)
        assert log.stat().st_size > 0
        async with asyncio.timeout(4):  # no writer waits for a reader
            await _write(store, 10, 15)
        reader.close()
        async with asyncio.timeout(10):
            while log.stat().st_size > 0:
                await asyncio.sleep(0.01)
        await _write(store, 15, 20)
        assert len(await store.fetch("SELECT 1 FROM answers")) == 20

    with_store(path, work)
