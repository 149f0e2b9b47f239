"""Luck taken off results: what is left tells the same, and more surely."""

import numpy as np
import pytest

from karacho.bots.stich_rallye.drivers import ANYHOW
from karacho.bots.stich_rallye.luck import luck_of_choice
from karacho.bots.stich_rallye.match import AHEAD, match
from karacho.bots.stich_rallye.settings import settings_of
from karacho.core.events import silent_log
from karacho.core.record import new
from karacho.core.rng import seeded
from karacho.games.stich_rallye.actions import ACTIONS
from karacho.games.stich_rallye.notation import read_position
from karacho.games.stich_rallye.state import State
from karacho.games.stich_rallye.thumb import RANDOM, RULE
from tests.games.stich_rallye.tables import FLAT, table

IDLE = settings_of(1)


def test_what_is_left_differs_less_from_race_to_race() -> None:
    result = match([(AHEAD, settings_of(20)), *[(RANDOM, IDLE)] * 3], 150, seed=11, adjusted=True)
    won = result.winners == 0
    left = won - result.lucks
    assert left.std() < 0.75 * won.std()
    assert abs(left.mean() - won.mean()) < 0.08


@pytest.mark.parametrize("others", [RANDOM, RULE])
def test_luck_is_fair_in_the_mean(others: int) -> None:
    result = match([(AHEAD, settings_of(5)), *[(others, IDLE)] * 3], 150, seed=12, adjusted=True)
    assert abs(result.lucks.mean()) < 0.07
    assert (result.winners == 0)[result.lucks > 0.1].mean() > (result.winners == 0)[result.lucks < -0.1].mean() + 0.2


def test_races_are_the_same_with_and_without() -> None:
    line_up = [(AHEAD, settings_of(5)), *[(RANDOM, IDLE)] * 3]
    plain, adjusted = (match(line_up, 40, seed=13, adjusted=adjusted) for adjusted in (False, True))
    assert list(plain.winners) == list(adjusted.winners)
    assert len(plain.lucks) == 0
    assert len(adjusted.lucks) == 40


def test_what_one_choice_brings_the_other_would_have_lost() -> None:
    """Seat 2 may take the trick from seat 0, which would cross the line with it, or leave it."""
    hands = [["R8"], ["G5"], ["R4", "R10"]]
    race = table(hands, trick=["R9", "R3"], round_number=3, track=FLAT, distances=[63, 58, 57])
    truth, kinds, quiet = read_position(race.position()), np.full(3, ANYHOW, np.int8), silent_log()[0]
    take, leave = (
        luck_of_choice(truth, 2, ACTIONS[card], 0, kinds, seeded(1)[0], new(State), quiet) for card in ("R10", "R4")
    )
    assert take < -0.01 < 0.01 < leave
    assert take + leave == pytest.approx(0.0, abs=1e-9)


def test_no_luck_where_there_is_no_choice() -> None:
    """Red was led, and seat 1 has one red card."""
    race = table([["R8"], ["R3", "G5"], ["B7"]], trick=["R9", "B3"], flag=2, round_number=3, track=FLAT)
    truth, kinds = read_position(race.position()), np.full(3, ANYHOW, np.int8)
    only = race.actors[0], ACTIONS[race.legal_actions()[0]]
    assert luck_of_choice(truth, *only, 0, kinds, seeded(1)[0], new(State), silent_log()[0]) == 0.0
