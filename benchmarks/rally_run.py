"""Rally Run's bots, measured.

`python -m benchmarks.rally_run solo SPEC RACES`: turns of one car alone on the grid, against an all-knowing pathfinder.
`python -m benchmarks.rally_run race SEATS RACES SPEC,SPEC,…`: a line-up whose seats go round, with shares and endings.
Both take `--seed N`.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from typing import Any

import karacho
from benchmarks.pathfinder import fewest_turns
from karacho.bots.spec import split_specs
from karacho.cli.numbers import wilson

PATIENCE = 200  # turns alone


def alone(spec: str, index: int, seed: int) -> tuple[int, int]:
    """Turns to win of one car while the other stands still, and those of the pathfinder on the same grid."""
    race = karacho.Race("rally-run", seats=2, seed=karacho.race_seed(seed, index), first=0)
    best = fewest_turns(race.position(), 0)
    bot = karacho.make_bot("rally-run", spec, index)
    events, turns = race.opening, 0
    while not race.over and turns < PATIENCE:
        bot.notice(race.redact(events, 0))
        events = race.act(bot.choose(race.view(0)))
        if race.over or race.actors != (0,):
            turns += 1
            race = _again(race)
    return turns, best


def _again(race: karacho.Race) -> karacho.Race:
    """The other stands still: the turn comes straight back."""
    if race.over:
        return race
    return karacho.Race.from_position(race.position() | {"turn": 0, "swapped": None, "turns": 2}, seed=0)


def solo(spec: str, races: int, seed: int) -> None:
    pairs = []
    for index in range(races):
        pairs.append(alone(spec, index, seed))
        if (index + 1) % 100 == 0:
            print(f"{index + 1} of {races}: {_compare(pairs)}", file=sys.stderr)
    print(f"{spec} alone: {_compare(pairs)} ({races} races)")


def _compare(pairs: list[tuple[int, int]]) -> str:
    """Both means and their ratio, with its 95 % interval."""
    turns, best = (statistics.mean(numbers) for numbers in zip(*pairs, strict=True))
    ratio = turns / best
    off = statistics.pstdev(own - ratio * other for own, other in pairs)
    margin = 1.96 * off / best / len(pairs) ** 0.5
    low, high = ratio - margin, ratio + margin
    return f"{turns:.2f} turns, all-knowing {best:.2f}: {ratio:.3f} × ({low:.3f} – {high:.3f})"


def line_up(seats: int, races: int, specs: list[str], seed: int, first: int) -> None:
    """Every spec drives on every seat in turn."""
    wins: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    decisions: Counter[str] = Counter()
    turns = 0
    for index in range(first, first + races):
        race = karacho.Race("rally-run", seats=seats, seed=karacho.race_seed(seed, index // seats))
        driven = [specs[(seat + index) % seats] for seat in range(seats)]
        bots = [karacho.make_bot("rally-run", spec, index * 10 + seat) for seat, spec in enumerate(driven)]
        for spec, spent in drive(race, bots, driven):
            seconds[spec] += spent  # type: ignore[assignment]
            decisions[spec] += 1
        turns += race.position()["turns"]
        wins["nobody" if race.winner is None else driven[race.winner]] += 1
        if (done := index + 1 - first) % 100 == 0:
            print(f"{done} of {races}: {dict(wins)}", file=sys.stderr)
    for spec in dict.fromkeys(specs):
        low, high = wilson(wins[spec], races)
        pace = seconds[spec] / decisions[spec] * 1000
        print(
            f"{specs.count(spec)} × {spec}: {wins[spec] / races:.1%} of {races} races "
            f"({low:.1%} – {high:.1%}), {pace:.2f} ms a decision"
        )
    print(f"nobody: {wins['nobody']}, {turns / races:.1f} turns in all on average")


def drive(race: karacho.Race, bots: list[Any], specs: list[str]) -> list[tuple[str, float]]:
    """One race; who took how long for each decision."""
    times: list[tuple[str, float]] = []
    events = race.opening
    while True:
        for seat, bot in enumerate(bots):
            bot.notice(race.redact(events, seat))
        if race.over:
            return times
        seat = race.actors[0]
        view, began = race.view(seat), time.process_time()
        action = bots[seat].choose(view)
        times.append((specs[seat], time.process_time() - began))
        events = race.act(action, seat)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(dest="kind", required=True)
    lonely = kinds.add_parser("solo")
    lonely.add_argument("spec")
    together = kinds.add_parser("race")
    together.add_argument("seats", type=int)
    for kind in (lonely, together):
        kind.add_argument("races", type=int)
        kind.add_argument("--seed", type=int, default=99)
    together.add_argument("specs", type=split_specs)
    together.add_argument("--first", type=int, default=0, help="to go on after so many races")
    chosen = parser.parse_args()
    if chosen.kind == "solo":
        solo(chosen.spec, chosen.races, chosen.seed)
    else:
        line_up(chosen.seats, chosen.races, chosen.specs, chosen.seed, chosen.first)
