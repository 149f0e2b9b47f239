"""A replay on the screen, forward and back."""

import asyncio

import pytest

from karacho import Race, game_names
from karacho.cli.watching import ReplayApp


def replay_of(game):
    race = Race(game, seats=2 if game != "stich-rallye" else 3, seed=4)
    number = 0
    while not race.over:
        seat = race.actors[0]
        legal = race.legal_actions(seat)
        race.act("done" if "done" in legal else legal[number * 7 % len(legal)], seat, at=0.0)
        number += 1
    return race, race.replay()


@pytest.mark.parametrize("game", game_names())
def test_stepping(game):
    race, replay = replay_of(game)

    async def run():
        app = ReplayApp(replay)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = app.screen
            first = screen.picture
            for _ in range(12):
                await pilot.press("right")
            assert screen.at == 12
            await pilot.press("left")
            assert screen.at == 11
            await pilot.press("end")
            final = {key: value for key, value in screen.picture.items() if key != "actors"}
            assert final == race.position()
            await pilot.press("right")
            assert screen.at == len(screen.steps) - 1
            await pilot.press("home")
            assert screen.picture == first
            await pilot.press("space")
            await pilot.pause(0.7)
            await pilot.press("space")
            assert screen.at >= 1
            await pilot.press("q")

    asyncio.run(run())
