"""A round's plan: explore ways to slide, try the best programs against the others, and slide to the best of them."""

import numpy as np

from karacho.bots.tiny_turbo_cars.imagined import draw_missed, imagine
from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.rivals import draw_worlds
from karacho.bots.tiny_turbo_cars.slate import Slate
from karacho.bots.tiny_turbo_cars.sliding import (
    ARRANGEMENT,
    DEPTH,
    MOST_WORTH,
    PARENT,
    PROGRAM,
    PROGRAM_WORTH,
    SLIDE,
    explore,
    top_of,
)
from karacho.bots.tiny_turbo_cars.trying import try_in_world
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.actions import DONE, SLIDE_UP
from karacho.games.tiny_turbo_cars.state import State

SLIDE_COST = 3  # in steps of worth, at first sight: fewer slides, happier smile
FIRST_LOOK = 6  # worlds for all finalists; the better half of them go on with twice as many, and so on


@entry
def make_plan(
    view: Box[State], seat: int, minds: Box[Mind], slate: Slate, rng: Box[Rng], quiet: Box[Log], plan: Ints
) -> int:
    """Write the slides to the best program, and done behind them; returns how many actions that is."""
    tracks, _, _, ways, finalists, _ = slate
    mind = minds[0]
    draw_missed(mind, rng[0])
    imagine(view, seat, mind, tracks)
    found = explore(tracks[0], seat, mind, ways, quiet[0])
    count = pick_finalists(ways[0], ways[2], found, finalists)
    if mind.worlds > 0:
        try_finalists(view, seat, mind, count, slate, rng[0], quiet[0])
    return write_plan(ways[0], int(ways[2][ARRANGEMENT, finalists[0]]), plan)


@rule
def pick_finalists(arrangements: Ints, programs: Ints, found: int, finalists: Ints) -> int:
    """The programs that look best, slides weighed against worth, the best first; returns how many."""
    tallies = np.zeros(MOST_WORTH + 1, np.int64)
    for program in range(found):
        tallies[promise(arrangements, programs, program)] += 1
    bar, count = top_of(tallies, len(finalists)), 0
    for program in range(found):
        own = promise(arrangements, programs, program)
        if own < bar:
            continue
        place = count
        while place > 0 and promise(arrangements, programs, int(finalists[place - 1])) < own:
            place -= 1
        count = min(count + 1, len(finalists))
        for i in range(count - 1, place, -1):
            finalists[i] = finalists[i - 1]
        if place < count:
            finalists[place] = program
    return count


@rule
def promise(arrangements: Ints, programs: Ints, program: int) -> int:
    """What a program is worth at first sight, less what its slides cost."""
    slides = int(arrangements[DEPTH, programs[ARRANGEMENT, program]])
    return max(0, int(programs[PROGRAM_WORTH, program]) - SLIDE_COST * slides)


@rule
def try_finalists(view: Box[State], seat: int, mind: Mind, count: int, slate: Slate, rng: Rng, quiet: Log) -> None:
    """Try them in more and more worlds; in the end the best is the first."""
    tracks, rounds, orders, ways, finalists, worths = slate
    draw_worlds(view, seat, mind, rounds, orders, rng, quiet)
    for i in range(count):
        worths[i] = 0.0
    tried, look = 0, FIRST_LOOK
    while tried < mind.worlds:
        look = min(look, int(mind.worlds) - tried)
        for i in range(count):
            inner = int(ways[2][PROGRAM, finalists[i]])
            slides = int(view[0].slides[seat]) + int(ways[0][DEPTH, ways[2][ARRANGEMENT, finalists[i]]])
            for world in range(tried, tried + look):
                worths[i] += try_in_world(inner, slides, seat, mind, world, rounds, orders, tracks, quiet)
        sort_finalists(finalists, worths, count)
        count = (count + 1) // 2
        tried += look
        look = tried


@rule
def sort_finalists(finalists: Ints, worths: Ints, count: int) -> None:
    """The best first."""
    for i in range(1, count):
        program, worth, place = finalists[i], worths[i], i
        while place > 0 and worths[place - 1] < worth:
            finalists[place], worths[place] = finalists[place - 1], worths[place - 1]
            place -= 1
        finalists[place], worths[place] = program, worth


@rule
def write_plan(arrangements: Ints, number: int, plan: Ints) -> int:
    """The slides that lead to an arrangement, and done."""
    depth = int(arrangements[DEPTH, number])
    plan[depth] = DONE
    for i in range(depth - 1, -1, -1):
        plan[i] = SLIDE_UP + arrangements[SLIDE, number]
        number = int(arrangements[PARENT, number])
    return depth + 1
