"""`karacho compile`: all machine code, made once per machine, with a bar that shows how far it is."""

import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from karacho import warmth
from karacho.bots.compiling import ALL_STEPS, RULES_STEPS, compile_games, uncompiled
from karacho.bots.rehearsal import is_rehearsed
from karacho.cli import WHILE_COMPILING, Interrupted
from karacho.core.game import Game
from karacho.core.jit import can_keep
from karacho.registry import load_game


def compile_rules() -> None:
    """Compile the rules and bots that have no machine code yet, and say what was done."""
    console = Console(stderr=True)
    missing = uncompiled()
    if not missing:
        console.print("karacho: nothing to do, rules and bots of all games are compiled for this machine")
        return
    began = time.perf_counter()
    warm_up_games(missing, console, bots=True)
    titles = ", ".join(game.title for game in missing)
    console.print(f"karacho: compiled {titles} in {time.perf_counter() - began:.0f} s")


def cold_games(names: Sequence[str], *, bots: bool = False) -> list[Game]:
    """The games that would have to be compiled first, with their bots or without."""
    games = map(load_game, names)
    return [game for game in games if not (warmth.is_warm(game) and (not bots or is_rehearsed(game)))]


def warm_up_games(games: Sequence[Game], console: Console, *, bots: bool = False) -> None:
    """Compile some games behind a progress bar; does nothing for games that are ready."""
    if not games:
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        titles = ", ".join(game.title for game in games)
        task = progress.add_task(f"compiling {titles}", total=len(games) * (ALL_STEPS if bots else RULES_STEPS))

        def say(step: str, *_: int) -> None:
            progress.update(task, description=f"compiling {step}", advance=1)

        try:
            if all(can_keep(game.act.__module__) for game in games):
                compile_games(games, lambda _: None, say, bots=bots)
            else:  # what another process has compiled is of no use here
                for game in games:
                    warmth.warm_up(game, say)
        except KeyboardInterrupt:
            raise Interrupted(WHILE_COMPILING) from None
