"""The absence ladder: a grey dot at once, after 30 s the table may let a bot drive, the owner takes the wheel back."""

import asyncio

import pytest

from karacho.server import asking, commands
from tests.server.conftest import run
from tests.server.player import Player

GAME = ("stich-rallye", "person", "open", "bot")


def test_thirty_seconds():
    assert commands.ABSENCE_SECONDS == 30


async def gone(inside, seconds, player):
    """Turn the clock: as if the player had been away for so long."""
    table = inside.house.hall.tables[0]
    table.absent_since[player.welcome["player"]] -= seconds


def test_c14_the_ladder(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            ben, guest = Player(inside.address), Player(inside.address)
            await ben.connect()
            await guest.connect()
            code = await anna.create(*GAME, options={"flag": 1})
            await ben.open(code)
            await guest.open(code)
            await ben.ask("sit", seat=1, name="Ben")
            await anna.ask("start")
            await ben.disconnect()
            await anna.until(lambda: not anna.table["seats"][1].get("present", False))
            assert anna.table["seats"][1]["away"] == 0
            assert anna.table["seats"][1]["kind"] == "person"
            assert await anna.refused("assign", seat=1, kind="bot") == "NOT_ABSENT"
            await gone(inside, 29, ben)
            assert await anna.refused("assign", seat=1, kind="bot") == "NOT_ABSENT"
            await gone(inside, 1, ben)
            # Who does not sit may not; nobody may take the seat itself while the race runs.
            assert await guest.refused("assign", seat=1, kind="bot") == "NOT_HOST"
            for kind in ("open", "person", "outside"):
                assert await anna.refused("assign", seat=1, kind=kind) == "SEAT_TAKEN"
            assert await guest.refused("sit", seat=1) == "SEAT_TAKEN"
            version = anna.version
            await anna.ask("assign", seat=1, kind="bot")
            await anna.until(lambda: anna.version > version)
            assert anna.table["seats"][1]["name"] == "Ben"
            await ben.connect()
            await ben.open(code)
            assert ben.table["seats"][1]["mine"]
            assert "seat" not in ben.frame
            await ben.ask("sit", seat=1)
            assert ben.table["seats"][1]["name"] == "Ben"
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1))
            await ben.disconnect()
            await guest.disconnect()

    run(play())


def test_whoever_sits_may_call_a_bot_for_the_host_too(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as ben:
            async with Player(inside.address) as anna:
                code = await anna.create(*GAME, options={"flag": 0})
                await ben.open(code)
                await ben.ask("sit", seat=1)
                await anna.ask("start")
            await ben.until(lambda: ben.table["seats"][0].get("away") is not None)
            assert await ben.refused("assign", seat=0, kind="open") == "NOT_HOST"
            assert await ben.refused("assign", seat=0, kind="bot") == "NOT_ABSENT"
            await gone(inside, 31, anna)
            await ben.ask("assign", seat=0, kind="bot")
            await ben.play_to_the_end(1)

    run(play())


def test_after_a_restart_everybody_is_absent_since_then(serve, monkeypatch):
    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create(*GAME, options={"flag": 1})
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await anna.ask("start")
        async with serve() as inside:
            anna.address = inside.address
            await anna.reconnect()
            assert await anna.refused("assign", seat=1, kind="bot") == "NOT_ABSENT"
            inside.table(code)._loaded_at -= 30
            assert await anna.refused("assign", seat=2, kind="bot", bot="none") == "NO_SUCH_BOT"
            await anna.ask("assign", seat=1, kind="bot")
            await anna.disconnect()

    run(play())


@pytest.mark.parametrize("answers", [True, False])
def test_a_client_that_does_not_answer_is_let_go_of(serve, monkeypatch, answers):
    """C1: half-open connections do not count as present."""
    monkeypatch.setattr(asking, "TICK", 0.05)
    monkeypatch.setattr(asking, "RACING_SECONDS", 0.1)
    monkeypatch.setattr(asking, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(asking, "SILENT_SECONDS", 0.5)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create(*GAME)
            await ben.open(code)
            ben.pongs = answers
            await anna.until(lambda: anna.table.get("spectators") == 1)
            await asyncio.sleep(0.9)
            if answers:
                assert ben.closed is None
            else:
                assert await ben.until_closed() == (4008, "silent")
                await anna.until(lambda: not anna.table.get("spectators"))

    run(play())
