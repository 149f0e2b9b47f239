"""Positions as plain data: there and back, and every reason why one cannot be."""

import copy
import json

import pytest

import karacho

from .boards import at, drives, position

FIRST = {"cars": ("B2", "SE"), "open": {"B2": "NES"}}
OVER = {"phase": "over", "winner": None, "turns": 200}


def revealed(**fields):
    return position(**FIRST, phase="turn") | {"revealed": "B1", "from": "S"} | fields


# There and back.
@pytest.mark.parametrize(
    "data",
    [
        position(),
        position(**FIRST),
        position(**FIRST, swapped=["A1", "D4"]),
        position(**FIRST, goals=["red", None], canisters=["blue"]),
        position(**FIRST, turn_limit=77, open_memory=True, seen=["A1", "E5"]),
        revealed(),
        revealed(swapped=["B1", "D4"]),
        position(**OVER),
        position(cars=("NW", "SE"), goals=["red", None], phase="over", winner=0),
        position(("XXXXX", "XXXXX", "XX*XX", "XXXXX", "XXXXX"), cars=("C3", "C3", "C3", "C3")),
        position(colors={"NW": "yellow", "NE": "green", "SE": "blue", "SW": "red"}),
        position(turns=9998, turn_limit=9999),
    ],
)
def test_round_trip(data):
    race = karacho.Race.from_position(json.loads(json.dumps(data)))
    assert race.position() == data
    assert list(race.position())[:12] == list(data)[:12]
    assert karacho.Race.from_position(race.position()).state_bytes() == race.state_bytes()


def test_round_trip_of_whole_races_in_every_phase():
    phases = set()
    for seed in range(4):
        race = karacho.Race("rally-run", seats=2 + seed % 3, seed=seed, turn_limit=30, open_memory=seed % 2 == 0)
        while not race.over:
            legal = drives(race) or race.legal_actions()
            race.act(legal[(seed + len(race.log)) % len(legal)])
            again = karacho.Race.from_position(race.position())
            assert again.state_bytes() == race.state_bytes()
            assert again.legal_actions(again.actors[0] if again.actors else 0) == race.legal_actions(
                race.actors[0] if race.actors else 0
            )
            phases.add(race.position()["phase"])
    assert phases == {"drive", "turn", "over"}


def test_a_first_turn_dead_end_waits_in_phase_turn():
    data = position(("DIIII", "IIIII", "II*II", "IIIII", "IIIII"), turns=1, phase="turn", revealed="A1") | {"from": "W"}
    race = karacho.Race.from_position(data)
    assert race.position() == data
    assert race.legal_actions() == ["E", "S", "W"]


def test_defaults_and_other_writings():
    assert at(mix="standard").position() == position()
    assert at(mix={"D": 4, "X": 2, "T": 4, "L": 8, "I": 6}).position() == position()
    assert at(turn_limit=200, open_memory=False).position() == position()
    assert at(open_memory=True).position()["seen"] == []
    assert at(cars=("NW", "SE"), tiles=tuple(position()["tiles"])).position() == position()


# Every reason.
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (position(seats=5), "seats must be a whole number from 2 to 4, not 5"),
        (position(seats=True), "seats must be a whole number"),
        (position(turn=2), "turn must be a whole number from 0 to 1"),
        (position(turns=-1), "turns must be a whole number"),
        (position(turns=2**80), "turns must be a whole number"),
        (position(turns=200), "turns must be below the turn limit 200"),
        (position(turns=10, turn_limit=10), "turns must be below the turn limit 10"),
        (position(turn_limit=0), "turn_limit must be a whole number from 1"),
        (position(turn_limit="x"), "turn_limit must be a whole number from 1"),
        (position(open_memory=1), "open_memory must be true or false"),
        (position(phase="swap"), "phase must be one of drive, turn, over"),
        (position(phase=["drive"]), "phase must be one of drive, turn, over"),
        (position(tiles=("ILTXD",) * 4), "tiles must have 5 members, not 4"),
        (position() | {"tiles": "ILTXD"}, "tiles must be a list of 5"),
        (position() | {"tiles": ["ILTXD", "LTIID", "LL*LI", "IDTLI", "XLLT"]}, r"tiles\[4\] must be a text of 5 tiles"),
        (position() | {"tiles": ["ILTXD", "LTIID", "LL*LI", "IDTLI", 5]}, r"tiles\[4\] must be a text of 5 tiles"),
        (position() | {"tiles": ["QLTXD", "LTIID", "LL*LI", "IDTLI", "XLLTD"]}, "tiles: A1 cannot be 'Q'"),
        (position() | {"tiles": ["?LTXD", "LTIID", "LL*LI", "IDTLI", "XLLTD"]}, "tiles: A1 cannot be '\\?'"),
        (position() | {"tiles": ["*LTXD", "LTIID", "LLILI", "IDTLI", "XLLTD"]}, "tiles: C3 cannot be 'I'"),
        (position() | {"tiles": ["LLTXD", "LTIID", "LL*LI", "IDTLI", "XLLTD"]}, "the mix has 6 of I, not 5"),
        (position() | {"tiles": ["LLTXD", "LTIID", "LL*LI", "IDTLI", "XLLTD"]}, "the mix has 8 of L, not 9"),
        (position(mix={"I": 24}), "the mix has 24 of I, not 6"),
        (position(mix={"I": 23}), "mix, sum: a mix has 24 tiles, not 23"),
        (position(mix={"Z": 24}), "mix, 'Z': unknown"),
        (position(mix="none"), "mix must be one of crossroads, standard or a mapping"),
        (position(mix=None), "mix must be one of crossroads, standard or a mapping"),
        (position(open=[]), "open must be a mapping of cells to open sides"),
        (position(open={"C3": "NESW"}), "open: 'C3' is not the cell of a road tile"),
        (position(open={"Z9": "NS"}), "open: 'Z9' is not the cell of a road tile"),
        (position(open={7: "NS"}), "open: 7 is not the cell of a road tile"),
        (position(**FIRST | {"open": {"B2": "SEN"}}), "open: B2 must have open sides such as"),
        (position(**FIRST | {"open": {"B2": ""}}), "open: B2 must have open sides such as"),
        (position(**FIRST | {"open": {"B2": ["N"]}}), "open: B2 must have open sides such as"),
        (position(**FIRST | {"open": {"B2": "NE"}}), "open: B2 is T, which cannot lie as NE"),
        (position(open={"B2": "NES"}), "open: B2 has no car on it"),
        (position(cars=("B2", "SE")), "open: B2 is missing, a car stands on it"),
        (position(cars=("F1", "SE")), r"cars\[0\] must be a cell or one of NW, NE, SE, SW"),
        (position(cars=(None, "SE")), r"cars\[0\] must be a cell"),
        (position() | {"cars": ["NW"]}, "cars must have 2 members"),
        (position(colors=7), "colors must be a mapping"),
        (position(colors={"NW": "red"}), "colors.NE is missing"),
        (position(colors={"NW": "red", "NE": "red", "SE": "green", "SW": "blue"}), "every color belongs to one corner"),
        (position(colors={"NW": "pink", "NE": "red", "SE": "green", "SW": "blue"}), "colors.NW must be one of red"),
        (position(colors={"NW": "red", "NE": "blue", "SE": "green", "SW": "yellow", "X": 1}), "'X' is not a known"),
        (position(goals=["pink", None]), r"goals\[0\] must be one of red"),
        (position(goals=["red", "red"]), "the red canister is there twice"),
        (position(goals=["red", None], canisters=["red"]), "the red canister is there twice"),
        (position(goals=["red", None], canisters=["blue", "green"]), "goals and canisters must be 2 together"),
        (position(canisters=["blue"]), "goals and canisters must be 2 together, one per seat, not 1"),
        (position(canisters=["blue", None]), r"canisters\[1\] must be one of red"),
        (position(canisters=2), "canisters must be a list"),
        (position(swapped=["D4", "B2"]), "swapped: two different cells, the smaller first"),
        (position(swapped=["B2", "B2"]), "swapped: two different cells, the smaller first"),
        (position(swapped=["B2", "C3"]), "swapped: 'C3' is not the cell of a road tile"),
        (position(swapped=["B2"]), "swapped must have 2 members"),
        (position(swapped="B2-D4"), "swapped must be a list of 2"),
        (position(**FIRST, swapped=["B2", "D4"]), "swapped: B2 is face up"),
        (position(seen=[]), "'seen' is not a known field"),
        (position(open_memory=True, seen=["C3"]), "seen: 'C3' is not the cell of a road tile"),
        (position(open_memory=True, seen=["A1", "A1"]), "seen: A1 is there twice"),
        (position(open_memory=True, seen=7), "seen must be a list"),
        (position(**FIRST, open_memory=True, seen=["B2"]), "B2 is face up"),
        (revealed(open_memory=True, seen=["B1"]), "B1 is face up"),
        (position(revealed="B1"), "'revealed' is not a known field"),
        (position(winner=None), "'winner' is not a known field"),
        (position(extra=1), "'extra' is not a known field"),
        (position(actors=[0]), "'actors' is not a known field"),
        (revealed(revealed="C3"), "revealed: 'C3' is not the cell of a road tile"),
        (revealed(revealed=None), "revealed: None is not the cell of a road tile"),
        (revealed(**{"from": "NS"}), "from must be one of N, E, S, W"),
        (revealed(**{"from": ""}), "from must be one of N, E, S, W"),
        (revealed(**{"from": "N"}), "no road leads from the car of seat 0 into B1"),
        (revealed(revealed="D4"), "no road leads from the car of seat 0 into D4"),
        (revealed(revealed="A2", **{"from": "E"}), "no road leads from the car of seat 0 into A2"),
        (revealed(turn=1), "no road leads from the car of seat 1 into B1"),
        (revealed(revealed="C2", **{"from": "W"}), "revealed: C2 can lie in one way only"),
        (revealed(revealed="B2"), "revealed: B2 must not be in open before it is laid"),
        (revealed(turns=200), "turns must be below the turn limit 200"),
        (position(goals=["red", None]), "seat 0 stands on its goal"),
        (position(goals=[None, "green"]), "seat 1 stands on its goal"),
        (position(**OVER | {"winner": 2}), "winner must be a whole number from 0 to 1"),
        (position(**OVER | {"winner": 0}), "the winner, and nobody else, stands on its goal"),
        (position(**OVER | {"turns": 199}), "nobody has won, and the turn limit 200 is not reached"),
        (position(**OVER | {"turns": 201}), "turns must be from 1 to the turn limit 200 when over"),
        (position(goals=["red", None], phase="over", winner=0, turns=0), "turns must be from 1 to the turn limit"),
        (position(goals=["red", "green"], phase="over", winner=0), "the winner, and nobody else, stands on its goal"),
        (position(goals=["red", None], phase="over", winner=0, turn=1), "the winner 0 must be the seat whose turn"),
        (position(goals=["red", None], **OVER), "the winner, and nobody else, stands on its goal"),
    ],
)
def test_reasons(data, reason):
    untouched = copy.deepcopy(data)
    with pytest.raises(karacho.InvalidPosition, match=reason):
        karacho.Race.from_position(data)
    assert data == untouched


@pytest.mark.parametrize("field", [key for key in position() if key != "game"])
def test_every_field_is_needed(field):
    data = position()
    del data[field]
    with pytest.raises(karacho.InvalidPosition, match=f"{field} is missing"):
        karacho.Race.from_position(data)


@pytest.mark.parametrize(
    ("data", "field"), [(revealed(), "revealed"), (revealed(), "from"), (position(**OVER), "winner")]
)
def test_every_field_of_a_phase_is_needed(data, field):
    data = dict(data)
    del data[field]
    with pytest.raises(karacho.InvalidPosition, match=f"{field} is missing"):
        karacho.Race.from_position(data)


@pytest.mark.parametrize(
    "junk", [None, 7, -(2**70), 1.5, "x", [], {}, [None] * 9, {"A1": []}, float("nan"), [[[]]], True]
)
def test_junk_in_any_field_is_refused_with_reasons(junk):
    for base in (position(**FIRST), revealed(), position(**OVER)):
        for field in [*base, "mix", "turn_limit"]:
            data = base | {field: junk}
            if data == base or (field, junk) in (("swapped", None), ("winner", None), ("turns", 7)):
                continue
            if field == "open" and junk == {} and base["open"] == {}:
                continue
            with pytest.raises(karacho.InvalidPosition):
                karacho.Race.from_position(data)


def test_all_reasons_are_told_at_once():
    data = position(**FIRST, canisters=["red", "red"], swapped=["B2", "D4"], turns=300, extra=1)
    data["tiles"] = ["LLTXD", "LTIID", "LL*LI", "IDTLI", "XLLTD"]
    with pytest.raises(karacho.InvalidPosition) as caught:
        karacho.Race.from_position(data)
    reasons = "; ".join(caught.value.reasons)
    for part in ("red canister is there twice", "swapped: B2 is face up", "turn limit", "'extra'", "6 of I", "8 of L"):
        assert part in reasons


def test_a_wrong_phase_does_not_blame_the_fields_of_other_phases():
    with pytest.raises(karacho.InvalidPosition) as caught:
        karacho.Race.from_position(revealed() | {"phase": "lay"})
    assert len(caught.value.reasons) == 1
