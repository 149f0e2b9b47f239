"""Tiny Turbo Cars clause by clause: everything around the commands (those are in test_commands.py)."""

from collections import Counter

import pytest

import karacho
from karacho.games.tiny_turbo_cars.boards import FACES, box_boards
from tests.games.tiny_turbo_cars.tables import OPEN, car, controller, only, race

RECOMMENDED = ["front-garden", "kitchen", "hallway", "childrens-room", "back-garden"]


def refused(table, action, seat):
    before = table.state_bytes()
    with pytest.raises(karacho.IllegalAction) as caught:
        table.act(action, seat)
    assert table.state_bytes() == before
    return caught.value.code, caught.value.clause


def placed(seats=2, **options):
    """A race at the beginning of its first programming phase."""
    table = karacho.Race("tiny-turbo-cars", seats=seats, seed=4, **options)
    while table.position()["phase"] in ("draft", "grid"):
        table.act(table.legal_actions()[0])
    return table


def all_done(table, order):
    for seat in order:
        events = table.act("done", seat)
    return events


# Components.
def test_components_a_race_uses_start_three_track_boards_and_finish():
    boards = Counter()
    for seed in range(60):
        position = karacho.Race("tiny-turbo-cars", seed=seed).position()
        rows = position["map"]
        assert len(rows) == 30
        assert position["finish_row"] == 29
        faces = [face_of(rows[i : i + 6]) for i in range(0, 30, 6)]
        assert [face.kind for face in faces] == ["start", "track", "track", "track", "finish"]
        assert len({face.board for face in faces}) == 5, "never both sides of one board"
        boards.update(face.name for face in faces)
    assert len(boards) == 12, "every side turns up"


def face_of(rows):
    return next(face for face in FACES.own().values() if face.rows == tuple(rows))


def test_components_length_and_boards():
    position = karacho.Race("tiny-turbo-cars", seed=1, length=4).position()
    assert (len(position["map"]), position["finish_row"]) == (36, 35)
    position = karacho.Race("tiny-turbo-cars", seed=1, boards=RECOMMENDED).position()
    assert [face_of(position["map"][i : i + 6]).name for i in range(0, 30, 6)] == RECOMMENDED


@pytest.mark.parametrize(
    ("boards", "reason"),
    [
        (["front-garden"], "five or six"),
        ("kitchen", "five or six"),
        ([*RECOMMENDED[:3], "moon", "terrace"], "'moon' is not a face"),
        (["kitchen", "front-garden", *RECOMMENDED[2:]], "start face"),
        (["front-garden", "kitchen", "bathroom", "hallway", "terrace"], "two sides of one board"),
        (["front-garden", "kitchen", "kitchen", "hallway", "terrace"], "two sides of one board, or the same"),
    ],
)
def test_components_boards_must_fit(boards, reason):
    with pytest.raises(karacho.InvalidOption, match=reason):
        karacho.Race("tiny-turbo-cars", boards=boards)


def test_components_twelve_faces_on_six_boards():
    boards = box_boards()
    assert [sides[0].kind for sides in boards] == ["start", "track", "track", "track", "track", "finish"]
    assert all(len(sides) == 2 for sides in boards)


@pytest.mark.parametrize("face", FACES.own().values(), ids=lambda face: face.name)
def test_components_every_face_has_two_separate_ways_through(face):
    """Two routes that share no space and touch neither obstacle nor impassable space."""
    good = [[letter not in "o#" for letter in row] for row in face.rows]
    pairs = {(a, b) for a in range(5) for b in range(5) if a != b and good[0][a] and good[0][b]}
    for row in good[1:]:
        steps = {lane: [n for n in (lane - 1, lane, lane + 1) if 0 <= n < 5 and row[n]] for lane in range(5)}
        pairs = {(x, y) for a, b in pairs for x in steps[a] for y in steps[b] if x != y}
    assert pairs


def test_components_a_bad_face_names_file_place_and_reason(tmp_path, monkeypatch):
    monkeypatch.setenv("KARACHO_DATA", str(tmp_path))
    folder = tmp_path / "tiny-turbo-cars" / "faces"
    folder.mkdir(parents=True)
    head = 'kind = "track"\nboard = "mine"\ntheme = "attic"\n'

    def rows(*lines):
        return head + "map = [" + ", ".join(f'"{line}"' for line in lines) + "]\n"

    bad = {
        rows("....."): ("map", "list of 6 rows"),
        rows(".....", ".....", "....", ".....", ".....", "....."): ("row 3", "5 letters"),
        rows("..#..", ".....", ".....", ".....", ".....", "....."): ("row 1", "no impassable"),
        rows(".....", ".....", "..S..", ".....", ".....", "....."): ("row 3", "0 starting-grid"),
        rows(".....", ".....", "##...", ".....", ".....", "....."): ("row 2, lane 1", "passable"),
        rows(*["....."] * 6) + "finish = 5\n": ("finish", "only a finish face"),
        rows(*["....."] * 6) + "wings = 2\n": ("'wings'", "unknown"),
        rows(*["....."] * 6).replace("track", "loop"): ("kind", "one of"),
        rows(*["....."] * 6).replace('"attic"', "7"): ("theme", "word"),
        rows(*["....."] * 6).replace("track", "finish"): ("finish", "2 to 6"),
    }
    for text, (place, reason) in bad.items():
        (folder / "attic.toml").write_text(text)
        with pytest.raises(karacho.InvalidData) as caught:
            karacho.Race("tiny-turbo-cars", boards=["front-garden", "attic", "kitchen", "hallway", "terrace"])
        assert (caught.value.place, reason in caught.value.reason) == (place, True), caught.value
    (folder / "attic.toml").write_text(rows("o....", ".....", ".....", ".....", ".....", "....."))
    table = karacho.Race("tiny-turbo-cars", boards=["front-garden", "attic", "kitchen", "hallway", "terrace"])
    assert table.position()["map"][6] == "o...."


# Set-up.
def test_ttc_1_the_draft_goes_clockwise_from_seat_0():
    table = karacho.Race("tiny-turbo-cars", seats=3, seed=1)
    assert (table.position()["phase"], table.actors) == ("draft", (0,))
    assert len(table.legal_actions()) == 8
    table.act("dogtor")
    assert table.actors == (1,)
    assert refused(table, "dogtor", 1) == ("RACECAR_TAKEN", "TTC-1")
    assert refused(table, "brick-gang", 2) == ("NOT_YOUR_TURN", "TTC-1")
    assert refused(table, "done", 1) == ("WRONG_PHASE", "TTC-1")
    table.act("brick-gang")
    table.act("turbotbot")
    assert table.position()["phase"] == "grid"
    assert [each["racecar"] for each in table.position()["cars"]] == ["dogtor", "brick-gang", "turbotbot"]


def test_ttc_1_a_random_draft():
    table = karacho.Race("tiny-turbo-cars", seats=4, seed=1, draft="random")
    assert table.position()["phase"] == "grid"
    assert len({each["racecar"] for each in table.position()["cars"]}) == 4


def test_ttc_2_the_grid_goes_counter_clockwise():
    table = karacho.Race("tiny-turbo-cars", seats=3, seed=1, draft="random", boards=RECOMMENDED)
    assert table.actors == (2,)
    assert table.legal_actions() == ["1.1", "1.2", "1.3", "1.4", "2.2", "2.3", "2.4", "2.5"]
    table.act("1.3")
    assert table.actors == (1,)
    assert refused(table, "1.3", 1) == ("SPACE_TAKEN", "TTC-2")
    assert refused(table, "1.5", 1) == ("NOT_A_GRID_SPACE", "TTC-2")
    assert refused(table, "7.1", 1) == ("NOT_A_GRID_SPACE", "TTC-2")
    table.act("2.3")
    events = table.act("2.2")
    assert table.position()["phase"] == "program"
    assert table.actors == (0, 1, 2)
    assert [each["batteries"] for each in table.position()["cars"]] == [3, 3, 3]
    assert only(events, "RoundBegan")


# Programming.
def test_ttc_3_every_seat_gets_its_own_shuffle():
    table = placed(4)
    controllers = table.position()["controllers"]
    assert len(set(controllers)) == 4
    pieces = sorted(["F1", "F1", "F2", "B1", "L1", "R1", "L2", "R2", "J", "M", "T", "+", "-", "b", "_", "."])
    assert all(sorted(text.split()) == pieces for text in controllers)


def test_ttc_3_the_shuffle_is_uniform():
    from karacho.core.rng import seeded
    from karacho.games.tiny_turbo_cars.controller import shuffle_pieces

    rng = seeded(8)
    gaps, first = Counter(), Counter()
    pieces = [0] * 16
    for _ in range(1600):
        shuffle_pieces(pieces, rng[0])
        gaps[pieces.index(15)] += 1
        first[pieces[0]] += 1
    assert len(gaps) == 16
    assert 60 < min(gaps.values()) <= max(gaps.values()) < 150
    assert 140 < first[1] < 265, "two F1"


def test_ttc_3_same_scramble():
    assert len(set(placed(4, same_scramble=True).position()["controllers"])) == 1


def test_ttc_4_slides():
    table = race([car("dogtor", 3, 1), car("brick-gang", 3, 3)])
    assert table.position()["controllers"][0].split()[-1] == "."
    assert table.legal_actions(0) == ["D", "R", "done"]
    assert refused(table, "U", 0) == ("NO_PIECE", "TTC-4")
    assert refused(table, "L", 0) == ("NO_PIECE", "TTC-4")
    events = table.act("D", 0)
    assert table.position()["controllers"][0] == "F1 F2 J M  L1 + T -  R1 b B1 .  R2 F1 _ L2"
    assert only(events, "PieceSlid") == [("TTC-4", 0, "L2", 11, 15)]
    table.act("R", 0)
    assert table.position()["controllers"][0] == "F1 F2 J M  L1 + T -  R1 b . B1  R2 F1 _ L2"
    table.act("U", 0)
    table.act("L", 0)
    assert table.position()["controllers"][0] == "F1 F2 J M  L1 + T -  R1 b _ B1  R2 F1 L2 ."
    assert table.position()["slides"] == [4, 0]


def test_ttc_4_a_slide_and_its_opposite_change_nothing_but_the_count():
    table = placed(2)
    before = table.position()["controllers"]
    for there, back in (("U", "D"), ("D", "U"), ("L", "R"), ("R", "L")):
        if there in table.legal_actions(1):
            table.act(there, 1)
            table.act(back, 1)
    assert table.position()["controllers"] == before


def test_ttc_5_done_takes_the_happiest_smile_left_and_cannot_be_taken_back():
    table = placed(3)
    events = table.act("done", 1)
    assert only(events, "SmileTaken") == [("TTC-5", 1, 0)]
    assert table.actors == (0, 2)
    assert refused(table, "done", 1) == ("ALREADY_DONE", "TTC-5")
    assert refused(table, "U", 1) == ("ALREADY_DONE", "TTC-5")
    table.act("done", 2)
    events = table.act("done", 0)
    assert only(events, "SmileTaken") == [("TTC-5", 0, 2)]
    assert [event.seat for event in only(events, "ProgramShown")] == [1, 2, 0]


def test_ttc_5_the_countdown_ends_the_programming_of_the_last_seat():
    table = placed(3)
    for seat in range(3):
        with pytest.raises(karacho.IllegalAction) as caught:
            table.timeout(seat)
        assert (caught.value.code, caught.value.clause) == ("NO_COUNTDOWN", "TTC-5")
    table.act("done", 1)
    table.act("done", 0)
    with pytest.raises(karacho.IllegalAction, match="NO_COUNTDOWN"):
        table.timeout(0)
    events = table.timeout(2)
    assert [type(event).__name__ for event in events][:2] == ["TimeRanOut", "SmileTaken"]
    with pytest.raises(karacho.InvalidNotation):
        table.act("timeout", 0)


def test_ttc_6_relaxed_smiles_go_by_fewest_slides():
    cars = [car("dogtor", 5, 1), car("brick-gang", 3, 3), car("sonic-fish", 3, 5), car("m1-furry", 4, 2)]
    table = race(cars, mode="relaxed", slides=[4, 7, 7, 7])
    with pytest.raises(karacho.IllegalAction, match="NO_COUNTDOWN"):
        table.timeout(0)
    for seat in (3, 2, 1):
        assert not only(table.act("done", seat), "SmileTaken")
    with pytest.raises(karacho.IllegalAction, match="NO_COUNTDOWN"):
        table.timeout(0)
    events = table.act("done", 0)
    # Fewest slides first; of equals the car further behind, then the lower seat.
    assert [(event.seat, event.clause) for event in only(events, "SmileTaken")] == [
        (0, "TTC-6"),
        (1, "TTC-6"),
        (2, "TTC-6"),
        (3, "TTC-6"),
    ]


def test_ttc_8_controllers_and_slides_are_hidden_until_all_are_done():
    table = placed(3)
    slide = table.legal_actions(1)[0]
    events = table.act(slide, 1)
    view = table.view(0)
    assert [text is None for text in view["controllers"]] == [False, True, True]
    assert view["slides"] == [0, None, None]
    assert table.view(None)["controllers"] == [None] * 3
    assert table.redact(events, 0) == []
    assert table.redact(events, None) == []
    assert table.redact(events, 1) == events
    table.act("done", 2)
    assert table.view(0)["done"] == [2], "who is done is public"
    table.act("done", 0)
    events = table.act("done", 1)
    assert len(only(table.redact(events, 0), "ProgramShown")) == 3


def test_ttc_8_dealt_controllers_are_told_to_their_seat_alone():
    table = placed(2)
    events = all_done(table, (0, 1))
    while table.position()["phase"] != "program":
        events = table.act(table.legal_actions()[-1])
    dealt = only(table.redact(events, 1), "ControllerDealt")
    assert [event.pieces is not None for event in dealt] == [False, True]
    assert dealt[1].pieces == table.position()["controllers"][1].split()


# Racing.
def test_ttc_9_happiest_first_each_its_whole_program():
    table = quiet_race([car("sonic-fish", 3, 1), car("brick-gang", 3, 3), car("dogtor", 3, 5)])
    events = all_done(table, (2, 0, 1))
    assert [event.seat for event in only(events, "TurnBegan")] == [2, 0, 1]
    names = [type(event).__name__ for event in events if type(event).__name__ in ("TurnBegan", "TurnEnded")]
    assert names == ["TurnBegan", "TurnEnded"] * 3


def quiet_race(cars, **more):
    """Programs without missiles that hardly move, so that other rules can be watched."""
    programs = [controller("_ b F1 B1 - F1 . +") for _ in cars]
    return race(cars, programs, **more)


def test_ttc_10_the_saddest_turns_one_battery_down():
    table = quiet_race([car("sonic-fish", 3, 1), car("brick-gang", 3, 3)])
    events = all_done(table, (1, 0))
    downs = only(events, "BatteryDown")
    assert (downs[0].seat, downs[0].left, downs[0].clause) == (0, 2, "TTC-10")
    assert not any(event.seat == 1 for event in downs)


def test_ttc_10_a_shield_goes_instead():
    table = quiet_race([car("sonic-fish", 3, 1, shields=2), car("brick-gang", 4, 3)])
    events = all_done(table, (1, 0))
    assert only(events, "ShieldUsed") == [("TTC-28", 0, 1)]


def test_ttc_10_neither_grid_nor_lying_down_protects():
    grid = ["SSSSS", "SSSSS", *OPEN]
    table = quiet_race([car("sonic-fish", 1, 1), car("brick-gang", 1, 3)], track=grid)
    assert only(all_done(table, (1, 0)), "BatteryDown")[0].left == 2
    table = quiet_race([car("sonic-fish", 3, 1, batteries=2, lying=True), car("brick-gang", 4, 3)])
    events = all_done(table, (1, 0))
    assert only(events, "BatteryDown")[0] == ("TTC-10", 0, 1)
    assert not only(events, "CarFell")
    table = quiet_race([car("sonic-fish", 3, 1, batteries=0, shields=1, lying=True), car("brick-gang", 4, 3)])
    events = all_done(table, (1, 0))
    assert not only(events, "BatteryDown")
    assert not only(events, "ShieldUsed"), "nothing would be turned down, so the shield stays"


def test_ttc_10_the_last_battery_lays_the_car_down():
    table = quiet_race([car("sonic-fish", 3, 1, batteries=1), car("brick-gang", 4, 3)])
    events = all_done(table, (1, 0))
    assert only(events, "CarFell") == [("TTC-23", 0)]
    assert len([event for event in only(events, "CommandIgnored") if event.seat == 0]) == 3


# End of a turn.
def test_ttc_25_bird_racer_may_fly_sideways():
    track = ["....."] * 3 + ["c.o#."] + OPEN
    cars = [car("bird-racer", 4, 2), car("brick-gang", 9, 3), car("dogtor", 4, 5)]
    table = race(cars, [controller("_ b B1 F1 - F1 . +")] * 3, track=track)
    all_done(table, (0, 1, 2))
    position = table.position()
    assert (position["phase"], position["turn"]) == ("fly", 0)
    assert table.actors == (0,)
    assert table.legal_actions() == ["fly 1", "stay"], "no car, obstacle or impassable, and another space"
    for lane in (2, 3, 4, 5):
        assert refused(table, f"fly {lane}", 0) == ("LANE_NOT_FREE", "TTC-25")
    assert refused(table, "stay", 1) == ("NOT_YOUR_TURN", "TTC-25")
    assert refused(table, "keep", 0) == ("WRONG_PHASE", "TTC-25")
    events = table.act("fly 1")
    assert only(events, "CarFlew") == [("TTC-25", 0, 4, 2, 1)]
    assert table.position()["cars"][0]["lane"] == 1


def test_ttc_25_staying():
    table = quiet_race([car("bird-racer", 4, 2), car("brick-gang", 9, 3)])
    all_done(table, (0, 1))
    table.act("stay")
    assert table.position()["cars"][0]["lane"] == 2


CRASH_AT_LAST = controller("_ . + - F1 F2 R1 L1")  # from (4, 2) to (9, 2) along free spaces
CRASH_TRACK = [*OPEN[:8], ".o...", *OPEN]


def test_ttc_25_a_lying_bird_does_not_fly():
    cars = [car("bird-racer", 4, 2, batteries=1), car("brick-gang", 2, 5)]
    table = race(cars, [CRASH_AT_LAST, controller("_ b F1 B1 - F1 . +")], track=CRASH_TRACK)
    all_done(table, (0, 1))
    position = table.position()
    assert position["cars"][0] == car("bird-racer", 9, 2, batteries=0, lying=True)
    assert position["phase"] == "program"


def test_ttc_25_a_bird_with_no_space_to_fly_to_is_not_asked():
    track = [*OPEN[:3], "#.o##", *OPEN]
    table = quiet_race([car("bird-racer", 4, 2), car("brick-gang", 9, 5)], track=track)
    all_done(table, (0, 1))
    assert table.position()["phase"] == "program"


def test_ttc_26_the_closing_volley_of_the_english_edition():
    cars = [car("m1-furry", 4, 2), car("brick-gang", 9, 2)]
    programs = [controller("_ b B1 F1 - F1 . +"), controller("_ b B1 F1 - F1 . +")]
    table = race(cars, programs, edition="en")
    events = all_done(table, (0, 1))
    assert [event.clause for event in only(events, "MissileFired")] == ["TTC-26", "TTC-26"]
    assert [event.seat for event in only(events, "CarHit")] == [1]
    assert table.position()["phase"] == "shield", "before shields: the one just won counts"
    table = race(cars, programs, edition="fr")
    assert not only(all_done(table, (0, 1)), "MissileFired")


def test_ttc_27_shield_moves():
    track = [*OPEN[:6], ".c...", ".^...", *OPEN]
    cars = [car("sonic-fish", 7, 2, shields=2), car("brick-gang", 9, 4)]
    table = race(cars, [controller("_ b B1 F1 - F1 . +")] * 2, track=track)
    all_done(table, (0, 1))
    position = table.position()
    assert (position["phase"], position["turn"]) == ("shield", 0)
    assert table.legal_actions() == ["keep", "shield"]
    start = position["cars"][0]["row"]
    events = table.act("shield")
    assert only(events, "ShieldSpent") == [("TTC-27", 0, 1)]
    assert table.position()["cars"][0]["row"] == start + 2, "no carpet, speeder, modifier"
    events = table.act("keep")
    assert only(events, "ShieldsDropped")[0] == ("TTC-28", 0, 1)


def test_ttc_27_damage_in_a_shield_move_takes_the_next_shield():
    track = [*OPEN[:4], ".o...", *OPEN]
    cars = [car("sonic-fish", 4, 2, shields=3), car("brick-gang", 9, 4)]  # one goes when the program drives there
    table = race(cars, [controller("_ b F1 B1 - F1 . +")] * 2, track=track)
    all_done(table, (0, 1))
    events = table.act("shield")
    # One shield is spent; the obstacle right ahead takes the other: nothing is left to choose.
    assert only(events, "ShieldUsed") == [("TTC-28", 0, 0)]
    assert table.position()["phase"] == "program"


def test_ttc_27_a_lying_car_has_no_shield_moves():
    from karacho.core.events import silent_log
    from karacho.games.tiny_turbo_cars.state import SHIELD
    from karacho.games.tiny_turbo_cars.turns import ends_commands

    # Seven commands stand every car up again unless it falls late, and then it has no shield: asked directly.
    state = quiet_race([car("sonic-fish", 4, 2, batteries=1, shields=2), car("brick-gang", 9, 4)])._state[0]
    state.lying[0] = 1
    assert not ends_commands(state, 0, silent_log()[0])
    state.lying[0] = 0
    assert ends_commands(state, 0, silent_log()[0])
    assert (state.phase, state.turn) == (SHIELD, 0)


def test_ttc_28_what_is_left_is_given_up_for_nothing():
    cars = [car("sonic-fish", 4, 2, shields=2), car("brick-gang", 9, 4)]
    table = quiet_race(cars)
    all_done(table, (0, 1))
    events = table.act("keep")
    assert only(events, "ShieldsDropped")[0] == ("TTC-28", 0, 2)


# End of round.
def test_ttc_29_the_furthest_car_past_the_line_wins():
    cars = [car("sonic-fish", 11, 1), car("brick-gang", 11, 3), car("dogtor", 5, 5)]
    programs = [controller("F1 F2 . b _ + - T"), controller("F1 F1 F2 b _ . + T"), controller("_ F1 . + - b L1 R1")]
    table = race(cars, programs, finish_row=14)
    events = all_done(table, (0, 1, 2))
    assert (table.over, table.winner, table.end_reason) == (True, 1, "FINISH")
    assert table.standing == [[1], [0], [2]]
    assert only(events, "RaceEnded") == [("TTC-29", 1, "FINISH")]
    assert table.position()["smiles"] == [0, 1, 2], "kept in over"
    assert refused(table, "done", 0) == ("RACE_OVER", "TTC-29")
    with pytest.raises(karacho.IllegalAction, match="RACE_OVER"):
        table.timeout(0)


def test_ttc_29_ties_go_to_the_happier_smile():
    cars = [car("sonic-fish", 11, 1), car("brick-gang", 11, 3)]
    program = controller("F1 F2 . b _ + - F1")
    for order in ((0, 1), (1, 0)):
        table = race(cars, [program, program], finish_row=12)
        all_done(table, order)
        assert table.winner == order[0]


def test_ttc_29_a_lying_car_can_win():
    cars = [car("sonic-fish", 4, 2, batteries=1), car("brick-gang", 2, 5)]
    table = race(cars, [CRASH_AT_LAST, controller("_ b F1 B1 - F1 . +")], track=CRASH_TRACK, finish_row=9)
    all_done(table, (0, 1))
    assert (table.winner, table.position()["cars"][0]["lying"]) == (0, True)


def test_ttc_29_ruling_crossing_and_backing_out_does_not_count():
    cars = [car("sonic-fish", 8, 2), car("brick-gang", 2, 5)]
    # F1 drives to row 9, + B1 back to row 7, the rest does nothing.
    table = race(cars, [controller("F1 + B1 _ . b - F1"), CRASH_AT_LAST], finish_row=9)
    all_done(table, (0, 1))
    assert not table.over


def test_ttc_30_shields_for_every_car_ahead():
    cars = [car("sonic-fish", 4, 1), car("brick-gang", 9, 2), car("grim-thresher", 4, 4), car("die-liner", 6, 5)]
    table = quiet_race(cars)
    events = all_done(table, (2, 0, 1, 3))
    assert table.position()["phase"] == "program"
    rows = [each["row"] for each in table.position()["cars"]]
    ahead = [
        sum(
            1
            for other in range(4)
            if (rows[other], -[2, 0, 1, 3].index(other)) > (rows[seat], -[2, 0, 1, 3].index(seat))
        )
        for seat in range(4)
    ]
    assert [each["shields"] for each in table.position()["cars"]] == ahead
    assert sorted(ahead) == [0, 1, 2, 3], "on the same row the happier smile is ahead"
    assert all(event.clause == "TTC-30" for event in only(events, "ShieldGained"))
    assert table.position()["smiles"] == []
    assert table.position()["round"] == 3


def test_ttc_30_the_round_limit():
    table = quiet_race([car("sonic-fish", 4, 1), car("brick-gang", 9, 2)], round_limit=2)
    all_done(table, (0, 1))
    assert (table.over, table.winner, table.end_reason) == (True, 1, "ROUND_LIMIT")
    assert table.standing == [[1], [0]]
    assert refused(table, "done", 0) == ("RACE_OVER", "TTC-30")


def test_ttc_31_playing_on_for_the_podium():
    cars = [car("sonic-fish", 11, 1), car("brick-gang", 11, 3), car("dogtor", 3, 5), car("die-liner", 2, 2)]
    program = controller("F1 F2 . b _ + - F1")
    table = race(
        cars, [program, controller("F1 F1 F2 b _ . + T"), program, program], finish_row=14, play_on=True, finished=[]
    )
    events = all_done(table, (0, 1, 2, 3))
    assert not table.over
    assert [event.seat for event in only(events, "CarFinished")] == [1, 0]
    position = table.position()
    assert position["finished"] == [1, 0]
    assert position["cars"][0]["row"] is None
    assert position["controllers"][0] is None
    first, second, *others = (table.progress[seat] for seat in (1, 0, 2, 3))
    assert first > second > position["finish_row"] > max(others)
    assert table.actors == (2, 3)
    assert refused(table, "done", 0) == ("NOT_YOUR_TURN", "TTC-4")
    assert karacho.Race.from_position(position).position() == position
    while not table.over:
        seat = table.actors[0]
        table.act(table.legal_actions(seat)[-1] if table.position()["phase"] != "program" else "done", seat)
    assert table.winner == 1
    assert table.end_reason == "FINISH"
    assert table.standing[:2] == [[1], [0]]
    assert len(table.standing) == 4
    assert refused(table, "done", 0) == ("RACE_OVER", "TTC-31")


def test_ttc_31_a_missile_does_not_find_a_finished_car():
    cars = [car("sonic-fish", None, None), car("brick-gang", 3, 3), car("dogtor", 3, 5)]
    from tests.games.tiny_turbo_cars.tables import SCRAMBLES

    table = race(cars, [None, controller("M F1 . b _ + - F1"), SCRAMBLES[0]], play_on=True, finished=[0])
    events = all_done(table, (1, 2))
    assert not any(event.seat == 0 for event in only(events, "CarHit"))


def test_ttc_31_the_round_limit_while_playing_on():
    cars = [car("sonic-fish", None, None), car("brick-gang", 3, 3), car("dogtor", 5, 5)]
    program = controller("_ b F1 B1 - F1 . +")
    table = race(cars, [None, program, program], play_on=True, finished=[0], round_limit=2)
    all_done(table, (1, 2))
    assert (table.winner, table.end_reason, table.standing) == (0, "ROUND_LIMIT", [[0], [2], [1]])
