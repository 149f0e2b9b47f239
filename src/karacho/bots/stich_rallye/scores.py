"""What speaks for a card, and for the turbo, added up with the weights of a driver.

The weights of a driver are a table with a row for each situation: leading, two or more seats to come, one to come, last
to play; the same four again in round 3; and one row for turbo or coast. `weights.py` has the tables.
"""

import math

from karacho.bots.stich_rallye.quick import cars_ahead, way
from karacho.bots.stich_rallye.weights import KEEPS
from karacho.core.bits import count_bits, lowest_bit
from karacho.core.jit import inlined, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.actions import COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.components import COLOR_BITS, DISC, HIGHEST_VALUE, LOWEST_VALUE, ROUNDS, VALUES
from karacho.games.stich_rallye.movement import laps_of
from karacho.games.stich_rallye.state import TURBO, State, hand_size
from karacho.games.stich_rallye.trick import color_of, lowest_card, playable, value_of

SITUATIONS = 9
TURBO_ROW = 8
MOTOR = 20  # the first of nine columns, by the field of the own motor
COLUMNS = MOTOR + len(DISC)
# The columns of the row for turbo or coast, after nine by the field of the motor and ten by the tricks left.
TRICKS_LEFT, SLOPES, LAST_ROUND, WAY_LEFT = 9, 19, 20, 21
MOST_HIGHER = 9
MOST_SCORES = 9  # cards in a hand
FAR = 1000


@rule
def score_cards(view: State, seat: int, weights: Ints, scores: Ints) -> int:
    """The scores of all cards that may be played, in the order of the cards; returns how many."""
    cards = playable(view, seat)
    seats = int(view.seats)
    start, in_trick = int(view.played), int(view.in_trick)
    colors, best, low, holder, order = 0, 0, 99, 0, 0
    for place in range(in_trick):
        card = int(view.cards[start + place])
        color = color_of(card)
        if colors >> color & 1 == 0:
            colors |= 1 << color
            best = card
            holder = place
            order += 1
        elif color == color_of(best) and card > best:
            best = card
            holder = place
        low = min(low, value_of(card))
    hand = int(view.hands[seat])
    unseen = unseen_by(view, seat)
    to_come = seats - in_trick - 1
    left = hand_size(view, seat) - 1
    own = int(view.distances[seat])
    mine = int(view.motors[seat])
    motor = DISC[mine]
    winding = DISC[mine + 1 if mine + 1 < len(DISC) else 0] - motor
    ahead = cars_ahead(view, seat)
    # The motor, place and way to the line of whoever may take the trick: its holder, or one of those to come.
    finish = 2 * int(view.spaces) + 1
    held_motor, held_need, held_ahead = 0, FAR, 0
    coming_motor, coming_need, coming_ahead = 0, FAR, 0
    for i in range(seats):
        if i == in_trick:
            continue
        other = int(view.flag) + i
        if other >= seats:
            other -= seats
        full = DISC[view.motors[other]]
        need = finish - int(view.distances[other]) - full
        if i > in_trick:
            coming_need = min(coming_need, need)
            if full >= coming_motor:
                coming_motor = full
                coming_ahead = 1 if view.distances[other] > own else 0
        elif i == holder:
            held_need = need
            held_motor = full
            held_ahead = 1 if view.distances[other] > own else 0
    row = weights[situation_of(view)]
    known, gain, full_gain = -1, 0, 0
    count = 0
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        color, value = color_of(card), value_of(card)
        lowest = min(value, low)
        new = colors >> color & 1 == 0
        higher = count_bits((unseen >> (color * VALUES) & COLOR_BITS) >> value)
        same = count_bits(hand >> (color * VALUES) & COLOR_BITS)
        score = row[0] * value + row[1] * lowest + row[2] * same + row[3] * (value * left)
        score += row[4] * (lowest * left) + row[5] * higher + (row[6] if new else 0.0) + (row[7] if same == 1 else 0.0)
        if new or (color == color_of(best) and card > best):
            if lowest != known:
                known = lowest
                gain = way(view, seat, lowest, ahead)
                full_gain = way(view, seat, lowest + motor, ahead)
            keep = KEEPS[order + 1 if new else order, to_come, min(higher, MOST_HIGHER)]
            threat = 1.0 if lowest >= coming_need else 0.0
            losing = row[8] * (lowest * coming_motor) + row[9] * threat + row[10] * (lowest * coming_ahead)
            keeping = row[13] + row[14] * gain + row[15] * (full_gain - gain - motor) + row[16] * winding
            keeping += row[17] * left + row[MOTOR + mine]
            if own + full_gain >= finish or own + gain >= finish:
                keeping += row[18]
            if left == 1:
                keeping += row[19] * winding
            score += row[11] + row[12] * higher + (1.0 - keep) * losing + keep * keeping
        else:
            threat = 1.0 if lowest >= held_need or lowest >= coming_need else 0.0
            score += row[8] * (lowest * max(held_motor, coming_motor)) + row[9] * threat
            score += row[10] * (lowest * held_ahead)
        scores[count] = score
        count += 1
    return count


@inlined
def unseen_by(view: State, seat: int) -> int:
    """The cards of this race that a seat neither holds nor has seen in this round."""
    lowest, highest = LOWEST_VALUE[view.seats], HIGHEST_VALUE[view.seats]
    span = ((1 << highest) - 1) & ~((1 << (lowest - 1)) - 1)
    unseen = (span | span << VALUES | span << 2 * VALUES) & ~int(view.hands[seat])
    for place in range(int(view.played) + int(view.in_trick)):
        unseen &= ~(1 << int(view.cards[place]))
    return unseen


@rule
def higher_unseen(view: State, seat: int, card: int) -> int:
    """How many higher cards of its color may be with others."""
    return count_bits((unseen_by(view, seat) >> (color_of(card) * VALUES) & COLOR_BITS) >> value_of(card))


@inlined
def situation_of(view: State) -> int:
    """The row of the weights."""
    if view.phase == TURBO:
        return TURBO_ROW
    row = 0 if view.in_trick == 0 else 3 - min(int(view.seats) - int(view.in_trick) - 1, 2)
    return row + 4 if view.round_number == ROUNDS else row


@rule
def score_turbo(view: State, seat: int, weights: Ints) -> float:
    """What speaks for the turbo: above 0 more than for coasting."""
    ahead = cars_ahead(view, seat)
    lowest = value_of(lowest_card(view))
    mine = int(view.motors[seat])
    motor = DISC[mine]
    with_motor = way(view, seat, lowest + motor, ahead)
    without = way(view, seat, lowest, ahead)
    own = int(view.distances[seat])
    if laps_of(view, own + with_motor) >= 2:
        return 100.0
    row = weights[TURBO_ROW]
    score = float(row[mine] + row[TRICKS_LEFT + hand_size(view, seat)] + row[SLOPES] * (with_motor - without - motor))
    if view.round_number == ROUNDS:
        score += row[LAST_ROUND] + row[WAY_LEFT] * (2 * int(view.spaces) - own - without)
    return score


@rule
def choose_best(view: State, seat: int, weights: Ints, scores: Ints) -> int:
    """The action with the highest score."""
    if view.phase == TURBO:
        return TURBO_ACTION if score_turbo(view, seat, weights) > 0.0 else COAST_ACTION
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    count = score_cards(view, seat, weights, scores)
    best = 0
    for i in range(1, count):
        if scores[i] > scores[best]:
            best = i
    for _ in range(best):
        cards &= cards - 1
    return lowest_bit(cards)


@rule
def choose_likely(view: State, seat: int, weights: Ints, scores: Ints, luck: float) -> int:
    """Any action, the likelier the higher its score; which one is a matter of luck, a number from 0 up to 1."""
    if view.phase == TURBO:
        return TURBO_ACTION if luck < logistic(score_turbo(view, seat, weights)) else COAST_ACTION
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    count = score_cards(view, seat, weights, scores)
    mark = luck * raise_scores(scores, count)
    for i in range(count - 1):
        mark -= scores[i]
        if mark < 0.0:
            break
        cards &= cards - 1
    return lowest_bit(cards)


@rule
def chance_of(view: State, seat: int, action: int, weights: Ints, scores: Ints) -> float:
    """How likely `choose_likely` would choose an action."""
    if view.phase == TURBO:
        chance = logistic(score_turbo(view, seat, weights))
        return chance if action == TURBO_ACTION else 1.0 - chance
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return 1.0
    total = raise_scores(scores, score_cards(view, seat, weights, scores))
    return float(scores[count_bits(cards & ((1 << action) - 1))] / total)


@inlined
def raise_scores(scores: Ints, count: int) -> float:
    """Make scores, which are logarithms, shares; returns their sum."""
    top = scores[0]
    for i in range(1, count):
        top = max(top, scores[i])
    total = 0.0
    for i in range(count):
        scores[i] = math.exp(scores[i] - top)
        total += scores[i]
    return total


@inlined
def logistic(score: float) -> float:
    """A score as a chance."""
    return 1.0 / (1.0 + math.exp(-score))
