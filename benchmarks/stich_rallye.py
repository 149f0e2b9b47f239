"""Stich Rallye's bots against each other in compiled races, many times as fast as through Python.

`python -m benchmarks.stich_rallye champion rule 400`: one against three of the other kind.
`python -m benchmarks.stich_rallye racer racer driver driver 400`: any line-up; it moves on by a seat with every race.
"""

import sys
import time

import numpy as np

from karacho.bots.making import resolve
from karacho.bots.spec import Spec, parse_spec
from karacho.bots.stich_rallye import read_settings
from karacho.bots.stich_rallye.match import AHEAD, FLAT, match
from karacho.bots.stich_rallye.settings import Settings, settings_of
from karacho.cli.numbers import wilson
from karacho.core.record import Box
from karacho.games.stich_rallye.game import GAME


def place(text: str) -> tuple[int, Box[Settings]]:
    """What `match` needs of a bot."""
    spec: Spec = resolve(GAME, parse_spec(text))
    if spec.name in GAME.policies:
        return GAME.policies[spec.name], settings_of(1)
    if "flat" in spec.settings:
        return FLAT, settings_of(spec.whole("worlds", 200, 1, 100_000))
    return AHEAD, read_settings(spec)


def main(specs: list[str], races: int) -> None:
    specs = [specs[0]] + [specs[1]] * 3 if len(specs) == 2 else specs
    line_up = [place(spec) for spec in specs]
    match(line_up, 1)  # loads the machine code
    began = time.process_time()
    result = match(line_up, races)
    seconds = time.process_time() - began
    for spec in dict.fromkeys(specs):
        wins = int(np.isin(result.winners, [i for i, each in enumerate(specs) if each == spec]).sum())
        low, high = wilson(wins, races)
        print(f"{specs.count(spec)} × {spec}: {wins / races:.1%} of {races} races ({low:.1%} – {high:.1%})")
    rate = f", {result.playouts / seconds / 1000:.0f} k playouts/s" if result.playouts else ""
    print(f"{seconds:.0f} s of one core{rate}, {result.decisions} decisions of {specs[0]}")


if __name__ == "__main__":
    main(sys.argv[1:-1], int(sys.argv[-1]))
