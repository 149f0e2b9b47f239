"""What a seat recalls: everything, or what a human would."""

import math

from karacho.bots.rally_run.recall import Habit, Recall
from karacho.games.rally_run.components import CELL_NAMES, CURVE, DEAD_END, STRAIGHT
from karacho.games.rally_run.events import TileCovered, TileRevealed, TilesSwapped, TurnBegan

B2, D4 = CELL_NAMES.index("B2"), CELL_NAMES.index("D4")


def recalled(events, habit=None, seat=0):
    recall = Recall(habit or Habit())
    recall.notice(events)
    return recall.tiles(seat)


def shown(count, turns, other=()):
    """Many tiles, one after the other, each recalled by itself after so many turns."""
    for i in range(count):
        events = [TurnBegan("RR-1", 0, i + 1), TileRevealed("RR-3", 1, "B2", "I"), TileCovered("RR-6", "B2")]
        events += [TurnBegan("RR-1", 0, i + 2 + turn) for turn in range(turns)]
        yield [*events, *other]


def test_a_perfect_memory_follows_swaps():
    events = [
        TileRevealed("RR-3", 1, "B2", "I"),
        TilesSwapped("RR-7", 1, "B2", "D4"),
        TileRevealed("RR-3", 1, "B2", "L"),
    ]
    kinds = recalled(events)
    assert (kinds[B2], kinds[D4]) == (CURVE, STRAIGHT)
    assert (kinds != 0).sum() == 2


def test_half_of_all_tiles_are_forgotten_after_the_span():
    habit = Habit(span=6.0)
    kept = sum(recalled(events, habit)[B2] == STRAIGHT for events in shown(400, 6))
    assert 150 < kept < 250
    assert sum(recalled(events, habit)[B2] == STRAIGHT for events in shown(100, 40)) < 10
    assert all(recalled(events, habit)[B2] == STRAIGHT for events in shown(20, 0))


def test_distraction_makes_tiles_fade_sooner():
    other = [TileRevealed("RR-3", 1, "E5", "D")] * 6
    calm = sum(recalled(events, Habit(6.0))[B2] != 0 for events in shown(200, 2, other))
    busy = sum(recalled(events, Habit(6.0, distraction=2.0))[B2] != 0 for events in shown(200, 2, other))
    assert busy < 0.7 * calm


def test_what_is_forgotten_stays_forgotten():
    habit, events = Habit(span=4.0), next(iter(shown(1, 0)))
    known = []
    for turn in range(40):
        events = [*events, TurnBegan("RR-1", 0, turn)]
        known.append(bool(recalled(events, habit)[B2]))
    assert known == sorted(known, reverse=True)
    assert not known[-1]


def test_what_the_own_car_has_come_upon_twice_is_kept():
    habit = Habit(span=1.0)
    own, others = TileRevealed("RR-3", 0, "B2", "D"), TileRevealed("RR-3", 1, "B2", "D")
    later = [TurnBegan("RR-1", 0, turn) for turn in range(60)]
    assert recalled([own, *later, own, *later], habit)[B2] == DEAD_END
    assert recalled([own, *later, own, *later, others, *later], habit)[B2] == DEAD_END
    assert recalled([own, *later], habit)[B2] == 0
    assert recalled([others, *later, others, *later], habit)[B2] == 0
    assert recalled([own, *later, TileRevealed("RR-3", 0, "B2", "L"), *later], habit)[B2] == 0, "another tile"


def test_an_overlooked_swap_leaves_a_false_memory():
    habit = Habit(span=math.inf, overlook=1.0)
    events = [TileRevealed("RR-3", 1, "B2", "I"), TilesSwapped("RR-7", 1, "B2", "D4")]
    assert recalled(events, habit, seat=0)[B2] == STRAIGHT
    assert recalled(events, habit, seat=1)[D4] == STRAIGHT, "one's own swaps are not overlooked"
