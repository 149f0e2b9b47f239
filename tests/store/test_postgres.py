"""PostgreSQL goes away: what was said to be written is there, once; what was not is told."""

import asyncio
import contextlib
import os
import signal
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from karacho.store import Conflict, Entry, StoreError, open_store
from karacho.store.statements import append, keep_answer
from tests.postgres import drop_database, folder, fresh_database, server
from tests.server.truth import ask
from tests.server.wire_to_postgres import SOCKET
from tests.store.rows import RACE, seeded, with_store


@pytest.fixture
def url():
    url = fresh_database()
    yield url
    drop_database(url)


OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)


class Cut:
    """A connection that breaks at its next commit: before the commit is sent, or when it is on its way back."""

    def __init__(self, connection, *, sent):
        self._connection = connection
        self._sent = sent

    def __getattr__(self, name):
        return getattr(self._connection, name)

    async def execute(self, sql, *values):
        if sql == "COMMIT":
            if self._sent:
                await self._connection.execute(sql)
            await self._connection.close()
            raise psycopg.OperationalError("the line was cut")
        return await self._connection.execute(sql, *values)


@pytest.mark.parametrize("sent", [False, True])
@pytest.mark.parametrize("refused", [False, True])
def test_b9_a_commit_whose_answer_is_lost_is_asked_for(url, sent, refused):
    async def work(store):
        await seeded(store)
        store._writing = Cut(await store._connected(), sent=sent)
        writes = [store.write(append(RACE.race, Entry(4, 4, 1.0, "go")), keep_answer("scope", "op", b"yes"))]
        if refused:  # then each job is written by itself
            writes.append(store.write(append(RACE.race, Entry(1, 1, 0.0, "go"))))
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert results[0] is None
        assert await store.find_answer("scope", "op") == b"yes"
        assert [entry.number for entry in await store.read_log(RACE.race)] == [1, 2, 3, 4]
        if refused:
            assert type(results[1]).__name__ == "Conflict"

    with_store(url, work)


def test_i9_a_session_that_was_ended_is_opened_anew(url):
    async def work(store):
        await seeded(store)
        for number in range(4, 8):
            ask(url, OTHERS)
            await store.write(append(RACE.race, Entry(number, number, 1.0, "go")))
        assert len(await store.read_log(RACE.race)) == 7

    with_store(url, work)


def test_i2_a_server_asleep_in_a_transaction_keeps_nobody_waiting(url):
    """It holds a place in a log that another wants; when it wakes up, its write is refused like any that is late."""

    async def work(store):
        await seeded(store)
        sleeper = await open_store(url)
        execute = (await sleeper._connected()).execute
        asleep, awake = asyncio.Event(), asyncio.Event()

        async def drowsy(sql, *values):
            if sql == "COMMIT" and not awake.is_set():
                asleep.set()
                await awake.wait()
            return await execute(sql, *values)

        sleeper._writing.execute = drowsy
        try:
            late = asyncio.create_task(sleeper.write(append(RACE.race, Entry(4, 4, 1.0, "act", 0, "N"))))
            await asleep.wait()
            await asyncio.wait_for(store.write(append(RACE.race, Entry(4, 4, 1.0, "act", 0, "S"))), 8)
            awake.set()
            assert isinstance((await asyncio.gather(late, return_exceptions=True))[0], Conflict)
        finally:
            awake.set()
            await sleeper.close()
        assert [entry.action for entry in await store.read_log(RACE.race, after=3)] == ["S"]

    with_store(url, work)


def test_b7_restarted_at_once_under_load(url):
    """As after a crash: the server is stopped without a word and started again."""

    async def write_on(store, name, told):
        for number in range(400):
            try:
                with contextlib.suppress(Conflict):  # it was there already: a table looks up its answer then
                    await store.write(keep_answer(name, str(number), b""))
                told.add((name, str(number)))
            except StoreError:
                return

    async def work(store):
        await seeded(store)
        told = set()
        writing = [asyncio.create_task(write_on(store, f"writer {n}", told)) for n in range(8)]
        await asyncio.sleep(0.3)
        main = int((folder() / "postmaster.pid").read_text().splitlines()[0])
        os.kill(main, signal.SIGQUIT)
        await asyncio.to_thread(start_again, main)
        await asyncio.gather(*writing)
        rows = [tuple(row) for row in await store.fetch("SELECT scope, op FROM answers")]
        assert len(rows) == len(set(rows)), "nothing twice"
        assert told <= set(rows), "nothing lost"
        assert len(told) == 8 * 400, "and everybody went on by themselves"

    with_store(url, work)


def start_again(main):
    with contextlib.suppress(ProcessLookupError):
        for _ in range(200):
            os.kill(main, 0)
            time.sleep(0.05)
    server().ensure_postgres_running()


def test_b7_back_soon_after_a_long_outage(url):
    """The pauses between two tries do not grow with it."""

    async def is_there(store):
        with contextlib.suppress(StoreError):
            return bool(await store.fetch("SELECT 1"))
        return False

    async def work(store):
        way.unlink()
        ask(url, OTHERS)
        end = time.monotonic() + 8
        while time.monotonic() < end:
            assert not await is_there(store)
            await asyncio.sleep(0.2)
        way.symlink_to(folder() / SOCKET)
        back = time.monotonic()
        while not await is_there(store):
            pass
        assert time.monotonic() - back < 3

    with tempfile.TemporaryDirectory(prefix="karacho-", dir="/tmp") as short:
        way = Path(short) / SOCKET
        way.symlink_to(folder() / SOCKET)
        with_store(f"{url.partition('?')[0]}?host={quote(short)}", work)


def make_read_only(url, mode):
    """As a host, or a disk that is nearly full, makes it."""
    name = url.partition("@/")[2].partition("?")[0]
    with psycopg.connect(server().get_uri(), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {mode}")


@pytest.mark.parametrize("refused", [False, True])
def test_b7_a_database_that_was_read_only_is_written_to_again(url, refused):
    """A transaction that has failed is not the one in which the next write finds itself."""

    async def work(store):
        await seeded(store)
        assert await store.is_alive()
        make_read_only(url, "on")
        ask(url, OTHERS)  # it holds for new sessions
        entries = [Entry(4, 4, 1.0, "go"), *([Entry(1, 1, 0.0, "go")] if refused else [])]
        writes = [store.write(append(RACE.race, entry)) for entry in entries]
        told = await asyncio.gather(*writes, return_exceptions=True)
        assert all("read-only" in str(error) for error in told)
        assert not await store.is_alive(), "nothing can be written"
        assert len(await store.read_log(RACE.race)) == 3, "reading goes on"
        make_read_only(url, "off")
        assert await store.is_alive(), "it finds out by itself"
        await store.write(append(RACE.race, Entry(4, 4, 1.0, "go")))
        assert len(await store.read_log(RACE.race)) == 4

    with_store(url, work)


def test_a_database_that_is_not_there_is_told():
    with pytest.raises(StoreError, match="cannot connect"):
        asyncio.run(open_store("postgresql://nobody@/nothing?host=/nowhere"))
