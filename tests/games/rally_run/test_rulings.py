"""The rulings, one test each, and what happens when rules meet."""

from collections import Counter

import numpy as np
import pytest

import karacho
from karacho.core.record import duplicate
from karacho.games.rally_run.driving import sides_to_drive

from .boards import at, drives, kinds, position, refused, swaps

CROSSINGS = ("XXXXX", "XXXXX", "XX*XX", "XXXXX", "XXXXX")
STRAIGHTS = ("IIIII", "IIIII", "II*II", "IIIII", "IIIII")


# Rulings.
def test_ruling_canisters_are_drawn_from_all_four_colors_and_stacked_at_random():
    piles = Counter(tuple(karacho.Race("rally-run", seats=2, seed=seed).position()["canisters"]) for seed in range(600))
    assert len(piles) == 12
    assert max(piles.values()) < 100


def test_ruling_rr_1_the_first_seat_is_random():
    firsts = Counter(karacho.Race("rally-run", seats=3, seed=seed).actors for seed in range(300))
    assert set(firsts) == {(0,), (1,), (2,)}
    assert min(firsts.values()) > 60


def test_ruling_rr_1_option_first_is_for_the_youngest():
    assert {karacho.Race("rally-run", seats=4, seed=seed, first=2).actors for seed in range(20)} == {(2,)}


def test_ruling_rr_3_an_end_may_point_off_the_grid():
    race = at(("XLIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"})
    race.act("E")
    assert race.legal_actions() == ["NW", "SW"]
    race.act("NW")
    race.act("D4-E4")
    assert drives(race) == ["W"]
    assert refused(race, "N") == ("OFF_GRID", "RR-2")


def test_ruling_rr_4_pointing_back_stays_allowed():
    race = at(("DIIII", "IIIII", "II*II", "IIIII", "IIIII"), turns=0)
    race.act("E")
    race.act("W")
    assert race.position()["open"] == {"A1": "W"}


def test_ruling_rr_4_a_seat_that_swapped_first_has_had_its_first_turn():
    race = at(("DIIII", "IIIII", "II*II", "IIIII", "IIIID"), turns=0)
    race.act("B2-D4")
    race.act("W")
    assert race.legal_actions() == ["E", "N", "W"]  # seat 1 is in its first turn
    race.act("N")
    race.act("E")
    assert race.position()["open"]["A1"] == "W"  # seat 0 is not


def test_ruling_rr_4_a_car_in_the_grid_is_not_in_its_first_turn_wherever_the_count_stands():
    race = at(("XDIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"}, turns=0)
    race.act("E")
    assert race.position()["open"] == {"B1": "W"}


def test_ruling_rr_4_a_single_side_that_is_no_way_to_lie_does_not_join():
    race = at(("DIIII", "IIIII", "II*II", "IIIII", "IIIII"), turns=0)
    race.act("E")
    assert refused(race, "N") == ("NO_ROAD_BACK", "RR-3")
    assert refused(race, "EW") == ("NO_ROAD_BACK", "RR-3")
    assert refused(race, "B2-D4") == ("MUST_LAY", "RR-3")


def test_ruling_rr_5_an_open_tile_is_entered_by_its_road_end_and_not_turned():
    fields = {"cars": ("A1", "B1"), "turns": 40}
    tiles = ("XLIII", "IIIII", "II*II", "IIIII", "IIIII")
    race = at(tiles, open={"A1": "NESW", "B1": "NE"}, **fields)
    assert refused(race, "E") == ("NOT_CONNECTED", "RR-5")
    race = at(tiles, open={"A1": "NESW", "B1": "NW"}, **fields)
    race.act("E")
    assert race.position()["open"] == {"B1": "NW"}


def test_ruling_rr_8_the_canister_is_always_turned_up():
    race = at(CROSSINGS, cars=("B3", "SE"), open={"B3": "NESW"})
    race.act("E")
    assert race.view(1)["goals"][0] == race.view(None)["goals"][0] == "red"
    assert race.view(1)["canisters"] == 1


def test_ruling_rr_9_a_start_finish_tile_is_a_way_out():
    race = at(("DIIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "W"}, goals=["green", None])
    race.act("W")
    race.act("D4-E4")
    race.act("E")
    assert race.position()["cars"][0] == "A1"


# Our own decisions on what the clauses leave open.
def test_decision_the_ending_turn_leaves_its_own_swap():
    race = at(CROSSINGS, cars=("A1", "SE"), open={"A1": "NESW"}, goals=["red", None], swapped=["B2", "D4"])
    race.act("W")
    assert race.position()["swapped"] is None
    race = at(turns=199, swapped=["B2", "D4"])
    race.act("A2-A3")
    assert race.position()["swapped"] == ["A2", "A3"]


def test_decision_in_phase_turn_the_swap_before_still_stands():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, swapped=["B1", "D4"])
    race.act("N")
    assert race.position()["swapped"] == ["B1", "D4"]
    race.act("ES")
    assert race.position()["swapped"] is None


# When rules meet.
def test_a_car_can_be_shut_in_by_another_and_still_has_swaps():
    """Its only road leads to an open tile that another car has laid without an end toward it."""
    race = at(("DLIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "B1"), open={"A1": "E", "B1": "NE"}, turns=40)
    assert drives(race) == []
    assert len(swaps(race)) == 22 * 21 // 2


def test_four_open_tiles_and_a_swap_leave_18_tiles_to_swap():
    race = at(
        CROSSINGS,
        cars=("A1", "B1", "C1", "D1"),
        open=dict.fromkeys(("A1", "B1", "C1", "D1"), "NESW"),
        swapped=["A5", "E5"],
    )
    assert len(swaps(race)) == 18 * 17 // 2


def test_two_cars_on_one_tile_leave_it_one_after_the_other():
    race = at(CROSSINGS, cars=("B2", "B2"), open={"B2": "NESW"}, open_memory=True, seen=[])
    race.act("N")
    assert race.position()["seen"] == []
    assert kinds(race.act("W"))[-2:] == ["TileCovered", "TurnBegan"]
    assert race.position()["seen"] == ["B2"]


def test_a_just_swapped_tile_may_be_driven_onto():
    race = at(STRAIGHTS, cars=("NW", "SE"), turn=1)
    race.act("A1-E1")
    race.act("E")
    assert race.position()["cars"][0] == "A1"
    assert race.position()["swapped"] is None


def test_a_car_driving_back_meets_the_same_tile_and_may_lay_it_anew():
    race = at(("LIIII", "XIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "SW"}, turns=40)
    race.act("S")
    race.act("D4-E4")
    race.act("N")
    assert race.legal_actions() == ["ES", "SW"]


def test_leaving_the_goal_and_winning_on_it_later():
    """Without its canister a car may wait on the very tile that turns out to be its goal."""
    race = at(CROSSINGS, cars=("NW", "C3"), goals=[None, "green"], canisters=["red"])
    race.act("E")
    race.act("N")
    for side in "EESS":
        race.act(side)
        race.act("A5-B5" if "A5-B5" in race.legal_actions() else "D5-E5")
    assert race.position()["goals"][0] == "red"
    for side in "NNWWW":
        race.act(side)
        if not race.over:
            race.act("A5-B5" if "A5-B5" in race.legal_actions() else "D5-E5")
    assert race.winner == 0


def test_a_road_that_is_not_there_comes_before_the_edge_of_the_grid():
    race = at(cars=("C1", "SE"), open={"C1": "ESW"})
    assert refused(race, "N") == ("NO_ROAD", "RR-2")


def test_the_phase_comes_before_everything_a_rule_forbids():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    race.act("N")
    assert refused(race, "C3-C3") == ("MUST_LAY", "RR-3")
    assert refused(race, "W") == ("MUST_LAY", "RR-3")


@pytest.mark.parametrize(
    "action",
    [
        "D4-B2",
        "B1-A1",
        "",
        "X",
        "SN",
        "NN",
        "n",
        "b2-d4",
        "B2D4",
        "B2-F4",
        "A0-A1",
        " N",
        "N ",
        None,
        1,
        ["N"],
        "B2-D4-E5",
    ],
)
def test_unreadable_actions(action):
    race = karacho.Race("rally-run", seats=2, seed=1)
    with pytest.raises(karacho.InvalidNotation):
        race.act(action)


def test_every_action_is_its_own_name():
    game = karacho.load_game("rally-run")
    assert all(game.names[action] == name for name, action in game.actions.items())
    assert len(game.actions) == 15 + 25 * 26 // 2


def test_legal_actions_are_in_text_order():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    legal = race.legal_actions()
    assert legal == sorted(legal)
    assert len(legal) == 3 + 23 * 22 // 2


def test_the_tiles_are_conserved_and_open_tiles_have_cars():
    choose = np.random.default_rng(1)
    for seats in (2, 3, 4):
        race = karacho.Race("rally-run", seats=seats, seed=seats, turn_limit=40)
        tiles = Counter("".join(race.position()["tiles"]))
        while not race.over:
            legal = drives(race) if drives(race) and choose.random() < 0.8 else race.legal_actions()
            race.act(legal[choose.integers(len(legal))])
            truth = race.position()
            assert Counter("".join(truth["tiles"])) == tiles
            assert set(truth["open"]) == {car for car in truth["cars"] if car[1].isdigit()} - {"C3"}
            colors = [goal for goal in truth["goals"] if goal] + truth["canisters"]
            assert len(set(colors)) == len(colors) == seats


def test_the_state_is_small():
    assert np.asarray(karacho.Race("rally-run", seats=4, seed=1)._state).nbytes < 256


def test_no_question_changes_the_state():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    before = duplicate(race._state)
    sides_to_drive(race._state[0], 0)
    race.legal_actions()
    race.view(0)
    assert race.state_bytes() == np.asarray(before).tobytes()


def test_the_same_seed_gives_the_same_race():
    one, other = (karacho.Race("rally-run", seats=4, seed=9).position() for _ in range(2))
    assert one == other
    assert position() != one


def test_a_replay_replays():
    race = karacho.Race("rally-run", seats=2, seed=3, open_memory=True)
    for action in ("B2-D4", "A2-A3"):
        race.act(action)
    race.act(drives(race)[0])
    again = race.replay().race()
    assert again.state_bytes() == race.state_bytes()


def test_decision_a_made_up_car_in_the_pit_without_a_canister_takes_one_when_it_enters_again():
    race = at(STRAIGHTS, cars=("C3", "SE"))
    race.act("E")
    race.act("A1-B1")
    race.act("W")
    assert race.position()["goals"][0] == "red"
