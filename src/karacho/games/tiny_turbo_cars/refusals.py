"""What a seat may do, and why not (TTC-1, TTC-2, TTC-4, TTC-5, TTC-25)."""

from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.tiny_turbo_cars.actions import (
    ALREADY_DONE,
    DONE,
    FLY_TO,
    KEEP_SHIELDS,
    LANE_NOT_FREE,
    NO_COUNTDOWN,
    NO_PIECE,
    NOT_A_GRID_SPACE,
    NOT_YOUR_TURN,
    PLACE,
    RACE_OVER,
    RACECAR_TAKEN,
    SLIDE_UP,
    SPACE_TAKEN,
    SPEND_SHIELD,
    STAY,
    TIMEOUT,
    WRONG_PHASE,
)
from karacho.games.tiny_turbo_cars.components import (
    LANES,
    RACECARS,
    REALTIME,
    STARTING_GRID,
)
from karacho.games.tiny_turbo_cars.controller import gap_cell, sliding_cell
from karacho.games.tiny_turbo_cars.state import (
    DRAFT,
    FLY,
    GRID,
    OVER,
    PROGRAM,
    SHIELD,
    State,
    decider,
    is_done,
    is_on_track,
    still_racing,
)
from karacho.games.tiny_turbo_cars.terrain import is_free_to_fly, other_car_at, terrain_at


@rule
def is_programming(state: State, seat: int) -> bool:
    """Is the seat still sliding?"""
    return is_on_track(state, seat) and not is_done(state, seat)


@rule
def list_actions(state: State, seat: int, out: Ints) -> int:
    """Try every action of the phase; the whole phase is small."""
    count = 0
    for action in range(first_action(state), last_action(state) + 1):
        if refusal(state, seat, action) == 0:
            out[count] = action
            count += 1
    return count


@rule
def first_action(state: State) -> int:
    """The first action number that belongs to the phase."""
    if state.phase == DRAFT:
        return 0
    if state.phase == GRID:
        return PLACE
    if state.phase == PROGRAM:
        return SLIDE_UP
    return FLY_TO if state.phase == FLY else SPEND_SHIELD


@rule
def last_action(state: State) -> int:
    """The last action number that belongs to the phase."""
    if state.phase == DRAFT:
        return RACECARS - 1
    if state.phase == GRID:
        return PLACE + int(state.map_rows) * LANES - 1
    if state.phase == PROGRAM:
        return DONE
    return STAY if state.phase == FLY else KEEP_SHIELDS


@rule
def phase_of(action: int) -> int:
    """The phase an action belongs to."""
    if action < RACECARS:
        return DRAFT
    if action <= DONE:
        return PROGRAM
    if action <= STAY:
        return FLY
    return SHIELD if action <= KEEP_SHIELDS else GRID


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Why the action is not allowed, or 0."""
    if state.phase == OVER:
        return RACE_OVER
    if action == TIMEOUT:
        return 0 if is_counted_down(state, seat) else NO_COUNTDOWN
    if state.phase != phase_of(action):
        return WRONG_PHASE
    if state.phase == PROGRAM:
        return program_refusal(state, seat, action)
    if seat != decider(state):
        return NOT_YOUR_TURN
    if state.phase == DRAFT:
        return RACECAR_TAKEN if is_racecar_taken(state, action) else 0
    if state.phase == GRID:
        return grid_refusal(state, seat, action)
    if state.phase == FLY and action != STAY:
        return 0 if is_free_to_fly(state, seat, action - FLY_TO + 1) else LANE_NOT_FREE
    return 0


@rule
def program_refusal(state: State, seat: int, action: int) -> int:
    """Why a slide or done is not allowed (TTC-4, TTC-5)."""
    if is_done(state, seat):
        return ALREADY_DONE
    if not is_on_track(state, seat):
        return NOT_YOUR_TURN
    if action != DONE and sliding_cell(gap_cell(state, seat), action) < 0:
        return NO_PIECE
    return 0


@rule
def grid_refusal(state: State, seat: int, action: int) -> int:
    """Why a car cannot be placed there (TTC-2)."""
    row, lane = (action - PLACE) // LANES + 1, (action - PLACE) % LANES + 1
    if terrain_at(state, row, lane) != STARTING_GRID:
        return NOT_A_GRID_SPACE
    return SPACE_TAKEN if other_car_at(state, seat, row, lane) >= 0 else 0


@rule
def is_racecar_taken(state: State, racecar: int) -> bool:
    """Has somebody picked it?"""
    for seat in range(state.seats):
        if state.racecars[seat] == racecar:
            return True
    return False


@rule
def is_counted_down(state: State, seat: int) -> bool:
    """Is this the one seat left, against the clock (TTC-5)?"""
    last = state.mode == REALTIME and state.phase == PROGRAM and state.done_count == still_racing(state) - 1
    return last and is_programming(state, seat)
