"""Plots can be read, whatever the bots are called and however long they think."""

from itertools import pairwise

import pytest
from matplotlib.figure import Figure

from karacho.arena.plots import draw_times
from tests.arena.leagues import table_of


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
