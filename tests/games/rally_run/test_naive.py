"""The engine against the slow rules of `naive.py`: every legal action and every position."""

import random

import pytest

import karacho
from karacho.core.jit import COMPILED

from . import naive

SEEDS = 8 if COMPILED else 1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"turn_limit": 120}),
        (3, {"open_memory": True, "turn_limit": 120}),
        (4, {"turn_limit": 60}),
        (4, {"mix": {"I": 2, "L": 2, "T": 8, "X": 2, "D": 10}, "turn_limit": 120}),
        (2, {"corners": ["NE", "SW"], "open_memory": True, "turn_limit": 120}),
    ],
)
def test_random_races_action_for_action(seats, options):
    for seed in range(SEEDS):
        choose = random.Random(seed)
        race = karacho.Race("rally-run", seats=seats, seed=seed, **options)
        expected = race.position()
        while not race.over:
            legal = race.legal_actions()
            assert legal == naive.legal(expected)
            drives = [action for action in legal if "-" not in action]
            action = choose.choice(drives if drives and choose.random() < 0.9 else legal)
            race.act(action)
            expected = naive.act(expected, action)
            assert race.position() == expected
        assert race.winner == expected["winner"]


def test_refusals_are_exactly_what_is_not_legal():
    race = karacho.Race("rally-run", seats=2, seed=4)
    choose = random.Random(4)
    for _ in range(25 if COMPILED else 6):
        legal = set(naive.legal(race.position()))
        for action in race.game.actions:
            if action in legal:
                race.copy().act(action)
            else:
                with pytest.raises(karacho.IllegalAction):
                    race.act(action)
        drives = sorted(action for action in legal if "-" not in action)
        race.act(choose.choice(drives or sorted(legal)))


def drive_tree(race, depth):
    """How many ways there are to drive on for some decisions."""
    drives = [action for action in race.legal_actions() if "-" not in action]
    if depth == 1:
        return len(drives)
    total = 0
    for action in drives:
        after = race.copy()
        after.act(action)
        total += drive_tree(after, depth - 1)
    return total


def naive_tree(position, depth):
    drives = [action for action in naive.legal(position) if "-" not in action]
    return len(drives) if depth == 1 else sum(naive_tree(naive.act(position, action), depth - 1) for action in drives)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_tree_of_drives_has_the_same_leaves(seats):
    for seed in range(1, 3 if COMPILED else 2):
        race = karacho.Race("rally-run", seats=seats, seed=seed)
        for depth in (1, 2, 3, 6):
            assert drive_tree(race, depth) == naive_tree(race.position(), depth)


def test_the_first_two_decisions_in_numbers():
    """One drive and 276 swaps; then again, but 231 swaps after a swap: 24 tiles less the two just swapped."""
    tiles = ["IIIII", "IIIII", "II*II", "IIIII", "IIIII"]
    race = karacho.Race("rally-run", seats=2, seed=1, mix={"I": 24}, first=0)
    assert race.position()["tiles"] == tiles
    total = 0
    for action in race.legal_actions():
        after = race.copy()
        after.act(action)
        total += len(after.legal_actions())
    assert total == (1 + 23 * 22 // 2) + 276 * (1 + 22 * 21 // 2)
