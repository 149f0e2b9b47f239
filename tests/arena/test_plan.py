"""Who sits where: everybody equally often everywhere, and all on the same deals."""

from collections import Counter

import pytest

import karacho
from karacho.arena.plan import Plan, all_sittings, checked, count_sittings, single_sittings

LETTERS = "abcdefg"


def plan_of(bots, seats=4, races=1000, **more):
    return Plan("stich-rallye", tuple(LETTERS[:bots]), seats, races, **more)


@pytest.mark.parametrize("bots", range(2, 8))
@pytest.mark.parametrize("seats", range(2, 6))
def test_every_line_up_and_seat_order(bots, seats):
    sittings = all_sittings(bots, seats)
    assert len(sittings) == len(set(sittings)) == count_sittings(bots, seats)
    assert all(len(set(sitting)) == min(bots, seats) for sitting in sittings)
    seen = Counter((seat, bot) for sitting in sittings for seat, bot in enumerate(sitting))
    assert len(seen) == bots * seats
    assert len(set(seen.values())) == 1, "every bot sits everywhere equally often"


@pytest.mark.parametrize("bots", range(2, 8))
@pytest.mark.parametrize("seats", range(2, 6))
def test_a_sample_is_balanced_on_every_deal(bots, seats):
    plan = plan_of(bots, seats, races=1)
    if plan.is_full:
        pytest.skip("there is no need to sample")
    per_deal = plan.races_per_deal
    for deal in range(5):
        sittings = [plan.sitting(deal * per_deal + place) for place in range(per_deal)]
        seen = Counter((seat, bot) for sitting in sittings for seat, bot in enumerate(sitting))
        assert len(seen) == bots * seats
        assert len(set(seen.values())) == 1
        assert all(len(set(sitting)) == min(bots, seats) for sitting in sittings)
    line_ups = {frozenset(plan.sitting(race)) for race in range(60 * per_deal)}
    assert bots <= seats or len(line_ups) > bots // 2


@pytest.mark.parametrize(("line_ups", "pairs"), [("single", 6), ("first", 2), ("last", 2)])
def test_one_car_against_one_kind(line_ups, pairs):
    sittings = single_sittings(3, 4, line_ups)
    assert len(sittings) == len(set(sittings)) == pairs * 4
    assert all(sorted(Counter(sitting).values()) == [1, 3] for sitting in sittings)
    one = {min(sitting, key=sitting.count) for sitting in sittings}
    assert one == {"single": {0, 1, 2}, "first": {0}, "last": {0, 1}}[line_ups]


def test_races_are_rounded_up_to_whole_deals():
    assert plan_of(4, races=240).total == 240
    assert plan_of(4, races=241).total == 264
    assert plan_of(4, races=239).total == 240, "a sample has four races a deal"
    assert plan_of(2, races=30, line_ups="single").total == 32


def test_all_races_on_a_deal_are_dealt_alike_and_every_bot_has_its_own_chance():
    plan = plan_of(4, races=240, seed=9)
    assert {plan.deal_seed(race) for race in range(24)} == {karacho.race_seed(9, 0)}
    assert plan.deal_seed(24) == karacho.race_seed(9, 1)
    seeds = {plan.bot_seed(race, seat) for race in range(48) for seat in range(4)}
    assert len(seeds) == 48 * 4
    assert not seeds & {plan.deal_seed(0), plan.deal_seed(24)}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"seats": 2}, "3 to 5"),
        ({"races": 0}, "whole number"),
        ({"bots": ("rule",)}, "at least two"),
        ({"bots": ("rule", "rule")}, "once"),
        ({"line_ups": "odd"}, "mixed, single, first, last"),
        ({"time_limit": 0}, "seconds"),
        ({"seed": -1}, "seed"),
        ({"options": {"track": "moon"}}, "moon"),
    ],
)
def test_plans_that_cannot_be_played(changes, words):
    good = {"game": "stich-rallye", "bots": ("rule", "random")}
    checked(Plan(**good))
    with pytest.raises(karacho.InvalidOption, match=words):
        checked(Plan(**{**good, **changes}))
