"""Plots can be read, whatever the bots are called and however long they think."""

from itertools import pairwise

import pytest
from matplotlib.figure import Figure

from karacho.arena.plan import Plan
from karacho.arena.plots import draw_times
from karacho.arena.standings import Cell, Line, Standings


def table_of(bots, times=None, line_ups="mixed"):
    """Made-up standings; `times`: milliseconds a decision."""
    lines = [
        Line(
            bot=bot,
            rating=(25.0 - place, 24.0 - place, 26.0 - place),
            cars=60,
            wins=20,
            share=0.5 - place / 30,
            interval=(0.45 - place / 30, 0.55 - place / 30),
            place=2.0,
            seconds=(times[place] if times else 1.0) / 1000,
            slowest=0.1,
            faults=0,
            last_fault="",
            distances=tuple(point * (20.0 - place) for point in range(11)),
        )
        for place, bot in enumerate(bots)
    ]
    count = len(bots)
    shares = [[(column - row + count) / (2 * count) for column in range(count)] for row in range(count)]
    matrix = [
        [Cell(60, share, (share, share)) if row != column else None for column, share in enumerate(cells)]
        for row, cells in enumerate(shares)
    ]
    return Standings(Plan("stich-rallye", tuple(bots), line_ups=line_ups), 60, 0, lines, matrix)


def drawn(draw, table):
    """The axes of a plot, as they will be seen."""
    figure = Figure(figsize=(7, 4))
    axes = figure.add_subplot()
    draw(table, axes)
    figure.draw_without_rendering()
    return axes


@pytest.mark.parametrize(
    "times", [(1, 1), (0.8, 0.83), (0.8, 1.1), (0.5, 7), (0.3, 90), (0.02, 15), (0.01, 100), (0.001, 20_000)]
)
def test_labels_of_times_do_not_touch(times):
    axes = drawn(draw_times, table_of(["a", "b"], times))
    low, high = axes.get_xlim()
    assert low < times[0] <= times[1] < high
    ticks = [tick for tick in axes.xaxis.get_major_ticks() if low <= tick.get_loc() <= high]
    boxes = [tick.label1.get_window_extent() for tick in ticks if tick.label1.get_text()]
    assert len(boxes) >= 2
    assert all(right.x0 - left.x1 > 5 for left, right in pairwise(boxes))
    assert not any(tick.label1.get_text() for tick in axes.xaxis.get_minor_ticks())
