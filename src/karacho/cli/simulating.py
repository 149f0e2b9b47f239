"""`karacho simulate`: many races at once, then what came out as a table or as data."""

import csv
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from karacho.arena.simulate import Simulation, simulate
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.cli.numbers import spread, wilson
from karacho.core.rng import race_seed


def run_races(
    game: str,
    races: int,
    seats: int,
    bots: str | Sequence[str],
    seed: int,
    processes: int | None,
    options: Mapping[str, Any],
) -> Simulation:
    """Play the races, with a bar on stderr for those who watch."""
    errors = Console(stderr=True)
    warm_up_games(cold_games([game]), errors)
    cores = processes if processes is not None else os.cpu_count() or 1
    columns = (TextColumn("racing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("racing", total=races)
        return simulate(
            game,
            races=races,
            seats=seats,
            bots=bots,
            seed=seed,
            processes=cores,
            progress=lambda done: progress.update(task, completed=done),
            **options,
        )


def print_json(result: Simulation) -> None:
    """The whole result as one JSON object on stdout."""
    print(json.dumps(as_data(result), indent=2))


def as_data(result: Simulation) -> dict[str, Any]:
    """The result as plain data."""
    return {
        "game": result.game,
        "seats": result.seats,
        "bots": list(result.bots),
        "seed": result.seed,
        "options": result.options,
        "races": result.races,
        "decisions": result.decisions,
        "seconds": round(result.seconds, 6),
        "turns": spread(result.turns),
        "rounds": spread(result.rounds),
        "end_reasons": result.end_reasons,
        "wins": [
            {"seat": seat, "wins": wins, "share": wins / result.races, "interval_95": list(wilson(wins, result.races))}
            for seat, wins in enumerate(result.wins)
        ],
    }


def print_csv(result: Simulation) -> None:
    """One row per race on stdout."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["index", "seed", "winner", "end_reason", "turns", "rounds"])
    columns = zip(result.winners.tolist(), result.reasons, result.turns.tolist(), result.rounds.tolist(), strict=True)
    for index, (winner, reason, turns, rounds) in enumerate(columns):
        seed = race_seed(result.seed, index)
        rows.writerow([index, seed, "" if winner < 0 else winner, reason, turns, rounds])


def print_table(result: Simulation) -> None:
    """The result for people."""
    console = Console()
    options = ", ".join(f"{name}={value}" for name, value in result.options.items()) or "default options"
    console.print(f"[bold]{result.races:,} races of {result.game}[/bold], {result.seats} seats, {options}")
    table = Table(show_header=True, header_style="bold")
    for head in ("seat", "bot", "wins", "share", "95 % interval"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for seat, wins in enumerate(result.wins):
        low, high = wilson(wins, result.races)
        share = f"{wins / result.races:.1%}"
        table.add_row(str(seat), result.bots[seat], f"{wins:,}", share, f"{low:.1%} – {high:.1%}")
    console.print(table)
    for name, values in (("turns", result.turns), ("rounds", result.rounds)):
        length = spread(values)
        console.print(f"{name}: median {length['median']:g}, 5–95 %: {length['p5']:g}–{length['p95']:g}")
    endings = (f"{name} {count / result.races:.1%}" for name, count in result.end_reasons.items() if count)
    console.print(f"endings: {', '.join(endings)}")
    speed = result.decisions / max(result.seconds, 1e-9)
    console.print(f"{result.decisions:,} decisions in {result.seconds:.2f} s: {speed:,.0f} decisions/s")
    console.print(f"seed {result.seed}; race number i again: {_again(result)}", soft_wrap=True, highlight=False)


def _again(result: Simulation) -> str:
    options = "".join(f", {name}={value!r}" for name, value in result.options.items())
    seed = f"karacho.race_seed({result.seed}, i)"
    return f'karacho.Race("{result.game}", seats={result.seats}, seed={seed}{options})'
