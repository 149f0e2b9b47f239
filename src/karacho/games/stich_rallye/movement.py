"""How a car moves: driving, jumping, rolling, crossing the line (SR-6 to SR-10, SR-14)."""

from karacho.core.events import emit
from karacho.core.jit import inlined, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.events import CAR_DROVE, CAR_JUMPED, CAR_ROLLED, LINE_CROSSED
from karacho.games.stich_rallye.state import DOWNHILL, FLAT, UPHILL, State


@rule
def space_of(state: State, distance: int) -> int:
    """The space 1 … L of a distance from 1 on."""
    return (distance - 1) % state.spaces + 1


@rule
def slope_at(state: State, distance: int) -> int:
    """FLAT, DOWNHILL or UPHILL."""
    return int(state.slopes[space_of(state, distance)])


@rule
def car_at(state: State, mover: int, distance: int) -> int:
    """The other car on the space of this distance, or −1. The start space never counts as occupied (SR-8)."""
    for seat in range(state.seats):
        if seat != mover and state.distances[seat] > 0 and is_same_space(state, state.distances[seat], distance):
            return seat
    return -1


@inlined
def is_same_space(state: State, one: int, other: int) -> bool:
    """Do two distances differ by whole laps? (Subtracting a few laps is much faster than dividing by one.)"""
    gap = abs(int(one) - other)
    while gap > 0:
        gap -= state.spaces
    return gap == 0


@rule
def laps_of(state: State, distance: int) -> int:
    """How often a car at this distance has crossed the finish line."""
    return (distance - 1) // int(state.spaces) if distance > 0 else 0


@rule
def drive(state: State, seat: int, spaces: int, clause: int, events: Ints) -> None:
    """One whole move: drive, jump, then roll if it ends on a slope."""
    start = int(state.distances[seat])
    end = drive_end(state, seat, spaces, events)
    emit(events, CAR_DROVE, clause, seat, start, end, spaces, 0, 0)
    for lap in range(laps_of(state, start) + 1, min(2, laps_of(state, end)) + 1):  # the second one ends the race
        emit(events, LINE_CROSSED, 14, seat, lap, 0, 0, 0, 0)
    rest = roll_end(state, seat, end)
    if rest != end:
        emit(events, CAR_ROLLED, 9 if rest > end else 10, seat, end, rest, 0, 0, 0)
    state.distances[seat] = rest


@rule
def drive_end(state: State, seat: int, spaces: int, events: Ints) -> int:
    """Where a drive of some counted spaces ends: occupied spaces are jumped and not counted (SR-8)."""
    distance = int(state.distances[seat])
    while spaces > 0:
        distance += 1
        other = car_at(state, seat, distance)
        if other < 0:
            spaces -= 1
        else:
            emit(events, CAR_JUMPED, 8, seat, other, distance, 0, 0, 0)
    return distance


@rule
def roll_end(state: State, seat: int, distance: int) -> int:
    """Where a car comes to rest: off the slope, on the nearest flat space that is empty (SR-9, SR-10)."""
    slope = slope_at(state, distance)
    if slope == DOWNHILL:
        step = 1
    elif slope == UPHILL:
        step = -1
    else:
        return distance
    while slope_at(state, distance) != FLAT or car_at(state, seat, distance) >= 0:
        distance += step
    return distance


@rule
def landing(state: State, seat: int, spaces: int, quiet: Ints) -> int:
    """Where a move of so many spaces would come to rest. `quiet` is an event buffer that keeps nothing."""
    return roll_end(state, seat, drive_end(state, seat, spaces, quiet))
