"""Ways to slide: every arrangement that few slides reach, and beyond them the most promising ones.

An arrangement is two numbers of eight pieces each: *inner*, lines 2 and 3, which are the program, and *outer*, lines 1
and 4. All arrangements after so many slides are one generation; only the best of them have successors. Arrangements
with the same program are worth the same, so each program is driven once.
"""

import numpy as np

from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.tiny_turbo_cars.actions import SLIDE_UP
from karacho.games.tiny_turbo_cars.components import CELLS, GAP, PROGRAM_CELLS, PROGRAM_START, SIDE
from karacho.games.tiny_turbo_cars.controller import sliding_cell
from karacho.games.tiny_turbo_cars.state import State
from karacho.bots.tiny_turbo_cars.habits import Habits
from karacho.bots.tiny_turbo_cars.imagined import imagined_worth

# What is known of an arrangement, and of a program.
OUTER, INNER, PARENT, SLIDE, DEPTH, GAP_CELL, WORTH, FACTS = range(8)
PROGRAM, PROGRAM_WORTH, FIRST, PROGRAM_FACTS = range(4)
STEPS_PER_ROW = 40  # worths are counted in steps, as whole numbers
MOST_WORTH = 4095


@rule
def explore(mind: State, seat: int, habits: Habits, missed: Ints, prospects: Ints, nodes: Ints, known: Ints, programs: Ints, index: Ints, quiet: Log) -> int:
    """Fill the list of arrangements and the list of programs; returns how many programs there are.

    `known` finds arrangements and `index` finds programs again; both must be empty (−1).
    """
    counts = np.zeros(2, np.int64)  # arrangements, programs
    tallies = np.zeros(MOST_WORTH + 1, np.int64)
    add_first(mind, seat, habits, missed, prospects, nodes, known, programs, index, counts, quiet)
    begin, end = 0, 1
    limit = habits.slides - int(mind.slides[seat])
    for _ in range(limit):
        threshold = bar(nodes, begin, end, habits.plans, tallies)
        kept = 0
        for node in range(begin, end):
            if kept < habits.plans and nodes[WORTH, node] >= threshold:
                kept += 1
                add_successors(node, mind, seat, habits, missed, prospects, nodes, known, programs, index, counts, quiet)
        begin, end = end, int(counts[0])
        if begin == end:
            break
    return int(counts[1])


@rule
def bar(nodes: Ints, begin: int, end: int, most: int, tallies: Ints) -> int:
    """The worth that an arrangement of this generation needs, if at most so many go on (the last ones may be cut)."""
    if end - begin <= most:
        return 0
    for worth in range(MOST_WORTH + 1):
        tallies[worth] = 0
    for node in range(begin, end):
        tallies[nodes[WORTH, node]] += 1
    left = most
    for worth in range(MOST_WORTH, -1, -1):
        left -= tallies[worth]
        if left <= 0:
            return worth
    return 0


@rule
def add_first(mind: State, seat: int, habits: Habits, missed: Ints, prospects: Ints, nodes: Ints, known: Ints, programs: Ints, index: Ints, counts: Ints, quiet: Log) -> None:
    """The controller as it lies there."""
    outer = inner = gap = 0
    for cell in range(CELLS):
        piece = int(mind.controllers[seat, cell])
        if piece == GAP:
            gap = cell
        if is_inner(cell):
            inner |= piece << place_of_cell(cell)
        else:
            outer |= piece << place_of_cell(cell)
    nodes[OUTER, 0], nodes[INNER, 0], nodes[GAP_CELL, 0] = outer, inner, gap
    nodes[PARENT, 0], nodes[SLIDE, 0], nodes[DEPTH, 0] = -1, -1, 0
    known[home(outer, inner, len(known))] = 0
    counts[0] = 1
    nodes[WORTH, 0] = worth_of(0, mind, seat, habits, missed, prospects, nodes, programs, index, counts, quiet)


@rule
def add_successors(node: int, mind: State, seat: int, habits: Habits, missed: Ints, prospects: Ints, nodes: Ints, known: Ints, programs: Ints, index: Ints, counts: Ints, quiet: Log) -> None:
    """All arrangements one slide further that are new."""
    gap = int(nodes[GAP_CELL, node])
    for number in range(4):
        cell = sliding_cell(gap, SLIDE_UP + number)
        if cell < 0 or counts[0] == nodes.shape[1]:
            continue
        outer, inner = int(nodes[OUTER, node]), int(nodes[INNER, node])
        piece = (inner if is_inner(cell) else outer) >> place_of_cell(cell) & 15
        # The piece and the gap (15) change places.
        if is_inner(cell):
            inner ^= (piece ^ GAP) << place_of_cell(cell)
        else:
            outer ^= (piece ^ GAP) << place_of_cell(cell)
        if is_inner(gap):
            inner ^= (piece ^ GAP) << place_of_cell(gap)
        else:
            outer ^= (piece ^ GAP) << place_of_cell(gap)
        slot = home(outer, inner, len(known))
        while known[slot] >= 0 and not (nodes[OUTER, known[slot]] == outer and nodes[INNER, known[slot]] == inner):
            slot = (slot + 1) & (len(known) - 1)
        if known[slot] >= 0:
            continue
        child = int(counts[0])
        counts[0] += 1
        known[slot] = child
        nodes[OUTER, child], nodes[INNER, child], nodes[GAP_CELL, child] = outer, inner, cell
        nodes[PARENT, child], nodes[SLIDE, child], nodes[DEPTH, child] = node, number, nodes[DEPTH, node] + 1
        nodes[WORTH, child] = worth_of(child, mind, seat, habits, missed, prospects, nodes, programs, index, counts, quiet)


@rule
def is_inner(cell: int) -> bool:
    """Does the cell belong to the program?"""
    return PROGRAM_START <= cell < PROGRAM_START + PROGRAM_CELLS


@rule
def place_of_cell(cell: int) -> int:
    """The first bit of a cell's piece in its number."""
    if is_inner(cell):
        return 4 * (cell - PROGRAM_START)
    return 4 * cell if cell < SIDE else 4 * (cell - PROGRAM_CELLS)


@rule
def home(outer: int, inner: int, size: int) -> int:
    """Where to look first in a table of this size (a power of two)."""
    mixed = outer * 0x2545F491 ^ inner * 0x1B873593
    return (mixed ^ mixed >> 29) & (size - 1)


@rule
def worth_of(node: int, mind: State, seat: int, habits: Habits, missed: Ints, prospects: Ints, nodes: Ints, programs: Ints, index: Ints, counts: Ints, quiet: Log) -> int:
    """The worth of an arrangement's program, driven now if it is new."""
    inner = int(nodes[INNER, node])
    slot = home(0, inner, len(index))
    while index[slot] >= 0:
        if programs[PROGRAM, index[slot]] == inner:
            return int(programs[PROGRAM_WORTH, index[slot]])
        slot = (slot + 1) & (len(index) - 1)
    number = int(counts[1])
    counts[1] += 1
    index[slot] = number
    for cell in range(PROGRAM_CELLS):
        mind.controllers[seat, PROGRAM_START + cell] = inner >> 4 * cell & 15
    worth = imagined_worth(mind, seat, habits, missed, prospects, quiet)
    steps = min(MOST_WORTH, max(0, int(worth * STEPS_PER_ROW)))
    programs[PROGRAM, number], programs[PROGRAM_WORTH, number], programs[FIRST, number] = inner, steps, node
    return steps
