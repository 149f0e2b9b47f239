"""Running a program: TTC-7 and TTC-11 to TTC-24, the racecars, and the printed examples."""

import pytest

from tests.games.tiny_turbo_cars.tables import OPEN, drive


# TTC-7
def test_ttc_7_a_gap_among_the_commands_is_no_command():
    assert drive(". F1").place == (2, 3)
    assert len(drive("F1 . F1 F1 F1 F1 F1 F1").only("CommandBegan")) == 7
    assert drive("+ . F1").place == (3, 3), "a modifier reaches over the gap"


# TTC-11
@pytest.mark.parametrize(
    ("program", "row"),
    [
        ("+ F1", 3),
        ("- F2", 2),
        ("+ + F1", 4),
        ("+ - F1", 2),
        ("- + F1", 2),
        ("- - F2", 1),
        ("- - F1 F1", 2),  # below 0 counts as 0, and the sum is used up
        ("+ _ F1", 2),  # a blank wastes it
        ("+ b F1", 2),  # so does a battery
        ("+ J", 4),
        ("- J", 2),
        ("F1 +", 2),  # left at the end of the turn: lost
    ],
)
def test_ttc_11_modifiers_add_up_and_are_used_by_the_next_command(program, row):
    assert drive(program).row == row


def test_ttc_11_a_sum_is_lost_when_the_car_falls():
    # One battery: F1 into the obstacle; the car falls; three ignored commands; then F1 has no modifier left.
    result = drive("+ F1 _ _ _ F1", [".....", "..o..", *OPEN], batteries=1)
    assert result.row == 3
    result = drive("F1 + - b F1", [".....", "..o..", *OPEN], batteries=1)
    assert result.row == 3, "modifiers are ignored like all commands of a lying car"


def test_ttc_11_ruling_for_die_liner_plus_and_minus_leave_one():
    assert drive("+ - F1", racecar="die-liner").row == 3


# TTC-12
def test_ttc_12_own_values():
    for piece, row in {"F1": 2, "F2": 3, "L1": 2, "R1": 2, "L2": 3, "R2": 3, "J": 3, "M": 2, "T": 4}.items():
        assert drive(piece).row == row, piece
    assert drive("B1", at=(5, 3)).row == 4
    assert drive("T", batteries=2).row == 3


def test_ttc_12_carpet_makes_the_value_exactly_one_then_modifiers_count():
    track = ["..c..", *OPEN]
    for piece in ("F1", "F2", "L2", "R2", "J", "M", "T"):
        assert drive(piece, track).row == 2, piece
    assert drive("+ F2", track).row == 3
    assert drive("- F2", track).row == 1
    assert drive("F2", ["..c..", *OPEN]).events[0].why == ["carpet"]


def test_ttc_12_carpet_counts_where_the_command_starts():
    assert drive("F2 F2", ["..c..", ".....", *OPEN]).row == 4
    assert drive("F1 F2", [".....", "..c..", *OPEN]).row == 3


def test_ttc_12_value_0_begins_no_move():
    result = drive("- F1 L1", ["..~..", *OPEN])
    assert result.only("CarSlipped")[0] is not None
    assert result.place == (2, 2), "the L1 begins on the puddle but still goes left: slippery from the next command on"
    assert not drive("- F1", ["..~..", *OPEN]).only("CarSlipped")


# TTC-13
def test_ttc_13_diagonals_pass_corners():
    track = ["..#..", ".#.#.", *OPEN]
    assert drive("L1", track, at=(1, 2)).place == (2, 1)
    assert drive("R1", [".....", "..#..", "....."], at=(1, 3)).place == (2, 4)
    assert drive("L2", OPEN, at=(1, 3)).place == (3, 1)
    assert drive("R2", OPEN, at=(1, 3)).place == (3, 5)


def test_ttc_13_step_by_step():
    steps = drive("F2 R2", at=(1, 2)).only("CarStepped")
    assert [(step.row, step.lane) for step in steps] == [(2, 2), (3, 2), (4, 3), (5, 4)]


# TTC-14
def test_ttc_14_a_jump_touches_nothing_on_the_way():
    result = drive("J", [".....", "..o..", "....."], others=[(2, 3)])
    assert (result.place, result.batteries) == ((3, 3), 3)
    assert drive("J", [".....", "..#..", "....."]).place == (3, 3)
    assert not drive("J", [".....", "..~..", "....."]).only("CarSlipped")


def test_ttc_14_a_passable_landing_is_an_entry():
    assert drive("J", [".....", ".....", "..o.."]).batteries == 2
    assert drive("J", OPEN, others=[(3, 3)]).batteries == 2
    assert drive("J", [".....", ".....", "..~.."]).only("CarSlipped")


def test_ttc_14_set_back_from_an_impassable_landing():
    result = drive("J", [".....", ".....", "..#.."])
    assert (result.place, result.batteries) == ((2, 3), 2)
    result = drive("+ J", [".....", ".....", "..#..", "..#.."])
    assert (result.place, result.batteries) == ((2, 3), 2), "the nearest passable space behind"
    result = drive("- J", [".....", "..#.."])
    assert (result.place, result.batteries) == ((1, 3), 2), "at worst where it started"


def test_ttc_14_the_space_it_is_set_back_to_does_no_further_damage_but_a_puddle_counts():
    result = drive("J", [".....", "..o..", "..#.."], others=[(2, 3)])
    assert (result.place, result.batteries) == ((2, 3), 2)
    result = drive("J L1", [".....", "..~..", "..#..", "....."])
    assert result.only("CarSlipped")
    assert result.place == (3, 4), "the L1 goes right"


def test_ttc_14_no_damage_on_the_starting_grid():
    result = drive("J", ["..S..", "..S..", "..#.."])
    assert (result.place, result.batteries) == ((2, 3), 3)


# TTC-15
def test_ttc_15_a_missile_hits_every_car_ahead_in_its_lane():
    result = drive("M", ["....."] * 3, others=[(4, 3), (9, 3), (4, 4)])
    assert result.others == [(2, False), (2, False), (3, False)]
    assert result.place == (2, 3), "then the car moves"
    assert [event.clause for event in result.only("CarHit")] == ["TTC-15", "TTC-15"]


def test_ttc_15_nothing_stops_it_and_it_never_goes_back():
    assert drive("M", ["..#..", "..#..", "....."], at=(3, 3), others=[(1, 3)]).others == [(3, False)]
    assert drive("- M", [".....", "..#..", "....."], others=[(3, 3)]).others == [(2, False)]


def test_ttc_15_a_car_in_the_shooters_space_lies_in_no_direction():
    for edition in ("fr", "en"):
        assert drive("- M", others=[(1, 3)], racecar="m1-furry", edition=edition).others == [(3, False)]


def test_ttc_15_value_0_still_fires():
    result = drive("- M", others=[(4, 3)])
    assert (result.place, result.others) == ((1, 3), [(2, False)])


def test_ttc_15_a_hit_can_fell_and_shields_help():
    assert drive("M", others=[(4, 3, 1)]).others == [(0, True)]
    assert drive("M", others=[(4, 3, 1, 1)]).others == [(1, False)]
    assert drive("M", others=[(4, 3, 0)]).others == [(0, True)], "lying: hit, no damage"


# TTC-16
def test_ttc_16_battery():
    assert drive("b", batteries=1).batteries == 2
    assert drive("+ b", batteries=1).batteries == 3
    assert drive("- b", batteries=1).batteries == 1
    assert drive("- - b", batteries=1).batteries == 1
    assert drive("+ + b", batteries=2).batteries == 3
    assert drive("b").batteries == 3
    assert drive("b", ["..c..", *OPEN], batteries=1).batteries == 2, "carpet does not matter (TTC-18)"


def test_ttc_16_a_blank_does_nothing():
    result = drive("_ _ _")
    assert (result.place, result.batteries) == ((1, 3), 3)


# TTC-17
def test_ttc_17_no_damage_on_the_starting_grid():
    result = drive("M", others=[(4, 3)], track=[*OPEN[:3], "..S.."])
    assert result.others == [(3, False)]
    assert result.only("CarHit")
    assert [event.by for event in result.only("DamageAverted")] == ["starting grid"]
    assert drive("F1", ["..S..", "..#.."]).batteries == 3, "blocked on the grid"
    assert drive("F1", ["..S..", "..S.."], others=[(2, 3)]).batteries == 3, "into a car on the grid"
    assert drive("F1", ["..S..", "....."], others=[(2, 3)]).batteries == 2, "it left the grid"


def test_ttc_17_backward_on_the_grid_is_ignored_and_uses_the_sum_up():
    result = drive("+ B1 F1", [".....", "..S..", *OPEN], at=(2, 3))
    assert result.place == (3, 3)
    assert [event.clause for event in result.only("CommandIgnored")] == ["TTC-17"]


# TTC-19
def test_ttc_19_a_speeder_counts_as_a_plus():
    track = ["..^..", *OPEN]
    assert drive("F1", track).row == 3
    assert drive("- F1", ["..^..", *OPEN]).row == 3, "+ under the minus, and + again under the F1: 1 − 1 + 1 + 1"
    assert drive("b", track, batteries=1).batteries == 3
    assert drive("J", track).row == 4
    assert drive("F1", track).events[0].why == ["speeder"]


def test_ttc_19_ruling_a_speeder_under_a_modifier_joins_the_sum():
    assert drive("+ F1", ["..^..", *OPEN]).row == 5


def test_ttc_19_only_where_the_command_begins():
    assert drive("F2", [".....", "..^..", *OPEN]).row == 3


# TTC-20
def test_ttc_20_obstacles_and_cars_stop_and_damage_once():
    result = drive("F2 F1", [".....", "..o..", *OPEN])
    assert (result.place, result.batteries) == ((3, 3), 2)
    result = drive("F2", OPEN, others=[(2, 3)])
    assert (result.place, result.batteries, result.others) == ((2, 3), 2, [(3, False)])
    assert drive("F2", OPEN, others=[(2, 3, 0)]).batteries == 2, "a lying car stops too"
    assert drive("F1", [".....", "..o..", *OPEN], others=[(2, 3)]).batteries == 2, "1 in all"


def test_ttc_20_a_car_may_start_on_an_obstacle():
    assert drive("F1", ["..o..", *OPEN]).batteries == 3


# TTC-21
def test_ttc_21_a_puddle_turns_the_diagonals_of_the_next_commands():
    assert drive("F2 L1 R1", [".....", "..~..", *OPEN]).place == (5, 3), "entered in passing: right, then left"
    assert drive("F1 L1", [".....", "..~..", *OPEN]).place == (3, 4)
    assert drive("L1 L1", ["..~..", *OPEN]).place == (3, 3), "the first one begins on the puddle and still goes left"


def test_ttc_21_ruling_a_move_that_is_blocked_at_once_begins_too():
    result = drive("F1 L1", ["..~..", "..#..", "....."])
    assert result.only("CarSlipped")
    assert result.place == (2, 4)


def test_ttc_21_straight_moves_stay_straight():
    assert drive("F1 F1 J", [".....", "..~..", *OPEN]).place == (5, 3)


# TTC-22
def test_ttc_22_impassable():
    result = drive("F2", [".....", "..#..", "....."])
    assert (result.place, result.batteries) == ((1, 3), 2)
    result = drive("L2", OPEN, at=(1, 2))
    assert (result.place, result.batteries) == ((2, 1), 2), "the left edge"
    result = drive("R1", OPEN, at=(1, 5))
    assert (result.place, result.batteries) == ((1, 5), 2), "the right edge"
    result = drive("B1", OPEN)
    assert (result.place, result.batteries) == ((1, 3), 2), "behind row 1"
    assert drive("F1 F1", OPEN[:1]).place == (3, 3), "rows past the last board go on"


# TTC-23, TTC-24
def test_ttc_23_the_last_battery_lays_the_car_down_at_once():
    result = drive("F2", [".....", "..o..", *OPEN], batteries=1)
    fell = result.only("CarFell")
    assert [(event.seat, event.clause) for event in fell] == [(0, "TTC-23")]
    assert result.place == (2, 3)


def test_ttc_24_three_ignored_commands_then_the_next_counts():
    result = drive("F1 F2 F2 F2 F1", [".....", "..o..", *OPEN], batteries=1)
    assert (result.place, result.batteries, result.lying) == ((3, 3), 3, False)
    assert [event.clause for event in result.only("CommandIgnored")] == ["TTC-24"] * 3
    assert len(result.only("CarStoodUp")) == 1


def test_ttc_24_it_carries_over_rounds():
    result = drive("F2 F2 F1", batteries=1, lying=True)
    assert (result.row, result.batteries, result.lying) == (2, 3, False)
    result = drive("F2 . . . . . . .", batteries=1, lying=True)
    assert (result.row, result.batteries, result.lying) == (1, 2, True)


def test_ttc_24_a_lying_car_has_no_missile():
    assert drive("M . . . . . . .", batteries=1, lying=True, others=[(4, 3)]).others == [(3, False)]


# TTC-28 during commands
def test_ttc_28_a_shield_goes_before_a_battery():
    result = drive("F1 F1", [".....", "..o..", "..o..", "....."], shields=1)
    assert (result.batteries, result.shields) == (2, 0)
    assert len(result.only("ShieldUsed")) == 1


# Racecars.
def test_die_liner():
    assert drive("+ F1", racecar="die-liner").row == 4
    assert drive("F1", ["..^..", *OPEN], racecar="die-liner").row == 4
    assert drive("+ F1", ["..^..", *OPEN], racecar="die-liner").row == 8


def test_brick_gang():
    track = ["..c..", *OPEN]
    assert drive("F1", track, racecar="brick-gang").row == 3
    assert drive("T", track, racecar="brick-gang").row == 3
    assert drive("+ R1", track, racecar="brick-gang", at=(1, 3)).place == (3, 5)
    assert drive("B1", [*OPEN[:4], "..c.."], racecar="brick-gang", at=(5, 3)).row == 3, "backward too"
    assert drive("F1", track, racecar="brick-gang").events[0].why == ["carpet", "ability"]


def test_sonic_fish():
    track = [".....", "..~..", *OPEN]
    assert drive("F1 L1", track, racecar="sonic-fish").place == (4, 5), "L1 + 1, to the right"
    assert drive("L1", racecar="sonic-fish").place == (2, 2), "not slippery: nothing"
    assert drive("F1 F1", track, racecar="sonic-fish").row == 3
    assert drive("- L1 L1", ["..~..", *OPEN], racecar="sonic-fish").place == (2, 2)


def test_grim_thresher():
    track = [".....", "..o..", *OPEN]
    for program in ("F1", "- F2", "- J", "M", "- - T"):
        assert drive(program, track, racecar="grim-thresher").batteries == 3, program
    assert drive("F1", [".....", "..#.."], racecar="grim-thresher").batteries == 3
    assert drive("- J", [".....", "..#.."], racecar="grim-thresher").batteries == 3
    assert drive("F2", track, racecar="grim-thresher").batteries == 2
    assert drive("L1", [".....", ".o..."], racecar="grim-thresher").batteries == 2, "straight moves only"
    assert drive("B1", racecar="grim-thresher").batteries == 2, "forward only"
    assert drive("F2", ["..c..", "..o.."], racecar="grim-thresher").batteries == 3, "final value 1 on carpet"


def test_m1_furry_in_the_french_edition():
    others = [(9, 3), (1, 3), (5, 1)]
    result = drive("M", at=(5, 3), racecar="m1-furry", others=others)
    assert result.others == [(2, False)] * 3
    assert result.shields == 1, "one shield for a volley that hits"
    assert drive("M", at=(5, 3), racecar="m1-furry", others=[(5, 5)]).others == [(2, False)]
    assert drive("M", at=(5, 3), racecar="m1-furry", others=[(6, 4)]).shields == 0


def test_m1_furry_in_the_english_edition():
    result = drive("M", at=(5, 3), racecar="m1-furry", others=[(9, 3), (1, 3), (5, 1)], edition="en")
    assert result.others == [(2, False), (2, False), (3, False)]


def test_m1_furry_gains_its_shield_before_the_move():
    result = drive("M", [".....", "..o..", *OPEN], racecar="m1-furry", others=[(9, 3)])
    assert (result.batteries, result.shields) == (3, 0)


def test_m1_furry_gains_even_if_the_hit_does_no_damage():
    assert drive("M", racecar="m1-furry", others=[(9, 3, 0)]).shields == 1
    assert drive("M", [*OPEN[:8], "..S.."], racecar="m1-furry", others=[(9, 3)]).shields == 1


def test_dogtor():
    assert drive("b", racecar="dogtor", batteries=1).place == (1, 3)
    assert drive("b", racecar="dogtor", batteries=1).batteries == 3
    assert drive("b", racecar="dogtor").row == 3
    assert drive("+ b", racecar="dogtor").row == 4
    assert drive("- - b", racecar="dogtor").row == 1
    assert drive("- b", racecar="dogtor", batteries=1).batteries == 2
    assert drive("b", ["..c..", *OPEN], racecar="dogtor").row == 3, "no command that carpet slows (TTC-18)"
    assert drive("b", ["..^..", *OPEN], racecar="dogtor").row == 4
    assert drive("b L1", ["..~..", *OPEN], racecar="dogtor").place == (4, 4), "its drive begins on the puddle (TTC-21)"
    assert drive("b", [".....", "..o.."], racecar="dogtor").batteries == 2


def test_turbotbot():
    assert drive("T", racecar="turbotbot", batteries=1).row == 5
    assert drive("T", ["..c..", *OPEN], racecar="turbotbot").row == 2, "on carpet still 1"
    result = drive("T", [".....", "..o.."], racecar="turbotbot")
    assert (result.place, result.batteries) == ((2, 3), 1), "two points"
    result = drive("T", [".....", "..o.."], racecar="turbotbot", shields=1)
    assert (result.batteries, result.shields) == (2, 0), "shield, then battery"
    result = drive("T", [".....", "..o.."], racecar="turbotbot", batteries=1)
    assert len(result.only("CarDamaged")) == 1, "none once lying"
    assert drive("F2", [".....", "..o.."], racecar="turbotbot").batteries == 2, "only in a turbo"


# The printed examples.
@pytest.mark.parametrize("racecar", ["sonic-fish", "grim-thresher", "m1-furry", "bird-racer"])
def test_the_first_printed_example(racecar):
    #        rows 1 … 12; the jump lands on the carpet of row 6
    track = [*OPEN[:5], "..c..", *OPEN]
    result = drive("- T + J R2 b B1 L2", track, racecar=racecar)
    jumped = result.only("CarJumped")[0]
    steps = [(step.row, step.lane) for step in result.only("CarStepped")]
    assert steps[:2] == [(2, 3), (3, 3)], "drives 2"
    assert (jumped.start, jumped.end) == (3, 6), "jumps 3 ignoring two"
    assert steps[2] == (7, 4), "on carpet R2 drives 1"
    assert steps[3] == (6, 4), "battery does nothing at 3; back 1"
    assert steps[4:] == [(7, 3), (8, 2)], "two diagonals left"
    assert result.place == (8, 2)


def test_the_second_printed_example():
    track = [
        ".....",
        ".o...",
        "..~..",
        ".....",
        "...c.",
        "....#",
        "...c.",
        ".....",
        ".....",
        "#....",
    ]
    # Saddest with two shields: the penalty has taken one before the program runs (TTC-10, tested with the turns).
    others = [(9, 4), (10, 2)]
    result = drive("F2 R2 M L2 J + R1 F1", track, at=(1, 2), racecar="brick-gang", shields=1, others=others)
    stops = [(event.row, event.lane, event.into) for event in result.only("CarStopped")]
    assert stops[0] == (2, 2, None), "F2 stops on an obstacle at once"
    assert [event.left for event in result.only("ShieldUsed")] == [0], "and takes the second shield"
    assert len(result.only("CarSlipped")) == 1, "R2 passes a puddle"
    assert [event.seat for event in result.only("CarHit")] == [1], "the missile hits a car ahead in lane"
    blocks = [(event.row, event.lane) for event in result.only("CarBlocked")]
    assert blocks == [(6, 5), (10, 1)], "L2 goes right and is blocked; R1 goes left and is blocked by books"
    values = {event.piece: event.value for event in result.only("CommandBegan")}
    assert (values["J"], values["R1"]) == (2, 3), "the carpet values of this car, the second with a plus"
    assert stops[1] == (10, 2, 2), "F1 runs into a car"
    assert [event.left for event in result.only("BatteryDown") if event.seat == 0] == [2, 1, 0]
    assert (result.lying, result.batteries) == (True, 0)
