"""Prints what happens in some races, one line per race: run compiled and uncompiled, the lines must be equal."""

import hashlib
import sys

import karacho
from tests.contract.cases import CASES, IDS, play, races


def fingerprint(race, dice):
    digest = hashlib.sha256(repr(race.opening).encode())
    actions = 0
    for action, seat, events in play(race, dice, most=150):
        actions += 1
        digest.update(repr((action, seat, events)).encode())
        if actions % 10 == 0:
            digest.update(repr([race.view(seat) for seat in (*range(race.seats), None)]).encode())
            digest.update(repr(karacho.resample(race.view(0), seed=actions).position()).encode())
    digest.update(repr((race.position(), race.standing)).encode())
    return f"{actions} {digest.hexdigest()[:20]}"


def main():
    for case, name in zip(CASES, IDS, strict=True):
        for race, dice in races(case, 1, first_seed=300):
            print(name, fingerprint(race, dice))
    for game in karacho.game_names():
        for bots in ("random", "rule"):
            count = 2 if bots == "rule" and game == "tiny-turbo-cars" else 5
            result = karacho.simulate(game, races=count, seats=3, bots=bots, seed=9)
            print(game, bots, result.winners.tolist(), result.turns.tolist(), result.decisions)


if __name__ == "__main__":
    sys.exit(main())
