"""The course of a race (RR-1, RR-10, RR-11, RR-12).

A turn is one drive or one swap. A drive that reveals a tile which can lie in several ways rests in phase TURN until
the seat has chosen. `refusal` decides what may be done, `carry_out` does it.
"""

from karacho.core.events import Log, clear, emit
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.rally_run.actions import (
    FIRST_SWAP,
    MUST_LAY,
    NO_ROAD_BACK,
    NOT_YOUR_TURN,
    NOTHING_TO_LAY,
    RACE_OVER,
)
from karacho.games.rally_run.components import CELLS, DEAD_END
from karacho.games.rally_run.driving import drive, drive_refusal, lay
from karacho.games.rally_run.events import RACE_ENDED, TURN_BEGAN
from karacho.games.rally_run.pit import grid_distance, has_canister, is_on_goal, target_of
from karacho.games.rally_run.preparation import deal_race
from karacho.games.rally_run.state import DRIVE, GOAL, OVER, TURN, TURN_LIMIT, State
from karacho.games.rally_run.swapping import larger_cell, smaller_cell, swap, swap_action, swap_refusal, swappable_cells
from karacho.games.rally_run.tiles import ways_for_revealed

# Farther than any two places: keeps the groups of the standing apart.
FAR = 100


# Entry points.
@entry
def begin(box: Box[State], setup: Ints, chance: Box[Rng], events: Box[Log]) -> None:
    """Mix tiles and canisters and put the cars on their start-finish tiles."""
    clear(events[0])
    deal_race(box[0], setup, chance[0], events[0])
    begin_turn(box[0], events[0])


@entry
def act(box: Box[State], seat: int, action: int, _chance: Box[Rng], events: Box[Log]) -> int:
    """Carry out an action, or say why not. Nothing is left to chance after the set-up."""
    clear(events[0])
    code = refusal(box[0], seat, action)
    if code == 0:
        carry_out(box[0], seat, action, events[0])
    return code


@entry
def actors(box: Box[State]) -> int:
    """The seats that may act now, as bits."""
    return 0 if box[0].phase == OVER else 1 << int(box[0].turn)


@entry
def legal_actions(box: Box[State], seat: int, out: Ints) -> int:
    """Every action that would not be refused."""
    state = box[0]
    if state.phase == OVER or state.turn != seat:
        return 0
    count = 0
    for action in range(1, FIRST_SWAP):
        if refusal(state, seat, action) == 0:
            out[count] = action
            count += 1
    if state.phase == DRIVE:
        count = list_swaps(state, count, out)
    return count


@entry
def places(box: Box[State], out: Ints) -> None:
    """The place of each seat, from 0; equal is equal (RR-12)."""
    state = box[0]
    for seat in range(state.seats):
        out[seat] = 0
        for other in range(state.seats):
            if way_left(state, other) < way_left(state, seat):
                out[seat] += 1


# Questions.
@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Why the action is not allowed, or 0."""
    if state.phase == OVER:
        return RACE_OVER
    if seat != state.turn:
        return NOT_YOUR_TURN
    if state.phase == TURN:
        return lay_refusal(state, action)
    if action >= FIRST_SWAP:
        return swap_refusal(state, smaller_cell(action), larger_cell(action))
    if action & (action - 1) != 0:
        return NOTHING_TO_LAY
    return drive_refusal(state, seat, action)


@rule
def lay_refusal(state: State, action: int) -> int:
    """Why the revealed tile may not lie so, or 0. One side is a way to lie for a dead end, else a drive (RR-3)."""
    single = action & (action - 1) == 0
    if action >= FIRST_SWAP or (single and state.tiles[state.revealed] != DEAD_END):
        return MUST_LAY
    return 0 if ways_for_revealed(state) >> action & 1 else NO_ROAD_BACK


@rule
def list_swaps(state: State, count: int, out: Ints) -> int:
    """Append every allowed swap to the first `count` actions; returns how many there are then."""
    free = swappable_cells(state)
    for a in range(CELLS):
        if free >> a & 1:
            for b in range(a + 1, CELLS):
                if free >> b & 1:
                    out[count] = swap_action(a, b)
                    count += 1
    return count


@rule
def way_left(state: State, seat: int) -> int:
    """Smaller is better: the winner, then cars with a canister, then cars without, each by distance (RR-12)."""
    if state.winner == seat:
        return -1
    distance = grid_distance(int(state.cars[seat]), target_of(state, seat))
    return distance if has_canister(state, seat) else FAR + distance


# Changes.
@rule
def carry_out(state: State, seat: int, action: int, events: Log) -> None:
    """An action that was not refused, and all that follows from it up to the next decision."""
    if action >= FIRST_SWAP:
        a, b = smaller_cell(action), larger_cell(action)
        swap(state, seat, a, b, events)
        end_turn(state, seat, a, b, events)
    elif state.phase == TURN:
        lay(state, seat, action, events)
        end_turn(state, seat, -1, -1, events)
    elif drive(state, seat, action, events):
        end_turn(state, seat, -1, -1, events)


@rule
def end_turn(state: State, seat: int, a: int, b: int, events: Log) -> None:
    """Count the turn, remember its swap for the next seat, and look whether the race is over (RR-7, RR-10, RR-11)."""
    state.turns += 1
    state.swapped_a = a
    state.swapped_b = b
    if is_on_goal(state, seat):
        end_race(state, seat, GOAL, 10, events)
    elif state.turns >= state.turn_limit:
        end_race(state, -1, TURN_LIMIT, 11, events)
    else:
        state.turn = (seat + 1) % int(state.seats)
        begin_turn(state, events)


@rule
def begin_turn(state: State, events: Log) -> None:
    """The next seat clockwise (RR-1)."""
    emit(events, TURN_BEGAN, 1, state.turn, state.turns + 1, 0, 0, 0, 0)


@rule
def end_race(state: State, winner: int, reason: int, clause: int, events: Log) -> None:
    """Nothing is tidied away, and the turn stays with its seat."""
    state.phase = OVER
    state.winner = winner
    state.reason = reason
    emit(events, RACE_ENDED, clause, winner, reason, 0, 0, 0, 0)
