"""How a tile may lie (RR-3, RR-4).

A way to lie is the number of its open sides; a set of ways is one number with a bit for each.
"""

from karacho.core.jit import rule
from karacho.games.rally_run.components import (
    ALL_SIDES,
    CORNER_CELLS,
    CORNER_ENDS,
    CROSSING,
    CURVE,
    DEAD_END,
    EAST,
    FIRST_CORNER,
    JUNCTION,
    NEXT_PLACE,
    NORTH,
    PIT,
    SOUTH,
    STRAIGHT,
    WEST,
)
from karacho.games.rally_run.state import State

_SHAPES = {STRAIGHT: NORTH | SOUTH, CURVE: NORTH | EAST, JUNCTION: NORTH | EAST | SOUTH, CROSSING: 15, DEAD_END: NORTH}


def _quarter_turns(kind: int) -> int:
    shape = _SHAPES.get(kind, 0)
    turned = {(shape << turns | shape >> 4 - turns) & ALL_SIDES for turns in range(4)} - {0}
    return sum(1 << sides for sides in turned)


def _turned_away(corner: int) -> int:
    """The sides of a corner cell that face its two neighbouring cells, each as a way for a dead end."""
    neighbours = (side for side in (NORTH, EAST, SOUTH, WEST) if 0 <= NEXT_PLACE[CORNER_CELLS[corner], side] < 25)
    return sum(1 << side for side in neighbours)


WAYS_OF_KIND = tuple(_quarter_turns(kind) for kind in range(PIT + 1))
WAYS_WITH_SIDE = tuple(sum(1 << sides for sides in range(16) if sides & side) for side in range(WEST + 1))
WAYS_TURNED_AWAY = tuple(_turned_away(corner) for corner in range(len(CORNER_ENDS)))


@rule
def opposite(side: int) -> int:
    """The side across."""
    return side << 2 if side < SOUTH else side >> 2


@rule
def may_turn_away(state: State, seat: int) -> bool:
    """Is this the seat's very first turn, with its car still on a start-finish tile (RR-4)?"""
    return bool(state.turns < state.seats and state.cars[seat] >= FIRST_CORNER)


@rule
def ways_to_lie(state: State, seat: int, kind: int, side: int) -> int:
    """How a tile of this kind may lie when the seat enters it from this side (RR-3, RR-4)."""
    ways = WAYS_OF_KIND[kind] & WAYS_WITH_SIDE[side]
    if kind == DEAD_END and may_turn_away(state, seat):
        ways |= WAYS_TURNED_AWAY[int(state.cars[seat]) - FIRST_CORNER]
    return ways


@rule
def ways_for_revealed(state: State) -> int:
    """Phase TURN: how the revealed tile may lie."""
    return ways_to_lie(state, state.turn, int(state.tiles[state.revealed]), state.entered_from)
