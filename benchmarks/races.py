"""Many whole random races in one call."""

from functools import partial

import karacho
from benchmarks.figure import Figure, median_rate

RACES = {"stich-rallye": 40_000, "rally-run": 4_000, "tiny-turbo-cars": 10_000}
LEAST = {"rally-run": 3e6}  # Tiny Turbo Cars is measured by its commands, below


def measure(_before: list[Figure]) -> list[Figure]:
    figures = []
    for name, count in RACES.items():
        karacho.simulate(name, races=100, seats=4)  # loads the machine code
        rate = median_rate(partial(decisions, name, count))
        figures.append(Figure(f"{name}: decisions", rate, "/s", LEAST.get(name)))
    figures.append(Figure("tiny-turbo-cars: commands carried out", median_rate(commands), "/s", 3e6))
    return figures


def decisions(name: str, races: int) -> int:
    return karacho.simulate(name, races=races, seats=4, seed=1).decisions


def commands() -> int:
    """A turn has seven or eight commands (a random program has the gap every other time); a lying car's count too."""
    result = karacho.simulate("tiny-turbo-cars", races=RACES["tiny-turbo-cars"], seats=4, seed=2)
    return int(result.turns.sum() * 7.5)
