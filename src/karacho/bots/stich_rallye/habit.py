"""Playing by habit: without search, and better than the rules of thumb.

The score of a card is a sum of what speaks for it, each times a weight. The weights were fitted to what looking ahead
found in 12,000 decisions, then improved by 15 steps of evolution; those of the motor's last two fields are guesses.
"""

import numpy as np

from karacho.bots.stich_rallye.quick import cars_ahead, way
from karacho.core.bits import count_bits, lowest_bit
from karacho.core.jit import rule
from karacho.games.stich_rallye.actions import COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.components import COLOR_BITS, DISC, HIGHEST_VALUE, LOWEST_VALUE, VALUES
from karacho.games.stich_rallye.movement import laps_of
from karacho.games.stich_rallye.state import TURBO, State, hand_size
from karacho.games.stich_rallye.trick import color_of, lowest_card, playable, value_of

# For any card, in this order: its value, the lowest of the trick, cards of its color in hand, value and lowest times
# the tricks left; leading: higher cards unseen, value; any card of a new color; losing: lowest times the rival's motor.
ANY = np.array([-0.609, -0.21, -3.43, -0.0136, 0.0447, -0.34, -0.614, 4.57, -0.222])
# For a card that takes the trick as it lies: always, higher cards unseen, way to drive, way with the motor, motor,
# winding missed, tricks left, higher cards unseen in a new color; then as the last card: always, way, winding missed.
TAKING = np.array([-1.28, 0.606, 0.244, -0.0123, 0.323, -0.0959, 0.632, -1.3, -2.96, 1.92, 0.98])
# Times the chance to keep the trick: always, way to drive, way with the motor, winding missed, motor, tricks left.
KEEPING = np.array([5.46, 0.808, 0.00587, 0.232, 0.685, -2.94])
# By the field of the own motor: to take the trick; to keep it, times the chance.
TAKING_AT = np.array([-4.51, -1.32, -1.77, 2.37, 7.04, 19.7, 7.09, 0.0, 0.0])
KEEPING_AT = np.array([6.43, 9.15, 7.1, -3.27, -1.34, 14.0, 62.3, 10.0, 10.0])
# Turbo: by the field of the motor, by the tricks left, and for each space that jumps and slopes add to the motor.
TURBO_AT = np.array([-0.896, -1.22, -1.19, -0.899, -0.236, -0.175, 0.566, 0.648, 0.426])
TURBO_LEFT = np.array([-1.37, -0.4, -0.429, -0.454, 0.00811, 0.00232, 0.189, 0.137, 0.135, 0.562])
TURBO_SPACE = 0.27


@rule
def drive_by_habit(view: State, seat: int) -> int:
    """The habitual action."""
    return choose_turbo(view, seat) if view.phase == TURBO else choose_card(view, seat)


@rule
def choose_turbo(view: State, seat: int) -> int:
    """Turbo or coast."""
    ahead = cars_ahead(view, seat)
    lowest = value_of(lowest_card(view))
    mine = int(view.motors[seat])
    motor = DISC[mine]
    with_motor = way(view, seat, lowest + motor, ahead)
    without = way(view, seat, lowest, ahead)
    if laps_of(view, int(view.distances[seat]) + with_motor) >= 2:
        return TURBO_ACTION
    left = hand_size(view, seat)
    score = TURBO_AT[mine] + TURBO_LEFT[left] + TURBO_SPACE * (with_motor - without - motor)
    return TURBO_ACTION if score > 0.0 else COAST_ACTION


@rule
def choose_card(view: State, seat: int) -> int:
    """The card with the highest score."""
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    seats = int(view.seats)
    start, in_trick = int(view.played), int(view.in_trick)
    colors, best, low, holder = 0, 0, 99, 0
    gone = 0
    for place in range(start):
        gone |= 1 << int(view.cards[place])
    for place in range(in_trick):
        card = int(view.cards[start + place])
        gone |= 1 << card
        color = color_of(card)
        if colors >> color & 1 == 0:
            colors |= 1 << color
            best = card
            holder = place
        elif color == color_of(best) and card > best:
            best = card
            holder = place
        low = min(low, value_of(card))
    hand = int(view.hands[seat])
    span = ((1 << HIGHEST_VALUE[seats]) - 1) & ~((1 << (LOWEST_VALUE[seats] - 1)) - 1)
    unseen = (span | span << VALUES | span << 2 * VALUES) & ~gone & ~hand
    to_come = seats - in_trick - 1
    left = hand_size(view, seat) - 1
    mine = int(view.motors[seat])
    motor = DISC[mine]
    winding = DISC[mine + 1 if mine + 1 < len(DISC) else 0] - motor
    ahead = cars_ahead(view, seat)
    rival_motor = 0
    if in_trick > 0:
        holding = int(view.flag) + holder
        rival_motor = DISC[view.motors[holding - seats if holding >= seats else holding]]
    else:
        for other in range(seats):
            if other != seat:
                rival_motor = max(rival_motor, DISC[view.motors[other]])
    chosen, top = -1, -1e9
    known, gain, full_gain = -1, 0, 0
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        color, value = color_of(card), value_of(card)
        lowest = min(value, low)
        new = colors >> color & 1 == 0
        takes = new or (color == color_of(best) and card > best)
        same = unseen >> (color * VALUES) & COLOR_BITS
        higher = count_bits(same >> value)
        score = ANY[0] * value + ANY[1] * lowest + ANY[2] * count_bits(hand >> (color * VALUES) & COLOR_BITS)
        score += ANY[3] * value * left + ANY[4] * lowest * left
        if in_trick == 0:
            score += ANY[5] * higher + ANY[6] * value
        elif new:
            score += ANY[7]
        if takes:
            if lowest != known:
                known = lowest
                gain = way(view, seat, lowest, ahead)
                full_gain = way(view, seat, lowest + motor, ahead)
            score += TAKING[0] + TAKING[1] * higher + TAKING[2] * gain + TAKING[3] * full_gain + TAKING_AT[mine]
            score += TAKING[4] * motor + TAKING[5] * winding + TAKING[6] * left
            if in_trick > 0 and new:
                score += TAKING[7] * higher
            if to_come == 0:
                score += TAKING[8] + TAKING[9] * gain + TAKING[10] * winding
            keeping = KEEPING[0] + KEEPING[1] * gain + KEEPING[2] * full_gain + KEEPING[3] * winding
            keeping += KEEPING[4] * motor + KEEPING[5] * left + KEEPING_AT[mine]
            score += keeping * chance_to_keep(value, in_trick, to_come, new)
        else:
            score += ANY[8] * lowest * rival_motor
        if score > top:
            top = score
            chosen = card
    return chosen


@rule
def chance_to_keep(value: int, in_trick: int, to_come: int, new: bool) -> float:
    """A guess that a card which takes the trick as it lies will have it at the end."""
    if to_come == 0:
        return 1.0
    guess = 0.35 + 0.04 * (value - 7) - 0.08 * to_come
    if in_trick > 0 and new:
        guess += 0.35
    return min(0.95, max(0.05, guess))
