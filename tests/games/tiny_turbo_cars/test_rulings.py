"""One test per ruling of docs/rulings/tiny-turbo-cars.md that test_commands.py and test_rulebook.py leave out."""

from tests.games.tiny_turbo_cars.tables import OPEN, car, controller, drive, only, race


def test_ttc_7_ruling_seven_commands_with_the_gap_among_them():
    assert drive("F1 . F1 F1 F1 F1 F1 F1").row == 8


def test_ttc_10_ruling_a_lying_car_loses_a_battery_it_has_regained():
    cars = [car("sonic-fish", 3, 1, batteries=1, lying=True), car("brick-gang", 4, 3)]
    table = race(cars, [controller("_ b F1 B1 - F1 . +")] * 2)
    table.act("done", 1)
    events = table.act("done", 0)
    assert only(events, "BatteryDown")[0] == ("TTC-10", 0, 0)
    assert len(only(events, "CarStoodUp")) == 1, "three of its seven commands stand it up again"


def test_ttc_11_ruling_die_liner():
    assert drive("- + F1", racecar="die-liner").row == 3


def test_ttc_19_ruling_plus_on_a_speeder_drives_four():
    assert drive("+ F1", ["..^..", *OPEN]).row == 5


def test_ttc_21_ruling_a_blocked_move_on_a_puddle_counts():
    assert drive("F1 R1", ["..~..", "..#..", *OPEN]).place == (2, 2)


def test_ttc_26_ruling_a_shield_won_by_the_closing_volley_can_be_spent():
    cars = [car("m1-furry", 4, 2), car("brick-gang", 9, 2)]
    table = race(cars, [controller("_ b B1 F1 - F1 . +")] * 2, edition="en")
    table.act("done", 0)
    table.act("done", 1)
    assert table.legal_actions() == ["keep", "shield"]
    before = table.position()["cars"][0]["row"]
    table.act("shield")
    assert table.position()["cars"][0]["row"] == before + 2


def test_grim_thresher_ruling_forward_only():
    assert drive("B1", racecar="grim-thresher").batteries == 2


def test_bird_racer_ruling_any_other_terrain_will_do():
    from karacho.games.tiny_turbo_cars.terrain import is_free_to_fly

    table = race([car("bird-racer", 1, 3), car("dogtor", 5, 5)], track=["c~.^S", *OPEN])
    assert [lane for lane in range(1, 6) if is_free_to_fly(table._state[0], 0, lane)] == [1, 2, 4, 5]


def test_turbotbot_ruling_one_on_carpet():
    assert drive("T", ["..c..", *OPEN], racecar="turbotbot").row == 2
