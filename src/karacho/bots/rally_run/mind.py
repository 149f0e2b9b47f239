"""Room for thoughts: what a seat believes, and how far it is from everywhere to everywhere.

Sides count here from 0 (north) clockwise to 3 (west), so that they can be places in a row: across from side i is i ^ 2.
Targets count from 0: the four start-finish tiles, then the pit.
"""

from functools import partial
from typing import Annotated

import numpy as np

from karacho.core.jit import rule
from karacho.core.record import I16, Ints, Record
from karacho.games.rally_run.components import (
    CELLS,
    FIRST_CORNER,
    MOST_SEATS,
    NEXT_PLACE,
    PIT,
    PIT_CELL,
    PLACES,
    ROAD_TILES,
)
from karacho.games.rally_run.pit import corner_of, grid_distance, has_canister
from karacho.games.rally_run.state import State

SIDES = 4
TARGETS = 5
TO_PIT = 4

BEYOND = np.ascontiguousarray(NEXT_PLACE[:, [1, 2, 4, 8]])  # the place beyond each side, or −1
TARGET_PLACES = (*range(FIRST_CORNER, PLACES), PIT_CELL)
# The places in the order in which a plan is made: the target first, then farther and farther away.
OUTWARD = np.array([sorted(range(PLACES), key=partial(grid_distance, target)) for target in TARGET_PLACES], np.int64)


class Mind(Record):
    """What one decision needs. A plan has an entry [target, place, side]: turns left for a car come in by that side."""

    plan: Annotated[Ints, "f8", TARGETS, PLACES, SIDES]  # by what is known now
    guess: Annotated[Ints, "f8", TARGETS, PLACES, SIDES]  # kept up to date in a playout
    ahead: Annotated[Ints, "f8", SIDES]  # turns left through each side of one place
    left: Annotated[Ints, "f8", MOST_SEATS]  # turns left for each car, as its driver sees it
    outlook: Annotated[Ints, "f8", MOST_SEATS]  # turns left for each car by what is known now
    expected: Annotated[Ints, "f8", MOST_SEATS]  # the same as it saw it in its turn before
    arrivals: Annotated[Ints, "f8", MOST_SEATS]  # after how many turns each car reaches its goal, whoever is next
    hindered: Annotated[float, "f8"]  # turns left for a car after the swap that holds it up the most
    from_pit: Annotated[float, "f8"]  # turns from the pit to a goal not shown yet
    shares: Annotated[Ints, "f8", PIT]  # of each kind among the unseen tiles
    supply: Annotated[Ints, "i2", 2]  # 1: a covered tile is known that leads straight on, round a bend
    unseen: Annotated[Ints, "i2", ROAD_TILES]  # their kinds
    unseen_count: I16
    hurries: I16  # 1: plans as if every unseen tile fitted
    knows: Annotated[Ints, "i2", CELLS]  # 1: the tile here is known
    learnt: Annotated[Ints, "i2", CELLS]  # the same in a playout
    swapped: Annotated[Ints, "i2", MOST_SEATS]  # how many turns the seat has swapped since it last drove
    parked: Annotated[Ints, "i2", MOST_SEATS]  # 1: the car stands still, so it is not reckoned with
    rested: Annotated[Ints, "i2", MOST_SEATS]  # the same in a playout


@rule
def target_number(state: State, seat: int) -> int:
    """Where the seat has to go, as the number of a plan."""
    return corner_of(state, int(state.goals[seat])) if has_canister(state, seat) else TO_PIT
