"""Plans: what a search does at its next choice, in place of its habit."""

import numpy as np
import pytest

from karacho.bots.stich_rallye.drivers import ANYHOW, BY_RULE, KINDS, SHREWD, drive_like
from karacho.bots.stich_rallye.notes import MOST_PLAYS
from karacho.bots.stich_rallye.outlook import outlook
from karacho.bots.stich_rallye.playout import draw_luck, play_out
from karacho.bots.stich_rallye.scores import MOST_SCORES
from karacho.bots.stich_rallye.trials import FINALISTS, MOST_TRIALS, NO_PLAN, Trials, make_plans, open_trial
from karacho.bots.stich_rallye.weights import OWN_WEIGHTS
from karacho.core.events import silent_log
from karacho.core.record import duplicate, new
from karacho.core.rng import seeded
from karacho.games.stich_rallye.actions import ACTIONS, COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.notation import read_position
from tests.games.stich_rallye.tables import FLAT, table


def trials_of(*actions):
    trials = new(Trials)[0]
    for place, action in enumerate(actions):
        open_trial(trials, place, ACTIONS[action], NO_PLAN)
    return trials


def hand_of(*cards):
    return sum(1 << ACTIONS[card] for card in cards)


def plans_of(trials):
    return list(zip(trials.actions[: trials.tried], trials.plans[: trials.tried], strict=True))


def test_a_finalist_is_tried_alone_with_every_other_card_and_with_both_choices():
    trials = trials_of("R5", "G2")
    make_plans(trials, 1, hand_of("R5", "G2", "B9"))
    plans = [NO_PLAN, ACTIONS["B9"], ACTIONS["G2"], TURBO_ACTION, COAST_ACTION]
    assert plans_of(trials) == [(ACTIONS["R5"], plan) for plan in plans]


def test_the_last_card_needs_no_plan():
    trials = trials_of("R5", "G2")
    make_plans(trials, 2, hand_of("R5", "G2"))
    plans = [NO_PLAN, TURBO_ACTION, COAST_ACTION]
    assert plans_of(trials) == [(ACTIONS[card], plan) for card in ("R5", "G2") for plan in plans]


def test_after_turbo_or_coast_the_next_card_can_be_planned():
    trials = trials_of("turbo", "coast")
    make_plans(trials, 2, hand_of("R5", "G2"))
    plans = [NO_PLAN, ACTIONS["G2"], ACTIONS["R5"]]
    assert plans_of(trials) == [(ACTIONS[choice], plan) for choice in ("turbo", "coast") for plan in plans]


def test_there_is_room_for_all_plans():
    trials = trials_of(*(f"B{value}" for value in range(1, FINALISTS + 1)))
    make_plans(trials, FINALISTS, hand_of(*(f"B{value}" for value in range(1, 10))))
    assert trials.tried == FINALISTS * 11 <= MOST_TRIALS


def end_after(race, plan):
    """The state after a playout of seat 0 with a plan."""
    box = duplicate(read_position(race.position()))
    luck = np.full(MOST_PLAYS, 0.5)
    kinds = np.full(5, BY_RULE)
    scores, quiet = np.zeros(MOST_SCORES), silent_log()[0]
    play_out(box[0], box[0].round_number, 0, plan, OWN_WEIGHTS[BY_RULE], kinds, luck, seeded(1)[0], scores, quiet)
    return box[0]


@pytest.mark.parametrize("card", ["R3", "R10"])
def test_a_planned_card_is_played(card):
    race = table([["R3", "R10"], ["R9", "B2"], ["R2", "B3"]], round_number=3, track=FLAT)
    assert end_after(race, ACTIONS[card]).cards[27 - 6] == ACTIONS[card]


def test_a_planned_card_that_may_not_be_played_is_forgotten():
    race = table([["R3", "B10"], ["B2"], ["R2", "B3"]], flag=1, trick=["R9"], round_number=3, track=FLAT)
    assert end_after(race, ACTIONS["B10"]).cards[27 - 6 + 2] == ACTIONS["R3"]


@pytest.mark.parametrize(("plan", "end"), [(TURBO_ACTION, 14), (COAST_ACTION, 16)])
def test_planned_turbo_and_coast_are_done(plan, end):
    # The last trick drives two spaces. Coasting ends on the hill and rolls to 10, and the motor runs from there; turbo
    # makes one move of both.
    hill = {"spaces": 32, "downhill": [[8, 9]], "uphill": []}
    race = table([["R10"], ["R9"], ["R2"]], round_number=3, motors=[6, 0, 0], distances=[6, 20, 21], track=hill)
    assert end_after(race, plan).distances[0] == end


def test_luck_is_a_number_for_every_play_to_come():
    race = table([["R3", "R10"], ["R9", "B2"], ["R2", "B3"]], round_number=3, track=FLAT)
    luck = np.full(MOST_PLAYS, -1.0)
    draw_luck(read_position(race.position())[0], luck, seeded(1)[0])
    assert np.count_nonzero(luck >= 0) == 2 * 3 + 2
    assert luck.max() < 1


def test_who_drives_anyhow_plays_every_card():
    race = table([["R3", "R10", "B9"], ["R9", "B2", "B4"], ["R2", "B3", "B5"]], track=FLAT)
    state, scores, quiet = read_position(race.position())[0], np.zeros(MOST_SCORES), silent_log()[0]
    played = [drive_like(state, 0, ANYHOW, luck, scores, quiet) for luck in (0.0, 0.4, 0.99)]
    assert played == [ACTIONS[card] for card in ("B9", "R3", "R10")]


def test_more_is_expected_against_weaker_drivers():
    race = table([["R3"], ["R9"], ["R2"]], round_number=2, distances=[20, 21, 22], track=FLAT)
    state = read_position(race.position())[0]
    chances = [outlook(state, 0, np.full(5, kind)) for kind in range(KINDS)]
    assert chances[ANYHOW] > chances[BY_RULE] > chances[SHREWD]
    assert outlook(state, 2, np.full(5, SHREWD)) > chances[SHREWD]
