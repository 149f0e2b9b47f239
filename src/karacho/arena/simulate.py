"""Many whole races in compiled code.

Race number i has its own seed, `race_seed(seed, i)`, whatever runs beside it: the same call gives the same result on
any number of cores, and every race can be set up again by itself. The compiled races run as threads that do not hold
Python's lock, which costs nothing to start.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from karacho import warmth
from karacho.bots.making import resolve
from karacho.bots.spec import parse_spec
from karacho.core.events import silent_log
from karacho.core.game import Game
from karacho.core.options import complete
from karacho.core.reading import is_whole
from karacho.core.record import duplicate, new
from karacho.core.rng import seeded
from karacho.errors import InvalidOption
from karacho.registry import load_game

CHUNK = 2000
Progress = Callable[[int], None]  # races done so far


@dataclass(frozen=True)
class Simulation:
    """What came out. `winners` (−1: nobody), `reasons`, `turns` and `rounds` have one entry per race."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any]
    races: int
    decisions: int
    seconds: float
    wins: list[int]
    end_reasons: dict[str, int]
    winners: NDArray[np.int16] = field(repr=False)
    reasons: list[str] = field(repr=False)
    turns: NDArray[np.int16] = field(repr=False)
    rounds: NDArray[np.int16] = field(repr=False)


def simulate(
    game: str | Game,
    *,
    races: int = 1000,
    seats: int = 4,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
    **options: Any,
) -> Simulation:
    """Play many races. `bots`: one spec for all seats, or one per seat. `processes`: how many cores to use."""
    rules = load_game(game)
    _check(rules, races, seats, processes)
    specs = _specs(rules, bots, seats)
    prepared, setup = rules.prepare(seats, complete(rules.options, options, seats, rules.title))
    master = seeded(seed)
    policies = np.array([_policy(rules, spec) for spec in specs], np.int16)
    winners, reasons, turns, rounds = (np.zeros(races, np.int16) for _ in range(4))
    warmth.ensure(rules)

    def run(first: int) -> tuple[int, int]:
        part = slice(first, min(first + CHUNK, races))
        scratch = (duplicate(prepared), new(rules.state), duplicate(master), duplicate(master), silent_log())
        columns = (winners[part], reasons[part], turns[part], rounds[part])
        return part.stop - first, rules.playout(prepared, setup, master, first, policies, scratch, *columns)

    began = time.perf_counter()
    done = decisions = 0
    with ThreadPoolExecutor(processes) as pool:
        for count, taken in pool.map(run, range(0, races, CHUNK)):
            done += count
            decisions += taken
            if progress is not None:
                progress(done)
    return Simulation(
        game=rules.name,
        seats=seats,
        bots=specs,
        seed=seed,
        options=dict(options),
        races=races,
        decisions=decisions,
        seconds=time.perf_counter() - began,
        wins=[int((winners == seat).sum()) for seat in range(seats)],
        end_reasons={name: int((reasons == code).sum()) for code, name in enumerate(rules.end_reasons) if name},
        winners=winners,
        reasons=[rules.end_reasons[code] for code in reasons.tolist()],
        turns=turns,
        rounds=rounds,
    )


def _check(rules: Game, races: int, seats: int, processes: int) -> None:
    if not is_whole(races) or not 1 <= races <= 1_000_000_000:
        raise InvalidOption("races", races, "a whole number from 1 to 1,000,000,000")
    if not is_whole(seats) or seats not in rules.seats:
        raise InvalidOption("seats", seats, f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]}")
    if not is_whole(processes) or not 1 <= processes <= 1024:
        raise InvalidOption("processes", processes, "a whole number from 1 to 1024")


def _specs(rules: Game, bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    specs = (bots,) * seats if isinstance(bots, str) else tuple(bots) if isinstance(bots, list | tuple) else ()
    if len(specs) != seats:
        raise InvalidOption("bots", bots, f"give one spec, or one for each of the {seats} seats")
    for spec in specs:
        _policy(rules, spec)
    return specs


def _policy(rules: Game, spec: str) -> int:
    """The compiled bot behind a spec; a level may be one too."""
    try:
        behind = resolve(rules, parse_spec(spec))
    except InvalidOption as error:
        raise InvalidOption("bots", spec, f"one of {', '.join(rules.policies)}") from error
    if behind.name not in rules.policies or behind.settings:
        compiled = ", ".join(rules.policies)
        raise InvalidOption("bots", spec, f"simulate runs the compiled bots {compiled}; karacho league runs all others")
    return rules.policies[behind.name]
