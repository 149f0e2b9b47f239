"""The rules of Rally Run, clause by clause."""

import pytest

import karacho

from .boards import EXAMPLE, at, drives, kinds, position, refused, swaps

STANDARD = {"I": 6, "L": 8, "T": 4, "X": 2, "D": 4}


# Components.
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_components_24_tiles_and_one_canister_per_seat(seats):
    for seed in range(5):
        truth = karacho.Race("rally-run", seats=seats, seed=seed).position()
        text = "".join(truth["tiles"])
        assert {letter: text.count(letter) for letter in "ILTXD"} == STANDARD
        assert text[12] == "*"
        assert len(set(truth["canisters"])) == len(truth["canisters"]) == seats
        assert truth["colors"] == {"NW": "red", "NE": "blue", "SE": "green", "SW": "yellow"}
        assert truth["goals"] == [None] * seats
        assert truth["open"] == {}


@pytest.mark.parametrize(
    ("seats", "corners"), [(2, ["NW", "SE"]), (3, ["NW", "NE", "SE"]), (4, ["NW", "NE", "SE", "SW"])]
)
def test_components_cars_start_on_their_corners(seats, corners):
    assert karacho.Race("rally-run", seats=seats, seed=1).position()["cars"] == corners


def test_components_option_corners():
    race = karacho.Race("rally-run", seats=2, seed=1, corners=["SW", "NE"], first=0)
    assert race.position()["cars"] == ["SW", "NE"]
    assert drives(race) == ["N"]


@pytest.mark.parametrize("corners", [["NW"], ["NW", "NW"], ["NW", "C3"], "NWSE", 7, [["NW"], "SE"]])
def test_components_corners_must_be_different_and_one_per_seat(corners):
    with pytest.raises(karacho.InvalidOption, match="corners"):
        karacho.Race("rally-run", seats=2, corners=corners)


def test_components_option_mix():
    mix = {"I": 8, "L": 8, "T": 0, "X": 4, "D": 4}
    truth = karacho.Race("rally-run", seats=2, seed=1, mix=mix).position()
    text = "".join(truth["tiles"])
    assert {letter: text.count(letter) for letter in "ILTXD"} == mix
    assert truth["mix"] == mix


# RR-1.
def test_rr_1_turns_go_clockwise():
    race = karacho.Race("rally-run", seats=3, seed=1, first=1)
    order = []
    for swap in ("B2-D4", "A2-A3", "B2-D4", "A2-A3"):
        order.append(race.actors[0])
        race.act(swap)
    assert order == [1, 2, 0, 1]


def test_rr_1_out_of_turn_is_refused():
    race = karacho.Race("rally-run", seats=3, seed=1, first=1)
    assert refused(race, "E", seat=0) == ("NOT_YOUR_TURN", "RR-1")
    assert race.legal_actions(0) == []


def test_rr_1_no_pass():
    with pytest.raises(karacho.InvalidNotation):
        karacho.Race("rally-run", seats=2, seed=1).act("pass")


def test_rr_1_a_drive_or_a_swap_is_one_turn():
    race = at()
    race.act("B2-D4")
    assert (race.actors, race.position()["turns"]) == ((1,), 41)
    race.act("W")  # a dead end: laid without asking
    assert (race.actors, race.position()["turns"]) == ((0,), 42)


# RR-2.
def test_rr_2_only_through_road_ends():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    assert drives(race) == ["E", "N", "S"]
    assert refused(race, "W") == ("NO_ROAD", "RR-2")


@pytest.mark.parametrize(
    ("corner", "side", "cell"), [("NW", "E", "A1"), ("NE", "S", "E1"), ("SE", "W", "E5"), ("SW", "N", "A5")]
)
def test_rr_2_start_finish_tiles_have_one_road_end(corner, side, cell):
    race = at(("DIIID", "IIIII", "II*II", "IIIII", "DIIID"), cars=(corner, "C3"), goals=[None, "red"])
    assert drives(race) == [side]
    for other in set("NESW") - {side}:
        assert refused(race, other) == ("NO_ROAD", "RR-2")
    race.act(side)
    assert race.position()["cars"][0] == cell


def test_rr_2_off_the_grid_leads_nowhere():
    race = at(cars=("C1", "SE"), open={"C1": "NEW"})
    assert drives(race) == ["E", "W"]
    assert refused(race, "N") == ("OFF_GRID", "RR-2")


@pytest.mark.parametrize(
    ("cell", "side", "corner"), [("A1", "W", "NW"), ("E1", "N", "NE"), ("E5", "E", "SE"), ("A5", "S", "SW")]
)
def test_rr_2_from_a_corner_cell_to_its_start_finish_tile(cell, side, corner):
    race = at(
        ("XIIIX", "IIIII", "II*II", "IIIII", "XIIIX"), cars=(cell, "C3"), open={cell: "NESW"}, goals=[None, "red"]
    )
    off = [s for s in "NESW" if s not in drives(race)]
    assert len(off) == 1
    assert refused(race, off[0]) == ("OFF_GRID", "RR-2")
    race.act(side)
    assert race.position()["cars"][0] == corner


def test_rr_2_the_pit_has_four_road_ends():
    assert drives(at(cars=("C3", "SE"), goals=["red", None])) == ["E", "N", "S", "W"]


# RR-3.
@pytest.mark.parametrize(("tile", "ways"), [("L", ["NW", "SW"]), ("T", ["ESW", "NEW", "NSW"])])
def test_rr_3_reveal_then_choose_how_it_lies(tile, ways):
    race = at(("IITII", "IIIII", "I" + tile + "*II", "IIIII", "IIIII"), cars=("A3", "SE"), open={"A3": "EW"})
    events = race.act("E")
    assert kinds(events) == ["TileRevealed"]
    assert events[0] == ("RR-3", 0, "B3", tile)
    truth = race.position()
    assert (truth["phase"], truth["revealed"], truth["from"]) == ("turn", "B3", "W")
    assert (truth["cars"][0], truth["open"], truth["turns"]) == ("A3", {"A3": "EW"}, 40)
    assert race.actors == (0,)
    assert race.legal_actions() == ways
    events = race.act(ways[0])
    assert kinds(events) == ["TileLaid", "CarDrove", "TileCovered", "TurnBegan"]
    assert [event.clause for event in events] == ["RR-3", "RR-3", "RR-6", "RR-1"]
    truth = race.position()
    assert (truth["phase"], truth["open"], truth["turns"], truth["turn"]) == ("drive", {"B3": ways[0]}, 41, 1)


@pytest.mark.parametrize(("tile", "lies"), [("I", "EW"), ("X", "NESW"), ("D", "W")])
def test_rr_3_one_way_to_lie_is_laid_without_asking(tile, lies):
    race = at(("IITII", "IIIII", "I" + tile + "*II", "IIIII", "IIIII"), cars=("A3", "SE"), open={"A3": "EW"})
    events = race.act("E")
    assert kinds(events) == ["TileRevealed", "TileLaid", "CarDrove", "TileCovered", "TurnBegan"]
    assert race.position()["open"] == {"B3": lies}
    assert race.position()["cars"][0] == "B3"


def test_rr_3_while_a_tile_waits_nothing_else_is_done():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    race.act("N")  # B1 is a curve
    assert race.legal_actions() == ["ES", "SW"]
    assert refused(race, "N") == ("MUST_LAY", "RR-3")
    assert refused(race, "D4-E4") == ("MUST_LAY", "RR-3")
    assert refused(race, "ES", seat=1) == ("NOT_YOUR_TURN", "RR-1")


def test_rr_3_the_tile_must_join_the_road():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    race.act("N")
    assert refused(race, "NE") == ("NO_ROAD_BACK", "RR-3")  # does not join
    assert refused(race, "NS") == ("NO_ROAD_BACK", "RR-3")  # no curve lies so
    assert refused(race, "NESW") == ("NO_ROAD_BACK", "RR-3")


def test_rr_3_nothing_to_lay_while_driving():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    assert refused(race, "NS") == ("NOTHING_TO_LAY", "RR-3")


# RR-4.
@pytest.mark.parametrize(
    ("corner", "drive", "ways"),
    [
        ("NW", "E", ["E", "S", "W"]),
        ("NE", "S", ["N", "S", "W"]),
        ("SE", "W", ["E", "N", "W"]),
        ("SW", "N", ["E", "N", "S"]),
    ],
)
def test_rr_4_first_turn_dead_end_may_point_away(corner, drive, ways):
    for way in ways:
        race = at(("DIIID", "IIIII", "II*II", "IIIII", "DIIID"), cars=(corner, "C3"), goals=[None, "red"], turns=1)
        race.act(drive)
        assert race.position()["phase"] == "turn"
        assert race.legal_actions() == ways
        events = race.act(way)
        back = {"N": "S", "S": "N", "E": "W", "W": "E"}[drive]
        assert events[0].clause == ("RR-3" if way == back else "RR-4")
        race.act("B2-D4")
        assert drives(race) == [way]


def test_rr_4_only_in_the_very_first_turn():
    race = at(("DIIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("NW", "SE"), turns=2)
    race.act("E")
    assert race.position()["open"] == {"A1": "W"}


def test_rr_4_only_for_dead_ends():
    race = at(("LIIII", "IIIII", "II*II", "IIIII", "IIIID"), cars=("NW", "SE"), turns=0)
    race.act("E")
    assert race.legal_actions() == ["NW", "SW"]


# RR-5.
def test_rr_5_onto_an_open_tile_that_joins():
    race = at(cars=("B2", "A2"), open={"B2": "NEW", "A2": "ES"})
    events = race.act("W")
    assert kinds(events) == ["CarDrove", "TileCovered", "TurnBegan"]
    assert events[0] == ("RR-5", 0, "B2", "A2")
    assert race.position()["cars"] == ["A2", "A2"]
    assert race.position()["open"] == {"A2": "ES"}


def test_rr_5_an_open_tile_without_a_road_end_is_closed():
    race = at(cars=("B2", "A2"), open={"B2": "NEW", "A2": "NW"})
    assert refused(race, "W") == ("NOT_CONNECTED", "RR-5")


@pytest.mark.parametrize(("cell", "side"), [("C2", "S"), ("D3", "W"), ("C4", "N"), ("B3", "E")])
def test_rr_5_the_pit_is_entered_from_any_side(cell, side):
    race = at(("IIIII", "IIXII", "IX*XI", "IIXII", "IIIII"), cars=(cell, "SE"), open={cell: "NESW"})
    race.act(side)
    assert race.position()["cars"][0] == "C3"


def test_rr_5_several_cars_share_the_pit_and_a_start_finish_tile():
    race = at(
        ("XIIII", "IIXII", "IX*XI", "IIXII", "IIIII"),
        cars=("B3", "C3", "A1", "NW"),
        open={"B3": "NESW", "A1": "NESW"},
        goals=[None, "red", None, None],
    )
    race.act("E")
    race.act("A2-A3")
    race.act("W")
    assert race.position()["cars"] == ["C3", "C3", "NW", "NW"]


# RR-6.
def test_rr_6_the_tile_left_is_covered_at_once():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    events = race.act("E")  # C2 is a straight
    assert events[-2] == ("RR-6", "B2")
    assert race.position()["open"] == {"C2": "EW"}


def test_rr_6_not_while_another_car_stands_on_it():
    race = at(cars=("B2", "B2"), open={"B2": "NES"})
    assert "TileCovered" not in kinds(race.act("E"))
    assert race.position()["open"] == {"B2": "NES", "C2": "EW"}
    race.act("S")
    race.act("SW" if "SW" in race.legal_actions() else race.legal_actions()[0])
    assert "B2" not in race.position()["open"]


def test_rr_6_pit_and_start_finish_tiles_are_never_covered():
    race = at(cars=("C3", "SE"), goals=["red", None])
    assert "TileCovered" not in kinds(race.act("E")) + kinds(race.act(race.legal_actions()[0]))
    race.act("W")
    assert drives(at(cars=("C3", "SE"), goals=["red", None])) == ["E", "N", "S", "W"]


# RR-7.
def test_rr_7_swap_exchanges_two_face_down_tiles_unseen():
    race = at()
    events = race.act("B1-E5")
    assert events == [("RR-7", 0, "B1", "E5"), ("RR-1", 1, 42)]
    assert race.position()["tiles"] == ["IDTXD", "LTIID", "LL*LI", "IDTLI", "XLLTL"]
    assert race.position()["swapped"] == ["B1", "E5"]


def test_rr_7_276_swaps_at_the_start():
    assert len(swaps(karacho.Race("rally-run", seats=2, seed=1))) == 276


def test_rr_7_refusals_in_their_order():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, swapped=["A1", "E5"])
    assert refused(race, "C3-C3") == ("SAME_TILE", "RR-7")
    assert refused(race, "D4-D4") == ("SAME_TILE", "RR-7")
    assert refused(race, "B2-C3") == ("NOT_A_ROAD_TILE", "RR-7")
    assert refused(race, "C3-D4") == ("NOT_A_ROAD_TILE", "RR-7")
    assert refused(race, "A1-B2") == ("FACE_UP", "RR-7")
    assert refused(race, "A1-D4") == ("JUST_SWAPPED", "RR-7")
    assert refused(race, "D4-E5") == ("JUST_SWAPPED", "RR-7")
    assert len(swaps(race)) == 21 * 20 // 2


def test_rr_7_binds_only_the_next_seat():
    race = karacho.Race("rally-run", seats=3, seed=1, first=0)
    race.act("B2-D4")
    assert refused(race, "B2-B4") == ("JUST_SWAPPED", "RR-7")
    race.act("A2-A3")
    race.act("B2-D4")  # the third seat may undo what the first did
    assert race.position()["swapped"] == ["B2", "D4"]


def test_rr_7_a_drive_in_between_frees_the_tiles():
    race = at(("DIIII", "IIIII", "II*II", "IIIII", "IIIID"), cars=("NW", "SE"))
    race.act("B2-D4")
    race.act("W")
    assert race.position()["swapped"] is None
    race.act("B2-D4")


# RR-8.
def test_rr_8_pit_stop_takes_the_top_canister():
    race = at(
        ("IIIII", "IIIII", "IX*II", "IIIII", "IIIII"),
        cars=("B3", "SE"),
        open={"B3": "NESW"},
        canisters=["yellow", "red"],
    )
    events = race.act("E")
    assert events[2] == ("RR-8", 0, "yellow", "SW")
    assert race.position()["goals"] == ["yellow", None]
    assert race.position()["canisters"] == ["red"]
    assert race.view(1)["goals"] == ["yellow", None]


def test_rr_8_later_visits_do_nothing():
    race = at(
        ("IIIII", "IIIII", "IX*II", "IIIII", "IIIII"), cars=("B3", "SE"), open={"B3": "NESW"}, goals=["yellow", None]
    )
    assert kinds(race.act("E")) == ["CarDrove", "TileCovered", "TurnBegan"]
    assert race.position()["canisters"] == ["red"]


# RR-9.
def test_rr_9_any_start_finish_tile_may_be_entered():
    race = at(
        ("XIIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"}, goals=["blue", None]
    )
    events = race.act("W")
    assert events[0] == ("RR-9", 0, "A1", "NW")
    assert not race.over
    race.act("B2-D4")
    assert drives(race) == ["E"]


# RR-10.
def test_rr_10_the_first_car_on_its_goal_wins_at_once():
    race = at(
        ("XIIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"}, goals=["red", None]
    )
    events = race.act("W")
    assert events[-1] == ("RR-10", 0, "GOAL")
    assert (race.over, race.winner, race.end_reason, race.actors) == (True, 0, "GOAL", ())
    truth = race.position()
    assert (truth["phase"], truth["winner"], truth["turn"], truth["turns"]) == ("over", 0, 0, 41)
    assert refused(race, "E", seat=0) == ("RACE_OVER", "RR-10")
    assert refused(race, "B2-D4", seat=1) == ("RACE_OVER", "RR-10")


def test_rr_10_the_colors_of_the_position_count():
    colors = {"NW": "blue", "NE": "red", "SE": "green", "SW": "yellow"}
    fields = {"cars": ("A1", "SE"), "open": {"A1": "NESW"}, "colors": colors}
    tiles = ("XIIII", "IIIII", "II*II", "IIIII", "IIIII")
    race = at(tiles, goals=["red", None], **fields)
    race.act("W")
    assert not race.over
    race = at(tiles, goals=["blue", None], **fields)
    race.act("W")
    assert race.winner == 0
    assert race.position()["colors"] == colors


def test_rr_10_without_a_canister_nobody_wins():
    race = at(("XIIII", "IIIII", "II*II", "IIIII", "IIIII"), cars=("A1", "SE"), open={"A1": "NESW"})
    race.act("W")
    assert not race.over


# RR-11.
def test_rr_11_after_200_turns_nobody_has_won():
    race = at(turns=198)
    race.act("B2-D4")
    events = race.act("A2-A3")
    assert events[-1] == ("RR-11", None, "TURN_LIMIT")
    assert (race.over, race.winner, race.end_reason) == (True, None, "TURN_LIMIT")
    truth = race.position()
    assert (truth["turns"], truth["turn"], truth["winner"]) == (200, 1, None)
    assert refused(race, "E", seat=0) == ("RACE_OVER", "RR-11")


def test_rr_11_a_win_on_the_last_turn_counts():
    race = at(
        ("XIIII", "IIIII", "II*II", "IIIII", "IIIII"),
        cars=("A1", "SE"),
        open={"A1": "NESW"},
        goals=["red", None],
        turns=199,
    )
    race.act("W")
    assert (race.winner, race.end_reason) == (0, "GOAL")


def test_rr_11_option_turn_limit():
    race = karacho.Race("rally-run", seats=2, seed=1, turn_limit=1)
    assert race.position()["turn_limit"] == 1
    race.act("B2-D4")
    assert race.end_reason == "TURN_LIMIT"


@pytest.mark.parametrize("limit", [0, -1, 10001, 2**70, 1.5, True, "200", None])
def test_rr_11_turn_limit_must_be_a_number_of_turns(limit):
    with pytest.raises(karacho.InvalidOption, match="turn_limit"):
        karacho.Race("rally-run", seats=2, turn_limit=limit)


# RR-12.
def test_rr_12_standing():
    end = {"phase": "over", "winner": None, "turns": 200}
    race = at(cars=("B2", "C3", "SE", "NW"), open={"B2": "NES"}, goals=[None, "green", "red", None], **end)
    # 1 is 5 steps from SE (green), 2 is 10 steps from NW (red); 0 is 2 steps from the pit, 3 is 5.
    assert race.standing == [[1], [2], [0], [3]]


def test_rr_12_equal_is_equal():
    race = at(cars=("NW", "SE", "NE"), phase="over", winner=None, turns=200)
    assert race.standing == [[0, 1, 2]]


def test_rr_12_the_winner_is_first():
    race = at(cars=("NW", "C3", "C2"), open={"C2": "NS"}, goals=["red", "green", None], phase="over", winner=0)
    assert race.standing == [[0], [1], [2]]


def test_rr_12_no_standing_before_the_end():
    assert at().standing is None


# RR-13, RR-14, RR-16: see also test_view.py.
def test_rr_13_a_view_tells_no_face_down_tile_and_no_pile():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    view = race.view(0)
    assert view["tiles"] == ["?????", "?T???", "??*??", "?????", "?????"]
    assert view["canisters"] == 2


def test_rr_14_a_view_never_adds_what_was_face_up():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    race.act("E")
    assert race.view(0)["tiles"] == ["?????", "??I??", "??*??", "?????", "?????"]


def test_rr_15_open_memory_keeps_ghosts_that_move_with_swaps():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, open_memory=True, seen=[])
    race.act("E")
    assert race.view(1)["ghosts"] == {"B2": "T"}
    assert race.view(None)["tiles"] == ["?????", "??I??", "??*??", "?????", "?????"]
    race.act("B2-D4")
    assert race.view(None)["ghosts"] == {"D4": "T"}
    assert race.position()["seen"] == ["D4"]


def test_rr_15_a_ghost_that_is_turned_up_is_no_ghost():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, open_memory=True, seen=["B1"])
    race.act("N")
    assert race.view(0)["ghosts"] == {}
    assert race.view(0)["tiles"][0] == "?L???"


def test_rr_16_when_over_everything_is_shown():
    race = at(phase="over", winner=None, turns=200)
    view = race.view(0)
    assert view["tiles"] == list(EXAMPLE)
    assert view["canisters"] == race.position()["canisters"]


def test_rr_17_is_in_freeplay():
    from karacho.games.rally_run.freeplay import Carpet

    carpet = Carpet()
    carpet.lay("A1", "X")
    carpet.put(0, "NW")
    assert carpet.drive(0, "E") == "A1"


def test_the_printed_example_reads_and_writes():
    example = position(cars=("B2", "SE"), open={"B2": "NES"}, turns=6, canisters=["green", "red"])
    assert karacho.Race.from_position(example).position() == example
