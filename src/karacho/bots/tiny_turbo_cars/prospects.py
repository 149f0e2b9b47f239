"""How good a space is to start a round from: how far the better ones of some random programs lead from there.

It depends on the batteries too, and on whether the car stands.
"""

import numpy as np

from karacho.bots.tiny_turbo_cars.mind import CONDITIONS, Mind
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints, copy_row
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import CELLS, FULL_BATTERIES, IMPASSABLE, LANES
from karacho.games.tiny_turbo_cars.controller import shuffle_pieces
from karacho.games.tiny_turbo_cars.state import MOST_ROWS, State
from karacho.games.tiny_turbo_cars.terrain import terrain_at

BETTER = 12  # one program in so many is counted
# What the end of that round is worth, in rows.
BATTERY_WORTH = 0.5
LYING_COST = 1.5
FINISHED = 20.0  # more than any round brings: what counts is to be past the line


@rule
def look_ahead(track: State, seat: int, mind: Mind, rng: Rng, quiet: Log) -> None:
    """Every space in every condition, with the same programs; the others are not on this track."""
    programs = np.zeros((mind.looks, CELLS), np.int8)
    for i in range(mind.looks):
        shuffle_pieces(programs[i], rng)
    best = np.zeros(max(1, int(mind.looks) // BETTER))
    for row in range(1, MOST_ROWS + 1):
        for lane in range(1, LANES + 1):
            passable = terrain_at(track, row, lane) != IMPASSABLE
            for how in range(CONDITIONS):
                if row >= track.finish_row:
                    mind.prospects[row, lane, how] = FINISHED
                elif passable:
                    mind.prospects[row, lane, how] = way_from(track, seat, row, lane, how, programs, best, quiet)


@rule
def way_from(track: State, seat: int, row: int, lane: int, how: int, programs: Ints, best: Ints, quiet: Log) -> float:
    """The mean of the better ways from a space."""
    for i in range(len(best)):
        best[i] = 0.0
    for i in range(len(programs)):
        track.rows[seat] = row
        track.lanes[seat] = lane
        track.lying[seat] = how < FULL_BATTERIES
        track.batteries[seat] = how if how < FULL_BATTERIES else how - 2
        track.shields[seat] = 0
        copy_row(track.controllers[seat], programs[i])
        run_program(track, seat, quiet)
        track.slippery = 0
        way = int(track.rows[seat]) - row - BATTERY_WORTH * (FULL_BATTERIES - int(track.batteries[seat]))
        if track.lying[seat]:
            way -= LYING_COST
        remember(way, best)
    total = 0.0
    for i in range(len(best)):
        total += best[i]
    return total / len(best)


@rule
def remember(way: float, best: Ints) -> None:
    """Keep the greatest numbers, the greatest first."""
    place = len(best)
    while place > 0 and best[place - 1] < way:
        place -= 1
        if place < len(best) - 1:
            best[place + 1] = best[place]
    if place < len(best):
        best[place] = way
