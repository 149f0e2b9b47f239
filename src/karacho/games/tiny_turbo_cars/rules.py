"""The course of a race (TTC-1, TTC-2, TTC-4 to TTC-6, TTC-9, TTC-10, TTC-25 to TTC-28).

Draft, grid, then round by round: everybody programs at once; when all are done the programs run one after another,
happiest first, and only Bird Racer's flight and the shields stop them for a choice.
"""

from karacho.core.events import Log, clear, emit
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.abilities import can_fly, fires_at_end
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
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import (
    LANES,
    PROGRAM_START,
    RACECARS,
    REALTIME,
    RELAXED,
    SHIELD_SPACES,
    STARTING_GRID,
)
from karacho.games.tiny_turbo_cars.controller import gap_cell, packed, slide, sliding_cell
from karacho.games.tiny_turbo_cars.damage import turn_battery_down
from karacho.games.tiny_turbo_cars.driving import drive, fire_missiles
from karacho.games.tiny_turbo_cars.events import (
    CAR_FLEW,
    CAR_PLACED,
    PROGRAM_SHOWN,
    PROGRAMMING_DONE,
    RACECAR_PICKED,
    SHIELD_SPENT,
    SHIELDS_DROPPED,
    SMILE_TAKEN,
    TIME_RAN_OUT,
    TURN_BEGAN,
    TURN_ENDED,
)
from karacho.games.tiny_turbo_cars.finish import close_round, is_ahead, smile_of
from karacho.games.tiny_turbo_cars.preparation import deal_race, deal_round
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


# Entry points.
@entry
def begin(box: Box[State], setup: Ints, chance: Box[Rng], events: Box[Log]) -> None:
    """Lay the track and open the draft."""
    clear(events[0])
    deal_race(box[0], setup, chance[0], events[0])


@entry
def act(box: Box[State], seat: int, action: int, chance: Box[Rng], events: Box[Log]) -> int:
    """Carry out an action, or say why not."""
    clear(events[0])
    code = refusal(box[0], seat, action)
    if code == 0:
        carry_out(box[0], seat, action, chance[0], events[0])
    return code


@entry
def actors(box: Box[State]) -> int:
    """The seats that may act now, as bits; several while programming."""
    state = box[0]
    if state.phase == OVER:
        return 0
    if state.phase != PROGRAM:
        return 1 << decider(state)
    bits = 0
    for seat in range(state.seats):
        if is_programming(state, seat):
            bits |= 1 << seat
    return bits


@entry
def legal_actions(box: Box[State], seat: int, out: Ints) -> int:
    """Every action that would not be refused."""
    return list_actions(box[0], seat, out)


@entry
def places(box: Box[State], out: Ints) -> None:
    """The place of each seat, from 0 (TTC-29, TTC-31)."""
    state = box[0]
    for seat in range(state.seats):
        out[seat] = 0
        for other in range(state.seats):
            if other != seat and is_ahead(state, other, seat):
                out[seat] += 1


# Questions.
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


# Changes.
@rule
def carry_out(state: State, seat: int, action: int, rng: Rng, events: Log) -> None:
    """An action that was not refused, and all that follows from it up to the next decision."""
    if action < RACECARS:
        pick_racecar(state, seat, action, events)
    elif action < DONE:
        slide(state, seat, action, events)
    elif action in (DONE, TIMEOUT):
        finish_programming(state, seat, action == TIMEOUT, rng, events)
    elif action <= STAY:
        fly(state, seat, action, rng, events)
    elif action == SPEND_SHIELD:
        spend_shield(state, seat, rng, events)
    elif action == KEEP_SHIELDS:
        close_turn(state, seat, rng, events)
    else:
        place_car(state, seat, action - PLACE, rng, events)


@rule
def pick_racecar(state: State, seat: int, racecar: int, events: Log) -> None:
    """Clockwise; the last pick opens the grid (TTC-1)."""
    state.racecars[seat] = racecar
    emit(events, RACECAR_PICKED, 1, seat, racecar, 0, 0, 0, 0)
    if seat == state.seats - 1:
        state.phase = GRID


@rule
def place_car(state: State, seat: int, space: int, rng: Rng, events: Log) -> None:
    """Counter-clockwise; when seat 0 has placed its car the first round begins (TTC-2)."""
    state.rows[seat] = space // LANES + 1
    state.lanes[seat] = space % LANES + 1
    emit(events, CAR_PLACED, 2, seat, state.rows[seat], state.lanes[seat], 0, 0, 0)
    if seat == 0:
        deal_round(state, rng, events)


@rule
def finish_programming(state: State, seat: int, out_of_time: bool, rng: Rng, events: Log) -> None:
    """Irrevocably done; against the clock this takes the happiest smile left (TTC-5)."""
    emit(events, TIME_RAN_OUT if out_of_time else PROGRAMMING_DONE, 5, seat, 0, 0, 0, 0, 0)
    if state.mode == REALTIME:
        emit(events, SMILE_TAKEN, 5, seat, state.done_count, 0, 0, 0, 0)
    state.done[state.done_count] = seat
    state.done_count += 1
    if state.done_count == still_racing(state):
        give_smiles(state, events)
        for place in range(state.smile_count):
            show_program(state, int(state.smiles[place]), events)
        race_on(state, 0, rng, events)


@rule
def give_smiles(state: State, events: Log) -> None:
    """In the order of done, or, relaxed, by fewest slides (TTC-5, TTC-6)."""
    for i in range(state.done_count):
        seat = int(state.done[i])
        place = i
        if state.mode == RELAXED:
            while place > 0 and is_happier(state, seat, int(state.smiles[place - 1])):
                state.smiles[place] = state.smiles[place - 1]
                place -= 1
        state.smiles[place] = seat
    state.smile_count = state.done_count
    if state.mode == RELAXED:
        for place in range(state.smile_count):
            emit(events, SMILE_TAKEN, 6, state.smiles[place], place, 0, 0, 0, 0)


@rule
def is_happier(state: State, one: int, other: int) -> bool:
    """Fewer slides; then the car further behind; then the lower seat (TTC-6)."""
    if state.slides[one] != state.slides[other]:
        return bool(state.slides[one] < state.slides[other])
    if state.rows[one] != state.rows[other]:
        return bool(state.rows[one] < state.rows[other])
    return one < other


@rule
def show_program(state: State, seat: int, events: Log) -> None:
    """All are done: programs are open (TTC-8)."""
    pieces = state.controllers[seat]
    emit(events, PROGRAM_SHOWN, 8, seat, packed(pieces, PROGRAM_START), packed(pieces, PROGRAM_START + 4), 0, 0, 0)


@rule
def race_on(state: State, place: int, rng: Rng, events: Log) -> None:
    """Turn after turn from the smile `place` on, until a seat has to choose or the round is over (TTC-9)."""
    while place < state.smile_count:
        seat = int(state.smiles[place])
        begin_turn(state, seat, place == state.smile_count - 1, events)
        run_program(state, seat, events)
        if can_fly(state, seat):
            rest(state, FLY, seat)
            return
        if ends_commands(state, seat, events):
            return
        end_turn(state, seat, events)
        place += 1
    close_round(state, events)
    if state.phase == OVER:
        state.turn = -1
    else:
        state.round_number += 1
        deal_round(state, rng, events)


@rule
def begin_turn(state: State, seat: int, slowest: bool, events: Log) -> None:
    """The saddest seat first turns one battery down; that is no damage (TTC-10)."""
    emit(events, TURN_BEGAN, 9, seat, slowest, 0, 0, 0, 0)
    if slowest:
        turn_battery_down(state, seat, 10, events)


@rule
def rest(state: State, phase: int, seat: int) -> None:
    """Wait for the seat's choice; no diagonal can follow, so slippery means nothing any more."""
    state.phase = phase
    state.turn = seat
    state.slippery = 0


@rule
def ends_commands(state: State, seat: int, events: Log) -> bool:
    """The closing volley, then the choice about shields; True if the seat has to choose (TTC-26, TTC-27)."""
    if fires_at_end(state, seat):
        fire_missiles(state, seat, 26, events)
    if state.shields[seat] > 0 and not state.lying[seat]:
        rest(state, SHIELD, seat)
        return True
    return False


@rule
def fly(state: State, seat: int, action: int, rng: Rng, events: Log) -> None:
    """Sideways to a free space of its row, or not (TTC-25)."""
    if action != STAY:
        lane = action - FLY_TO + 1
        emit(events, CAR_FLEW, 25, seat, state.rows[seat], state.lanes[seat], lane, 0, 0)
        state.lanes[seat] = lane
    if not ends_commands(state, seat, events):
        close_turn(state, seat, rng, events)


@rule
def spend_shield(state: State, seat: int, rng: Rng, events: Log) -> None:
    """One shield for two spaces forward: movement, but no command (TTC-27)."""
    state.shields[seat] -= 1
    emit(events, SHIELD_SPENT, 27, seat, state.shields[seat], 0, 0, 0, 0)
    drive(state, seat, SHIELD_SPACES, 1, 0, 1, events)
    state.slippery = 0
    if state.shields[seat] == 0 or state.lying[seat]:
        close_turn(state, seat, rng, events)


@rule
def close_turn(state: State, seat: int, rng: Rng, events: Log) -> None:
    """The chosen turn is over; the next smile's begins."""
    end_turn(state, seat, events)
    race_on(state, smile_of(state, seat) + 1, rng, events)


@rule
def end_turn(state: State, seat: int, events: Log) -> None:
    """Shields that are left go for nothing, and the car dries (TTC-28)."""
    if state.shields[seat] > 0:
        emit(events, SHIELDS_DROPPED, 28, seat, state.shields[seat], 0, 0, 0, 0)
        state.shields[seat] = 0
    state.slippery = 0
    emit(events, TURN_ENDED, 28, seat, 0, 0, 0, 0, 0)
