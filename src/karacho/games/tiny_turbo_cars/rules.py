"""The course of a race up to the start of the cars (TTC-1, TTC-2, TTC-4 to TTC-6).

Draft, grid, then round by round: everybody programs at once. When all are done, `turns.py` runs the programs. What may
be done is decided in `refusals.py`.
"""

from karacho.core.events import Log, clear, emit
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.actions import (
    DONE,
    KEEP_SHIELDS,
    PLACE,
    SPEND_SHIELD,
    STAY,
    TIMEOUT,
)
from karacho.games.tiny_turbo_cars.components import (
    LANES,
    PROGRAM_START,
    RACECARS,
    REALTIME,
    RELAXED,
)
from karacho.games.tiny_turbo_cars.controller import packed, slide
from karacho.games.tiny_turbo_cars.events import (
    CAR_PLACED,
    PROGRAM_SHOWN,
    PROGRAMMING_DONE,
    RACECAR_PICKED,
    SMILE_TAKEN,
    TIME_RAN_OUT,
)
from karacho.games.tiny_turbo_cars.finish import is_ahead
from karacho.games.tiny_turbo_cars.preparation import deal_race, deal_round
from karacho.games.tiny_turbo_cars.refusals import is_programming, list_actions, refusal
from karacho.games.tiny_turbo_cars.state import (
    GRID,
    OVER,
    PROGRAM,
    State,
    decider,
    still_racing,
)
from karacho.games.tiny_turbo_cars.turns import close_turn, fly, race_on, spend_shield


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
