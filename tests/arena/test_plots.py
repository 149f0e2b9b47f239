"""Plots can be read, whatever the bots are called and however long they think."""

from itertools import pairwise

import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from karacho.arena.plots import LONGEST, MARKERS, draw_distances, draw_matrix, draw_times, short_names
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


def test_names_are_shortened_where_they_do_not_differ():
    path = "python:mypackage.experiments.MyBot"
    settings = ["rule", *(f"{path},depth={depth}" for depth in (1, 2, 3))]
    modules = [f"python:mypackage.{part}.experiments.MyBot,depth=3,wide" for part in "ab"]
    depths = ("rule", "depth=1", "depth=2", "depth=3")
    for bots, parts in ((settings, depths), (modules, ("mypackage.a", "mypackage.b"))):
        names = short_names(table_of(bots))
        assert all(part in name for part, name in zip(parts, names, strict=True))
        assert max(map(len, names)) <= LONGEST


def test_names_that_differ_only_in_the_middle_are_numbered():
    bots = [f"python:{'long' * 8}.{part}.{'long' * 8}.Bot" for part in "ab"]
    first, second = short_names(table_of(bots))
    assert first.startswith("1: python:")
    assert second.startswith("2: python:")


def test_a_name_is_no_formula():
    axes = drawn(draw_times, table_of(["python:my.Bot,tag=$^$", "rule"]))
    assert len(axes.get_legend().get_texts()) == 2


def test_twenty_bots_all_look_different():
    table = table_of([f"search:worlds={worlds}" for worlds in range(20)])
    lines = drawn(draw_distances, table).get_lines()
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 20
    points = [line for line in drawn(draw_times, table).get_lines() if line.get_marker() in MARKERS]
    assert len({(point.get_color(), point.get_marker()) for point in points}) == 20


def test_win_shares_have_no_empty_rows_and_columns():
    table = table_of(["a", "b", "c"], line_ups="first")
    table.matrix[1:] = [[None] * 3] * 2
    axes = drawn(draw_matrix, table)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["b", "c"]
    assert axes.images[0].get_array().shape == (1, 2)
    assert len(axes.texts) == 2
    table.matrix[0] = [None] * 3  # so far nobody has won
    assert drawn(draw_matrix, table).images[0].get_array().shape == (3, 3)


def brightness(color):
    """After WCAG 2.1, as is the contrast below."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(color)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("line_ups", ["mixed", "first"])
def test_win_shares_can_be_read_and_differ_up_to_the_whole(line_ups):
    axes = drawn(draw_matrix, table_of([f"search:worlds={worlds}" for worlds in range(20)], line_ups=line_ups))
    (image,) = axes.images
    for figure in axes.texts:
        ground = image.to_rgba(float(figure.get_text().strip("%")) / 100)
        dark, light = sorted([brightness(ground), brightness(figure.get_color())])
        assert (light + 0.05) / (dark + 0.05) > 3.4
    assert len({image.to_rgba(share / 10) for share in range(11)}) == 11
    middle = image.to_rgba(1 / 2 if line_ups == "mixed" else 1 / 4)
    assert brightness(middle) == max(brightness(image.to_rgba(share / 100)) for share in range(101))
