"""The state of a Stich Rallye race.

`cards` holds the cards of this round in playing order: `played` of them lie aside, the next `in_trick` are the
current trick, led by `flag`. Undealt cards are nowhere: nobody can find them in a state. Hand sizes follow from the
round and the cards played, so a view with a blank hand still knows how many cards it has.
"""

from typing import Annotated

from karacho.core.jit import inlined
from karacho.core.record import I16, Ints, Record
from karacho.core.seats import clockwise, steps_between
from karacho.games.stich_rallye.components import HAND_SIZES, MOST_SEATS

PLAY, TURBO, OVER = 0, 1, 2
PHASES = ("play", "turbo", "over")

NOT_OVER, CROSSED_TWICE, THREE_ROUNDS = 0, 1, 2
END_REASONS = ("", "CROSSED_TWICE", "THREE_ROUNDS")

MOST_SPACES = 60
FLAT, DOWNHILL, UPHILL = 0, 1, 2


class State(Record):
    """Everything there is to know."""

    hands: Annotated[Ints, "i8", MOST_SEATS]  # sets of cards
    seats: I16
    phase: I16
    winner: I16  # −1: nobody yet
    reason: I16
    round_number: I16  # 1 … 3
    flag: I16  # the seat that leads the current trick
    played: I16
    in_trick: I16
    spaces: I16  # L, the spaces of a lap
    motors: Annotated[Ints, "i2", MOST_SEATS]  # places on the disc, not values
    distances: Annotated[Ints, "i2", MOST_SEATS]
    cards: Annotated[Ints, "i1", 45]
    slopes: Annotated[Ints, "i1", MOST_SPACES + 1]  # by space, 1 … L


@inlined
def hand_size(state: State, seat: int) -> int:
    """How many cards a seat holds."""
    size = HAND_SIZES[state.round_number] - state.played // state.seats
    if steps_between(state.flag, seat, state.seats) < state.in_trick:
        size -= 1
    return size


@inlined
def actor(state: State) -> int:
    """The seat whose card is due in phase PLAY."""
    return clockwise(int(state.flag), int(state.in_trick), int(state.seats))
