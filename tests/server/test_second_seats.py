"""In mid-race nobody looks through a seat beside their own."""

import pytest

from tests.server.conftest import run
from tests.server.player import Player


@pytest.mark.parametrize("game", ["stich-rallye", "tiny-turbo-cars", "rally-run"])
def test_g3_nobody_who_races_against_others_looks_through_one_more_seat(serve, game):
    seats = 3 if game == "stich-rallye" else 2
    expected = "accepted" if game == "rally-run" else "ONE_SEAT_ONLY"

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create(game, "person", "open", *["bot"] * (seats - 1), start=False)
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await anna.ask("start")
            other = seats
            assert await anna.outcome("assign", seat=other, kind="outside") == expected
            assert await anna.outcome("assign", seat=other, kind="person") == expected
            await anna.ask("assign", seat=other, kind="open")
            assert await ben.outcome("sit", seat=other) == expected
            if game == "rally-run":
                return
            await anna.ask("stand", seat=0)
            assert await anna.outcome("sit", seat=other) == "ONE_SEAT_ONLY", "not by turns either"
            await anna.ask("sit", seat=0)
            async with Player(inside.address) as carl:
                await carl.open(code)
                await carl.ask("sit", seat=other)  # has seen nothing yet
                await carl.ask("stand", seat=other)
            await ben.ask("stand", seat=1)
            await anna.ask("assign", seat=1, kind="person")  # against bots everybody may do as they like

    run(play())
