"""One action at a time from Python, with events; copies."""

import random
from functools import partial

import karacho
from benchmarks.figure import Figure, median_rate
from karacho.core.record import content


def measure(_before: list[Figure]) -> list[Figure]:
    figures = []
    for name in karacho.game_names():
        replays = [random_race(name, seed).replay() for seed in range(20)]
        figures.append(Figure(f"{name}: Race.act with events", median_rate(partial(replay_all, replays)), "/s", 50_000))
        race = random_race(name, 1, most=60)
        figures.append(Figure(f"{name}: Race.copy", 1e6 / median_rate(partial(copy_often, race)), "µs", 3, True))
        figures.append(Figure(f"{name}: state", len(content(race._state)), "bytes", 1023, True))
    return figures


def random_race(name: str, seed: int, most: int = 10**6) -> karacho.Race:
    race, dice = karacho.Race(name, seats=4, seed=seed), random.Random(seed)
    while not race.over and most:
        most -= 1
        seat = dice.choice(race.actors)
        race.act(dice.choice(race.legal_actions(seat)), seat)
    return race


def replay_all(replays: list[karacho.Replay]) -> int:
    actions = 0
    for replay in replays:
        race = replay.race(actions=0)
        for at, seat, action in replay.actions:
            race.act(action, seat, at=at)
        actions += len(replay.actions)
    return actions


def copy_often(race: karacho.Race) -> int:
    for _ in range(20_000):
        race.copy()
    return 20_000
