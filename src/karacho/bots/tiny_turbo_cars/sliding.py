"""Ways to slide: every arrangement that few slides reach, and beyond them the most promising ones.

An arrangement is two numbers of eight pieces each: *inner*, lines 2 and 3, which are the program, and *outer*, lines 1
and 4. All arrangements after so many slides are one generation; only the best of a generation are followed up.
Arrangements with the same program are worth the same, so each program is driven once.
"""

import numpy as np

from karacho.bots.tiny_turbo_cars.imagined import imagined_worth
from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.turn import outlook
from karacho.core.events import Log
from karacho.core.jit import inlined, rule
from karacho.core.record import Ints
from karacho.games.tiny_turbo_cars.actions import SLIDE_UP
from karacho.games.tiny_turbo_cars.components import CELLS, GAP, PROGRAM_CELLS, PROGRAM_START, SIDE
from karacho.games.tiny_turbo_cars.controller import sliding_cell
from karacho.games.tiny_turbo_cars.state import State

# The rows of two tables: what is known of an arrangement, and of a program.
OUTER, INNER, GAP_AT, PARENT, SLIDE, DEPTH, WORTH, ARRANGEMENT_FACTS = range(8)
PROGRAM, PROGRAM_WORTH, ARRANGEMENT, PROGRAM_FACTS = range(4)

STEPS = 40  # to a row: worths are whole numbers of steps, so that they can be tallied
MOST_WORTH = 4095

# Arrangements, where to find them again (−1: a free place); programs, where to find them again; how many of both.
Ways = tuple[Ints, Ints, Ints, Ints, Ints]


@rule
def explore(track: State, seat: int, mind: Mind, ways: Ways, quiet: Log) -> int:
    """Fill the tables; returns how many programs there are."""
    arrangements, _, _, _, counts = ways
    tallies = np.zeros(MOST_WORTH + 1, np.int64)
    enough = MOST_WORTH
    if mind.content > 0.0:
        enough = in_steps(outlook(track, seat, mind) + mind.content)
    add_first(track, seat, mind, ways, quiet)
    begin, end, best = 0, 1, int(arrangements[WORTH, 0])
    for depth in range(int(mind.slides) - int(track.slides[seat])):
        if begin == end or best >= enough:
            break
        most = end - begin if depth < mind.near else int(mind.plans)
        bar, followed = bar_for(arrangements, begin, end, most, tallies), 0
        for number in range(begin, end):
            if followed < most and arrangements[WORTH, number] >= bar:
                followed += 1
                add_successors(number, track, seat, mind, ways, quiet)
        begin, end = end, int(counts[0])
        for number in range(begin, end):
            best = max(best, int(arrangements[WORTH, number]))
    return int(counts[1])


@rule
def bar_for(arrangements: Ints, begin: int, end: int, most: int, tallies: Ints) -> int:
    """The worth that an arrangement of this generation needs to be among so many (more may have exactly that)."""
    if end - begin <= most:
        return 0
    for worth in range(MOST_WORTH + 1):
        tallies[worth] = 0
    for number in range(begin, end):
        tallies[arrangements[WORTH, number]] += 1
    return top_of(tallies, most)


@rule
def top_of(tallies: Ints, most: int) -> int:
    """The greatest worth that at least so many reach."""
    worth, left = MOST_WORTH, most - int(tallies[MOST_WORTH])
    while worth > 0 and left > 0:
        worth -= 1
        left -= int(tallies[worth])
    return worth


@rule
def add_first(track: State, seat: int, mind: Mind, ways: Ways, quiet: Log) -> None:
    """The controller as it lies there."""
    outer = inner = gap = 0
    for cell in range(CELLS):
        piece = int(track.controllers[seat, cell])
        if piece == GAP:
            gap = cell
        if is_inner(cell):
            inner |= piece << shift_of(cell)
        else:
            outer |= piece << shift_of(cell)
    _, places, _, _, counts = ways
    counts[0] = counts[1] = 0
    add(home(outer, inner, len(places)), outer, inner, gap, -1, -1, track, seat, mind, ways, quiet)


@rule
def add_successors(number: int, track: State, seat: int, mind: Mind, ways: Ways, quiet: Log) -> None:
    """All arrangements one slide further that are new."""
    arrangements, places, _, _, counts = ways
    gap = int(arrangements[GAP_AT, number])
    for slide in range(4):
        cell = sliding_cell(gap, SLIDE_UP + slide)
        if cell < 0 or counts[0] == arrangements.shape[1]:
            continue
        outer, inner = int(arrangements[OUTER, number]), int(arrangements[INNER, number])
        change = ((inner if is_inner(cell) else outer) >> shift_of(cell) & 15) ^ GAP
        for place in (cell, gap):  # the piece and the gap change places
            if is_inner(place):
                inner ^= change << shift_of(place)
            else:
                outer ^= change << shift_of(place)
        place = place_of_arrangement(outer, inner, arrangements, places)
        if places[place] < 0:
            add(place, outer, inner, cell, number, slide, track, seat, mind, ways, quiet)


@rule
def add(
    place: int,
    outer: int,
    inner: int,
    gap: int,
    parent: int,
    slide: int,
    track: State,
    seat: int,
    mind: Mind,
    ways: Ways,
    quiet: Log,
) -> None:
    """A new arrangement, and perhaps a new program."""
    arrangements, places, _, _, counts = ways
    number = int(counts[0])
    counts[0] += 1
    places[place] = number
    arrangements[OUTER, number] = outer
    arrangements[INNER, number] = inner
    arrangements[GAP_AT, number] = gap
    arrangements[PARENT, number] = parent
    arrangements[SLIDE, number] = slide
    arrangements[DEPTH, number] = arrangements[DEPTH, parent] + 1 if parent >= 0 else 0
    arrangements[WORTH, number] = worth_of(number, inner, track, seat, mind, ways, quiet)


@rule
def worth_of(number: int, inner: int, track: State, seat: int, mind: Mind, ways: Ways, quiet: Log) -> int:
    """The worth of an arrangement's program, which is driven now if it is new."""
    _, _, programs, places, counts = ways
    place = home(0, inner, len(places))
    while places[place] >= 0:
        if programs[PROGRAM, places[place]] == inner:
            return int(programs[PROGRAM_WORTH, places[place]])
        place = (place + 1) & (len(places) - 1)
    places[place] = counts[1]
    worth = in_steps(imagined_worth(inner, track, seat, mind, quiet))
    programs[PROGRAM, counts[1]] = inner
    programs[PROGRAM_WORTH, counts[1]] = worth
    programs[ARRANGEMENT, counts[1]] = number
    counts[1] += 1
    return worth


@rule
def in_steps(worth: float) -> int:
    """A worth in rows as a whole number that can be tallied."""
    return min(MOST_WORTH, max(0, int(worth * STEPS)))


@inlined
def is_inner(cell: int) -> bool:
    """Does the cell belong to the program?"""
    return PROGRAM_START <= cell < PROGRAM_START + PROGRAM_CELLS


@inlined
def shift_of(cell: int) -> int:
    """The first bit of a cell's piece in the inner or the outer number."""
    if is_inner(cell):
        return 4 * (cell - PROGRAM_START)
    return 4 * cell if cell < SIDE else 4 * (cell - PROGRAM_CELLS)


@rule
def place_of_arrangement(outer: int, inner: int, arrangements: Ints, places: Ints) -> int:
    """Where the number of an arrangement stands, or would stand."""
    place = home(outer, inner, len(places))
    while places[place] >= 0:
        number = places[place]
        if arrangements[OUTER, number] == outer and arrangements[INNER, number] == inner:
            break
        place = (place + 1) & (len(places) - 1)
    return place


@inlined
def home(outer: int, inner: int, size: int) -> int:
    """Where to look first among so many places (a power of two)."""
    mixed = outer * 0x2545F491 ^ inner * 0x1B873593
    return (mixed ^ mixed >> 29) & (size - 1)
