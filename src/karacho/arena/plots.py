"""What a league says, as pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karacho.arena.racing import POINTS
from karacho.arena.standings import Standings
from karacho.registry import load_game

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = ("png", "svg")
COLORS = ("#c8102e", "#005eb8", "#009a44", "#f2a900", "#6d2077", "#00a3ad", "#b86125", "#4f5b66")
LONGEST = 28  # letters of a bot's name
NARROWEST = 10.0  # the longest time shown by the shortest, at least: room for three labels
WIDEST = 1000.0  # the same, at most, for labels between the powers of ten


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
    shares = [[cell.share if cell else float("nan") for cell in row] for row in table.matrix]
    axes.imshow(
        shares,
        cmap="RdYlGn",
        vmin=0,
        vmax=1.0 if table.plan.line_ups == "mixed" else min(1.0, 2 / table.plan.seats),
        aspect="auto",
    )
    for row, cells in enumerate(table.matrix):
        for column, cell in enumerate(cells):
            if cell:
                axes.text(column, row, f"{cell.share:.0%}", ha="center", va="center", fontsize=9)
    names = [short(line.bot) for line in table.lines]
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("won rather than this one" if table.plan.line_ups == "mixed" else "alone against these")


def draw_times(table: Standings, axes: "Axes") -> None:
    """Strength against thinking time."""
    for place, line in enumerate(table.lines):
        at = max(1e-3, line.seconds * 1000)
        low, high = line.interval
        color = COLORS[place % len(COLORS)]
        axes.errorbar(at, line.share, [[line.share - low], [high - line.share]], fmt="o", color=color, capsize=3)
        axes.annotate(short(line.bot), (at, line.share), xytext=(7, 4), textcoords="offset points", fontsize=9)
    axes.axhline(1 / table.plan.seats, color="#999999", linewidth=1, linestyle=":")
    _label_times(axes)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("ms a decision")
    axes.set_ylabel("win share")


def draw_distances(table: Standings, axes: "Axes") -> None:
    """How far the cars of each bot were, on the mean."""
    tenths = [100 * point / (POINTS - 1) for point in range(POINTS)]
    for place, line in enumerate(table.lines):
        axes.plot(tenths, line.distances, color=COLORS[place % len(COLORS)], label=short(line.bot))
    axes.legend(frameon=False, fontsize=9)
    axes.set_xlabel("of the race, %")
    axes.set_ylabel("distance")


PLOTS: dict[str, tuple[str, Callable[[Standings, Any], None]]] = {
    "ratings": ("ratings", draw_ratings),
    "win-shares": ("win shares", draw_matrix),
    "thinking-time": ("strength and thinking time", draw_times),
    "distance": ("distance over the race", draw_distances),
}


def short(bot: str) -> str:
    """A spec that fits into a picture."""
    return bot if len(bot) <= LONGEST else bot[: LONGEST - 1] + "…"


def _bar(axes: "Axes", middle: float, interval: tuple[float, float], place: int) -> None:
    low, high = interval
    color = COLORS[place % len(COLORS)]
    axes.errorbar(middle, place, xerr=[[middle - low], [high - middle]], fmt="o", color=color, capsize=4)


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
    axes.set_yticks(range(len(table.lines)), [short(line.bot) for line in table.lines])
    axes.set_ylim(len(table.lines) - 0.5, -0.5)
    axes.grid(axis="x", color="#dddddd")
