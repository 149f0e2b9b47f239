"""A round's plan: explore ways to slide, try the best programs against the others, and slide to the best of them."""

import numpy as np

from karacho.bots.tiny_turbo_cars.desk import Desk
from karacho.bots.tiny_turbo_cars.habits import Habits
from karacho.bots.tiny_turbo_cars.imagined import draw_missed, imagine
from karacho.bots.tiny_turbo_cars.rivals import draw_worlds
from karacho.bots.tiny_turbo_cars.sliding import (
    DEPTH,
    FIRST,
    MOST_WORTH,
    PARENT,
    PROGRAM,
    PROGRAM_WORTH,
    SLIDE,
    explore,
)
from karacho.bots.tiny_turbo_cars.trying import try_in_world
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.actions import DONE, SLIDE_UP
from karacho.games.tiny_turbo_cars.components import GAP
from karacho.games.tiny_turbo_cars.state import State

SLIDE_COST = 3  # in steps of worth: fewer slides, happier smile
FIRST_LOOK = 6  # worlds for all finalists; the better half of them go on with twice as many, and so on


@entry
def make_plan(
    view: Box[State],
    seat: int,
    habits: Box[Habits],
    prospects: Ints,
    desk: Desk,
    rng: Box[Rng],
    quiet: Box[Log],
    plan: Ints,
) -> int:
    """Write the slides to the best program, and done behind them; returns how many actions that is."""
    mind, rounds, orders, nodes, known, programs, index, finalists, worths = desk
    imagine(view, seat, habits[0], mind)
    missed = np.zeros(GAP + 1, np.int64)
    draw_missed(habits[0], missed, rng[0])
    found = explore(mind[0], seat, habits[0], missed, prospects, nodes, known, programs, index, quiet[0])
    count = pick_finalists(nodes, programs, found, habits[0].finalists, finalists)
    if habits[0].worlds > 0 and count > 1:
        draw_worlds(view, seat, habits[0].worlds, prospects, rounds, orders, rng[0], quiet[0])
        before, tried, look = int(view[0].slides[seat]), 0, FIRST_LOOK
        while tried < habits[0].worlds:
            look = min(look, habits[0].worlds - tried)
            for i in range(count):
                program = int(finalists[i])
                slides = before + int(nodes[DEPTH, programs[FIRST, program]])
                for world in range(tried, tried + look):
                    worths[i] += try_in_world(
                        int(programs[PROGRAM, program]), slides, seat, world, rounds, orders, mind, prospects, quiet[0]
                    )
            tried += look
            look = tried
            count = better_half(finalists, worths, count)
    return write_plan(nodes, int(programs[FIRST, finalists[0]]), plan)


@rule
def pick_finalists(nodes: Ints, programs: Ints, found: int, most: int, finalists: Ints) -> int:
    """The programs that look best, slides weighed against worth, the best first; returns how many."""
    tallies = np.zeros(MOST_WORTH + 1, np.int64)
    for program in range(found):
        tallies[promise(nodes, programs, program)] += 1
    threshold, left = MOST_WORTH, most - int(tallies[MOST_WORTH])
    while threshold > 0 and left > 0:
        threshold -= 1
        left -= int(tallies[threshold])
    count = 0
    for program in range(found):
        if promise(nodes, programs, program) >= threshold:
            count = insert(nodes, programs, program, count, most, finalists)
    return count


@rule
def insert(nodes: Ints, programs: Ints, program: int, count: int, most: int, finalists: Ints) -> int:
    """Put a program into the list by its promise; the last one may fall off."""
    place = count
    while place > 0 and promise(nodes, programs, int(finalists[place - 1])) < promise(nodes, programs, program):
        place -= 1
    if place == most:
        return count
    count = min(count + 1, most)
    for i in range(count - 1, place, -1):
        finalists[i] = finalists[i - 1]
    finalists[place] = program
    return count


@rule
def promise(nodes: Ints, programs: Ints, program: int) -> int:
    """What a program is worth at first sight, less what its slides cost."""
    return max(0, int(programs[PROGRAM_WORTH, program]) - SLIDE_COST * int(nodes[DEPTH, programs[FIRST, program]]))


@rule
def better_half(finalists: Ints, worths: Ints, count: int) -> int:
    """The better half to the front, the best first; returns how many they are."""
    for i in range(1, count):
        program, worth, place = finalists[i], worths[i], i
        while place > 0 and worths[place - 1] < worth:
            finalists[place], worths[place] = finalists[place - 1], worths[place - 1]
            place -= 1
        finalists[place], worths[place] = program, worth
    return (count + 1) // 2


@rule
def write_plan(nodes: Ints, node: int, plan: Ints) -> int:
    """The slides that lead to an arrangement, and done."""
    depth = int(nodes[DEPTH, node])
    plan[depth] = DONE
    for i in range(depth - 1, -1, -1):
        plan[i] = SLIDE_UP + nodes[SLIDE, node]
        node = int(nodes[PARENT, node])
    return depth + 1
