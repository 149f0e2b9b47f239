"""The pit, the start-finish tiles, and the way between them (RR-8, RR-9, RR-10, RR-12)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.rally_run.components import COLUMNS, FIRST_CORNER, NO_COLOR, PIT_CELL, ROWS
from karacho.games.rally_run.events import CANISTER_TAKEN
from karacho.games.rally_run.state import State


@rule
def corner_of(state: State, color: int) -> int:
    """The corner 0 … 3 whose start-finish tile has this color."""
    corner = 0
    while state.colors[corner] != color:
        corner += 1
    return corner


@rule
def has_canister(state: State, seat: int) -> bool:
    """Has the seat made its pit stop?"""
    return bool(state.goals[seat] != NO_COLOR)


@rule
def target_of(state: State, seat: int) -> int:
    """Where the seat has to go: to its goal with a canister, else to the pit."""
    return FIRST_CORNER + corner_of(state, int(state.goals[seat])) if has_canister(state, seat) else PIT_CELL


@rule
def is_on_goal(state: State, seat: int) -> bool:
    """Does the car stand on the start-finish tile of its canister's color (RR-10)?"""
    return has_canister(state, seat) and int(state.cars[seat]) == target_of(state, seat)


@rule
def grid_distance(one: int, other: int) -> int:
    """Steps between two places, whatever the roads (RR-12)."""
    return abs(ROWS[one] - ROWS[other]) + abs(COLUMNS[one] - COLUMNS[other])


@rule
def pit_stop(state: State, seat: int, events: Log) -> None:
    """A car without a canister takes the top one and turns it up; later visits do nothing (RR-8)."""
    if has_canister(state, seat):
        return
    state.pile -= 1
    color = int(state.canisters[state.pile])
    state.canisters[state.pile] = NO_COLOR
    state.goals[seat] = color
    emit(events, CANISTER_TAKEN, 8, seat, color, corner_of(state, color), 0, 0, 0)
