"""Positions of Stich Rallye: read back without loss, refused with every reason."""

import copy

import pytest

import karacho

POSITION = {
    "game": "stich-rallye",
    "track": "volcano",
    "seats": 4,
    "round": 1,
    "phase": "play",
    "flag": 0,
    "hands": [["R3"], ["B11"], ["R12"], ["G3", "R9"]],
    "trick": ["G11", "R5", "B7"],
    "played": ["B10", "B2", "B6", "B4", "G8", "G13", "G2", "G5", "B3", "B9", "B12", "B8"],
    "motors": [0, 3, 1, 6],
    "distances": [12, 3, 1, 0],
}


def changed(**changes):
    return {**copy.deepcopy(POSITION), **changes}


def reasons(position):
    with pytest.raises(karacho.InvalidPosition) as caught:
        karacho.Race.from_position(position)
    return list(caught.value.reasons)


def test_the_example_position_plays_on():
    race = karacho.Race.from_position(POSITION, seed=7)
    assert race.position() == POSITION
    assert race.actors == (3,)
    assert race.legal_actions(seat=3) == ["G3"]
    race.act("G3")
    assert race.position()["phase"] == "turbo"
    assert race.actors == (2,)


def test_hands_are_written_sorted_and_read_in_any_order():
    race = karacho.Race.from_position(changed(hands=[["R3"], ["B11"], ["R12"], ["R9", "G3"]]))
    assert race.position() == POSITION


def test_positions_and_views_are_plain_data():
    import json

    race = karacho.Race.from_position(POSITION)
    for data in (race.position(), race.view(1), race.view(None)):
        assert json.loads(json.dumps(data)) == data


def test_a_track_may_be_data():
    track = {"spaces": 40, "downhill": [[7, 10]], "uphill": []}
    race = karacho.Race.from_position(changed(track=track))
    assert race.position()["track"] == track
    same = {"spaces": 32, "downhill": [[23, 26], [7, 10]], "uphill": [[16, 18]]}
    assert karacho.Race.from_position(changed(track=same)).position()["track"] == "volcano"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"seats": 2}, "seats must be a whole number from 3 to 5, not 2"),
        ({"seats": "4"}, "seats must be a whole number from 3 to 5, not '4'"),
        ({"round": 0}, "round must be a whole number from 1 to 3, not 0"),
        ({"round": 10**30}, "round must be a whole number from 1 to 3, not 1000"),
        ({"phase": "lunch"}, "phase must be one of play, turbo, over, not 'lunch'"),
        ({"flag": 4}, "flag must be a whole number from 0 to 3, not 4"),
        ({"flag": None}, "flag must be a whole number from 0 to 3, not None"),
        ({"track": "moon"}, "track must be one of beach, volcano or a mapping, not 'moon'"),
        ({"track": {"spaces": 32, "uphill": []}}, "track, downhill: must be a list"),
        ({"motors": [0, 2, 1, 6]}, "motors[1] must be a value of the disc"),
        ({"motors": [0, 3, 1]}, "motors must have 4 members, not 3"),
        ({"distances": [12, 3, 1, -1]}, "distances[3] must be a whole number from 0 to 180, not -1"),
        ({"distances": [12, 3, 3, 0]}, "distances[2]: the car of seat 1 already stands on space 3"),
        ({"distances": [12, 3, 35, 0]}, "distances[2]: the car of seat 1 already stands on space 3"),
        ({"distances": [12, 3, 8, 0]}, "distances[2]: space 8 is a slope, and no car rests on a slope"),
        ({"distances": [70, 3, 1, 0]}, "seat 0 has crossed the finish line twice"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3", "R3"]]}, "hands[3]: R3 is there twice"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3", "G11"]]}, "hands[3]: G11 is there twice"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3", "R14"]]}, "hands[3]: R14 is not used with 4 seats"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3", "X9"]]}, "hands[3]: 'X9' is not a card"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3", "turbo"]]}, "hands[3]: 'turbo' is not a card"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3", 5]]}, "hands[3]: 5 is not a card"),
        ({"hands": [["R3"], ["B11"], ["R12"], 2]}, "hands[3] must be a list of cards, not 2"),
        ({"hands": [["R3"], ["B11"], ["R12"], ["G3"]]}, "hands[3] must have 2 cards"),
        ({"hands": [["R3", "R4"], ["B11"], ["R12"], ["G3", "R9"]]}, "hands[0] must have 1 cards"),
        ({"played": ["B10", "B2", "B6"]}, "played must hold whole tricks of 4 cards, not 3 cards"),
        ({"trick": ["G11", "R5", "B7", "G4", "G6"]}, "trick must have 0 to 4 members, not 5"),
        ({"colour": "red"}, "'colour' is not a known field"),
        ({"winner": 1}, "'winner' is not a known field"),
        ({"phase": "turbo"}, "phase turbo: the trick must hold 4 cards, not 3"),
        (
            {"phase": "over", "winner": 1},
            "phase over: nobody has crossed the line twice, and three rounds are not played",
        ),
        ({"phase": "over"}, "winner is missing"),
        ({"game": "chess"}, "game cannot be 'chess'"),
    ],
)
def test_what_is_wrong_is_named(changes, expected):
    found = reasons(changed(**changes))
    assert any(reason.startswith(expected) for reason in found), found


def test_every_reason_is_listed():
    found = reasons(changed(round=7, flag=-1, motors=[5, 0, 0, 0], surprise=True))
    assert len(found) == 4


def test_missing_fields_are_named():
    position = changed()
    del position["motors"], position["flag"]
    assert {"motors is missing", "flag is missing"} <= set(reasons(position))


@pytest.mark.parametrize("position", [None, 5, "x", [], {}])
def test_something_else_than_a_position(position):
    assert reasons(position)


def test_phases_must_rest_where_a_seat_acts():
    full = changed(trick=["G11", "R5", "B7", "G3"], hands=[["R3"], ["B11"], ["R12"], ["R9"]])
    assert reasons(full) == ["phase play: the trick is full"]
    assert reasons({**full, "phase": "turbo", "motors": [0, 3, 0, 6]}) == [
        "phase turbo: the motor of the trick winner, seat 2, is 0: nothing to choose"
    ]
    empty = changed(
        trick=[],
        hands=[[], [], [], []],
        played=[*POSITION["played"], "G11", "R5", "B7", "G3", "R3", "R9", "B11", "R12"],
    )
    assert reasons(empty) == ["phase play: no cards are left, the round would be over"]


def test_finished_positions_are_checked():
    race = karacho.Race("stich-rallye", seats=3, seed=2)
    while not race.over:
        race.act(race.legal_actions()[-1])
    position = race.position()
    assert karacho.Race.from_position(position).standing == race.standing
    wrong = (position["winner"] + 1) % 3
    assert reasons({**position, "winner": wrong})


def test_a_view_is_read_back():
    from karacho.games.stich_rallye.game import GAME

    race = karacho.Race.from_position(POSITION)
    for seat in (0, 3, None):
        view = race.view(seat)
        box, owner = GAME.read_view(view)
        assert owner == (-1 if seat is None else seat)
        assert GAME.write_view(box, owner) == {key: view[key] for key in view if key not in ("actors", "legal_actions")}
    with pytest.raises(karacho.InvalidPosition, match="one hand at most"):
        GAME.read_view(POSITION)
    with pytest.raises(karacho.InvalidPosition, match=r"hands\[0\] must have 1 cards"):
        GAME.read_view({**race.view(3), "hands": [5, 1, 1, ["G3", "R9"]]})


def test_one_wrong_field_hides_no_other():
    hands = [["R3"], [], ["R12"], ["G3", "R9"]]
    assert len(reasons(changed(motors=[2, 0, 0, 0], hands=hands))) == 2
    assert len(reasons(changed(distances=[70, 0, 0, 0], hands=hands))) == 2
    assert len(reasons(changed(distances=[70, 0, 0, 0], extra=1))) == 2
    assert len(reasons(changed(track={"spaces": 5}))) == 3
    assert len(reasons(changed(motors=[2, 0, 0]))) == 2
    assert reasons(changed(seats="4")) == ["seats must be a whole number from 3 to 5, not '4'"]
