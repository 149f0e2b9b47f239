"""Truths compatible with a view.

What a seat can know: its hand, the cards played, and which seat played them; so also which colors a seat has shown it
lacks (SR-3). Every deal that fits is equally likely. Only the number of cards a seat has of each color decides
whether a deal fits, so those numbers are drawn first, each with its number of deals as weight, then the cards.
"""

import numpy as np

from karacho.core.bits import count_bits, nth_bit
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints, fill_row
from karacho.core.rng import Rng, draw_below, draw_unit
from karacho.core.seats import clockwise, steps_between
from karacho.games.stich_rallye.components import CARDS, COLOR_BITS, MOST_SEATS, VALUES
from karacho.games.stich_rallye.preparation import fill_deck
from karacho.games.stich_rallye.state import State, hand_size
from karacho.games.stich_rallye.trick import color_of, winning_place
from karacho.games.stich_rallye.view import copy_visible

# Ways to choose k of n cards, n and k up to fifteen.
_WAYS = np.zeros((VALUES + 1, VALUES + 1))
for _n in range(VALUES + 1):
    _WAYS[_n, 0] = 1.0
    for _k in range(1, _n + 1):
        _WAYS[_n, _k] = _WAYS[_n - 1, _k - 1] + _WAYS[_n - 1, _k]


@entry
def resample(view: Box[State], owner: int, chance: Box[Rng], box: Box[State]) -> None:
    """Draw the hands that the owner of a view cannot see (−1: a spectator sees none)."""
    copy_visible(view[0], owner, box[0])
    draw_hands(box[0], owner, chance[0])


@rule
def draw_hands(state: State, owner: int, rng: Rng) -> None:
    """Fill every hand but the owner's from the cards the owner has not seen."""
    unseen = unseen_cards(state, owner)
    lacks = np.zeros(MOST_SEATS, np.int16)
    ways = np.zeros((MOST_SEATS + 1, VALUES + 1, VALUES + 1))
    known_lacks(state, owner, unseen, lacks, ways)
    for seat in range(state.seats):
        if seat != owner:
            hand = draw_hand(unseen, hand_size(state, seat), int(lacks[seat]), ways[seat + 1], rng)
            state.hands[seat] = hand
            unseen &= ~hand


@rule
def known_lacks(state: State, owner: int, unseen: int, lacks: Ints, ways: Ints) -> None:
    """The colors each seat is known to lack, and the deals that fit."""
    note_lacks(state, lacks)
    count_deals(state, owner, unseen, lacks, ways)
    if ways[0, count_bits(unseen & COLOR_BITS), count_bits(unseen >> VALUES & COLOR_BITS)] == 0.0:
        fill_row(lacks, 0)  # a made-up position whose tricks contradict its hands: then only the cards count
        count_deals(state, owner, unseen, lacks, ways)


@rule
def unseen_cards(state: State, owner: int) -> int:
    """The used deck without the owner's hand and the cards played."""
    deck = np.empty(CARDS, np.int16)
    unseen = 0
    for i in range(fill_deck(deck, state.seats)):
        unseen |= 1 << int(deck[i])
    if owner >= 0:
        unseen &= ~state.hands[owner]
    for i in range(state.played + state.in_trick):
        unseen &= ~(1 << int(state.cards[i]))
    return unseen


@rule
def note_lacks(state: State, lacks: Ints) -> None:
    """The colors each seat has shown it lacks, as bits: it did not follow. Goes back from the current trick."""
    leader = int(state.flag)
    note_trick(state, leader, state.played, state.in_trick, lacks)
    start = int(state.played) - state.seats
    while start >= 0:
        leader = steps_between(winning_place(state.cards, start, state.seats), leader, int(state.seats))
        note_trick(state, leader, start, state.seats, lacks)
        start -= state.seats


@rule
def note_trick(state: State, leader: int, start: int, count: int, lacks: Ints) -> None:
    """What one trick shows."""
    for place in range(1, count):
        lead_color = color_of(state.cards[start])
        if color_of(state.cards[start + place]) != lead_color:
            lacks[clockwise(leader, place, int(state.seats))] |= 1 << lead_color


@rule
def count_deals(state: State, owner: int, unseen: int, lacks: Ints, ways: Ints) -> None:
    """ways[seat, b, g]: the deals to this and all later seats with b blue and g green cards left for them."""
    blue = count_bits(unseen & COLOR_BITS)
    green = count_bits(unseen >> VALUES & COLOR_BITS)
    red = count_bits(unseen >> 2 * VALUES)
    undealt = blue + green + red
    for seat in range(state.seats):
        if seat != owner:
            undealt -= hand_size(state, seat)
    left = undealt
    for b in range(blue + 1):
        for g in range(green + 1):
            ways[state.seats, b, g] = 1.0
    for seat in range(state.seats - 1, -1, -1):
        size = 0 if seat == owner else hand_size(state, seat)
        left += size
        for b in range(blue + 1):
            for g in range(green + 1):
                r = left - b - g
                fits = 0 <= r <= red
                ways[seat, b, g] = hand_ways(b, g, r, size, int(lacks[seat]), ways[seat + 1], -1.0) if fits else 0.0


@rule
def hand_ways(b: int, g: int, r: int, size: int, lacks: int, later: Ints, stop: float) -> float:
    """All ways to fill a hand and the later ones; with `stop` ≥ 0 the code of the split at which they exceed it."""
    most_blue = 0 if lacks & 1 else min(b, size)
    most_green = 0 if lacks & 2 else min(g, size)
    most_red = 0 if lacks & 4 else min(r, size)
    total = 0.0
    found = -1.0
    for x in range(most_blue + 1):
        for y in range(max(0, size - x - most_red), min(most_green, size - x) + 1):
            ways = _WAYS[b, x] * _WAYS[g, y] * _WAYS[r, size - x - y] * later[b - x, g - y]
            total += ways
            if ways > 0.0:
                found = x * 16.0 + y
                if 0.0 <= stop < total:
                    return found
    return total if stop < 0.0 else found


@rule
def draw_hand(unseen: int, size: int, lacks: int, later: Ints, rng: Rng) -> int:
    """One hand: how many cards of each color, then which."""
    blue, green, red = unseen & COLOR_BITS, unseen >> VALUES & COLOR_BITS, unseen >> 2 * VALUES
    b, g, r = count_bits(blue), count_bits(green), count_bits(red)
    total = hand_ways(b, g, r, size, lacks, later, -1.0)
    split = int(hand_ways(b, g, r, size, lacks, later, draw_unit(rng) * total))
    x, y = split // 16, split % 16
    hand = draw_cards(blue, x, rng) | draw_cards(green, y, rng) << VALUES
    return hand | draw_cards(red, size - x - y, rng) << 2 * VALUES


@rule
def draw_cards(cards: int, count: int, rng: Rng) -> int:
    """Some cards of one color, each choice equally likely."""
    drawn = 0
    for _ in range(count):
        card = 1 << nth_bit(cards, draw_below(rng, count_bits(cards)))
        drawn |= card
        cards &= ~card
    return drawn
