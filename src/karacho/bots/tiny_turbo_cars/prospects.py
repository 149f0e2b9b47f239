"""How good a space is to start a round from: how far the better ones of some random programs lead from there."""

import numpy as np

from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import CELLS, FULL_BATTERIES, IMPASSABLE, LANES
from karacho.games.tiny_turbo_cars.controller import shuffle_pieces
from karacho.games.tiny_turbo_cars.state import MOST_ROWS, State
from karacho.games.tiny_turbo_cars.terrain import terrain_at

PROGRAMS = 96
BETTER = 8  # of them are counted


def blank_prospects() -> Ints:
    """Room for a number for each space; rows and lanes count from 1."""
    return np.zeros((MOST_ROWS + 1, LANES + 1))


@rule
def look_ahead(mind: State, seat: int, rng: Rng, prospects: Ints, quiet: Log) -> None:
    """For each space the mean way of the better programs; the same programs everywhere. The others are not there."""
    programs = np.zeros((PROGRAMS, CELLS), np.int8)
    for i in range(PROGRAMS):
        shuffle_pieces(programs[i], rng)
    best = np.zeros(BETTER)
    for row in range(1, len(prospects)):
        for lane in range(1, LANES + 1):
            prospects[row, lane] = 0.0
            if row <= mind.finish_row and terrain_at(mind, row, lane) != IMPASSABLE:
                prospects[row, lane] = way_from(mind, seat, row, lane, programs, best, quiet)


@rule
def way_from(mind: State, seat: int, row: int, lane: int, programs: Ints, best: Ints, quiet: Log) -> float:
    """The mean of the better ways from a space; a car that ends lying has come less far."""
    for i in range(BETTER):
        best[i] = 0.0
    for i in range(PROGRAMS):
        mind.rows[seat] = row
        mind.lanes[seat] = lane
        mind.batteries[seat] = FULL_BATTERIES
        mind.lying[seat] = 0
        mind.shields[seat] = 0
        for cell in range(CELLS):
            mind.controllers[seat, cell] = programs[i, cell]
        run_program(mind, seat, quiet)
        mind.slippery = 0
        way = int(mind.rows[seat]) - row - (3.0 if mind.lying[seat] else 0.0)
        place = BETTER
        while place > 0 and best[place - 1] < way:
            place -= 1
        for j in range(BETTER - 1, place, -1):
            best[j] = best[j - 1]
        if place < BETTER:
            best[place] = way
    total = 0.0
    for i in range(BETTER):
        total += best[i]
    return total / BETTER
