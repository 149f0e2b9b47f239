"""The course of a race (SR-3, SR-5, SR-7, SR-11 to SR-16).

Trick by trick: cards, winner, motors of the losers, the winner's choice, its drive. After the last trick of a round
every motor runs, last car first. `refusal` decides what may be done, `carry_out` does it.
"""

from karacho.core.bits import count_bits, lowest_bit
from karacho.core.events import Log, clear, emit
from karacho.core.jit import entry, inlined, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.core.seats import clockwise, steps_between
from karacho.games.stich_rallye.actions import (
    CARD_NOT_IN_HAND,
    COAST_ACTION,
    MUST_FOLLOW_COLOR,
    NO_TURBO_CHOICE,
    NOT_YOUR_TURN,
    RACE_OVER,
    TURBO_ACTION,
    TURBO_CHOICE_PENDING,
)
from karacho.games.stich_rallye.components import CARDS, DISC, HAND_SIZES, ROUNDS
from karacho.games.stich_rallye.events import (
    CARD_PLAYED,
    FLAG_TAKEN,
    MOTOR_USED,
    MOTOR_WOUND_UP,
    RACE_ENDED,
    ROUND_ENDED,
    TRICK_WON,
)
from karacho.games.stich_rallye.movement import drive, laps_of
from karacho.games.stich_rallye.preparation import deal_race, deal_round
from karacho.games.stich_rallye.state import CROSSED_TWICE, OVER, PLAY, THREE_ROUNDS, TURBO, State, actor
from karacho.games.stich_rallye.trick import color_of, lowest_card, playable, trick_winner, value_of, winning_place


# Entry points.
@entry
def begin(box: Box[State], setup: Ints, chance: Box[Rng], events: Box[Log]) -> None:
    """Set up and deal the first round."""
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
    """The seats that may act now, as bits."""
    return 0 if box[0].phase == OVER else 1 << decider(box[0])


@entry
def legal_actions(box: Box[State], seat: int, out: Ints) -> int:
    """Every action that would not be refused."""
    return list_actions(box[0], seat, out)


@rule
def list_actions(state: State, seat: int, out: Ints) -> int:
    """Every legal action of a seat; returns how many."""
    if state.phase == OVER or decider(state) != seat:
        return 0
    if state.phase == TURBO:
        out[0] = TURBO_ACTION
        out[1] = COAST_ACTION
        return 2
    cards = playable(state, seat)
    count = count_bits(cards)
    for i in range(count):
        out[i] = lowest_bit(cards)
        cards &= cards - 1
    return count


@entry
def places(box: Box[State], out: Ints) -> None:
    """The place of each seat, from 0 (SR-16)."""
    state = box[0]
    for seat in range(state.seats):
        out[seat] = 0
        for other in range(state.seats):
            if other != seat and is_ahead(state, other, seat):
                out[seat] += 1


# Questions.
@inlined
def decider(state: State) -> int:
    """The seat that must act, in every phase but OVER."""
    return trick_winner(state) if state.phase == TURBO else actor(state)


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Why the action is not allowed, or 0."""
    if state.phase == OVER:
        return RACE_OVER
    if seat != decider(state):
        return NOT_YOUR_TURN
    if state.phase == TURBO:
        return TURBO_CHOICE_PENDING if action < CARDS else 0
    if action >= CARDS:
        return NO_TURBO_CHOICE
    if state.hands[seat] >> action & 1 == 0:
        return CARD_NOT_IN_HAND
    if playable(state, seat) >> action & 1 == 0:
        return MUST_FOLLOW_COLOR
    return 0


@rule
def is_ahead(state: State, one: int, other: int) -> bool:
    """Is one car ahead of the other? On the start space whoever sits nearer clockwise to the flag is (SR-12, SR-16)."""
    if state.distances[one] != state.distances[other]:
        return bool(state.distances[one] > state.distances[other])
    flag, seats = int(state.flag), int(state.seats)
    return steps_between(flag, one, seats) < steps_between(flag, other, seats)


@rule
def leader(state: State) -> int:
    """The seat of the leading car."""
    best = 0
    for seat in range(1, state.seats):
        if is_ahead(state, seat, best):
            best = seat
    return best


# Changes.
@inlined
def carry_out(state: State, seat: int, action: int, rng: Rng, events: Log) -> None:
    """An action that was not refused, and all that follows from it up to the next decision."""
    if action < CARDS:
        play_card(state, seat, action, rng, events)
    else:
        drive_winner(state, seat, action == TURBO_ACTION, rng, events)


@inlined
def play_card(state: State, seat: int, card: int, rng: Rng, events: Log) -> None:
    """One card into the trick (SR-3)."""
    state.hands[seat] &= ~(1 << card)
    state.cards[state.played + state.in_trick] = card
    state.in_trick += 1
    emit(events, CARD_PLAYED, 3, seat, card, 0, 0, 0, 0)
    if state.in_trick == state.seats:
        close_trick(state, rng, events)


@rule
def close_trick(state: State, rng: Rng, events: Log) -> None:
    """Name the winner, wind up all other motors, then let the winner choose or drive (SR-4, SR-5, SR-7)."""
    place = winning_place(state.cards, state.played, state.in_trick)
    winner = clockwise(int(state.flag), place, int(state.seats))
    card = state.cards[state.played + place]
    emit(events, TRICK_WON, 4, winner, card, color_of(card), lowest_card(state), 0, 0)
    for i in range(1, state.seats):
        wind_up_motor(state, clockwise(winner, i, int(state.seats)), events)
    if DISC[state.motors[winner]] > 0:
        state.phase = TURBO
    else:
        drive_winner(state, winner, False, rng, events)


@inlined
def wind_up_motor(state: State, seat: int, events: Log) -> None:
    """One field on (SR-5)."""
    before = state.motors[seat]
    after = (int(before) + 1) % len(DISC)
    state.motors[seat] = after
    emit(events, MOTOR_WOUND_UP, 5, seat, DISC[before], DISC[after], 0, 0, 0)


@inlined
def use_motor(state: State, seat: int, clause: int, events: Log) -> int:
    """The motor's full value; the motor goes to 0."""
    value = DISC[state.motors[seat]]
    state.motors[seat] = 0
    emit(events, MOTOR_USED, clause, seat, value, 0, 0, 0, 0)
    return value


@rule
def drive_winner(state: State, winner: int, turbo: bool, rng: Rng, events: Log) -> None:
    """The lowest value, plus the motor if it was chosen, as one move (SR-6, SR-7)."""
    spaces = value_of(lowest_card(state))
    if turbo:
        spaces += use_motor(state, winner, 7, events)
    drive(state, winner, spaces, 6, events)
    if not end_at_line(state, winner, events):
        put_trick_aside(state, winner, rng, events)


@inlined
def end_at_line(state: State, seat: int, events: Log) -> bool:
    """The race is over at once when a car has crossed the line twice (SR-14)."""
    if laps_of(state, state.distances[seat]) < 2:
        return False
    end_race(state, seat, CROSSED_TWICE, 14, events)
    return True


@rule
def put_trick_aside(state: State, winner: int, rng: Rng, events: Log) -> None:
    """The winner takes the flag and leads, or the round ends (SR-11)."""
    state.played += state.in_trick
    state.in_trick = 0
    state.phase = PLAY
    take_flag(state, winner, 11, events)
    if state.played == HAND_SIZES[state.round_number] * state.seats:
        end_round(state, rng, events)


@inlined
def take_flag(state: State, seat: int, clause: int, events: Log) -> None:
    """Who has the flag leads the next trick."""
    state.flag = seat
    emit(events, FLAG_TAKEN, clause, seat, 0, 0, 0, 0, 0)


@rule
def end_round(state: State, rng: Rng, events: Log) -> None:
    """Every motor runs once, the last car's first; then a new round or the end (SR-12, SR-13, SR-15)."""
    emit(events, ROUND_ENDED, 12, state.round_number, 0, 0, 0, 0, 0)
    moved = 0
    for _ in range(state.seats):
        seat = next_to_run(state, moved)
        moved |= 1 << seat
        if DISC[state.motors[seat]] > 0:
            drive(state, seat, use_motor(state, seat, 12, events), 12, events)
            if end_at_line(state, seat, events):
                return
    if state.round_number == ROUNDS:
        end_race(state, leader(state), THREE_ROUNDS, 15, events)
    else:
        take_flag(state, leader(state), 13, events)
        deal_round(state, state.round_number + 1, rng, events)


@rule
def next_to_run(state: State, moved: int) -> int:
    """The last car of those whose motor has not run; on the start space clockwise from the flag (SR-12).

    A car that has run never changes the order of those that have not.
    """
    last = -1
    for i in range(state.seats):
        seat = clockwise(int(state.flag), i, int(state.seats))
        if moved >> seat & 1 == 0 and (last < 0 or state.distances[seat] < state.distances[last]):
            last = seat
    return last


@rule
def end_race(state: State, winner: int, reason: int, clause: int, events: Log) -> None:
    """Nothing is tidied away."""
    state.phase = OVER
    state.winner = winner
    state.reason = reason
    emit(events, RACE_ENDED, clause, winner, reason, 0, 0, 0, 0)
