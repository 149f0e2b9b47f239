"""Positions of Tiny Turbo Cars: read back without loss, refused with every reason."""

import copy
import json

import pytest

import karacho

POSITION = {
    "game": "tiny-turbo-cars",
    "seats": 2,
    "mode": "realtime",
    "edition": "fr",
    "round": 2,
    "phase": "program",
    "map": ["SSSS.", ".SSSS", "..c..", ".o.^.", "#.~..", "....."],
    "finish_row": 29,
    "cars": [
        {"racecar": "brick-gang", "row": 3, "lane": 3, "batteries": 3, "shields": 1, "lying": False},
        {"racecar": "dogtor", "row": 4, "lane": 1, "batteries": 1, "shields": 0, "lying": False},
    ],
    "controllers": ["F1 F2 J M  L1 + T -  R1 b B1 L2  R2 F1 _ .", "F1 F1 F2 J  M T L1 L2  R1 R2 B1 b  _ + - ."],
    "slides": [4, 0],
    "done": [0],
    "smiles": [],
}


def changed(seat=None, **changes):
    position = copy.deepcopy(POSITION)
    (position if seat is None else position["cars"][seat]).update(changes)
    return position


def reasons(position):
    with pytest.raises(karacho.InvalidPosition) as caught:
        karacho.Race.from_position(position)
    return list(caught.value.reasons)


def test_the_example_position_plays_on():
    race = karacho.Race.from_position(POSITION, seed=3)
    assert race.position() == POSITION
    assert race.actors == (1,)
    assert race.legal_actions() == ["D", "R", "done"]
    events = race.act("done")
    # On carpet L1 has value 2 for brick-gang; the obstacle on its way takes the shield, so there is nothing to choose.
    assert [(event.seat, event.left) for event in events if type(event).__name__ == "ShieldUsed"] == [(0, 0)]
    assert (race.position()["phase"], race.position()["round"]) == ("program", 3)


def test_any_white_space_is_read_between_pieces():
    spaced = [text.replace("  ", " ").replace(" ", "\n \t") for text in POSITION["controllers"]]
    assert karacho.Race.from_position(changed(controllers=spaced)).position() == POSITION


def test_every_phase_is_read_back():
    seen = set()
    for seed in range(12):
        options = {"play_on": seed % 2 == 0, "round_limit": 3 + seed, "same_scramble": seed % 3 == 0}
        race = karacho.Race(
            "tiny-turbo-cars", seats=2 + seed % 3, seed=seed, mode=("realtime", "relaxed")[seed % 2], **options
        )
        step = 0
        while not race.over:
            seen.add(race.position()["phase"])
            again = karacho.Race.from_position(json.loads(json.dumps(race.position())))
            assert again.position() == race.position()
            assert again.state_bytes() == race.state_bytes()
            seat = race.actors[step % len(race.actors)]
            legal = race.legal_actions(seat)
            race.act(legal[(step * 7 + seed) % len(legal)], seat)
            step += 1
        again = karacho.Race.from_position(race.position())
        assert (again.position(), again.standing, again.end_reason) == (race.position(), race.standing, race.end_reason)
    assert seen == {"draft", "grid", "program", "fly", "shield"}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (changed(seats=5), "seats must be a whole number from 2 to 4, not 5"),
        (changed(mode="fast"), "mode must be one of realtime, relaxed"),
        (changed(edition="de"), "edition must be one of fr, en"),
        (changed(round=31), "round must be a whole number from 1 to 30"),
        (changed(round_limit=0), "round_limit must be a whole number from 1 to 1000"),
        (changed(phase="sleep"), "phase must be one of draft"),
        (changed(map=[]), "map must have 1 to 60 members"),
        (changed(map=["....", "....."]), "map[0] must be 5 letters"),
        (changed(map=["....x"]), "map[0] must be 5 letters"),
        (changed(map="....."), "map must be a list"),
        (changed(finish_row=1), "finish_row must be a whole number from 2 to 999"),
        (changed(finish_row=10**40), "finish_row must be a whole number from 2 to 999"),
        (changed(cars=[]), "cars must have 2 members"),
        (changed(cars=[1, 2]), "cars[0] must be a mapping"),
        (changed(0, racecar="ferrari"), "cars[0].racecar must be one of die-liner"),
        (changed(0, racecar=None), "cars[0].racecar must be one of die-liner"),
        (changed(1, racecar="brick-gang"), "cars[1].racecar: brick-gang is there twice"),
        (changed(0, row=0), "cars[0].row must be a whole number from 1 to 9999"),
        (changed(0, row=None), "cars[0].row must be a whole number from 1 to 9999"),
        (changed(0, lane=6), "cars[0].lane must be a whole number from 1 to 5"),
        (changed(0, row=5, lane=1), "cars[0]: row 5, lane 1 is impassable"),
        (changed(0, batteries=4), "cars[0].batteries must be a whole number from 0 to 3"),
        (changed(0, batteries=0), "cars[0]: a car without batteries lies down"),
        (changed(0, lying=True), "cars[0]: a car with 3 batteries stands"),
        (changed(0, lying="no"), "cars[0].lying must be true or false"),
        (changed(0, shields=-1), "cars[0].shields must be a whole number from 0 to 999"),
        (changed(0, wheels=4), "cars[0].'wheels' is not a known field"),
        (changed(controllers=[None, None]), "controllers[0] must be 16 pieces"),
        (changed(controllers=["F1", POSITION["controllers"][1]]), "controllers[0] must hold each of"),
        (changed(controllers=["F9 " * 16, POSITION["controllers"][1]]), "controllers[0]: 'F9'"),
        (changed(controllers=["? " * 16, POSITION["controllers"][1]]), "controllers[0]: '?'"),
        (changed(controllers=["F1 " * 5000, POSITION["controllers"][1]]), "controllers[0] must hold each of"),
        (changed(slides=[4, None]), "slides[1] must be a whole number"),
        (changed(slides=[4, -1]), "slides[1] must be a whole number"),
        (changed(done=[0, 1]), "phase program: everybody is done"),
        (changed(done=[0, 0]), "done: seat 0 is there twice"),
        (changed(done=[2]), "done: 2 is not a seat"),
        (changed(smiles=[0, 1]), "phase program: smiles must be []"),
        (changed(turn=0), "'turn' is not a known field"),
        (changed(finished=[]), "'finished' is not a known field"),
        (changed(play_on=True), "finished is missing"),
        (changed(play_on=True, finished=[0]), "cars[0]: row and lane must be null"),
        (changed(phase="fly", turn=0), "phase fly: done and smiles must name every seat"),
        (changed(phase="fly", turn=0, done=[0, 1], smiles=[0, 1]), "phase fly: seat 0 has no flight to choose"),
        (changed(phase="shield", turn=1, done=[0, 1], smiles=[0, 1]), "phase shield: seat 1 has no shield to spend"),
        (changed(phase="shield", done=[0, 1], smiles=[0, 1]), "turn is missing"),
        (changed(phase="over", done=[0, 1], smiles=[0, 1]), "phase over: no car is past the finish line"),
        (changed(phase="draft"), "controllers must have 0 members"),
    ],
)
def test_what_is_wrong_is_named(position, expected):
    found = reasons(position)
    assert any(reason.startswith(expected) for reason in found), found


def test_the_winner_of_a_finished_position_is_checked_or_found():
    over = changed(phase="over", done=[0, 1], smiles=[0, 1], round=30)
    race = karacho.Race.from_position(over)
    assert (race.winner, race.end_reason, race.standing) == (1, "ROUND_LIMIT", [[1], [0]])
    assert reasons({**over, "winner": 0}) == ["winner must be seat 1, not 0"]


def early(phase, **changes):
    cars = [
        {"racecar": None, "row": None, "lane": None, "batteries": 3, "shields": 0, "lying": False} for _ in range(2)
    ]
    if phase == "grid":
        cars[0]["racecar"], cars[1]["racecar"] = "dogtor", "m1-furry"
    return {**changed(phase=phase, round=1, cars=cars, controllers=[], slides=[0, 0], done=[]), **changes}


def test_draft_and_grid_are_checked():
    assert karacho.Race.from_position(early("draft")).actors == (0,)
    assert karacho.Race.from_position(early("grid")).actors == (1,)
    position = early("draft")
    position["cars"][1]["racecar"] = "dogtor"
    assert "clockwise" in reasons(position)[0]
    position["cars"][0]["racecar"] = "m1-furry"
    assert reasons(position) == ["phase draft: nobody is left to act"]
    position = early("grid")
    position["cars"][0].update(row=1, lane=1)
    assert "counter-clockwise" in reasons(position)[0]
    position["cars"][1].update(row=1, lane=1)
    assert any("another car already stands" in reason for reason in reasons(position))
    position["cars"][1].update(row=1, lane=5)
    assert any("no starting-grid space" in reason for reason in reasons(position))
    assert "round must be 1" in reasons(early("grid", round=2))[0]
    assert "must be empty" in reasons(early("grid", slides=[1, 0]))[0]
    assert "fewer starting-grid spaces" in reasons(early("grid", map=["....."]))[0]
    position = early("draft")
    position["cars"][0].update(row=1, lane=1)
    assert "not on the track" in reasons(position)[0]


def test_a_view_is_read_back():
    from karacho.games.tiny_turbo_cars.game import GAME

    race = karacho.Race.from_position(changed(done=[]))
    for seat, owner in ((0, 0), (1, 1), (None, -1)):
        view = race.view(seat)
        box, found = GAME.read_view(view)
        assert found == owner
        assert GAME.write_view(box, found) == {key: view[key] for key in view if key not in ("actors", "legal_actions")}


def test_a_drawn_truth_gives_the_same_view_and_uniform_controllers():
    race = karacho.Race.from_position(changed(done=[]))
    gaps = set()
    for seed in range(150):
        drawn = karacho.resample(race.view(0), seed=seed)
        assert drawn.view(0) == race.view(0)
        gaps.add(drawn.position()["controllers"][1].split().index("."))
    assert len(gaps) == 16


def test_a_drawn_truth_with_the_same_scramble_for_all_can_be_reached():
    from tests.games.tiny_turbo_cars.test_naive import neighbours

    race = karacho.Race.from_position(changed(done=[], slides=[1, 0], same_scramble=True))
    scrambles = set(neighbours(race.position()["controllers"][0]))
    seen = set()
    for seed in range(300):
        drawn = karacho.resample(race.view(0), seed=seed)
        assert drawn.view(0) == race.view(0)
        if drawn.position()["slides"][1] == 0:
            seen.add(" ".join(drawn.position()["controllers"][1].split()))
    assert seen
    assert seen <= scrambles
    assert karacho.resample(race.view(None), seed=1).view(None) == race.view(None)
    many = karacho.Race.from_position(changed(done=[], slides=[10**6 + 1, 0], same_scramble=True))
    assert karacho.resample(many.view(0), seed=1).view(0) == many.view(0)


def test_more_things_that_do_not_fit():
    over = changed(phase="over", done=[], smiles=[], round=30)
    assert "smiles must name every seat" in reasons(over)[0]
    placed = changed(phase="over", done=[0, 1], smiles=[0, 1], round=30, play_on=True, finished=[], finish_row=4)
    assert any("must be placed" in reason for reason in reasons(placed))
    assert len(reasons(changed(slides=[-1, 0], smiles=[0, 1], extra=1))) == 3, "one wrong field hides no other"
    assert reasons(changed(phase="foo")) == ["phase must be one of draft, grid, program, fly, shield, over, not 'foo'"]
    with pytest.raises(karacho.InvalidOption, match="length"):
        karacho.Race(
            "tiny-turbo-cars", length=4, boards=["front-garden", "kitchen", "hallway", "childrens-room", "back-garden"]
        )
    view = karacho.Race.from_position(changed(done=[])).view(1)
    with pytest.raises(karacho.InvalidPosition, match="hidden together"):
        karacho.resample({**view, "slides": [None, None]})


def test_a_car_past_the_line_may_still_program():
    race = karacho.Race.from_position(changed(0, row=30))
    race.act("done", 1)
    while not race.over:
        race.act("keep")  # its shield; nothing else is left to choose
    # L1, T + 1, B1 and the first step of L2 from row 30: far past the line at the end of the round.
    assert (race.winner, race.end_reason, race.position()["cars"][0]["row"]) == (0, "FINISH", 35)
