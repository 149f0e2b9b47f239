"""Pings: often for whoever sits in a race, rarely for others, and nobody is let go of for what was not their fault."""

import asyncio
import json
import time

from karacho.server import asking
from karacho.server.pulse import Pulse
from tests.server.conftest import run
from tests.server.player import Player


def pings(player):
    return [message for message in map(json.loads, player.heard) if message["type"] == "ping"]


async def asked(player, times):
    async with asyncio.timeout(20):
        while len(pings(player)) < times:
            await asyncio.sleep(0.01)


def test_c13_idle_clients_are_asked_rarely_and_players_often(serve, monkeypatch):
    monkeypatch.setattr(asking, "TICK", 0.02)
    monkeypatch.setattr(asking, "RACING_SECONDS", 0.1)
    monkeypatch.setattr(asking, "IDLE_SECONDS", 1)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as guest:
            code = await anna.create("rally-run", "person", "open")
            await guest.open(code)
            await asked(guest, 1)
            await anna.ask("start")
            before = len(pings(guest))
            count = len(pings(anna))
            await asked(anna, count + 20)
            assert {ping.get("within", 2) for ping in pings(anna)[count + 1 :]} == {0.1}
            assert len(pings(guest)) - before <= 10
            assert {ping.get("within", 2) for ping in pings(guest)} == {1}
            (sitting,) = [c for c in inside.table(code).connections if c.player == anna.welcome["player"]]
            assert sitting.round_trip > 0

    run(play())


def test_c13_nobody_is_silent_for_as_long_as_proxies_wait():
    assert asking.IDLE_SECONDS <= 25
    assert asking.RACING_SECONDS + 4 <= 6, "whoever races notices a dead line within six seconds (C1)"


def test_a11_whoever_answered_while_the_process_stood_still_is_not_let_go_of(serve, monkeypatch):
    late = [True]
    monkeypatch.setattr(asking, "TICK", 0.02)
    monkeypatch.setattr(asking, "SILENT_SECONDS", 5.0)
    monkeypatch.setattr(Pulse, "is_late", property(lambda _: late[0]))

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            (connection,) = inside.house.reception.connections
            connection.unanswered_since = time.monotonic() - 10
            await asyncio.sleep(0.2)
            assert connection.farewell is None
            await anna.send({"type": "close"})
            async with asyncio.timeout(10):
                while connection.unanswered_since != float("inf"):
                    await asyncio.sleep(0.01)
            late[0] = False
            await asked(anna, 1)
            assert connection.farewell is None
            connection.unanswered_since = time.monotonic() - 10
            assert await anna.until_closed() == (4008, "silent")

    run(play())
