"""All machine code of rules and bots, made once per machine, on all cores."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from karacho import warmth
from karacho.bots.rehearsal import is_rehearsed, rehearse
from karacho.core.game import Game
from karacho.registry import game_names, load_game


def uncompiled() -> list[Game]:
    """The games whose rules or bots have no machine code on this machine yet."""
    return [game for game in map(load_game, game_names()) if not (warmth.is_warm(game) and is_rehearsed(game))]


def compile_games(games: Sequence[Game], done: Callable[[Game], None]) -> None:
    """Compile them, each in a process of its own, and say so whenever one is ready."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(len(games), os.cpu_count() or 1), mp_context=context) as pool:
        work = {pool.submit(_compile, game.name): game for game in games}
        for ready in as_completed(work):
            ready.result()
            done(work[ready])


def _compile(name: str) -> None:
    game = load_game(name)
    if not warmth.is_warm(game):
        warmth.warm_up(game, lambda *_: None)
    rehearse(game)
