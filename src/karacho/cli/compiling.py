"""`karacho compile`: all machine code, made once per machine, with a bar that shows how far it is."""

import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from karacho import warmth
from karacho.bots.compiling import compile_games, uncompiled
from karacho.core.game import Game
from karacho.registry import load_game

STEPS = 6  # how many `warm_up` names; only the length of the bar depends on it


def compile_rules() -> None:
    """Compile the rules and bots that have no machine code yet, and say what was done."""
    console = Console(stderr=True)
    missing = uncompiled()
    if not missing:
        console.print("karacho: nothing to do, rules and bots of all games are compiled for this machine")
        return
    began = time.perf_counter()
    titles = ", ".join(game.title for game in missing)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(f"compiling {titles}", total=len(missing))
        compile_games(missing, lambda _: progress.advance(task))
    console.print(f"karacho: compiled {titles} in {time.perf_counter() - began:.0f} s")


def cold_games(names: Sequence[str]) -> list[Game]:
    """The games that would have to be compiled first."""
    return [game for game in map(load_game, names) if not warmth.is_warm(game)]


def warm_up_games(games: Sequence[Game], console: Console) -> None:
    """Compile some games behind a progress bar; does nothing for games that are ready."""
    if not games:
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("compiling", total=len(games) * STEPS)
        for place, game in enumerate(games):

            def say(step: str, number: int, _steps: int, before: int = place * STEPS) -> None:
                progress.update(task, description=f"compiling {step}", completed=before + number - 1)

            warmth.warm_up(game, say)
        progress.update(task, completed=len(games) * STEPS)
