"""How likely a card that has the trick keeps it, if those to come play at random.

A seat to come that can follow plays the lead color, and takes the trick only if no other color is in it and its card is
higher. One that lacks the lead color takes it with a color that was not in the trick yet, or with a higher card of the
color that entered last.
"""

import numpy as np

from karacho.core.jit import inlined, rule
from karacho.games.stich_rallye.components import CARDS, HAND_SIZES, VALUES
from karacho.games.stich_rallye.state import State
from karacho.games.stich_rallye.trick import color_of, winning_place

COLORS = 3

# How likely a hand lacks a color: by its cards, all cards unseen, those of the color.
LACKS = np.ones((max(HAND_SIZES) + 1, CARDS + 1, VALUES + 1))
for _hand in range(1, max(HAND_SIZES) + 1):
    for _all in range(CARDS + 1):
        for _color in range(VALUES + 1):
            _rest = max(_all - _color - _hand + 1, 0)
            LACKS[_hand, _all, _color] = LACKS[_hand - 1, _all, _color] * _rest / max(_all - _hand + 1, 1)


@inlined
def chance_to_keep(
    colors: int, to_come: int, lacking: int, lack: float, unseen: int, lead: int, new: int, higher: int
) -> float:
    """With so many colors in the trick, seats to come, those known to lack the lead color, the chance another does.

    Then the cards unseen: all, of the lead color, of a color that is not in the trick, higher than this one.
    """
    if to_come == 0:
        return 1.0
    if colors == 1:
        follows, lacks = 1.0 - higher / max(lead, 1), 0.0
    else:
        follows, lacks = 1.0, 1.0 - (new + higher) / max(unseen - lead, 1)
    each = (1.0 - lack) * follows + lack * lacks
    keep = 1.0
    for _ in range(lacking):
        keep *= lacks
    for _ in range(to_come - lacking):
        keep *= each
    return keep


@rule
def known_lacks(view: State) -> int:
    """The colors that the seats have shown they lack in this round, as bits: three for each seat."""
    seats = int(view.seats)
    lacks = 0
    leader, count, start = int(view.flag), int(view.in_trick), int(view.played)
    while True:
        lead = color_of(view.cards[start])
        for place in range(1, count):
            if color_of(view.cards[start + place]) != lead:
                seat = leader + place
                lacks |= 1 << (COLORS * (seat - seats if seat >= seats else seat) + lead)
        start -= seats
        if start < 0:
            return lacks
        count = seats
        leader -= winning_place(view.cards, start, seats)
        if leader < 0:
            leader += seats


@inlined
def count_lacking(lacks: int, color: int, view: State, to_come: int) -> int:
    """How many of the seats to come are known to lack a color."""
    count = 0
    seats = int(view.seats)
    for place in range(seats - to_come, seats):
        seat = int(view.flag) + place
        count += lacks >> (COLORS * (seat - seats if seat >= seats else seat) + color) & 1
    return count
