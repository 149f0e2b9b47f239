"""Driving: where a road leads, turning tiles up, laying them and covering them again (RR-2 to RR-6, RR-9)."""

from karacho.core.bits import lowest_bit
from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.rally_run.actions import NO_ROAD, NOT_CONNECTED, OFF_GRID
from karacho.games.rally_run.components import FIRST_CORNER, NEXT_PLACE, NOWHERE, PIT_CELL, WEST
from karacho.games.rally_run.events import CAR_DROVE, TILE_COVERED, TILE_LAID, TILE_REVEALED
from karacho.games.rally_run.pit import pit_stop
from karacho.games.rally_run.state import DRIVE, TURN, State, is_face_down
from karacho.games.rally_run.tiles import opposite, ways_to_lie


# Questions.
@rule
def leads_to(place: int, side: int) -> int:
    """The place beyond a side, or NOWHERE (RR-2)."""
    return int(NEXT_PLACE[place, side])


@rule
def drive_refusal(state: State, seat: int, side: int) -> int:
    """Why the car may not leave through this side, or 0 (RR-2, RR-5)."""
    place = int(state.cars[seat])
    if state.sides[place] & side == 0:
        return NO_ROAD
    end = leads_to(place, side)
    if end == NOWHERE:
        return OFF_GRID
    if not is_face_down(state, end) and state.sides[end] & opposite(side) == 0:
        return NOT_CONNECTED
    return 0


@rule
def sides_to_drive(state: State, seat: int) -> int:
    """Every side through which the car may drive now."""
    sides = 0
    side = 1
    while side <= WEST:
        if drive_refusal(state, seat, side) == 0:
            sides |= side
        side <<= 1
    return sides


@rule
def is_occupied(state: State, place: int) -> bool:
    """Does any car stand here?"""
    occupied = False
    for seat in range(state.seats):
        occupied = occupied or bool(state.cars[seat] == place)
    return occupied


# Changes.
@rule
def drive(state: State, seat: int, side: int, events: Log) -> bool:
    """Drive through a side; False if the turn is not done yet, because the revealed tile waits to be laid."""
    end = leads_to(int(state.cars[seat]), side)
    if is_face_down(state, end):
        return reveal(state, seat, end, opposite(side), events)
    enter(state, seat, end, 9 if end >= FIRST_CORNER else 5, events)
    return True


@rule
def reveal(state: State, seat: int, cell: int, side: int, events: Log) -> bool:
    """Turn a tile up where it lies; one that can lie in one way only is laid and entered at once (RR-3)."""
    kind = int(state.tiles[cell])
    state.seen[cell] = 0
    emit(events, TILE_REVEALED, 3, seat, cell, kind, 0, 0, 0)
    ways = ways_to_lie(state, seat, kind, side)
    if ways & (ways - 1) == 0:
        state.sides[cell] = lowest_bit(ways)
        enter_laid(state, seat, cell, 3, events)
        return True
    state.phase = TURN
    state.revealed = cell
    state.entered_from = side
    return False


@rule
def lay(state: State, seat: int, sides: int, events: Log) -> None:
    """Lay the revealed tile as chosen and drive onto it (RR-3, RR-4)."""
    cell = int(state.revealed)
    state.sides[cell] = sides
    clause = 3 if sides & state.entered_from else 4
    state.phase = DRIVE
    state.revealed = -1
    state.entered_from = 0
    enter_laid(state, seat, cell, clause, events)


@rule
def enter_laid(state: State, seat: int, cell: int, clause: int, events: Log) -> None:
    """The car must drive onto the tile it has turned up, good or bad (RR-3)."""
    emit(events, TILE_LAID, clause, seat, cell, state.sides[cell], 0, 0, 0)
    enter(state, seat, cell, 3, events)


@rule
def enter(state: State, seat: int, end: int, clause: int, events: Log) -> None:
    """The car moves; the tile it left is covered; in the pit it may take a canister (RR-5, RR-6, RR-8, RR-9)."""
    start = int(state.cars[seat])
    state.cars[seat] = end
    emit(events, CAR_DROVE, clause, seat, start, end, 0, 0, 0)
    if start < FIRST_CORNER and start != PIT_CELL and not is_occupied(state, start):
        cover(state, start, events)
    if end == PIT_CELL:
        pit_stop(state, seat, events)


@rule
def cover(state: State, cell: int, events: Log) -> None:
    """Turn a tile face down; with open memory it stays visible as a ghost (RR-6, RR-15)."""
    state.sides[cell] = 0
    state.seen[cell] = state.open_memory
    emit(events, TILE_COVERED, 6, cell, 0, 0, 0, 0, 0)
