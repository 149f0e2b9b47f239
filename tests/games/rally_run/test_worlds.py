"""Truths drawn for a view fit it and are not biased."""

from collections import Counter

import karacho
from karacho.core.jit import COMPILED

from .boards import COLORS, at
from .test_view import play

DRAWS = 1500 if COMPILED else 300


def test_a_drawn_truth_fits_the_view():
    for seed in range(12 if COMPILED else 6):
        race = play(karacho.Race("rally-run", seats=2 + seed % 3, seed=seed, open_memory=seed % 2 == 1), 4 * seed, seed)
        drawn = karacho.resample(race.view(0), seed=seed)
        assert drawn.view(None) == race.view(None)
        position = drawn.position()
        assert karacho.Race.from_position(position).position() == position


def test_ghosts_stay():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, open_memory=True, seen=["A1", "E5", "D1"])
    for seed in range(20):
        tiles = karacho.resample(race.view(0), seed=seed).position()["tiles"]
        assert (tiles[0][0], tiles[4][4], tiles[0][3], tiles[1][1]) == ("I", "D", "X", "T")


def test_hidden_tiles_are_drawn_evenly():
    view = at(cars=("B2", "SE"), open={"B2": "NES"}).view(0)
    draws = [karacho.resample(view, seed=seed).position()["tiles"] for seed in range(DRAWS)]
    left = {"I": 6, "L": 8, "T": 3, "X": 2, "D": 4}
    for row, column in ((0, 0), (4, 4), (2, 3)):
        counts = Counter(tiles[row][column] for tiles in draws)
        for kind, number in left.items():
            expected = DRAWS * number / 23
            assert abs(counts[kind] - expected) < 5 * expected**0.5


def test_canisters_are_drawn_evenly_from_the_colors_not_shown():
    view = at(cars=("NW", "SE", "NE"), goals=[None, "blue", None]).view(0)
    piles = Counter(tuple(karacho.resample(view, seed=seed).position()["canisters"]) for seed in range(DRAWS))
    assert set(piles) == {(a, b) for a in COLORS.values() for b in COLORS.values() if a != b and "blue" not in (a, b)}
    assert all(abs(count - DRAWS / 6) < 5 * (DRAWS / 6) ** 0.5 for count in piles.values())


def test_when_over_nothing_is_drawn():
    race = at(phase="over", winner=None, turns=200)
    assert karacho.resample(race.view(0), seed=1).position() == race.position()


def test_a_drawn_race_can_be_played_on():
    race = play(karacho.Race("rally-run", seats=3, seed=5), 9)
    drawn = karacho.resample(race.view(0), seed=1)
    assert drawn.legal_actions() == race.legal_actions()
    play(drawn, 20)
