"""`karacho fuzz`: the fuzzer with a progress bar and an exit code."""

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from karacho.arena.fuzz import fuzz
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.errors import InvalidOption
from karacho.registry import game_names, load_game

DEFAULT_RACES = 100
BROKEN = 1


def run_fuzz(game: str, races: int | None, seed: int, seconds: float | None, folder: Path) -> int:
    """Run it; 1 if something broke, and then say where the replay lies."""
    games = game_names() if game == "all" else [load_game(game).name]
    if races is not None and races < 1:
        raise InvalidOption("--races", races, "a whole number from 1 on")
    if seconds is not None and seconds <= 0:
        raise InvalidOption("--seconds", f"{seconds:g}", "more than 0")
    if races is None and seconds is None:
        races = DEFAULT_RACES
    errors = Console(stderr=True)
    warm_up_games(cold_games(games), errors)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("fuzzing", total=races)

        def show(done: int, actions: int) -> None:
            progress.update(task, completed=done, description=f"fuzzing: {done} races, {actions:,} actions")

        report = fuzz(games, races=races, seed=seed, seconds=seconds, progress=show)
    if report.failure is None:
        print(f"{report.races} races, {report.actions:,} actions, seed {seed}: all promises hold")
        return 0
    path = report.failure.save(folder)
    print(f"karacho: broken: {report.failure.reason}", file=sys.stderr)
    print(f"karacho: written to {path}; {report.races} races before it were fine (seed {seed})", file=sys.stderr)
    return BROKEN
