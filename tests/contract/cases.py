"""Every game with every number of seats and every option that changes its rules."""

import random

import karacho
from karacho.registry import game_names, load_game

OPTIONS = {
    "stich-rallye": [
        {},
        {"track": "beach", "flag": 1},
        {"track": {"spaces": 20, "downhill": [[6, 8]], "uphill": [[10, 15]]}},
    ],
    "rally-run": [
        {},
        {"open_memory": True, "first": 0},
        {"mix": {"I": 8, "L": 8, "T": 0, "X": 4, "D": 4}, "turn_limit": 40},
    ],
    "tiny-turbo-cars": [
        {},
        {"mode": "relaxed", "edition": "en", "same_scramble": True, "length": 4},
        {"play_on": True, "draft": "random", "round_limit": 12},
        {"boards": ["garage", "library", "bathroom", "laundry", "living-room", "terrace"], "edition": "en"},
    ],
}

CASES = [
    (name, seats, options) for name in game_names() for seats in load_game(name).seats for options in OPTIONS[name]
]
IDS = [f"{name}-{seats}-{'-'.join(options) or 'standard'}" for name, seats, options in CASES]


def choose(race, dice):
    """A legal action of one of the actors; rather a drive than a swap, or no Rally Run race would get anywhere."""
    seat = dice.choice(race.actors)
    legal = race.legal_actions(seat)
    moves = [action for action in legal if "-" not in action or race.game.name != "rally-run"]
    return dice.choice(moves if moves and dice.random() < 0.8 else legal), seat


def play(race, dice, most=10**6):
    """Act at random until the end, yielding the events after every action."""
    while not race.over and most:
        most -= 1
        action, seat = choose(race, dice)
        yield action, seat, race.act(action, seat)


def races(case, count, first_seed=0):
    name, seats, options = case
    for seed in range(first_seed, first_seed + count):
        yield karacho.Race(name, seats=seats, seed=seed, **options), random.Random(seed)
