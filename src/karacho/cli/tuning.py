"""`karacho tune`: which settings of a bot are best, and which bots make good levels."""

import os
from collections.abc import Sequence
from itertools import pairwise

from rich.console import Console
from rich.table import Table
from rich.text import Text

from karacho.arena.journal import Journal
from karacho.arena.league import check_plan, make_runner, need
from karacho.arena.plan import Plan
from karacho.arena.standings import Standings, standings
from karacho.arena.tuning import STEP, Ladder, Stage, derive_levels, grid, halve, levels_table
from karacho.bots.levels import LEVELS
from karacho.cli import Interrupted
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.cli.league import print_faults, print_standings, race_with_bar, share, tell_lost
from karacho.cli.numbers import counted
from karacho.errors import InvalidOption


def parse_vary(texts: Sequence[str]) -> dict[str, list[str]]:
    """`worlds=10,50,200` texts as lists of values."""
    vary: dict[str, list[str]] = {}
    for text in texts:
        key, equals, values = text.partition("=")
        if not equals or not key or not all(values.split(",")) or key in vary:
            raise InvalidOption("--vary", text, "write each setting once, such as worlds=10,50,200")
        vary[key] = values.split(",")
    return vary


class Course:
    """Plays plans one after the other, all in the same place."""

    def __init__(self, processes: int | None, ray: str | None) -> None:
        need("arena")
        self._processes = processes if processes is not None else os.cpu_count() or 1
        self._ray = ray

    def play(self, plan: Plan) -> Standings:
        """Play a plan."""
        errors = Console(stderr=True)
        here = self._ray is None
        warm_up_games(cold_games([plan.game], bots=here), errors, bots=here)
        check_plan(plan)
        journal = Journal(plan)
        runner = make_runner(plan, self._processes, self._ray)
        try:
            race_with_bar(plan, journal, runner, errors)
        except (KeyboardInterrupt, Interrupted):
            told = f"interrupted after {len(journal.results):,} of {plan.total:,} races, which are not kept"
            raise Interrupted(told) from None
        finally:
            tell_lost(runner, errors)
        return standings(plan, journal.in_order())


def tune_bot(spec: str, vary: dict[str, list[str]], against: str, plan: Plan, course: Course) -> None:
    """Race a grid of settings, and print every stage when it is finished."""
    if not vary:
        raise InvalidOption("--vary", "nothing", "name a setting and its values, such as worlds=10,50,200")
    console = Console()
    verdict = ""
    for number, stage in enumerate(halve(grid(spec, vary), against, plan, course.play), 1):
        headline = f"stage {number}: {stage.races:,} races each, one car against {against}, seed {plan.seed}"
        console.print(headline, style="bold", soft_wrap=True, highlight=False, markup=False)
        _print_shares(stage, console)
        print_faults(stage.lines, console)
        verdict = describe_best(stage)
    console.print(verdict, soft_wrap=True, highlight=False, markup=False)


def describe_best(stage: Stage) -> str:
    """Who has won most of the last stage, if one has; and whether that was all its own doing."""
    most = stage.shares[0][1].share
    best = [spec for spec, cell in stage.shares if cell.share == most]
    faults = [
        f"{line.bot} had {counted(line.faults, 'fault')}" for line in stage.lines if line.bot in best and line.faults
    ]
    words = f"best: {best[0]}" if len(best) == 1 else f"no best one, a tie: {'; '.join(best)}"
    return f"{words} (but random chose too: {', '.join(faults)})" if faults else words


def _print_shares(stage: Stage, console: Console) -> None:
    table = Table(header_style="bold")
    table.add_column("bot", overflow="fold")
    table.add_column("won (95 % interval)", justify="right")
    for bot, cell in stage.shares:
        table.add_row(Text(bot), share(cell))
    console.print(table)


def tune_levels(plan: Plan, course: Course) -> None:
    """Choose four levels from many bots, and print what goes into `levels.toml`."""
    console = Console()

    def play(plan: Plan) -> Standings:
        table = course.play(plan)
        print_standings(table, console)
        return table

    ladder = derive_levels(plan, play)
    console.print(describe_steps(ladder), highlight=False)
    print("\n".join(["", *levels_table(plan.game, ladder)]))


def describe_steps(ladder: Ladder) -> str:
    """How far the levels are apart."""
    pairs = pairwise(zip(LEVELS, ladder.wins, strict=True))
    steps = "; ".join(_describe_step(*lower, *upper) for lower, upper in pairs)
    enough = "all are far enough apart" if min(ladder.steps) >= STEP else f"not all reach {STEP} ×: offer other bots"
    return f"{steps}: {enough}"


def _describe_step(lower: str, fewer: int, upper: str, more: int) -> str:
    if fewer:
        return f"{upper} wins {more / fewer:.2f} × as often as {lower}"
    return f"{upper} wins {counted(more, 'race')}, {lower} none" if more else f"neither {upper} nor {lower} wins a race"
