"""Counting: known results in, known figures out."""

from dataclasses import replace

import numpy as np
import pytest

from karacho.arena.intervals import share_interval, student, wilson
from karacho.arena.plan import Plan
from karacho.arena.ratings import rate
from karacho.arena.standings import standings
from karacho.cli.league import headline


def result(plan, race, order):
    """A finished race; `order`: the bots as they came in."""
    sitting = plan.sitting(race)
    places = [order.index(bot) + 1 for bot in sitting]
    seats = range(plan.seats)
    return {
        "race": race,
        "sitting": list(sitting),
        "winner": places.index(1),
        "end_reason": "CROSSED_TWICE",
        "actions": 10,
        "places": places,
        "decisions": [2] * plan.seats,
        "seconds": [0.1 * (bot + 1) for bot in sitting],
        "slowest": [0.07] * plan.seats,
        "faults": [1 if bot == 2 else 0 for bot in sitting],
        "last_faults": ["hm" if bot == 2 else "" for bot in sitting],
        "distances": [[point * (bot + 1) for point in range(11)] for bot in (sitting[seat] for seat in seats)],
    }


def test_a_league_with_a_clear_order():
    plan = Plan("stich-rallye", ("a", "b", "c"), seats=3, races=60)
    orders = ([0, 1, 2], [0, 1, 2], [1, 0, 2])
    table = standings(plan, [result(plan, race, orders[race // 6 % 3]) for race in range(plan.total)])
    first, second, last = table.lines
    assert [line.bot for line in table.lines] == ["a", "b", "c"]
    assert table.races == plan.total == 60
    assert (first.wins, second.wins, last.wins) == (42, 18, 0)
    assert first.share == pytest.approx(0.7)
    assert first.cars == 60
    assert first.interval[0] < 0.7 < first.interval[1]
    assert last.interval[0] == 0.0
    assert last.interval[1] > 0.1, "ten deals are not many"
    assert first.rating[0] > second.rating[0] > last.rating[0]
    assert first.rating[1] < first.rating[0] < first.rating[2]
    assert last.seconds == pytest.approx(0.15)
    assert (last.faults, last.last_fault) == (60, "hm")
    assert second.distances[10] == 20
    assert last.place == 3
    duel = table.matrix[0][1]
    assert duel.races == 60
    assert duel.share == pytest.approx(0.7)
    assert table.matrix[0][2].races == 42, "the others were won by neither"
    assert table.matrix[1][1] is None


@pytest.mark.parametrize(
    ("races", "played", "words"),
    [
        (480, 480, "480 races of stich-rallye: 4 seats, 20 deals, every line-up and seat order, seed 0"),
        (480, 112, "interrupted after 112 races of stich-rallye; planned are 480: 4 seats, 20 deals, every line-up"),
        (480, 1, "interrupted after 1 race of stich-rallye; planned are 480: 4 seats, 20 deals, every line-up"),
        (4, 4, "4 races of stich-rallye: 4 seats, 1 deal, line-ups sampled, each bot on each seat equally often"),
    ],
)
def test_the_headline_says_what_was_played(races, played, words):
    plan = Plan("stich-rallye", ("a", "b", "c", "d"), seats=4, races=races)
    table = standings(plan, [result(plan, race, [0, 1, 2, 3]) for race in range(played)])
    assert headline(table).startswith(words)


def test_ratings_do_not_depend_on_names_and_repeat():
    plan = Plan("stich-rallye", ("a", "b", "c"), seats=3, races=60)
    results = [result(plan, race, [2, 0, 1]) for race in range(60)]
    assert rate(plan, results) == rate(plan, results)
    a, b, c = rate(plan, results)
    assert c[0] > a[0] > b[0]


def test_several_cars_of_one_bot():
    plan = Plan("stich-rallye", ("a", "b"), seats=3, races=60, line_ups="single")
    results = []
    for race in range(plan.total):
        single = result(plan, race, [0, 1])
        single["places"] = [1 if seat == single["winner"] else 2 for seat in range(3)]
        results.append(single)
    table = standings(plan, results)
    assert table.matrix[0][1].races == plan.total // 2, "only where it is the only one"
    assert table.matrix[0][1].share == 1.0
    assert table.lines[0].share == pytest.approx(2 / 3), "it wins every race, with three cars in two races"
    assert table.lines[0].rating[0] > table.lines[1].rating[0]


def test_where_only_the_winner_counts_places_do_not_rate():
    plan = Plan("rally-run", ("a", "b", "c"), seats=3, races=60)
    orders = ([0, 2, 1], [0, 2, 1], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1])  # `b` wins more often than `c`
    results = [result(plan, race, orders[race // 6 % 6]) for race in range(plan.total)]
    first, second, third = (rating for rating, *_ in rate(plan, results))
    assert first > second > third
    by_places = [rating for rating, *_ in rate(replace(plan, game="stich-rallye"), results)]
    assert by_places[0] > by_places[2] > by_places[1]
    nobody = [{**each, "winner": None} for each in results]
    assert {rating for rating, *_ in rate(plan, nobody)} == {25.0}, "a race that nobody wins rates nobody"


def test_an_interval_counts_deals_not_races():
    alone = share_interval([1, 0] * 50, [1] * 100)
    copied = share_interval([6, 0] * 50, [6] * 100)
    assert copied == pytest.approx(alone), "six equal races on a deal say no more than one"
    assert alone == pytest.approx(wilson(50, 100), abs=0.01)
    assert share_interval([], []) == (0.0, 1.0)
    assert share_interval([5] * 20, [5] * 20) == wilson(20, 20)


@pytest.mark.parametrize("deals", [12, 60])
def test_the_interval_holds_what_it_promises(deals):
    dice = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        chances = dice.beta(2, 4, deals)  # deals differ; the mean is a third
        wins = dice.binomial(4, chances)
        low, high = share_interval(wins.tolist(), [4] * deals)
        held += low <= 1 / 3 <= high
    assert 0.93 <= held / 1000 <= 0.97


def test_one_deal_tells_nothing_of_the_others():
    assert share_interval([20], [24]) == (0.0, 1.0)
    assert share_interval([20, 0], [24, 0]) == (0.0, 1.0)


def test_few_deals_make_it_wider():
    assert [student(freedom) for freedom in range(1, 6)] == pytest.approx(
        [12.706, 4.303, 3.182, 2.776, 2.571], abs=0.001
    )
    assert student(6) == pytest.approx(2.447, abs=0.02)
    assert student(9) == pytest.approx(2.262, abs=0.01)
    assert student(100) == pytest.approx(1.984, abs=0.001)
