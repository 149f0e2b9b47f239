"""The rules of thumb, and that they are worth something."""

import karacho
from karacho.core.jit import COMPILED
from tests.games.tiny_turbo_cars.tables import OPEN, car, controller, race


def choice(table, seat, spec="rule", seed=1):
    return karacho.make_bot("tiny-turbo-cars", spec, seed).choose(table.view(seat))


def test_thumb_1_the_favourite_that_is_left_and_the_front_of_the_grid():
    table = karacho.Race(
        "tiny-turbo-cars", seats=2, seed=1, boards=["front-garden", "kitchen", "hallway", "library", "terrace"]
    )
    assert choice(table, 0) == "turbotbot"
    table.act("turbotbot")
    assert choice(table, 1) == "die-liner"
    table.act("die-liner")
    assert choice(table, 1) == "2.3"


def test_thumb_2_a_slide_that_brings_a_better_program_is_made():
    # The gap lies under the last cell of the program: sliding the B1 there down into the gap drives one row further.
    text = "F1 M L1 L2  R1 R2 J T  + F1 - B1  _ F2 b ."
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)], [text, text])
    assert choice(table, 0) == "D"


def test_thumb_2_patience_ends():
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)], slides=[40, 0])
    assert choice(table, 0) == "done"


def test_thumb_2_looking_ahead_leaves_no_trace():
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)])
    before = table.state_bytes()
    assert choice(table, 0) in table.legal_actions(0)
    assert table.state_bytes() == before


def test_thumb_4_fly_to_the_clearest_lane_or_stay():
    track = ["....."] * 4 + ["ooo.o"] + ["....."] * 8
    still = controller("_ b B1 F1 - F1 . +")
    table = race([car("bird-racer", 4, 2), car("brick-gang", 12, 5)], [still, still], track=track)
    table.act("done", 0)
    table.act("done", 1)
    assert table.position()["phase"] == "fly"
    assert choice(table, 0) == "fly 4"
    table.act("fly 4")
    table = race([car("bird-racer", 6, 2), car("brick-gang", 12, 5)], [still, still], track=track)
    table.act("done", 0)
    table.act("done", 1)
    assert choice(table, 0) == "stay", "no lane is clearer"


def test_thumb_4_shields_are_spent_on_a_clear_way_only():
    still = controller("_ b F1 B1 - F1 . +")
    for row, expected in ((".....", "shield"), ("..o..", "keep"), ("..#..", "keep"), ("..~..", "keep")):
        track = [*OPEN[:4], row, *OPEN]
        table = race([car("sonic-fish", 3, 3, shields=3), car("brick-gang", 12, 5)], [still, still], track=track)
        table.act("done", 0)
        table.act("done", 1)
        assert table.position()["phase"] == "shield"
        assert table.position()["cars"][0]["row"] == 3
        assert choice(table, 0) == expected, row


def test_random_does_everything_that_is_legal():
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)])
    assert {choice(table, 0, "random", seed) for seed in range(40)} == {"D", "R", "done"}


def test_one_rule_bot_beats_three_random_ones():
    races = 600 if COMPILED else 4
    result = karacho.simulate(
        "tiny-turbo-cars", races=races, seats=4, bots=["rule", "random", "random", "random"], seed=1
    )
    assert result.wins[0] > 0.7 * races
    assert result.end_reasons["FINISH"] == races


def test_rule_races_have_the_expected_length():
    result = karacho.simulate("tiny-turbo-cars", races=400 if COMPILED else 1, seats=4, bots="rule", seed=2)
    assert 3 <= result.rounds.mean() <= 4.6, "three track boards take a hurried person three to five rounds"
