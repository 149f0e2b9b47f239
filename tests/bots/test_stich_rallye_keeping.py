"""How likely a card keeps the trick, counted out where that is quick."""

from itertools import permutations
from random import Random

import numpy as np
import pytest

import karacho
from karacho.bots.stich_rallye.facts import holder_of, those_to_come, trick_so_far, unseen_by, wound
from karacho.bots.stich_rallye.keeping import LACKS, chance_to_keep, count_lacking, known_lacks
from karacho.core.bits import count_bits
from karacho.games.stich_rallye.actions import ACTIONS
from karacho.games.stich_rallye.components import DISC, MOST_SEATS
from karacho.games.stich_rallye.notation import read_position
from karacho.games.stich_rallye.worlds import note_lacks
from tests.games.stich_rallye.tables import FLAT, table

RED, GREEN, BLUE = 0, 1, 2


def state_of(hands, **more):
    return read_position(table(hands, track=FLAT, **more).position())[0]


@pytest.mark.parametrize(("hand", "unseen", "color"), [(1, 3, 1), (2, 6, 3), (3, 5, 2), (2, 4, 0), (2, 2, 1)])
def test_how_likely_a_hand_lacks_a_color_is_counted_out(hand, unseen, color):
    deals = list(permutations(range(unseen), hand))
    without = [deal for deal in deals if min(deal) >= color]
    assert LACKS[hand, unseen, color] == pytest.approx(len(without) / len(deals))


def kept(leader, led, others):
    """The share of deals and plays, each as likely, in which a led card takes the trick; one card for each of two."""
    won = total = 0
    for first, second in permutations(others, 2):
        colors = [led[0], first[0], second[0]]
        winning = max((c for c in set(colors)), key=colors.index)
        best = max((v for c, v in (led, first, second) if c == winning))
        total += 1
        won += winning == led[0] and best == led[1]
    return won / total


@pytest.mark.parametrize("value", [3, 7, 12])
def test_a_led_card_keeps_the_trick_if_all_follow_and_nobody_is_higher(value):
    """Two seats to come with one card each: what they play is what they have."""
    others = [("R", 2), ("R", 5), ("R", 9), ("R", 13), ("G", 4), ("B", 8)]
    higher = sum(c == "R" and v > value for c, v in others)
    guess = chance_to_keep(1, 2, 0, LACKS[1, 6, 4], 6, 4, 0, higher)
    assert guess == pytest.approx(kept(0, ("R", value), others), abs=0.07), "each seat for itself: nearly right"


def test_who_lacks_the_lead_color_takes_the_trick_from_it():
    assert chance_to_keep(1, 1, 1, 0.2, 9, 4, 0, 0) == 0.0
    assert chance_to_keep(1, 1, 0, 0.0, 9, 4, 0, 0) == 1.0


def test_a_color_that_entered_last_is_safe_from_all_who_follow():
    assert chance_to_keep(2, 2, 0, 0.0, 9, 4, 3, 2) == 1.0
    assert chance_to_keep(2, 1, 1, 0.0, 9, 4, 3, 1) == pytest.approx(1 - 4 / 5)
    assert chance_to_keep(3, 1, 1, 0.0, 9, 4, 0, 1) == pytest.approx(1 - 1 / 5)


def test_the_last_to_play_keeps_what_it_takes():
    assert chance_to_keep(1, 0, 0, 0.9, 9, 4, 3, 3) == 1.0


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_who_did_not_follow_is_known_to_lack_the_color(seats):
    """As whoever draws worlds knows it, in every position of a race."""
    race, dice, shown = karacho.Race("stich-rallye", seats=seats, seed=8), Random(seats), 0
    while not race.over:
        state = read_position(race.position())[0]
        lacks = np.zeros(MOST_SEATS, np.int16)
        note_lacks(state, lacks)
        assert known_lacks(state) == sum(int(lacks[seat]) << 3 * seat for seat in range(seats))
        shown += bool(lacks.any())
        race.act(dice.choice(race.legal_actions()))
    assert shown > 20


def test_of_those_to_come_only_who_lacks_the_color_counts():
    state = state_of([["R3"], ["R9"], ["R2"], ["G2"]], flag=1, round_number=3)
    lacks = (1 << 3 * 2 + RED) | (1 << 3 * 0 + RED) | (1 << 3 * 3 + BLUE)
    assert [count_lacking(lacks, color, state, 3) for color in (RED, GREEN, BLUE)] == [2, 0, 1]
    assert [count_lacking(lacks, RED, state, to_come) for to_come in (0, 1, 2, 3)] == [0, 1, 1, 2], "seat 0 is last"


def test_what_lies_in_the_trick_is_read_off():
    state = state_of([["R3"], ["R9"], ["R2"], []], flag=3, trick=["G7"], round_number=3)
    colors, entered, best, holder, low = trick_so_far(state)
    assert (colors, entered, best, holder, low) == (1 << GREEN, 1, ACTIONS["G7"], 0, 7)


def test_whoever_may_take_the_trick_has_a_motor_and_a_way_to_go():
    state = state_of([["R3"], ["R9"], ["R2"], ["G2"]], motors=[0, 3, 6, 1], distances=[40, 30, 50, 60], round_number=3)
    motor, need, ahead = those_to_come(state, 40)
    others = [(3, 65 - 30 - 3, 0), (6, 65 - 50 - 6, 1), (1, 65 - 60 - 1, 1)]
    assert (motor, need, ahead) == (6, min(way for _, way, _ in others), 1)
    assert holder_of(state, 0, 40)[0] == 0, "nobody has an empty trick"


def test_what_nobody_has_shown_is_unseen():
    state = state_of([["R3"], ["R9"], ["R2"], ["G2"]], round_number=3)
    seen = 1 + int(state.played) + int(state.in_trick)
    assert count_bits(unseen_by(state, 0)) == 36 - seen


@pytest.mark.parametrize(("field", "tricks", "value"), [(0, 3, 6), (5, 1, 16), (8, 1, 0), (7, 3, DISC[1])])
def test_a_motor_is_wound_by_every_lost_trick_and_can_be_overwound(field, tricks, value):
    assert wound(field, tricks) == value
