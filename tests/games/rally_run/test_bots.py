"""The compiled opponents: fair chance, perfect memory, and races that end."""

from collections import Counter

import numpy as np
import pytest

import karacho
from karacho.core.events import listening_log, silent_log
from karacho.core.jit import COMPILED
from karacho.core.record import duplicate, new
from karacho.core.rng import CHOICES, seeded
from karacho.games.rally_run import memory

from .boards import at, drives

RACES = 400 if COMPILED else 3
GAME = karacho.load_game("rally-run")


def choices(race, spec, count):
    seen, _ = GAME.read_view(race.view(race.actors[0]))
    kept, rng = np.zeros(GAME.memory, np.int16), seeded(1, CHOICES)
    policy, seat, quiet = GAME.policies[spec], race.actors[0], silent_log()
    return Counter(GAME.names[GAME.choose(seen, seat, policy, kept, rng, quiet)] for _ in range(count))


# random.
def test_random_tosses_a_coin_between_driving_and_swapping():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, swapped=["A1", "E5"])
    counts = choices(race, "random", 1200)
    assert set(counts) <= set(race.legal_actions())
    driven = sum(counts[side] for side in "NES")
    assert 500 < driven < 700
    assert all(150 < counts[side] < 250 for side in "NES")


def test_random_swaps_are_even():
    race = at(("DLIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "B1"), open={"A1": "E", "B1": "NE"}, turns=40)
    counts = choices(race, "random", 2310)
    assert set(counts) <= set(race.legal_actions())
    assert max(counts.values()) < 30
    assert len(counts) > 225


def test_random_lays_each_way_evenly():
    race = at(("XTIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"})
    race.act("E")
    counts = choices(race, "random", 600)
    assert set(counts) == set(race.legal_actions()) == {"ESW", "NEW", "NSW"}
    assert min(counts.values()) > 150


# Memory.
def test_memory_takes_in_what_was_shown_and_follows_swaps():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    kept = np.zeros(GAME.memory, np.int16)
    for action in ("E", "B2-D4", "E"):
        for event in race.redact(race.act(action), 1):
            GAME.remember(kept, event)
    cells = kept[:25].reshape(5, 5).tolist()
    assert cells[1] == [0, 0, 1, 1, 0]  # two straights
    assert sum(map(sum, cells)) == 2
    assert memory.swaps_in_a_row(kept, 1) == 1
    assert memory.swaps_in_a_row(kept, 0) == 0


def test_memory_is_the_same_from_rows_and_from_events():
    """The playout reads rows of numbers, a bot at a table reads named events."""
    race = karacho.Race("rally-run", seats=3, seed=2)
    choose = np.random.default_rng(2)
    state, chance, buffer = duplicate(race._state), duplicate(race._chance), listening_log()
    told, noted = np.zeros(GAME.memory, np.int16), np.zeros(GAME.memory, np.int16)
    for _ in range(60):
        legal = drives(race) if drives(race) and choose.random() < 0.7 else race.legal_actions()
        action = legal[choose.integers(len(legal))]
        GAME.act(state, race.actors[0], GAME.actions[action], chance, buffer)
        race.act(action)
        memory.note(noted, buffer[0])
        for event in GAME.events.decode(buffer):
            GAME.remember(told, event)
        assert told.tolist() == noted.tolist()
    assert told.any()
    memory.forget(noted)
    assert not noted.any()


# rule.
def test_rule_drives_to_a_goal_in_reach():
    race = at(
        ("XIIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"}, goals=["red", None]
    )
    assert set(choices(race, "rule", 20)) == {"W"}


def test_rule_lays_a_curve_toward_the_pit():
    race = at(("XLIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"})
    race.act("E")
    assert set(choices(race, "rule", 5)) == {"SW"}


def test_rule_swaps_a_known_dead_end_away_but_not_twice_in_a_row():
    tiles = ("IIIII", "IIIII", "ID*II", "IIIII", "IIIII")
    race = at(tiles, cars=("A3", "SE"), open={"A3": "EW"}, open_memory=True, seen=["B3", "E5"])
    view = race.view(0)
    bot = karacho.make_bot("rally-run", "rule", seed=1)
    assert bot.choose(view) == "B3-E5"
    bot.notice(race.copy().act("D1-E1"))  # it has swapped in its last turn
    assert "-" not in bot.choose(view)


def test_rule_drives_when_no_tile_is_better():
    tiles = ("DDDDD", "DDDDD", "ID*DD", "DDDDD", "DDDDD")
    seen = [f"{c}{r}" for r in range(1, 6) for c in "ABCDE" if f"{c}{r}" not in ("A3", "C3")]
    race = at(tiles, cars=("A3", "SE"), open={"A3": "EW"}, open_memory=True, seen=seen)
    assert "-" not in next(iter(choices(race, "rule", 1)))


def test_rule_that_cannot_drive_swaps():
    race = at(("DLIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "B1"), open={"A1": "E", "B1": "NE"}, turns=40)
    assert all("-" in action for action in choices(race, "rule", 5))


def test_rule_leaves_a_wrong_start_finish_tile():
    race = at(cars=("NW", "SE"), goals=["green", "blue"], turns=20)
    assert set(choices(race, "rule", 3)) == {"E"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_beats_random(seats):
    result = karacho.simulate("rally-run", races=RACES, seats=seats, bots=["rule"] + ["random"] * (seats - 1), seed=1)
    assert result.wins[0] >= 0.95 * RACES


@pytest.mark.parametrize(("seats", "median"), [(2, 25), (3, 36), (4, 45)])
def test_rule_races_are_as_long_as_expected(seats, median):
    result = karacho.simulate("rally-run", races=RACES, seats=seats, bots="rule", seed=2)
    assert abs(np.median(result.turns) - median) < (5 if COMPILED else 15)
    assert result.end_reasons["TURN_LIMIT"] <= RACES // 100
    assert (result.rounds == -(-result.turns // seats)).all()


def test_rule_races_end_without_a_turn_limit_to_help():
    result = karacho.simulate("rally-run", races=RACES, seats=4, bots="rule", seed=3, turn_limit=10000)
    assert result.end_reasons["GOAL"] == RACES


def test_rule_finishes_with_many_dead_ends():
    """A mix that nearly always shuts the way: bots must break out of exchanging the same tiles."""
    mix = {"I": 3, "L": 3, "T": 1, "X": 1, "D": 16}
    result = karacho.simulate("rally-run", races=RACES, seats=3, bots="rule", seed=3, mix=mix, turn_limit=1000)
    assert result.end_reasons["GOAL"] > 0.8 * RACES


def test_a_simulated_race_is_the_race_played_by_hand():
    for bots in ("random", "rule"):
        result = karacho.simulate("rally-run", races=3, seats=3, bots=bots, seed=5, turn_limit=60)
        for index in range(3):
            race = karacho.Race("rally-run", seats=3, seed=karacho.race_seed(5, index), turn_limit=60)
            seats = shared_choices(race, bots)
            assert race.over
            assert int(race.position()["turns"]) == result.turns[index]
            assert (race.winner if race.winner is not None else -1) == result.winners[index]
            assert seats > 0


def shared_choices(race, spec):
    """Play with one stream of choices for all seats, as the playout does."""
    rng, kept = seeded(race.seed, CHOICES), np.zeros(GAME.memory, np.int16)
    decisions = 0
    while not race.over:
        seat, view = race.actors[0], new(GAME.state)
        GAME.see(race._state, seat, view)
        action = GAME.choose(view, seat, GAME.policies[spec], kept, rng, silent_log())
        for event in race.act(GAME.names[action]):
            GAME.remember(kept, event)
        decisions += 1
    return decisions
