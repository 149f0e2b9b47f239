"""B10, B11: writers that get into each other's way, and readers that take long."""

import asyncio
import time

import pytest

from karacho.store import Statement, open_store
from karacho.store.records import TableRow
from karacho.store.statements import add_table, keep_answer
from tests.postgres import drop_database, fresh_database
from tests.server.conftest import wait_until
from tests.server.truth import ask
from tests.store.rows import with_store

CHANGE = "UPDATE tables SET revision = revision + 1 WHERE code = ?"
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
STORM = 4
WAIT = Statement("SELECT pg_sleep(0.05)", ())


@pytest.fixture
def url():
    url = fresh_database()
    yield url
    drop_database(url)


def test_b10_deadlocks_are_got_over(url):
    """Two servers change the same rows in opposite orders, over and over: both always get what they want."""

    async def work(store):
        await store.write(*(add_table(TableRow(code, b"{}")) for code in ("first", "second")))
        other = await open_store(url)
        forth = [Statement(CHANGE, ("first",)), WAIT, Statement(CHANGE, ("second",))]
        back = [Statement(CHANGE, ("second",)), WAIT, Statement(CHANGE, ("first",))]
        try:
            for _ in range(STORM):
                await asyncio.gather(store.write(*forth), other.write(*back))
        finally:
            await other.close()
        return [revision for (revision,) in await store.fetch("SELECT revision FROM tables")]

    assert with_store(url, work) == [1 + 2 * STORM] * 2, "everything was carried out, once"
    wait_until(lambda: ask(url, DEADLOCKS)[0][0] > 0)  # else nothing was tried; they are counted a little later


def test_b11_whoever_reads_long_keeps_no_writer_waiting(url):
    async def work(store):
        reading = [asyncio.create_task(store.fetch("SELECT 1 FROM pg_sleep(1.5)")) for _ in range(5)]
        await asyncio.sleep(0.2)
        waits = []
        began = time.monotonic()
        while time.monotonic() - began < 1.0:
            at = time.monotonic()
            await store.write(keep_answer("scope", str(len(waits)), b""))
            waits.append(time.monotonic() - at)
        assert not any(task.done() for task in reading[:4]), "they still read"
        await asyncio.gather(*reading, return_exceptions=True)
        return sorted(waits)

    waits = with_store(url, work)
    assert waits[len(waits) // 2] < 0.5
