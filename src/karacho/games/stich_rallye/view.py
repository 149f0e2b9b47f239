"""What a seat may see: the only way from the truth to anybody.

Its own hand; every card played in this round; all motors, distances, the flag and the hand sizes.
"""

from typing import Any

from karacho.core.events import Event
from karacho.core.game import SPECTATOR
from karacho.core.jit import entry, rule
from karacho.core.record import Box, copy_row, fill_row, plain
from karacho.games.stich_rallye import notation
from karacho.games.stich_rallye.components import HAND_SIZES
from karacho.games.stich_rallye.events import (
    CardPlayed,
    CarDrove,
    CarJumped,
    CarRolled,
    FlagTaken,
    HandDealt,
    LineCrossed,
    MotorUsed,
    MotorWoundUp,
    RaceEnded,
    RoundBegan,
    RoundEnded,
    TrickWon,
    cards_of,
)
from karacho.games.stich_rallye.state import State


@entry
def see(box: Box[State], seat: int, view: Box[State]) -> None:
    """Copy what the seat may know into a blank state."""
    copy_visible(box[0], seat, view[0])


@rule
def copy_visible(state: State, seat: int, view: State) -> None:
    """Field by field; the other hands stay blank."""
    view.seats = state.seats
    view.phase = state.phase
    view.winner = state.winner
    view.reason = state.reason
    view.round_number = state.round_number
    view.flag = state.flag
    view.played = state.played
    view.in_trick = state.in_trick
    view.spaces = state.spaces
    copy_row(view.motors, state.motors)
    copy_row(view.distances, state.distances)
    copy_row(view.cards, state.cards)
    copy_row(view.slopes, state.slopes)
    fill_row(view.hands, 0)
    if seat >= 0:
        view.hands[seat] = state.hands[seat]


def write_common(view: Box[State]) -> dict[str, Any]:
    """What all see alike, as plain data."""
    return notation.describe_table(plain(view))


_FOR_HANDS = ("hands", "seats", "round_number", "flag", "played", "in_trick")


def write_own(view: Box[State], seat: int) -> dict[str, Any]:
    """What only this viewer sees: its hand; the others' are numbers of cards."""
    state = plain(view, _FOR_HANDS)
    size = HAND_SIZES[state.round_number] - state.played // state.seats
    hands: list[Any] = [size] * state.seats
    for step in range(state.in_trick):
        hands[(state.flag + step) % state.seats] = size - 1
    if seat != SPECTATOR:
        hands[seat] = cards_of(state.hands[seat])
    return {"hands": hands}


_PUBLIC = {
    RoundBegan,
    FlagTaken,
    CardPlayed,
    TrickWon,
    MotorWoundUp,
    MotorUsed,
    CarJumped,
    CarDrove,
    CarRolled,
    LineCrossed,
    RoundEnded,
    RaceEnded,
}


def redact(event: Event, seat: int) -> Event | None:
    """The event as the seat sees it."""
    if type(event) in _PUBLIC:
        return event
    if isinstance(event, HandDealt):
        return event if event.seat == seat and seat != SPECTATOR else event._replace(cards=None)
    return None
