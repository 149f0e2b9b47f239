"""Playouts: the luck in them, the drivers, and what their end is worth."""

import numpy as np
import pytest

from karacho.bots.stich_rallye.desk import MOST_REACH, open_desk, reach_of
from karacho.bots.stich_rallye.drivers import ANYHOW, BY_RULE, KINDS, SHREWD, drive_like
from karacho.bots.stich_rallye.notes import MOST_PLAYS
from karacho.bots.stich_rallye.outlook import outlook
from karacho.bots.stich_rallye.playout import draw_luck
from karacho.core.events import silent_log
from karacho.core.rng import seeded
from karacho.games.stich_rallye.actions import ACTIONS
from karacho.games.stich_rallye.notation import read_position
from tests.games.stich_rallye.tables import FLAT, table


def test_luck_is_a_number_for_every_play_to_come():
    race = table([["R3", "R10"], ["R9", "B2"], ["R2", "B3"]], round_number=3, track=FLAT)
    luck = np.full(MOST_PLAYS, -1.0)
    draw_luck(read_position(race.position())[0], luck, seeded(1)[0])
    assert np.count_nonzero(luck >= 0) == 2 * 3 + 2
    assert luck.max() < 1


def test_who_drives_anyhow_plays_every_card():
    race = table([["R3", "R10", "B9"], ["R9", "B2", "B4"], ["R2", "B3", "B5"]], track=FLAT)
    state, quiet = read_position(race.position())[0], silent_log()[0]
    desk = open_desk(state)
    played = [drive_like(state, 0, ANYHOW, luck, desk, quiet) for luck in (0.0, 0.4, 0.99)]
    assert played == [ACTIONS[card] for card in ("B9", "R3", "R10")]


def reaches(state):
    desk = open_desk(state)
    return [reach_of(desk, distance) for distance in range(MOST_REACH)]


def test_more_is_expected_against_weaker_drivers():
    race = table([["R3"], ["R9"], ["R2"]], round_number=2, distances=[20, 21, 22], track=FLAT)
    state = read_position(race.position())[0]
    chances = [outlook(state, 0, np.full(5, kind), open_desk(state)) for kind in range(KINDS)]
    assert chances[ANYHOW] > chances[BY_RULE] > chances[SHREWD]
    assert outlook(state, 2, np.full(5, SHREWD), open_desk(state)) > chances[SHREWD]


def test_on_a_flat_track_all_spaces_are_alike():
    state = read_position(table([["R3"], ["R9"], ["R2"]], track=FLAT).position())[0]
    assert np.diff(reaches(state)[:100]) == pytest.approx(1.0)


def test_a_slope_ahead_counts_before_it_is_driven():
    down = {"spaces": 32, "downhill": [[12, 17]], "uphill": []}
    up = {"spaces": 32, "downhill": [], "uphill": [[12, 17]]}
    by_track = [
        reaches(read_position(table([["R3"], ["R9"], ["R2"]], track=t).position())[0]) for t in (down, FLAT, up)
    ]
    for distance in (10, 11, 42, 43):
        falls, plain, climbs = (reach[distance] for reach in by_track)
        assert falls > plain + 1 > climbs + 2
    assert len({reach[24] for reach in by_track}) == 1, "behind the slope all is as on a flat track"


def test_against_random_drivers_it_is_a_burden_to_lead():
    chances = []
    for flag in (0, 1):
        race = table([["R3"], ["R9"], ["R2"]], round_number=2, distances=[22, 21, 20], flag=flag, track=FLAT)
        state = read_position(race.position())[0]
        chances.append([outlook(state, 0, np.full(5, kind), open_desk(state)) for kind in range(KINDS)])
    leading, following = chances
    assert leading[ANYHOW] < following[ANYHOW]
    assert leading[1:] == following[1:]
