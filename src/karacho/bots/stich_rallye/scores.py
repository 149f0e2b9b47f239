"""What speaks for a card, and for the turbo, added up with the weights of a driver.

The weights of a driver are a table with a row for each situation: leading, two or more seats to come, one to come, last
to play, turbo or coast; these five for the first two rounds, and for each third of the last one. `weights.py` has the
tables.
"""

import math

from karacho.bots.stich_rallye.desk import promise_of
from karacho.bots.stich_rallye.facts import (
    gap_to_first,
    holder_of,
    those_to_come,
    trick_so_far,
    unseen_by,
    wound,
)
from karacho.bots.stich_rallye.keeping import LACKS, chance_to_keep, count_lacking, known_lacks
from karacho.bots.stich_rallye.quick import cars_ahead, way
from karacho.core.bits import count_bits, lowest_bit
from karacho.core.jit import inlined, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.actions import COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.components import (
    COLOR_BITS,
    DISC,
    HAND_SIZES,
    ROUNDS,
    VALUES,
)
from karacho.games.stich_rallye.movement import laps_of
from karacho.games.stich_rallye.state import TURBO, State, hand_size
from karacho.games.stich_rallye.trick import color_of, lowest_card, playable, value_of

STAGES = 4
TURBO_ROW = 4  # the last of a stage
ROWS = TURBO_ROW + 1
SITUATIONS = STAGES * ROWS
MOTOR = 28  # the first of nine columns, by the field of the own motor
COLUMNS = MOTOR + len(DISC)
# The columns of the row for turbo or coast, after nine by the field of the motor and ten by the tricks left.
TRICKS_LEFT, SLOPES, LAST_ROUND, WAY_LEFT, GAP, PASSES, PROMISE, WOUND = 9, 19, 20, 21, 22, 23, 24, 25
FAR = 1000  # farther than anything


@rule
def score_cards(view: State, seat: int, weights: Ints, desk: Ints) -> int:
    """The scores of all cards that may be played, in the order of the cards; returns how many.

    In one piece: numba's code takes a third longer where the means over the lowest card have a function of their own.
    """
    cards = playable(view, seat)
    in_trick = int(view.in_trick)
    colors, entered, best, holder, low = trick_so_far(view)
    hand = int(view.hands[seat])
    unseen = unseen_by(view, seat)
    to_come = int(view.seats) - in_trick - 1
    left = hand_size(view, seat) - 1
    own = int(view.distances[seat])
    motor = DISC[view.motors[seat]]
    ahead = cars_ahead(view, seat)
    finish = 2 * int(view.spaces) + 1
    held_motor, held_need, held_ahead = holder_of(view, holder, own)
    coming_motor, coming_need, coming_ahead = those_to_come(view, own)
    lead = color_of(view.cards[view.played]) if in_trick > 0 else 0
    unseen_all = count_bits(unseen)
    lacks = known_lacks(view) if to_come > 0 else 0
    row = weights[situation_of(view)]
    always = worth_keeping(view, seat, row, left, desk)
    led, lead_unseen, unseen_lead, lack, by_lead, by_rest = lead, 0, 0, 0.0, 0.0, 0.0
    reached, above, at_least, threat = FAR, 1.0, 1.0, 0.0
    gained, full_gained, crossed, mean_low, hoped, full_hoped = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    count = 0
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        color, value = color_of(card), value_of(card)
        lowest = min(value, low)
        new = colors >> color & 1 == 0
        unseen_color = unseen >> (color * VALUES) & COLOR_BITS
        higher = count_bits(unseen_color >> value)
        same = count_bits(hand >> (color * VALUES) & COLOR_BITS)
        score = row[0] * value + row[1] * lowest + row[2] * same + row[3] * (value * left)
        score += row[4] * (lowest * left) + row[20] * count_bits(unseen_color) + (row[21] if higher == 0 else 0.0)
        score += row[5] * higher + (row[6] if new else 0.0) + (row[7] if same == 1 else 0.0)
        if new or (color == color_of(best) and card > best):
            if reached > lowest or (in_trick == 0 and color != led):
                # From here on the trick's lowest card is drawn nearer, value by value.
                led = color if in_trick == 0 else lead
                lead_unseen = unseen >> (led * VALUES) & COLOR_BITS
                unseen_lead = count_bits(lead_unseen)
                lack = LACKS[left + 1, unseen_all, unseen_lead]
                by_lead = (1.0 - lack) / max(unseen_lead, 1)
                by_rest = lack / max(unseen_all - unseen_lead, 1)
                reached, above, at_least, threat = 1, 1.0, 1.0, 0.0
                gained, full_gained, crossed, mean_low, hoped, full_hoped = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            while to_come > 0 and reached < lowest:
                if reached == coming_need:
                    threat = at_least
                bit = reached - 1
                in_lead = lead_unseen >> bit & 1
                in_all = (unseen >> bit & 1) + (unseen >> (bit + VALUES) & 1) + (unseen >> (bit + 2 * VALUES) & 1)
                if in_all > 0:
                    above -= by_lead * in_lead + by_rest * (in_all - in_lead)
                    more = above
                    for _ in range(to_come - 1):
                        more *= above
                    share = at_least - more
                    at_least = more
                    drive_way = way(view, seat, reached, ahead)
                    full_way = way(view, seat, reached + motor, ahead) if motor > 0 else drive_way
                    gained += share * drive_way
                    full_gained += share * full_way
                    hoped += share * promise_of(desk, own + drive_way)
                    full_hoped += share * promise_of(desk, own + full_way)
                    mean_low += share * reached
                    if own + max(drive_way, full_way) >= finish:
                        crossed += share
                reached += 1
            drive_way = way(view, seat, lowest, ahead)
            full_way = way(view, seat, lowest + motor, ahead) if motor > 0 else drive_way
            gain = gained + at_least * drive_way
            full_gain = full_gained + at_least * full_way
            hope = hoped + at_least * promise_of(desk, own + drive_way)
            full_hope = full_hoped + at_least * promise_of(desk, own + full_way)
            crossing = crossed + (at_least if own + max(drive_way, full_way) >= finish else 0.0)
            expected = mean_low + at_least * lowest
            endangered = at_least if lowest == coming_need else threat if coming_need > 0 else 1.0
            with_this = entered + 1 if new else entered
            unseen_new = unseen_all - unseen_lead - count_bits(unseen_color) if with_this == 2 else 0
            void = count_lacking(lacks, led, view, to_come) if lacks != 0 else 0
            keep = chance_to_keep(with_this, to_come, void, lack, unseen_all, unseen_lead, unseen_new, higher)
            losing = row[8] * (expected * coming_motor) + row[9] * endangered + row[10] * (expected * coming_ahead)
            keeping = always + row[14] * gain + row[15] * (full_gain - gain - motor) + row[18] * crossing
            keeping += row[23] * (gain * left) + row[24] * hope + row[25] * full_hope
            score += row[11] + row[12] * higher + (1.0 - keep) * losing + keep * keeping
        else:
            danger = 1.0 if lowest >= held_need or lowest >= coming_need else 0.0
            score += row[8] * (lowest * max(held_motor, coming_motor)) + row[9] * danger
            score += row[10] * (lowest * held_ahead)
        desk[count] = score
        count += 1
    return count


@inlined
def worth_keeping(view: State, seat: int, row: Ints, left: int, desk: Ints) -> float:
    """What speaks for taking a trick, whatever way it brings: the winding missed, now and until the round is over."""
    mine = int(view.motors[seat])
    winding = wound(mine, 1) - DISC[mine]
    at_the_end = wound(mine, left + 1)
    worth = row[13] + row[16] * winding + row[17] * left + row[22] * gap_to_first(view, seat) + row[MOTOR + mine]
    worth -= (row[24] + row[25]) * promise_of(desk, int(view.distances[seat]))
    worth += row[26] * (wound(mine, left) - at_the_end) + row[27] * (wound(0, left) - at_the_end)
    if left == 1:
        worth += row[19] * winding
    return float(worth)


@inlined
def situation_of(view: State) -> int:
    """The row of the weights."""
    row = TURBO_ROW
    if view.phase != TURBO:
        row = 0 if view.in_trick == 0 else 3 - min(int(view.seats) - int(view.in_trick) - 1, 2)
    return row + ROWS * stage_of(view)


@inlined
def stage_of(view: State) -> int:
    """The first two rounds, or the tricks of the last one: its first three, the next three, the last three."""
    return 0 if view.round_number < ROUNDS else 1 + int(view.played) // int(view.seats) // 3


@rule
def score_turbo(view: State, seat: int, weights: Ints, desk: Ints) -> float:
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
    row = weights[situation_of(view)]
    score: float = row[mine] + row[TRICKS_LEFT + hand_size(view, seat)]
    score += row[SLOPES] * (with_motor - without - motor)
    score += row[PROMISE] * (promise_of(desk, own + with_motor) - promise_of(desk, own + without))
    to_come = HAND_SIZES[view.round_number] - 1 - int(view.played) // int(view.seats)
    score += row[WOUND] * (wound(mine, to_come) - wound(0, to_come))
    if view.round_number == ROUNDS:
        gap = gap_to_first(view, seat)
        score += row[GAP] * gap + (row[PASSES] if without < gap < with_motor else 0.0)
        score += row[LAST_ROUND] + row[WAY_LEFT] * (2 * int(view.spaces) - own - without)
    return score


@rule
def choose_best(view: State, seat: int, weights: Ints, desk: Ints) -> int:
    """The action with the highest score."""
    if view.phase == TURBO:
        return TURBO_ACTION if score_turbo(view, seat, weights, desk) > 0.0 else COAST_ACTION
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    count = score_cards(view, seat, weights, desk)
    best = 0
    for i in range(1, count):
        if desk[i] > desk[best]:
            best = i
    for _ in range(best):
        cards &= cards - 1
    return lowest_bit(cards)


@rule
def choose_likely(view: State, seat: int, weights: Ints, desk: Ints, luck: float) -> int:
    """Any action, the likelier the higher its score; which one is a matter of luck, a number from 0 up to 1."""
    if view.phase == TURBO:
        return TURBO_ACTION if luck < logistic(score_turbo(view, seat, weights, desk)) else COAST_ACTION
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    count = score_cards(view, seat, weights, desk)
    mark = luck * raise_scores(desk, count)
    for i in range(count - 1):
        mark -= desk[i]
        if mark < 0.0:
            break
        cards &= cards - 1
    return lowest_bit(cards)


@rule
def chance_of(view: State, seat: int, action: int, weights: Ints, desk: Ints) -> float:
    """How likely `choose_likely` would choose an action."""
    if view.phase == TURBO:
        chance = logistic(score_turbo(view, seat, weights, desk))
        return chance if action == TURBO_ACTION else 1.0 - chance
    cards = playable(view, seat)
    if cards & (cards - 1) == 0:
        return 1.0
    total = raise_scores(desk, score_cards(view, seat, weights, desk))
    return float(desk[count_bits(cards & ((1 << action) - 1))] / total)


@inlined
def raise_scores(desk: Ints, count: int) -> float:
    """Make scores, which are logarithms, shares; returns their sum."""
    top = desk[0]
    for i in range(1, count):
        top = max(top, desk[i])
    total = 0.0
    for i in range(count):
        desk[i] = math.exp(desk[i] - top)
        total += desk[i]
    return total


@inlined
def logistic(score: float) -> float:
    """A score as a chance."""
    return 1.0 / (1.0 + math.exp(-score))
