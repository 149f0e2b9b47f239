"""`karacho league`: bots against each other on the same deals, then who is how strong."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from rich.box import HEAVY_HEAD, Box
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from karacho.arena.journal import Journal
from karacho.arena.league import Runner, check_plan, make_runner, need, run_league
from karacho.arena.plan import Plan
from karacho.arena.plots import KINDS
from karacho.arena.standings import Cell, Line, Standings, standings
from karacho.bots.rehearsal import is_rehearsed
from karacho.cli import INTERRUPTED, Interrupted
from karacho.cli.compiling import cold_games, warm_up_games
from karacho.cli.ending import ended_in_order
from karacho.cli.numbers import counted
from karacho.errors import InvalidOption, KarachoError
from karacho.registry import load_game

HEADS = ("bot", "rating", "cars", "won (95 % interval)", "place", "ms/choice", "faults")
DUELS = "of the races that one of the two won, the share of the row"
SINGLES = "one car of the row against cars of the column: races won"

WIDEST = 100_000  # letters of a table


@dataclass(frozen=True)
class Course:
    """Where a league is played and what becomes of it."""

    processes: int | None = None
    ray: str | None = None
    out: Path | None = None
    resume: bool = False
    plots: str = "png"
    markdown: bool = False


class Stop:
    """Why a league has ended before its end, if it has. What was raced before is worth telling all the same."""

    word = ""
    failure: KarachoError | OSError | None = None

    @contextmanager
    def noted(self) -> Iterator[None]:
        """What stops it meanwhile: a person, a race that cannot be played, or a full disk."""
        try:
            yield
        except (KeyboardInterrupt, Interrupted):
            self.word = "interrupted"
        except (KarachoError, OSError) as error:
            self.word = "stopped"
            self.failure = self.failure or error  # a full disk is met again; where it was met first says more


def play_league(plan: Plan, course: Course) -> int:
    """Play, print and write; answers the exit code."""
    need("arena")
    if course.plots not in (*KINDS, "none"):
        raise InvalidOption("--plots", course.plots, f"one of {', '.join((*KINDS, 'none'))}")
    errors = Console(stderr=True)
    here = course.ray is None
    warm_up_games(cold_games([plan.game], bots=here), errors, bots=here)
    check_plan(plan)
    runner = make_runner(plan, course.processes if course.processes is not None else os.cpu_count() or 1, course.ray)
    journal = Journal(plan, course.out, resume=course.resume)
    stop = Stop()
    with stop.noted(), closing(journal):
        race_with_bar(plan, journal, runner, errors)
    if stop.failure is not None:
        with stop.noted():
            journal.discard_unbegun()
    table = standings(plan, journal.in_order()) if journal.results else None
    written: list[Path] = []
    with stop.noted():
        written += _write(table, journal, course) if table is not None else []
    try:
        if table is not None:
            _print(table, course)
    finally:  # stdout may be full, or its reader gone
        _tell_written(written, course, errors)
        tell_lost(runner, errors)
        if stop.word and (stop.failure is None or journal.results):  # what could not even begin has no rest
            _tell_rest(stop.word, plan, journal, course, errors)
    if stop.failure is not None:
        raise stop.failure
    return INTERRUPTED if stop.word else 0


def race_with_bar(plan: Plan, journal: Journal, runner: Runner, console: Console) -> None:
    """Play what is missing, with a bar for those who watch. Raises Interrupted if it is asked to end."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    disable = not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=disable, speed_estimate_period=120) as bar:
        ready = is_rehearsed(load_game(plan.game))  # else each worker has to compile its bots before it can race
        task = bar.add_task("racing" if ready else "compiling", total=plan.total, completed=len(journal.results))
        # Ray has its say about lost workers on stderr; stdout is for the table.
        with ended_in_order("asked to end"), redirect_stdout(sys.stderr):
            run_league(plan, journal, runner, lambda done: bar.update(task, description="racing", completed=done))


def _write(table: Standings, journal: Journal, course: Course) -> list[Path]:
    """Results and plots, if there is a folder for them."""
    if course.out is None:
        return []
    from karacho.arena.files import naming, write_results
    from karacho.arena.plots import write_plots

    with naming(course.out):
        written = write_results(table.plan, journal.in_order(), course.out)
        return written + (write_plots(table, course.out, course.plots) if course.plots != "none" else [])


def _print(table: Standings, course: Course) -> None:
    if course.markdown:
        print("\n".join(markdown_lines(table)), flush=True)
    else:
        print_standings(table, Console())


def tell_lost(runner: Runner, console: Console) -> None:
    """How many workers went away meanwhile, if any."""
    if runner.lost:
        lost = "1 worker was lost; its" if runner.lost == 1 else f"{runner.lost} workers were lost; their"
        console.print(f"karacho: {lost} races were run again")


def _tell_written(written: Sequence[Path], course: Course, console: Console) -> None:
    if written:
        names = ", ".join(path.name for path in written)
        console.print(f"karacho: {names} in {course.out}", soft_wrap=True, highlight=False, markup=False)


def _tell_rest(stopped: str, plan: Plan, journal: Journal, course: Course, console: Console) -> None:
    left = plan.total - len(journal.results)
    rest = "the rest" if left else "the files"
    how = f"add --resume to the same command for {rest}" if course.out else "with --out they would have been kept"
    missing = f"{counted(left, 'race')} {'is' if left == 1 else 'are'} missing" if left else "no race is missing"
    console.print(f"karacho: {stopped}, {missing}; {how}", soft_wrap=True, highlight=False)


def print_standings(table: Standings, console: Console) -> None:
    """The standings for people."""
    console.print(headline(table), style="bold", soft_wrap=True, highlight=False, markup=False)
    bots = [line.bot for line in table.lines]
    main, matrix = _main(table, bots), _matrix(table, bots, share)
    fit = _fits(console, main) and _fits(console, matrix)
    console.print(main if fit else _narrow_main(table, console), crop=False)
    console.print(f"{matrix_title(table)}:", soft_wrap=True)
    console.print(matrix if fit else _narrow_matrix(table, console), crop=False)
    print_faults(table.lines, console)


def print_faults(lines: Sequence[Line], console: Console) -> None:
    """Whose choices had to be replaced how often, and why the last time."""
    for words in fault_lines(lines):
        console.print(words, soft_wrap=True, highlight=False, markup=False)


def _narrow_main(table: Standings, console: Console) -> RenderableType:
    """Numbers with the names, which stand above the table if they are too long for it."""
    names = [f"{number}: {line.bot}" for number, line in enumerate(table.lines, 1)]
    main = _main(table, names, box=None)
    return main if _fits(console, main) else Group(*map(Text, names), _main(table, _numbers(table), box=None))


def _narrow_matrix(table: Standings, console: Console) -> Table:
    """Numbers for names, and intervals as far as there is room for them."""
    for written in (share, rounded_share, bare_share):
        matrix = _matrix(table, _numbers(table), written, box=None)
        if _fits(console, matrix):
            break
    return matrix


def _numbers(table: Standings) -> list[str]:
    return [str(number) for number in range(1, len(table.lines) + 1)]


def _main(table: Standings, names: list[str], box: Box | None = HEAVY_HEAD) -> Table:
    return _grid(HEADS, [[name, *cells(line)[1:]] for name, line in zip(names, table.lines, strict=True)], box)


def _matrix(
    table: Standings, names: list[str], written: Callable[[Cell | None], str], box: Box | None = HEAVY_HEAD
) -> Table:
    rows = [[name, *map(written, row)] for name, row in zip(names, table.matrix, strict=True)]
    return _grid(["", *names], rows, box)


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]], box: Box | None) -> Table:
    """A table of plain text (what is in square brackets belongs to a name), as wide as its widest cells."""
    grid = Table(header_style="bold", box=box)
    for place, head in enumerate(heads):
        grid.add_column(Text(head), justify="right" if place else "left")
    for row in rows:
        grid.add_row(*map(Text, row))
    grid.width = Console(width=WIDEST).measure(grid).maximum
    return grid


def _fits(console: Console, grid: Table) -> bool:
    """Is there room? A file or a pipe has no edge."""
    return not console.is_terminal or (grid.width or 0) <= console.width


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


def fault_lines(lines: Sequence[Line], quoted: Callable[[str], str] = str) -> list[str]:
    """How many faults each bot has made, if any, and why the last one was one."""
    return [
        f"{quoted(line.bot)}: {counted(line.faults, 'fault')}, the last: {quoted(line.last_fault)}"
        for line in lines
        if line.faults
    ]


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


def rounded_share(cell: Cell | None) -> str:
    """The same in whole percents."""
    return "" if cell is None else f"{cell.share:.0%} ({100 * cell.interval[0]:.0f} – {100 * cell.interval[1]:.0f})"


def bare_share(cell: Cell | None) -> str:
    """The same without its interval."""
    return "" if cell is None else f"{cell.share:.0%}"


def _with_interval(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.1%} ({100 * interval[0]:.1f} – {100 * interval[1]:.1f})"


def markdown_lines(table: Standings) -> list[str]:
    """Both tables and the faults as Markdown."""
    bots = [_code(line.bot) for line in table.lines]
    rows = [[bot, *cells(line)[1:]] for bot, line in zip(bots, table.lines, strict=True)]
    matrix = [[bot, *(share(cell) for cell in row)] for bot, row in zip(bots, table.matrix, strict=True)]
    title = matrix_title(table).capitalize()
    faults = [f"- {words}" for words in fault_lines(table.lines, _code)]
    return [
        f"{headline(table)}.",
        "",
        *_markdown(list(HEADS), rows),
        "",
        f"{title}:",
        "",
        *_markdown(["", *bots], matrix),
        *(["", *faults] if faults else []),
    ]


def _code(text: str) -> str:
    """As code in Markdown: between more backticks than there are in it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    space = " " if longest else ""  # or a backtick at its edge would count
    return f"{'`' * (longest + 1)}{space}{text}{space}{'`' * (longest + 1)}"


def _markdown(heads: list[str], rows: list[list[str]]) -> list[str]:
    heads, *rows = [[cell.replace("|", r"\|") for cell in row] for row in (heads, *rows)]  # in code too it ends a cell
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]

    def line(row: list[str]) -> str:
        first, *rest = row
        return " | ".join(["| " + first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]) + " |"

    under = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [line(heads), line(under), *map(line, rows)]
