"""I3, I4, I7: servers of a fleet without the database, with bad hints, with clocks that differ."""

import asyncio
import contextlib
import random
import shutil
import tempfile
import time
from pathlib import Path

import httpx
import psycopg
import pytest

from karacho.store import postgres
from karacho.store.hints import Hints
from tests.postgres import drop_database, fresh_database
from tests.postgres import server as postgres_server
from tests.server import conftest
from tests.server.conftest import Server, run
from tests.server.player import Player, Refused
from tests.server.truth import Truth, ask
from tests.server.wire_to_postgres import split

DICE = random.Random(1)


@pytest.fixture
def url():
    found = fresh_database()
    yield found
    drop_database(found)


@pytest.fixture
def short_folder():
    """The path of a socket must be short."""
    folder = Path(tempfile.mkdtemp(prefix="karacho-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder)


async def two_seats(first, second, game="rally-run", **fields):
    """Anna at one server and Ben at another, at one table, the race begun."""
    anna, ben = Player(first.address), Player(second.address)
    await anna.connect()
    await ben.connect()
    code = await anna.create(game, "person", "open", options={"first": 0, "turn_limit": 30}, **fields)
    await ben.open(code)
    await ben.ask("sit", seat=1)
    await anna.until(lambda: anna.table["seats"][1].get("present"))
    await anna.ask("start")
    await ben.until(lambda: ben.frame)
    return anna, ben


def test_i3_a_server_without_the_database_sends_its_clients_elsewhere_and_recovers(
    serve, url, short_folder, monkeypatch
):
    """The line is dead and nobody has hung up: nothing is said to be accepted, and the others go on."""
    monkeypatch.setattr(postgres, "PATIENCE_SECONDS", 4.0)
    monkeypatch.setattr(postgres, "LONGEST_SECONDS", 2.0)

    async def play():
        with split(url, short_folder) as (far, line):
            async with serve(database=far) as cut_off, serve(database=url) as other:
                anna, ben = await two_seats(cut_off, other)
                await asyncio.sleep(1.0)  # both know of each other
                line.go_dead()
                move = {"seat": 0, "base": anna.version, "action": anna.legal[0]}
                with contextlib.suppress(ConnectionError, Refused, TimeoutError):  # anything but accepted
                    assert not await anna.ask("act", op="the-same-op", **move)
                assert (await anna.until_closed(60))[0] == 1013
                anna.address = other.address
                await anna.reconnect()
                assert (await anna.ask("act", op="the-same-op", **move))["version"] == move["base"] + 1
                line.come_back()
                anna.address = cut_off.address
                await anna.disconnect()
                await anna.reconnect()
                assert (await anna.ask("act", op="the-same-op", **move))["version"] == move["base"] + 1
                await ben.until(lambda: ben.version == anna.version == move["base"] + 1)
                for player in (anna, ben):
                    await player.disconnect()
                return anna, ben

    players = run(play())
    truth = Truth(url, players[0].frame["race"])
    for player in players:
        truth.check_player(player)
    assert len(truth.done_by_persons(0)) == 1


def admit(url, answer):
    """May anybody connect to the database?"""
    name = url.partition("@/")[2].partition("?")[0]
    with psycopg.connect(postgres_server().get_uri(), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {answer}")
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))


def test_b7_e2_http_without_the_database_and_with_names_that_cannot_be(serve, url):
    async def play():
        async with serve(database=url) as inside, httpx.AsyncClient(timeout=60) as client:
            api = f"http://{inside.address}/api"
            for path in ("races/%00", "races/A%00/file", "races/A%00/proof", "races/%ff", "tables/%00/qr.svg"):
                assert (await client.get(f"{api}/{path}")).status_code == 404, path
            admit(url, "false")
            race = client.get(f"{api}/races/0000000000000000")
            export = client.post(f"{api}/export", headers={"authorization": "Bearer secret"})
            for answer in await asyncio.gather(race, export):
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            figures = (await client.get(f"http://{inside.address}/metrics")).text
            assert 'karacho_refusals_total{code="HTTP_503"} 2.0' in figures
            admit(url, "true")
            assert (await client.get(f"{api}/races/0000000000000000")).status_code == 404, "it goes on by itself"

    run(play())


def lost(self, word):
    """The bus is dead."""


def halved(self, word, real=Hints.send):
    if DICE.random() < 0.5:
        real(self, word)


def doubled(self, word, real=Hints.send):
    for later in (0.0, 0.01, 0.1):
        asyncio.get_running_loop().call_later(later, real, self, word)


def late(self, word, real=Hints.send):
    asyncio.get_running_loop().call_later(DICE.uniform(0, 5), real, self, word)


@pytest.mark.parametrize("fault", [lost, halved, doubled, late])
def test_i4_hints_are_never_relied_upon(serve, url, fault, monkeypatch):
    monkeypatch.setattr(Hints, "send", fault)

    async def play():
        async with serve(database=url) as one, serve(database=url) as two:
            anna, ben = await two_seats(one, two)
            waits = []
            for _ in range(6):
                mover, other, seat = (anna, ben, 0) if anna.legal else (ben, anna, 1)
                answer = await mover.ask("act", seat=seat, base=mover.version, action=mover.legal[0])
                began = time.monotonic()
                await other.until(lambda: other.version >= answer["version"])  # noqa: B023
                waits.append(time.monotonic() - began)
                await mover.until(lambda: mover.version >= answer["version"])  # noqa: B023
            for player in (anna, ben):
                await player.disconnect()
            return (anna, ben), sorted(waits)

    players, waits = run(play())
    truth = Truth(url, players[0].frame["race"])
    for player in players:
        truth.check_player(player)
    assert waits[len(waits) // 2] < 3  # a poll comes every half second; generous for a busy machine


class Skewed(Server):
    """A server whose wall clock is wrong."""

    def __init__(self, folder, database, skew):
        folder.mkdir()
        super().__init__(folder, database)
        self.skew = skew

    def start(self):
        wrong = f"import time; real = time.time; time.time = lambda: real() + {self.skew}; "
        before = conftest.COMMAND[2]
        conftest.COMMAND[2] = wrong + before
        try:
            return super().start()
        finally:
            conftest.COMMAND[2] = before


def test_i7_clocks_of_servers_may_differ(url, tmp_path):
    """Who is alive is told by the database's clock, and a deadline by the one that runs it: nobody compares two."""
    servers = [Skewed(tmp_path / "fast", url, 5.0), Skewed(tmp_path / "slow", url, -5.0)]

    async def play():
        anna, ben = await two_seats(*servers, decision_seconds=5)
        began, version = time.monotonic(), anna.version
        carers = set()
        while anna.version == version:  # nobody acts: the clock does
            carers |= set(ask(url, "SELECT server FROM caretakers"))
            await asyncio.sleep(0.1)
        took = time.monotonic() - began
        for player in (anna, ben):
            await player.disconnect()
        return took, carers, anna.frame

    try:
        for server in servers:
            server.start()
        took, carers, frame = run(play())
    finally:
        for server in servers:
            server.close()
    assert [driver for _, driver in frame["parts"]] == ["clock"]
    assert 4 < took < 20
    assert len(carers) == 1, "nobody was taken for dead"
