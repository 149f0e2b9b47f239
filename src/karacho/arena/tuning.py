"""Finding settings by racing: the best of a grid, and four levels that are clearly apart."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product

from karacho.arena.plan import MOST_RACES, Plan, checked
from karacho.arena.standings import Cell, Line, Standings
from karacho.bots.levels import LEVELS
from karacho.bots.making import stands_behind
from karacho.errors import InvalidOption

STEP = 1.5  # how much more often a level wins than the one below it
Play = Callable[[Plan], Standings]


def grid(spec: str, vary: Mapping[str, Sequence[str]]) -> list[str]:
    """The spec with every combination of the settings to vary."""
    joined = [
        ",".join(f"{key}={value}" for key, value in zip(vary, values, strict=True))
        for values in product(*vary.values())
    ]
    return [f"{spec}{',' if ':' in spec else ':'}{settings}" for settings in joined]


@dataclass(frozen=True)
class Stage:
    """What each spec that was still in it has reached, the best first."""

    races: int  # of each
    shares: list[tuple[str, Cell]]
    lines: list[Line]  # of all that raced, the bot on the other seats too


def halve(specs: Sequence[str], against: str, plan: Plan, play: Play) -> Iterator[Stage]:
    """One car of each spec against cars of one bot; the better half goes on, with twice the races on fresh deals.

    Each stage comes as soon as it is finished.
    """
    checked(replace(plan, bots=(*specs, against), line_ups="last"))
    left = list(specs)
    for number, (size, races) in enumerate(_sizes(len(specs), plan)):
        bots = (*left[:size], against)
        table = play(replace(plan, bots=bots, races=races * size, line_ups="last", seed=plan.seed + number))
        stage = Stage(races, _shares(table, against), table.lines)
        yield stage
        left = [spec for spec, _ in stage.shares]


def _sizes(specs: int, plan: Plan) -> list[tuple[int, int]]:
    """How many specs are in each stage, and the races of each of them."""
    sizes = [(specs, math.ceil(plan.races / plan.seats) * plan.seats)]
    while sizes[-1][0] > 2:
        size, races = sizes[-1]
        sizes.append((math.ceil(size / 2), 2 * races))
    most = max(size * races for size, races in sizes)
    if most > MOST_RACES:
        raise InvalidOption("races", plan.races, f"{specs} bots would come to {most:,}; {MOST_RACES:,} are the most")
    return sizes


def _shares(table: Standings, against: str) -> list[tuple[str, Cell]]:
    names = [line.bot for line in table.lines]
    column = names.index(against)
    cells = [(name, row[column]) for name, row in zip(names, table.matrix, strict=True) if name != against]
    return sorted(((name, cell) for name, cell in cells if cell is not None), key=lambda found: -found[1].share)


@dataclass(frozen=True)
class Ladder:
    """Four specs, the weakest first, and how they did in a league of their own."""

    specs: list[str]
    candidates: Standings
    confirmed: Standings

    @property
    def wins(self) -> list[int]:
        """Of each level, in the league of the four."""
        wins = {line.bot: line.wins for line in self.confirmed.lines}
        return [wins[spec] for spec in self.specs]

    @property
    def steps(self) -> list[float]:
        """How many times as often each level wins as the one below it, in the league of the four."""
        return [_times(upper, lower) for lower, upper in pairwise(self.wins)]


def derive_levels(plan: Plan, play: Play) -> Ladder:
    """From the specs of the plan: the strongest, and below it those with the largest smallest step between them."""
    if len(plan.bots) < len(LEVELS):
        raise InvalidOption("levels", ",".join(plan.bots), f"name at least {len(LEVELS)} specs to choose from")
    table = play(plan)
    order = range(len(table.lines) - 1, -1, -1)  # the weakest first
    chains = [chain for chain in combinations(order, len(LEVELS)) if chain[-1] == 0]
    best = max(chains, key=lambda chain: min(_step(table, upper, lower) for lower, upper in pairwise(chain)))
    specs = [table.lines[place].bot for place in best]
    confirmed = play(replace(plan, bots=tuple(specs), seed=plan.seed + 1))  # on fresh deals: no luck is kept
    return Ladder(specs, table, confirmed)


def _step(table: Standings, upper: int, lower: int) -> float:
    cell = table.matrix[upper][lower]
    return _times(cell.share, 1 - cell.share) if cell is not None else 0.0


def _times(more: float, less: float) -> float:
    if more == 0:
        return 0.0  # nothing is not more than nothing
    return more / less if less else math.inf


def levels_table(game: str, ladder: Ladder) -> list[str]:
    """The lines for `levels.toml`; no level may stand behind another there."""
    specs = [stands_behind(game, spec) for spec in ladder.specs]
    return [f"[{game}]", *(f'{level} = "{spec}"' for level, spec in zip(LEVELS, specs, strict=True))]
