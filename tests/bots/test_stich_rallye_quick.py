"""The faster rules of thumb choose what `rule` chooses."""

import random

import pytest

import karacho
from karacho.bots.stich_rallye import quick
from karacho.core.events import silent_log
from karacho.games.stich_rallye import thumb
from karacho.games.stich_rallye.game import GAME
from karacho.games.stich_rallye.movement import landing
from karacho.games.stich_rallye.state import PLAY

TIGHT = {"spaces": 20, "downhill": [[8, 10]], "uphill": [[14, 15]]}


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("track", ["volcano", "beach", TIGHT])
def test_the_same_choices_in_all_positions_of_some_races(seats, track):
    quiet = silent_log()[0]
    for seed in range(1):
        chance = random.Random(seed)
        race = karacho.Race("stich-rallye", seats=seats, seed=seed, track=track)
        while not race.over:
            seat = race.actors[0]
            view = GAME.read_view(race.view(seat))[0][0]
            if view.phase == PLAY:
                assert quick.choose_card(view, seat) == thumb.choose_card(view, seat, quiet)
            for spaces in range(1, 32, 6):
                led = int(view.distances[seat]) + quick.way(view, seat, spaces, quick.cars_ahead(view, seat))
                assert led == landing(view, seat, spaces, quiet)
            race.act(chance.choice(race.legal_actions()))
