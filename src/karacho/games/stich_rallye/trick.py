"""The trick: who may play what, and who wins (SR-3, SR-4, SR-6)."""

from karacho.core.jit import inlined
from karacho.core.record import Ints
from karacho.core.seats import clockwise
from karacho.games.stich_rallye.components import COLOR_BITS, VALUES
from karacho.games.stich_rallye.state import State


@inlined
def color_of(card: int) -> int:
    """BLUE, GREEN or RED."""
    return int(card) // VALUES


@inlined
def value_of(card: int) -> int:
    """1 … 15."""
    return int(card) % VALUES + 1


@inlined
def playable(state: State, seat: int) -> int:
    """The cards a seat may play now: of the lead color if it has any, else all (SR-3)."""
    hand = int(state.hands[seat])
    if state.in_trick == 0:
        return hand
    following = hand & (COLOR_BITS << (color_of(state.cards[state.played]) * VALUES))
    return following if following != 0 else hand


@inlined
def winning_place(cards: Ints, start: int, count: int) -> int:
    """The place of the highest card in the color that entered last, in a trick of some cards from `start` on (SR-4)."""
    best = 0
    seen = 0
    for place in range(count):
        card = cards[start + place]
        color = color_of(card)
        if seen >> color & 1 == 0:  # a new color: whatever lay before cannot win any more
            seen |= 1 << color
            best = place
        elif color == color_of(cards[start + best]) and card > cards[start + best]:
            best = place
    return best


@inlined
def winning_card(state: State) -> int:
    """The card that has the trick as it lies."""
    return int(state.cards[state.played + winning_place(state.cards, state.played, state.in_trick)])


@inlined
def trick_winner(state: State) -> int:
    """The seat that has the trick as it lies."""
    return clockwise(int(state.flag), winning_place(state.cards, state.played, state.in_trick), int(state.seats))


@inlined
def lowest_card(state: State) -> int:
    """The card with the lowest value in the trick as it lies."""
    return lowest_of(state.cards, int(state.played), int(state.in_trick))


@inlined
def lowest_of(cards: Ints, start: int, count: int) -> int:
    """The card with the lowest value in a trick, whatever its color; the first of equals (SR-6)."""
    lowest = int(cards[start])
    for place in range(1, count):
        card = int(cards[start + place])
        if value_of(card) < value_of(lowest):
            lowest = card
    return lowest
