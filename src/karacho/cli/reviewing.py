"""`karacho review`: what a seat could have done in a saved race."""

import json
import sys
from dataclasses import asdict

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from karacho.bots.review import Decision, review
from karacho.bots.weighing import Option
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.replay import Replay

AS_GOOD = 0.02  # of a win: closer than that to the best is as good


def review_race(replay: Replay, seat: int) -> list[Decision]:
    """The decisions of a seat, with a bar on stderr for those who watch."""
    errors = Console(stderr=True)
    warm_up_games(cold_games([replay.game], bots=True), errors, bots=True)
    columns = (TextColumn("thinking it over"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("thinking it over", total=None)
        return review(replay, seat, progress=lambda done, all_: progress.update(task, completed=done, total=all_))


def print_json(decisions: list[Decision]) -> None:
    """All decisions as one JSON list on stdout."""
    print(json.dumps([asdict(decision) for decision in decisions], indent=2))


def print_review(decisions: list[Decision], seat: int) -> None:
    """Those that could have been better, and how many could not."""
    console = Console(soft_wrap=True, highlight=False)
    if not decisions:
        console.print(f"Seat {seat + 1} had nothing to decide.")
        return
    better = [decision for decision in decisions if decision.missed >= AS_GOOD]
    if better:
        table = Table("action", "taken", "better", "chance to win")
        for decision in better:
            chances = f"{decision.taken.worth:.0%} → {decision.best.worth:.0%}"
            table.add_row(str(decision.number), _written(decision.taken), _written(decision.best), chances)
        console.print(table)
    good = len(decisions) - len(better)
    console.print(f"Seat {seat + 1}: {good} of {len(decisions)} decisions within {AS_GOOD:.0%} of the best.")


def _written(option: Option) -> str:
    slides = f" ({option.slides} slides)" if option.slides is not None else ""
    return f"{option.action}{slides}"
