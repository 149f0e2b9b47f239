"""All machine code of rules and bots, made once per machine, on all cores."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from karacho import warmth
from karacho.bots.bot import describe
from karacho.bots.children import Child, ChildGone
from karacho.bots.rehearsal import is_rehearsed, rehearse
from karacho.core.game import Game
from karacho.errors import KarachoError
from karacho.registry import game_names, load_game

RULES_STEPS, ALL_STEPS = 6, 7  # of a game, without and with its bots; only the length of a bar depends on it


def uncompiled() -> list[Game]:
    """The games whose rules or bots have no machine code on this machine yet."""
    return [game for game in map(load_game, game_names()) if not (warmth.is_warm(game) and is_rehearsed(game))]


def compile_games(
    games: Sequence[Game],
    done: Callable[[Game], None],
    say: Callable[[str], None] = lambda _: None,
    *,
    bots: bool = True,
) -> None:
    """Compile them, each in a process of its own, and say each step, and whenever a game is ready.

    An interrupt ends the processes: Python itself would hear it only when the compiler comes back, and numba may
    swallow it. What they have written by then is whole, for every file is renamed into its place.
    """
    compilers = _Compilers(say, bots)
    with ThreadPoolExecutor(min(len(games), os.cpu_count() or 1)) as pool:
        try:
            work = {pool.submit(compilers.compile, game): game for game in games}
            for ready in as_completed(work):
                ready.result()
                done(work[ready])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            compilers.stop()
            raise


class _Compilers:
    """The processes that compile, which can be stopped all at once."""

    def __init__(self, say: Callable[[str], None], bots: bool) -> None:
        self._say, self._bots = say, bots
        self._children: list[Child] = []
        self._stopped = threading.Event()

    def compile(self, game: Game) -> None:
        """One game, in this thread's process."""
        child = Child("karacho.bots.compiling:answer", interruptible=True)
        self._children.append(child)
        try:
            step = self._ask(child, game, (game.name, self._bots))
            while step is not None and not self._stopped.is_set():
                self._say(step)
                step = self._ask(child, game, "on")
        finally:
            child.end()

    def _ask(self, child: Child, game: Game, question: object) -> str | None:
        try:
            kind, step = child.ask(question)
        except ChildGone:
            if child.was_interrupted:
                raise KeyboardInterrupt from None
            raise KarachoError(f"{game.title} could not be compiled: the process has ended") from None
        if kind == "failed":
            raise KarachoError(f"{game.title} could not be compiled: {step}")
        return str(step) if step is not None else None

    def stop(self) -> None:
        """End them, also one that is just being started."""
        self._stopped.set()
        for child in list(self._children):
            child.end()


_steps: Iterator[str] = iter(())  # inside a process: what is still to be compiled


def answer(question: tuple[str, bool] | str) -> tuple[str, str | None]:
    """Inside a process: begin with a game, or go on; answers the step that comes next, None after the last."""
    global _steps
    try:
        if not isinstance(question, str):
            _steps = _compiling(load_game(question[0]), question[1])
        return "step", next(_steps, None)
    except Exception as error:
        return "failed", describe(error)


def _compiling(game: Game, bots: bool) -> Iterator[str]:
    if not warmth.is_warm(game):
        for step, *_ in warmth.warming_up(game):
            yield step
    if bots:
        yield f"{game.title}: bots"
        rehearse(game)
