"""The end of a round and of the race (TTC-29 to TTC-31)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.damage import gain_shields
from karacho.games.tiny_turbo_cars.events import CAR_FINISHED, RACE_ENDED, ROUND_ENDED
from karacho.games.tiny_turbo_cars.state import FINISH, OVER, ROUND_LIMIT, State, is_on_track, still_racing


@rule
def smile_of(state: State, seat: int) -> int:
    """0 is the happiest; a seat without a smile comes last."""
    for place in range(state.smile_count):
        if state.smiles[place] == seat:
            return place
    return int(state.seats)


@rule
def place_of(state: State, seat: int) -> int:
    """The place of a car that was taken off, or −1."""
    for place in range(state.finished_count):
        if state.finished[place] == seat:
            return place
    return -1


@rule
def is_ahead(state: State, one: int, other: int) -> bool:
    """Placed cars by their places; on the track the greater row, then the happier smile (TTC-29, TTC-30)."""
    place, others_place = place_of(state, one), place_of(state, other)
    if place >= 0 or others_place >= 0:
        return others_place < 0 or 0 <= place < others_place
    if state.rows[one] != state.rows[other]:
        return bool(state.rows[one] > state.rows[other])
    return smile_of(state, one) < smile_of(state, other)


@rule
def front_car(state: State) -> int:
    """The car furthest along of those on the track, or −1."""
    best = -1
    for seat in range(state.seats):
        if is_on_track(state, seat) and (best < 0 or is_ahead(state, seat, best)):
            best = seat
    return best


@rule
def has_crossed(state: State, seat: int) -> bool:
    """Is the car at or past the finish row now? Having been there before does not count."""
    return bool(state.rows[seat] >= state.finish_row)


@rule
def close_round(state: State, events: Log) -> None:
    """Ends the race, or prepares the cars for the next round."""
    emit(events, ROUND_ENDED, 29, state.round_number, 0, 0, 0, 0, 0)
    if state.play_on:
        place_finishers(state, events)
        if still_racing(state) <= 1:
            end_race(state, FINISH, 31, events)
    elif has_crossed(state, front_car(state)):
        end_race(state, FINISH, 29, events)
    if state.phase != OVER and state.round_number >= state.round_limit:
        end_race(state, ROUND_LIMIT, 30, events)
    if state.phase != OVER:
        for seat in range(state.seats):
            if is_on_track(state, seat):
                gain_shields(state, seat, cars_ahead(state, seat), 30, events)


@rule
def cars_ahead(state: State, seat: int) -> int:
    """How many cars on the track are ahead of this one (TTC-30)."""
    count = 0
    for other in range(state.seats):
        if other != seat and is_on_track(state, other) and is_ahead(state, other, seat):
            count += 1
    return count


@rule
def place_finishers(state: State, events: Log) -> None:
    """Cars past the line are placed, the furthest first, and taken off (TTC-31)."""
    seat = front_car(state)
    while seat >= 0 and has_crossed(state, seat):
        state.finished[state.finished_count] = seat
        emit(events, CAR_FINISHED, 31, seat, state.finished_count, 0, 0, 0, 0)
        state.finished_count += 1
        state.rows[seat] = 0
        state.lanes[seat] = 0
        seat = front_car(state)


@rule
def end_race(state: State, reason: int, clause: int, events: Log) -> None:
    """The first placed wins, else the car in front."""
    state.phase = OVER
    state.reason = reason
    state.winner = state.finished[0] if state.finished_count > 0 else front_car(state)
    emit(events, RACE_ENDED, clause, state.winner, reason, 0, 0, 0, 0)
