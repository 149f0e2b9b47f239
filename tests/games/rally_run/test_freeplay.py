"""Free play (RR-17)."""

import json

import pytest

import karacho
from karacho.games.rally_run.freeplay import Carpet, find_roads


def test_lay_turn_lift():
    carpet = Carpet()
    carpet.lay("B2", "T", "NES")
    assert carpet.turn("B2") == "ESW"
    assert carpet.turn("B2", 2) == "NEW"
    assert carpet.turn("B2", -3) == "NES"
    carpet.lay("B2", "L")  # in place of the other
    assert carpet.data()["laid"] == {"B2": {"tile": "L", "sides": "NE"}}
    assert carpet.left("T") == 4
    carpet.lift("B2")
    assert carpet.data()["laid"] == {}


def test_drive_where_roads_lead():
    carpet = Carpet()
    carpet.lay("A1", "L", "SW")
    carpet.lay("A2", "X")
    carpet.put(0, "NW")
    assert carpet.roads(0) == ["E"]
    assert [carpet.drive(0, side) for side in "ESNW"] == ["A1", "A2", "A1", "NW"]
    carpet.put(0, None)
    assert carpet.roads(0) == []
    carpet.put(1, "C3")
    assert carpet.roads(1) == []


@pytest.mark.parametrize(("side", "code"), [("E", "NO_ROAD"), ("N", "OFF_GRID"), ("S", "NO_TILE")])
def test_where_no_road_leads(side, code):
    carpet = Carpet()
    carpet.lay("B1", "I", "NS")
    carpet.put(3, "B1")
    with pytest.raises(karacho.IllegalAction) as caught:
        carpet.drive(3, side)
    assert (caught.value.code, caught.value.clause) == (code, "RR-2")


def test_a_car_may_drive_onto_any_tile_that_lies_there():
    """Only RR-2 binds free play: the next tile need not answer with a road end."""
    carpet = Carpet()
    carpet.lay("A1", "X")
    carpet.lay("B1", "I", "NS")
    carpet.put(0, "A1")
    assert carpet.drive(0, "E") == "B1"


def test_there_are_as_many_tiles_as_in_the_mix():
    carpet = Carpet()
    carpet.lay("A1", "X")
    carpet.lay("A2", "X")
    assert carpet.left("X") == 0
    carpet.lay("A2", "X", "NESW")  # the same tile again
    with pytest.raises(karacho.InvalidOption, match="all tiles of this kind are laid"):
        carpet.lay("A3", "X")
    Carpet({"X": 24}).lay("A3", "X")


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda c: c.lay("C3", "I"), "cell"),
        (lambda c: c.lay("F9", "I"), "cell"),
        (lambda c: c.lay(["A1"], "I"), "cell"),
        (lambda c: c.lay("A1", "Q"), "tile"),
        (lambda c: c.lay("A1", "*"), "tile"),
        (lambda c: c.lay("A1", None), "tile"),
        (lambda c: c.lay("A1", "I", "NE"), "sides"),
        (lambda c: c.turn("A1"), "cell"),
        (lambda c: c.turn("B2", 0.5), "quarter_turns"),
        (lambda c: c.lift("A1"), "cell"),
        (lambda c: c.lift("B2"), "cell"),
        (lambda c: c.put(4, "NW"), "car"),
        (lambda c: c.put(True, "NW"), "car"),
        (lambda c: c.put(0, "A1"), "place"),
        (lambda c: c.put(0, {}), "place"),
        (lambda c: c.drive(1, "N"), "car"),
        (lambda c: c.drive(0, "NS"), "side"),
        (lambda c: c.drive(0, 1), "side"),
    ],
)
def test_clear_words_for_what_cannot_be(call, field):
    carpet = Carpet()
    carpet.lay("B2", "I")
    carpet.put(0, "B2")
    before = carpet.data()
    with pytest.raises(karacho.InvalidOption) as caught:
        call(carpet)
    assert caught.value.field == field
    assert carpet.data() == before


def test_plain_data_and_back():
    carpet = Carpet()
    carpet.lay("E5", "D", "W")
    carpet.lay("B2", "T", "NEW")
    carpet.put(2, "B2")
    data = json.loads(json.dumps(carpet.data()))
    assert list(data["laid"]) == ["B2", "E5"]
    assert Carpet.from_data(data).data() == data
    assert Carpet.from_data({}).data() == Carpet().data()


def test_every_fault_of_the_data_is_told():
    data = {"mix": {"I": 1}, "laid": {"C3": {"tile": "I"}, "A1": 5}, "cars": ["A1", None, None, None], "x": 1}
    with pytest.raises(karacho.InvalidPosition) as caught:
        Carpet.from_data(data)
    assert len(caught.value.reasons) == 5
    for data in (7, {"laid": 7}, {"cars": 7}, {"mix": "none"}):
        with pytest.raises(karacho.InvalidPosition):
            Carpet.from_data(data)


def test_rr_17_a_page_is_told_where_cars_can_go():
    tiles = {"A1": "SW", "A2": "NS"}
    assert find_roads({"tiles": tiles, "cars": ["NW", "A1", None, "C3"]}) == {"roads": [["E"], ["S", "W"], [], []]}


def test_rr_17_a_page_is_told_what_is_wrong_with_its_carpet():
    with pytest.raises(karacho.InvalidPosition) as caught:
        find_roads({"tiles": {"A1": "WS", "C3": "N"}, "cars": ["B2"], "more": 1})
    assert len(caught.value.reasons) == 4
