"""How a car moves: driving, jumping, rolling, crossing the line (SR-6 to SR-10, SR-14)."""

from karacho.core.events import Log, emit
from karacho.core.jit import inlined, rule
from karacho.games.stich_rallye.events import CAR_DROVE, CAR_JUMPED, CAR_ROLLED, LINE_CROSSED
from karacho.games.stich_rallye.state import DOWNHILL, FLAT, State


@inlined
def space_of(state: State, distance: int) -> int:
    """The space 1 … L of a distance from 1 on. (Subtracting a few laps is much faster than dividing by one.)"""
    while distance > state.spaces:
        distance -= int(state.spaces)
    return distance


@rule
def slope_at(state: State, distance: int) -> int:
    """FLAT, DOWNHILL or UPHILL."""
    return int(state.slopes[space_of(state, distance)])


@rule
def occupied_spaces(state: State, mover: int) -> int:
    """The spaces on which other cars stand, as bits. The start space never counts as occupied (SR-8)."""
    bits = 0
    for seat in range(state.seats):
        if seat != mover and state.distances[seat] > 0:
            bits |= 1 << space_of(state, int(state.distances[seat]))
    return bits


@rule
def car_on(state: State, mover: int, space: int) -> int:
    """The other car on an occupied space."""
    for seat in range(state.seats):
        if seat != mover and state.distances[seat] > 0 and space_of(state, int(state.distances[seat])) == space:
            return seat
    return -1


@rule
def laps_of(state: State, distance: int) -> int:
    """How often a car at this distance has crossed the finish line."""
    return (distance - 1) // int(state.spaces) if distance > 0 else 0


@rule
def drive(state: State, seat: int, spaces: int, clause: int, events: Log) -> None:
    """One whole move: drive, jump, then roll if it ends on a slope."""
    start = int(state.distances[seat])
    occupied = occupied_spaces(state, seat)
    end = drive_end(state, seat, spaces, occupied, events)
    emit(events, CAR_DROVE, clause, seat, start, end, spaces, 0, 0)
    for lap in range(laps_of(state, start) + 1, min(2, laps_of(state, end)) + 1):  # the second one ends the race
        emit(events, LINE_CROSSED, 14, seat, lap, 0, 0, 0, 0)
    rest = roll_end(state, end, occupied)
    if rest != end:
        emit(events, CAR_ROLLED, 9 if rest > end else 10, seat, end, rest, 0, 0, 0)
    state.distances[seat] = rest


@rule
def drive_end(state: State, seat: int, spaces: int, occupied: int, events: Log) -> int:
    """Where a drive of some counted spaces ends: occupied spaces are jumped and not counted (SR-8)."""
    distance = int(state.distances[seat])
    space = space_of(state, distance) if distance > 0 else 0
    while spaces > 0:
        distance += 1
        space = space + 1 if space < state.spaces else 1
        if occupied >> space & 1 == 0:
            spaces -= 1
        else:
            emit(events, CAR_JUMPED, 8, seat, car_on(state, seat, space), distance, 0, 0, 0)
    return distance


@rule
def roll_end(state: State, distance: int, occupied: int) -> int:
    """Where a car comes to rest: off the slope, on the nearest flat space that is empty (SR-9, SR-10)."""
    space = space_of(state, distance)
    slope = state.slopes[space]
    if slope == FLAT:
        return distance
    # On a valid track no roll crosses the finish line, so the space changes with the distance.
    step = 1 if slope == DOWNHILL else -1
    while state.slopes[space] != FLAT or occupied >> space & 1:
        distance += step
        space += step
    return distance


@rule
def landing(state: State, seat: int, spaces: int, quiet: Log) -> int:
    """Where a move of so many spaces would come to rest. `quiet` is a log that keeps nothing."""
    occupied = occupied_spaces(state, seat)
    return roll_end(state, drive_end(state, seat, spaces, occupied, quiet), occupied)
