"""`karacho bench`: how fast the engine is on this machine."""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from karacho.arena.simulate import simulate
from karacho.race import Race
from karacho.registry import game_names, load_game

RUNS = 5
RACES = 2000
COPIES = 2000
IMPORT = "import karacho"
FIRST_CALL = "import karacho; race = karacho.Race({game!r}, seats=3, seed=1); race.legal_actions(race.actors[0])"


def median(measure: Callable[[], float]) -> float:
    """The median of five runs; one more before them is not counted."""
    measure()
    return statistics.median(measure() for _ in range(RUNS))


def measure_all() -> dict[str, Any]:
    """All numbers as plain data."""
    return {
        "python": sys.version.split()[0],
        "runs": RUNS,
        "import_seconds": median(lambda: _process_seconds(IMPORT)),
        "games": {name: measure_game(name) for name in game_names()},
    }


def measure_game(name: str) -> dict[str, float]:
    """The numbers of one game."""
    seats = load_game(name).seats[-1]
    race = Race(name, seats=seats, seed=1)
    return {
        "seats": seats,
        "decisions_per_second": median(lambda: _decisions_per_second(name, seats)),
        "acts_per_second": median(lambda: _acts_per_second(name, seats)),
        "copy_microseconds": median(lambda: _copy_microseconds(race)),
        "first_call_seconds": median(lambda: _process_seconds(FIRST_CALL.format(game=name))),
        "state_bytes": len(race.state_bytes()),
    }


def _decisions_per_second(game: str, seats: int) -> float:
    result = simulate(game, races=RACES, seats=seats, bots="random", seed=1)
    return result.decisions / result.seconds


def _acts_per_second(game: str, seats: int) -> float:
    """`Race.act` with its events, driven from Python; finding a legal action is not counted."""
    seconds, acts = 0.0, 0
    rng = random.Random(1)
    for seed in range(3):
        race = Race(game, seats=seats, seed=seed)
        while not race.over:
            seat = race.actors[0]
            action = rng.choice(race.legal_actions(seat))
            began = time.perf_counter()
            race.act(action, seat, at=0.0)
            seconds += time.perf_counter() - began
            acts += 1
    return acts / seconds


def _copy_microseconds(race: Race) -> float:
    began = time.perf_counter()
    for _ in range(COPIES):
        race.copy()
    return (time.perf_counter() - began) / COPIES * 1e6


def _process_seconds(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return time.perf_counter() - began


def print_table(numbers: dict[str, Any]) -> None:
    """The numbers for people."""
    table = Table(title=f"Karacho on Python {numbers['python']}, median of {numbers['runs']} runs")
    table.add_column("")
    for name in numbers["games"]:
        table.add_column(name, justify="right")
    rows = (
        ("seats", "seats", "{:,.0f}"),
        ("decisions/s (random bots, one core)", "decisions_per_second", "{:,.0f}"),
        ("Race.act/s from Python, with events", "acts_per_second", "{:,.0f}"),
        ("race.copy() µs", "copy_microseconds", "{:.2f}"),
        ("start to first call, s", "first_call_seconds", "{:.2f}"),
        ("state, bytes", "state_bytes", "{:,.0f}"),
    )
    for label, key, form in rows:
        table.add_row(label, *(form.format(game[key]) for game in numbers["games"].values()))
    console = Console()
    console.print(table)
    console.print(f"import karacho: {numbers['import_seconds']:.3f} s (whole process)")
