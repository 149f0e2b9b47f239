"""Setting up a race and dealing its rounds (SR-1, SR-2)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.core.record import Box, Ints, fill_row, new
from karacho.core.rng import Rng, draw_below
from karacho.games.stich_rallye.components import CARDS, COLOR_BITS, HAND_SIZES, HIGHEST_VALUE, LOWEST_VALUE, VALUES
from karacho.games.stich_rallye.events import FLAG_TAKEN, HAND_DEALT, ROUND_BEGAN
from karacho.games.stich_rallye.state import PLAY, State
from karacho.games.stich_rallye.tracks import find_track, lay_track


def prepare(seats: int, options: Mapping[str, Any]) -> tuple[Box[State], Ints]:
    """A state with its track laid; the set-up number is the first flag holder, −1 for a random one."""
    box = new(State)
    box[0].seats = seats
    lay_track(box[0], find_track(options["track"]))
    flag = options["flag"]
    return box, np.array([-1 if flag is None else flag], np.int16)


@rule
def deal_race(state: State, setup: Ints, rng: Rng, events: Log) -> None:
    """All cars on the start space, motors on 0, a flag holder, the first hands (SR-1)."""
    state.winner = -1
    state.flag = setup[0] if setup[0] >= 0 else draw_below(rng, state.seats)
    emit(events, FLAG_TAKEN, 1, state.flag, 0, 0, 0, 0, 0)
    deal_round(state, 1, rng, events)


@rule
def deal_round(state: State, round_number: int, rng: Rng, events: Log) -> None:
    """Shuffle the whole used deck and deal; what is not dealt stays unseen (SR-2)."""
    state.round_number = round_number
    state.phase = PLAY
    state.played = 0
    state.in_trick = 0
    fill_row(state.cards, 0)
    size = HAND_SIZES[round_number]
    emit(events, ROUND_BEGAN, 2, round_number, size, 0, 0, 0, 0)
    deck = np.empty(CARDS, np.int16)
    count = fill_deck(deck, state.seats)
    dealt = 0
    for seat in range(state.seats):
        hand = 0
        for _ in range(size):
            pick = dealt + draw_below(rng, count - dealt)
            hand |= 1 << int(deck[pick])
            deck[pick] = deck[dealt]
            dealt += 1
        state.hands[seat] = hand
        blue, green, red = hand & COLOR_BITS, hand >> VALUES & COLOR_BITS, hand >> 2 * VALUES
        emit(events, HAND_DEALT, 2, seat, blue, green, red, 0, 0)


@rule
def fill_deck(deck: Ints, seats: int) -> int:
    """The cards used with so many seats, in order; returns how many."""
    count = 0
    for color in range(3):
        for value in range(LOWEST_VALUE[seats], HIGHEST_VALUE[seats] + 1):
            deck[count] = color * VALUES + value - 1
            count += 1
    return count
