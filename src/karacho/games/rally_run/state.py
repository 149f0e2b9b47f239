"""The state of a Rally Run race.

`sides` says how every place lies: 0 is a face-down tile, anything else the road ends of a face-up one. The pit and the
start-finish tiles are always face up. A tile has no identity: only cells have (RR-13).
"""

from typing import Annotated

from karacho.core.jit import rule
from karacho.core.record import I16, Ints, Record
from karacho.games.rally_run.components import CELLS, MOST_SEATS, PIT, PLACES

DRIVE, TURN, OVER = 0, 1, 2
PHASES = ("drive", "turn", "over")

NOT_OVER, GOAL, TURN_LIMIT = 0, 1, 2
END_REASONS = ("", "GOAL", "TURN_LIMIT")

DEFAULT_TURN_LIMIT = 200
MOST_TURNS = 10000


class State(Record):
    """Everything there is to know."""

    seats: I16
    phase: I16
    winner: I16  # −1: nobody
    reason: I16
    turn: I16  # the seat whose turn it is
    turns: I16  # played so far in all
    turn_limit: I16
    open_memory: I16  # 1: covered tiles stay visible as ghosts (RR-15)
    revealed: I16  # phase TURN: the cell whose tile must be laid, else −1
    entered_from: I16  # phase TURN: the side of that cell the car comes from, else 0
    swapped_a: I16  # the cells of the swap the preceding seat has just made, smaller first, else −1
    swapped_b: I16
    pile: I16  # canisters left in the pit
    cars: Annotated[Ints, "i1", MOST_SEATS]  # places
    goals: Annotated[Ints, "i1", MOST_SEATS]  # colors, 0: no canister yet
    canisters: Annotated[Ints, "i1", MOST_SEATS]  # colors, the top one last
    colors: Annotated[Ints, "i1", 4]  # of the start-finish tiles, clockwise from NW
    mix: Annotated[Ints, "i1", PIT]  # how many tiles there are of each kind
    tiles: Annotated[Ints, "i1", CELLS]  # kinds
    sides: Annotated[Ints, "i1", PLACES]
    seen: Annotated[Ints, "i1", CELLS]  # with open_memory: 1 for a face-down tile that has been face up


@rule
def is_face_down(state: State, place: int) -> bool:
    """Does a covered tile lie here?"""
    return bool(state.sides[place] == 0)


@rule
def is_swappable(state: State, cell: int) -> bool:
    """A face-down tile that the preceding seat has not just swapped (RR-7)."""
    return bool(state.sides[cell] == 0 and cell != state.swapped_a and cell != state.swapped_b)
