"""What a league says, as pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from karacho.arena.racing import POINTS
from karacho.arena.standings import Standings
from karacho.registry import load_game

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = ("png", "svg")
COLORS = ("#c8102e", "#005eb8", "#009a44", "#f2a900", "#6d2077", "#00a3ad", "#b86125", "#4f5b66")
MARKERS = ("o", "s", "^", "D")  # the next one when all colors are taken
LINES = ("-", "--", ":", "-.")
LONGEST = 28  # letters of a bot's name
NARROWEST = 10.0  # the longest time shown by the shortest, at least: room for three labels
WIDEST = 1000.0  # the same, at most, for labels between the powers of ten
BRIGHTNESS = (0.2126, 0.7152, 0.0722)  # what red, green and blue add to it
GAMMA = 2.2
DARK = 0.25  # on what is darker, white is easier to read than black


def write_plots(table: Standings, folder: Path, kind: str) -> list[Path]:
    """One file per picture."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    paths = []
    with rc_context({"svg.hashsalt": "karacho", "axes.spines.top": False, "axes.spines.right": False}):
        for name, (title, draw) in PLOTS.items():
            figure = Figure(figsize=(7, 1.8 + 0.4 * len(table.lines)) if name != "distance" else (7, 4.5))
            axes = figure.add_subplot()
            draw(table, axes)
            axes.set_title(f"{load_game(table.plan.game).title}: {title}", loc="left", fontsize=11)
            path = folder / f"{name}.{kind}"
            figure.savefig(path, dpi=150, bbox_inches="tight", metadata={"Date": None} if kind == "svg" else None)
            paths.append(path)
    return paths


def draw_ratings(table: Standings, axes: "Axes") -> None:
    """The rating of each bot with its 95 % interval."""
    for place, line in enumerate(table.lines):
        middle, low, high = line.rating
        _bar(axes, middle, (low, high), place)
    _name_rows(table, axes)
    axes.set_xlabel("rating (Plackett–Luce), 95 % interval")


def draw_matrix(table: Standings, axes: "Axes") -> None:
    """How often each bot won rather than each other."""
    from matplotlib.colors import TwoSlopeNorm

    fair = 1 / 2 if table.plan.line_ups == "mixed" else 1 / table.plan.seats
    names, matrix = short_names(table), table.matrix
    # With some line-ups few were the only car, and few were on all other seats.
    every = range(len(names))
    rows = [row for row in every if any(matrix[row])] or every
    columns = [column for column in every if any(row[column] for row in matrix)] or every
    shown = [[matrix[row][column] for column in columns] for row in rows]
    shares = np.array([[cell.share if cell else np.nan for cell in row] for row in shown])
    image = axes.imshow(shares, cmap="RdYlGn", norm=TwoSlopeNorm(fair, vmin=0, vmax=1), aspect="auto")
    grounds = image.to_rgba(shares)
    for row, cells in enumerate(shown):
        for column, cell in enumerate(cells):
            if cell:
                color = _readable_on(grounds[row, column])
                axes.text(column, row, f"{cell.share:.0%}", ha="center", va="center", fontsize=9, color=color)
    axes.set_xticks(range(len(columns)), [names[column] for column in columns], rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), [names[row] for row in rows])
    axes.set_xlabel("won rather than this one" if table.plan.line_ups == "mixed" else "alone against these")


def draw_times(table: Standings, axes: "Axes") -> None:
    """Strength against thinking time."""
    for place, (line, name) in enumerate(zip(table.lines, short_names(table), strict=True)):
        at = max(1e-3, line.seconds * 1000)
        low, high = line.interval
        error = [[line.share - low], [high - line.share]]
        axes.errorbar(at, line.share, error, fmt=_marker(place), color=_color(place), capsize=3, label=name)
    _name_beside(axes)
    axes.axhline(1 / table.plan.seats, color="#999999", linewidth=1, linestyle=":")
    _label_times(axes)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("ms a decision")
    axes.set_ylabel("win share")


def draw_distances(table: Standings, axes: "Axes") -> None:
    """How far the cars of each bot were, on the mean."""
    tenths = [100 * point / (POINTS - 1) for point in range(POINTS)]
    for place, (line, name) in enumerate(zip(table.lines, short_names(table), strict=True)):
        axes.plot(tenths, line.distances, _line_style(place), color=_color(place), label=name)
    _name_beside(axes)
    axes.set_xlabel("of the race, %")
    axes.set_ylabel("distance")


PLOTS: dict[str, tuple[str, Callable[[Standings, Any], None]]] = {
    "ratings": ("ratings", draw_ratings),
    "win-shares": ("win shares", draw_matrix),
    "thinking-time": ("strength and thinking time", draw_times),
    "distance": ("distance over the race", draw_distances),
}


def short_names(table: Standings) -> list[str]:
    """The specs, so short that they fit into a picture, but no two the same: with numbers if need be."""
    bots = [line.bot for line in table.lines]
    for head in sorted(range(LONGEST), key=lambda letters: abs(letters - LONGEST // 3)):
        names = [_cut(bot, head) for bot in bots]
        if len(set(names)) == len(names):
            break
    else:
        names = [f"{place}: {_cut(bot, LONGEST // 3)}" for place, bot in enumerate(bots, 1)]
    return [name.replace("$", r"\$") for name in names]  # between dollars matplotlib reads formulas


def _cut(bot: str, head: int) -> str:
    """Without what is too much after the first letters."""
    return bot if len(bot) <= LONGEST else f"{bot[:head]}…{bot[head + 1 + len(bot) - LONGEST :]}"


def _color(place: int) -> str:
    return COLORS[place % len(COLORS)]


def _marker(place: int) -> str:
    return MARKERS[place // len(COLORS) % len(MARKERS)]


def _line_style(place: int) -> str:
    return LINES[place // len(COLORS) % len(LINES)]


def _readable_on(ground: NDArray[np.float64]) -> str:
    """The color for figures on a ground of red, green and blue."""
    return "white" if ground[:3] ** GAMMA @ BRIGHTNESS < DARK else "black"


def _bar(axes: "Axes", middle: float, interval: tuple[float, float], place: int) -> None:
    low, high = interval
    error = [[middle - low], [high - middle]]
    axes.errorbar(middle, place, xerr=error, fmt=_marker(place), color=_color(place), capsize=4)


def _name_beside(axes: "Axes") -> None:
    """Names beside the picture, where they cover nothing."""
    axes.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1.01, 1))


def _label_times(axes: "Axes") -> None:
    """A logarithmic axis with a few labels, at least two and none touching the next."""
    from matplotlib.ticker import LogLocator, NullLocator

    axes.set_xscale("log")
    axes.margins(x=0.2)
    low, high = axes.get_xlim()
    more = max(1.0, NARROWEST * low / high) ** 0.5
    axes.set_xlim(low / more, high * more)
    steps = (1, 2, 5) if high / low <= WIDEST else (1,)
    axes.xaxis.set_major_locator(LogLocator(subs=steps, numticks=8))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda milliseconds, _: f"{milliseconds:g}")


def _name_rows(table: Standings, axes: "Axes") -> None:
    axes.set_yticks(range(len(table.lines)), short_names(table))
    axes.set_ylim(len(table.lines) - 0.5, -0.5)
    axes.grid(axis="x", color="#dddddd")
