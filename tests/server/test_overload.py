"""More than the server can do: replays, bots and newcomers wait or are refused; whoever plays hardly notices."""

import asyncio
import gzip
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from karacho.server import archive, drivers
from karacho.server.archive import Archive
from karacho.server.bucket import Buckets
from karacho.server.codes import Refusal
from karacho.server.pulse import AGAIN
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.wire import TEXT, frame

SOCKETS = 78  # more than an outbox holds


def test_e8_races_are_played_again_one_by_one_and_few_may_wait():
    made = []

    async def make(name):
        assert made.count(name) == 0, "once is enough"
        made.append(name)
        await asyncio.sleep(0.002)
        return name.encode() * 100

    async def find(shelf, number):
        try:
            return gzip.decompress(await shelf.find(("race", f"R{number % 30}", None), lambda: make(f"R{number % 30}")))
        except Refusal as refusal:
            return refusal.code

    async def play():
        shelf = Archive()
        found = await asyncio.gather(*(find(shelf, number) for number in range(60)))
        assert found.count("TOO_FAST") == 60 - archive.MOST_WAITING
        again = await asyncio.gather(*(find(shelf, number) for number in range(archive.MOST_WAITING)))
        assert again == [f"R{number}".encode() * 100 for number in range(archive.MOST_WAITING)]
        assert len(made) == archive.MOST_WAITING
        assert shelf._waiting == 0

    run(play())


def test_e8_what_is_at_hand_is_bounded(monkeypatch):
    monkeypatch.setattr(archive, "MOST_BYTES", 1000)

    async def make(number):
        return number.to_bytes(4, "big") * 5

    async def play():
        shelf = Archive()
        for number in range(100):
            await shelf.find(("race", str(number), None), lambda number=number: make(number))
        assert shelf._bytes == sum(map(len, shelf._kept.values())) <= 1000
        assert ("race", "99", None) in shelf._kept
        assert ("race", "0", None) not in shelf._kept

    run(play())


def test_e8_a_flood_of_replays_holds_nobody_up(server):
    async def play():
        async with Player(server.address) as anna:
            await anna.create("rally-run", "person", "bot", options={"turn_limit": 20}, start=True)
            await anna.play_to_the_end(0)
            path = f"/api/races/{anna.frame['race']}"
            async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
                asked = [client.get(f"{path}{what}") for what in ("", "?seat=0", "?seat=1", "/file", "/proof") * 30]
                flood = asyncio.gather(*asked)
                waited = []
                while not flood.done():
                    began = time.monotonic()
                    await anna.ask("rename", name="Anna")
                    waited.append(time.monotonic() - began)
                    await asyncio.sleep(0.02)
                answers = await flood
                assert {answer.status_code for answer in answers} <= {200, 429}
                assert len([answer for answer in answers if answer.status_code == 200]) >= 50
                assert len(waited) > 1, "commands were carried out meanwhile, one after the other"
                plain = await client.get(path, headers={"accept-encoding": "identity"})
                packed = await client.get(path)
                assert "content-encoding" not in plain.headers
                assert packed.headers["content-encoding"] == "gzip"
                assert packed.json() == plain.json()

    run(play())


def test_e9_of_very_many_bots_most_answer_quickly_and_none_fails(monkeypatch):
    """Fifty champions want to think for a tenth of a second each, on one core."""
    monkeypatch.setattr(drivers.Drivers, "_open", lambda _: ThreadPoolExecutor(1))
    thought = []

    def choose(game, spec, *_):
        thought.append(spec)
        time.sleep(0.1 if spec == "champion" else 0.001)
        return [spec]

    monkeypatch.setattr(drivers, "choose", choose)
    monkeypatch.setattr(drivers, "UNKNOWN_COST", 0.1)

    async def play():
        pool = drivers.Drivers(1)
        await pool.warm_up()
        champions = [pool.think("rally-run", "champion", 0, [], {}) for _ in range(50)]
        answers = await asyncio.gather(*champions, pool.think("rally-run", "learner", 0, [], {}))
        assert None not in answers
        assert thought.count("champion") >= 10
        assert pool.hurried == 51 - thought.count("champion")
        assert pool.fallbacks == 0
        # Afterwards there is time again.
        assert abs(pool._owed) < 1e-9
        assert await pool.think("rally-run", "champion", 0, [], {}) == ["champion"]
        await pool.close()

    run(play())


def test_e10_when_there_is_too_much_to_do_newcomers_come_later(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            pulse = inside.house.hall.pulse
            pulse.late.extend([50.0] * AGAIN)
            with pytest.raises(InvalidStatus, match="503"):
                await connect(f"ws://{inside.address}/ws")
            assert inside.house.metrics.refusals.labels("BUSY")._value.get() == 1
            await anna.ask("rename", name="Anna")  # whoever is there plays on
            async with asyncio.timeout(20):
                while pulse.is_overloaded:
                    await asyncio.sleep(0.05)
            async with Player(inside.address) as ben:
                await ben.ask("rename", name="Ben")

    run(play())


@pytest.mark.parametrize(("guests", "heard"), [(1, 5), (40, 10)], ids=["one-guest", "one-address"])
def test_e1_e7_many_sockets_that_greet_at_once_drive_nobody_from_the_table(serve, guests, heard):
    """Of one guest, or of many from one address: few of their words are passed on, and whoever reads stays."""

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            inside.house.door.words = Buckets(rate=0.01, burst=10)
            code = await anna.create("rally-run", "person", "bot")
            crowd = [Player(inside.address) for _ in range(guests)]
            await asyncio.gather(*(guest.connect() for guest in crowd))
            crowd += [Player(inside.address, crowd[0].secret) for _ in range(SOCKETS - guests)]
            await asyncio.gather(*(guest.connect() for guest in crowd[guests:]))
            await asyncio.gather(*(guest.open(code) for guest in crowd))
            for guest in crowd:
                guest._socket.transport.write(frame(TEXT, b'{"type":"say","emote":"haha"}'))
            await asyncio.gather(*(guest.until(lambda g=guest: g.chatter) for guest in crowd))
            await anna.ask("rename", name="Anna")
            assert anna.closed is None
            assert heard <= len(anna.chatter) <= heard + 3  # a little time goes by, too
            assert sum(len(guest.refusals) for guest in crowd) >= SOCKETS - heard - 3
            await asyncio.gather(*(guest.disconnect() for guest in crowd))

    run(play())
