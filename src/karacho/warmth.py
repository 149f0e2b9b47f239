"""Compiling the rules once per machine, with a word about it.

The first use of a game on a machine compiles its rules, which takes some seconds; from then on they are loaded from
disk. A marker beside the machine code remembers that a game has been compiled.
"""

import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from karacho.core.events import listening_log, silent_log
from karacho.core.game import MOST_ACTIONS, Game
from karacho.core.jit import COMPILED, is_ready, mark_ready
from karacho.core.options import complete
from karacho.core.record import duplicate, new
from karacho.core.rng import seeded

Step = tuple[str, int, int]  # what is done, its number, how many there are
Say = Callable[[str, int, int], None]

_warm: set[str] = set()


def is_warm(game: Game) -> bool:
    """Is there machine code for this game, in this process or on disk?"""
    if not COMPILED or game.name in _warm:
        return True
    return is_ready(game.act.__module__, game.name)


def ensure(game: Game) -> None:
    """Compile the game if this machine has not done so yet; tells people who wait."""
    if game.name in _warm:
        return
    if not is_warm(game):
        began = time.perf_counter()
        warm_up(game, _tell)
        print(f"karacho: {game.title} compiled in {time.perf_counter() - began:.0f} s", file=sys.stderr)
    _warm.add(game.name)


def _tell(step: str, number: int, steps: int) -> None:
    print(f"karacho: compiling {step} ({number}/{steps}, once for this machine) …", file=sys.stderr, flush=True)


def warm_up(game: Game, say: Say) -> None:
    """Call every entry point once, so that its machine code exists."""
    for step in warming_up(game):
        say(*step)


def warming_up(game: Game) -> Iterator[Step]:
    """The same, step by step: what is named is done before the next one is asked for."""
    seats = game.seats[0]
    options = complete(game.options, {}, seats, game.title)
    state, setup = game.prepare(seats, options)
    prepared = duplicate(state)
    chance, quiet, view = seeded(0), listening_log(), new(game.state)
    legal, out = np.zeros(MOST_ACTIONS, np.int16), np.zeros(8, np.int16)

    def ask() -> None:
        game.actors(state)
        game.legal_actions(state, 0, legal)
        game.places(state, out)

    def look() -> None:
        game.see(state, 0, view)
        game.resample(view, 0, chance, duplicate(state))
        if game.preview is not None:
            game.preview(duplicate(state), 0, 1, quiet)
        if game.own_hints is not None:
            game.own_hints(view, 0)

    def oppose() -> None:
        game.choose(view, 0, 0, np.zeros(max(1, game.memory), np.int16), chance, quiet)

    def run_races() -> None:
        scratch = (new(game.state), new(game.state), seeded(0), seeded(0), silent_log())
        columns = [np.zeros(1, np.int16) for _ in range(4)]
        game.playout(prepared, setup, chance, 0, np.zeros(seats, np.int16), scratch, *columns)

    steps: list[tuple[str, Callable[[], object]]] = [
        ("set-up", lambda: game.begin(state, setup, chance, quiet)),
        ("questions", ask),
        ("rules", lambda: game.act(state, 0, int(legal[0]), chance, quiet)),
        ("views", look),
        ("opponents", oppose),
        ("simulation", run_races),
    ]
    for number, (step, work) in enumerate(steps, 1):
        yield f"{game.title}: {step}", number, len(steps)
        work()
    mark_ready(game.act.__module__, game.name)
    _warm.add(game.name)
