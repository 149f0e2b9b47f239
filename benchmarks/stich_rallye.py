"""Stich Rallye's bots against each other in compiled races, many times as fast as through Python.

`python -m benchmarks.stich_rallye champion rule 400`: one against three of the other kind.
`python -m benchmarks.stich_rallye racer racer driver driver 400`: any line-up; it moves on by a seat with every race.
`python -m benchmarks.stich_rallye champion rule 400 --seed 5`: other races.
`python -m benchmarks.stich_rallye champion rule 400 --first 400`: the 400 races after these, to go on.
`python -m benchmarks.stich_rallye champion rule 400 --track beach`: on the other track.
`python -m benchmarks.stich_rallye champion random 400 --adjusted`: also the share of the first with its luck taken off.

What there is so far is printed after every hundred races.
"""

import argparse
import time
from collections import Counter

import numpy as np

from karacho.bots.making import resolve
from karacho.bots.spec import Spec, parse_spec
from karacho.bots.stich_rallye import read_settings
from karacho.bots.stich_rallye.match import AHEAD, FLAT, match
from karacho.bots.stich_rallye.settings import Settings, settings_of
from karacho.cli.numbers import wilson
from karacho.core.record import Box
from karacho.games.stich_rallye.game import GAME

AT_A_TIME = 100


def place(text: str) -> tuple[int, Box[Settings]]:
    """What `match` needs of a bot."""
    spec: Spec = resolve(GAME, parse_spec(text))
    if spec.name in GAME.policies:
        return GAME.policies[spec.name], settings_of(1)
    if spec.is_on("flat"):
        settings = settings_of(spec.whole("worlds", 200, 1, 100_000))
        settings[0].thumb = spec.is_on("thumb")
        return FLAT, settings
    return AHEAD, read_settings(spec)


def main(specs: list[str], races: int, seed: int, first: int, track: str, adjusted: bool) -> None:
    specs = [specs[0]] + [specs[1]] * 3 if len(specs) == 2 else specs
    line_up = [place(spec) for spec in specs]
    match(line_up, 1, track=track)  # loads the machine code
    wins: Counter[str] = Counter()
    shares: list[float] = []
    done, seconds, playouts, decisions = 0, 0.0, 0, 0
    while done < races:
        began = time.process_time()
        some = min(AT_A_TIME, races - done)
        result = match(line_up, some, first=first + done, seed=seed, track=track, adjusted=adjusted)
        seconds += time.process_time() - began
        done += len(result.winners)
        playouts += result.playouts
        decisions += result.decisions
        wins.update(specs[winner] for winner in result.winners)
        for spec in dict.fromkeys(specs):
            low, high = wilson(wins[spec], done)
            print(f"{specs.count(spec)} × {spec}: {wins[spec] / done:.1%} of {done} races ({low:.1%} – {high:.1%})")
        if adjusted:
            shares.extend((result.winners == 0) - result.lucks)
            mean, half = np.mean(shares), 1.96 * np.std(shares) / len(shares) ** 0.5
            print(f"the first of the line-up, luck taken off: {mean:.1%} ({mean - half:.1%} – {mean + half:.1%})")
        rate = f", {playouts / seconds / 1000:.0f} k playouts/s" if playouts else ""
        print(f"{seconds:.0f} s of one core{rate}, {decisions} decisions of {specs[0]}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("specs", nargs="+")
    parser.add_argument("races", type=int)
    parser.add_argument("--seed", type=int, default=99)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--track", default="volcano")
    parser.add_argument("--adjusted", action="store_true")
    main(**vars(parser.parse_args()))
