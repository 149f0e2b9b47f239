"""`karacho league`: bots against each other on the same deals, then who is how strong."""

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from karacho.arena.journal import Journal
from karacho.arena.league import Runner, check_plan, make_runner, need, run_league
from karacho.arena.plan import Plan
from karacho.arena.plots import KINDS
from karacho.arena.standings import Cell, Line, Standings, standings
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.cli.numbers import counted
from karacho.errors import InvalidOption

HEADS = ("bot", "rating", "cars", "won (95 % interval)", "place", "ms/choice", "faults")
DUELS = "of the races that one of the two won, the share of the row"
SINGLES = "one car of the row against cars of the column: races won"


@dataclass(frozen=True)
class Course:
    """Where a league is played and what becomes of it."""

    processes: int | None = None
    ray: str | None = None
    out: Path | None = None
    resume: bool = False
    plots: str = "png"
    markdown: bool = False


def play_league(plan: Plan, course: Course) -> int:
    """Play, print and write; answers the exit code."""
    need("arena")
    if course.plots not in (*KINDS, "none"):
        raise InvalidOption("--plots", course.plots, f"one of {', '.join((*KINDS, 'none'))}")
    errors = Console(stderr=True)
    warm_up_games(cold_games([plan.game]), errors)
    check_plan(plan)
    runner = make_runner(plan, course.processes if course.processes is not None else os.cpu_count() or 1, course.ray)
    journal = Journal(plan, course.out, resume=course.resume)
    finished = True
    try:
        race_with_bar(plan, journal, runner, errors)
    except KeyboardInterrupt:
        finished = False
    finally:
        journal.close()
    if journal.results:
        _tell(plan, journal, course)
    if runner.lost:
        errors.print(f"karacho: {runner.lost} workers were lost; their races were run again")
    if not finished:
        _tell_rest(plan, journal, course, errors)
    return 0 if finished else 130


def race_with_bar(plan: Plan, journal: Journal, runner: Runner, console: Console) -> None:
    """Play what is missing, with a bar for those who watch."""
    columns = (TextColumn("racing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    disable = not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=disable, speed_estimate_period=120) as bar:
        task = bar.add_task("racing", total=plan.total, completed=len(journal.results))
        with redirect_stdout(sys.stderr):  # Ray has its say there about lost workers; stdout is for the table
            run_league(plan, journal, runner, lambda done: bar.update(task, completed=done))


def _tell(plan: Plan, journal: Journal, course: Course) -> None:
    results = journal.in_order()
    table = standings(plan, results)
    if course.markdown:
        print("\n".join(markdown_lines(table)))
    else:
        print_standings(table, Console())
    if course.out is not None:
        from karacho.arena.files import write_results
        from karacho.arena.plots import write_plots

        written = write_results(plan, results, course.out)
        if course.plots != "none":
            written += write_plots(table, course.out, course.plots)
        names = ", ".join(path.name for path in written)
        Console(stderr=True).print(f"karacho: {names} in {course.out}", soft_wrap=True, highlight=False)


def _tell_rest(plan: Plan, journal: Journal, course: Course, console: Console) -> None:
    left = plan.total - len(journal.results)
    how = "add --resume to the same command for the rest" if course.out else "with --out they would have been kept"
    missing = f"{counted(left, 'race')} {'is' if left == 1 else 'are'} missing"
    console.print(f"karacho: interrupted, {missing}; {how}", soft_wrap=True, highlight=False)


def print_standings(table: Standings, console: Console) -> None:
    """The standings for people."""
    console.print(f"[bold]{headline(table)}[/bold]", soft_wrap=True, highlight=False)
    main = _grid(HEADS)
    for line in table.lines:
        main.add_row(*cells(line))
    console.print(main)
    console.print(f"{matrix_title(table)}:")
    matrix = _grid(["", *(line.bot for line in table.lines)])
    for line, row in zip(table.lines, table.matrix, strict=True):
        matrix.add_row(line.bot, *(share(cell) for cell in row))
    console.print(matrix)
    print_faults(table.lines, console)


def print_faults(lines: Sequence[Line], console: Console) -> None:
    """Whose choices had to be replaced how often, and why the last time."""
    for line in lines:
        if line.faults:
            console.print(f"{line.bot}: {counted(line.faults, 'fault')}, the last: {line.last_fault}", markup=False)


def _grid(heads: Sequence[str]) -> Table:
    grid = Table(header_style="bold")
    for place, head in enumerate(heads):
        grid.add_column(head, justify="right" if place else "left", overflow="fold")
    return grid


def matrix_title(table: Standings) -> str:
    """What the second table shows."""
    return DUELS if table.plan.line_ups == "mixed" else SINGLES


def headline(table: Standings) -> str:
    """What was played; of a league that was interrupted also what was planned."""
    plan = table.plan
    if not plan.is_full:
        line_ups = "line-ups sampled, each bot on each seat equally often"
    else:
        line_ups = "every line-up and seat order" if plan.line_ups == "mixed" else "one car on every seat"
    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    planned = f"{plan.seats} seats{options}, {counted(plan.deals, 'deal')}, {line_ups}, seed {plan.seed}"
    nobody = f", {table.nobody:,} of them won by nobody" if table.nobody else ""
    if table.races < plan.total:
        played = f"interrupted after {counted(table.races, 'race')} of {plan.game}{nobody}"
        return f"{played}; planned are {plan.total:,}: {planned}"
    return f"{counted(table.races, 'race')} of {plan.game}{nobody}: {planned}"


def cells(line: Line) -> list[str]:
    """One bot, as text."""
    rating, low, high = line.rating
    return [
        line.bot,
        f"{rating:.1f} ± {(high - low) / 2:.1f}",
        f"{line.cars:,}",
        _with_interval(line.share, line.interval),
        f"{line.place:.2f}",
        f"{line.seconds * 1000:.2f}",
        f"{line.faults:,}",
    ]


def share(cell: Cell | None) -> str:
    """A cell of the matrix, as text."""
    return "" if cell is None else _with_interval(cell.share, cell.interval)


def _with_interval(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.1%} ({100 * interval[0]:.1f} – {100 * interval[1]:.1f})"


def markdown_lines(table: Standings) -> list[str]:
    """Both tables as Markdown."""
    bots = [f"`{line.bot}`" for line in table.lines]
    rows = [[f"`{line.bot}`", *cells(line)[1:]] for line in table.lines]
    matrix = [[bot, *(share(cell) for cell in row)] for bot, row in zip(bots, table.matrix, strict=True)]
    title = matrix_title(table).capitalize()
    return [
        f"{headline(table)}.",
        "",
        *_markdown(list(HEADS), rows),
        "",
        f"{title}:",
        "",
        *_markdown(["", *bots], matrix),
    ]


def _markdown(heads: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]

    def line(row: list[str]) -> str:
        first, *rest = row
        return " | ".join(["| " + first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]) + " |"

    under = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [line(heads), line(under), *map(line, rows)]
