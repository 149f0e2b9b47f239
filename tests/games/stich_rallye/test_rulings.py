"""One test per ruling of docs/rulings/stich-rallye.md."""

from collections import Counter

import karacho
from tests.games.stich_rallye.tables import FLAT, only, table


def test_sr_1_ruling_the_first_flag_is_drawn():
    flags = Counter(karacho.Race("stich-rallye", seats=4, seed=seed).position()["flag"] for seed in range(200))
    assert set(flags) == {0, 1, 2, 3}
    assert min(flags.values()) > 25


def test_sr_8_ruling_jumping_is_not_a_choice():
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[1, 3, 0], track=FLAT)
    for card in ("R9", "R2", "R4"):
        race.act(card)
    assert race.position()["distances"][0] == 4, "2 counted: space 2, then 3 is jumped, then 4"
    assert race.position()["phase"] == "play"


def test_sr_9_ruling_a_roll_passes_a_second_slope_and_occupied_spaces():
    track = {"spaces": 32, "downhill": [[7, 8]], "uphill": [[10, 11]]}
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[5, 9, 12], track=track)
    for card in ("R9", "R2", "R4"):
        events = race.act(card)
    # Down from 7: 9 is taken, 10 and 11 are a slope, 12 is taken: 13.
    assert race.position()["distances"][0] == 13
    assert only(events, "CarRolled")[0].clause == "SR-9"


def test_sr_10_ruling_rolling_back_passes_a_slope_and_occupied_spaces():
    track = {"spaces": 32, "downhill": [[10, 11]], "uphill": [[13, 14]]}
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[8, 12, 9], track=track, motors=[3, 0, 0])
    for card in ("R9", "R2", "R4", "turbo"):
        events = race.act(card)
    # 8 + 5: jumps 9, counts 10, 11, jumps 12, counts 13, 14 … and one more: 15? No: 10, 11, 13, 14, 15 → flat.
    assert race.position()["distances"][0] == 15
    race = table([["R9", "R10"], ["R4", "R5"], ["R6", "R7"]], distances=[8, 12, 9], track=track)
    for card in ("R9", "R4", "R6"):
        events = race.act(card)
    # 8 + 4 ends on 14 (uphill): 13 slope, 12 taken, 11 and 10 slope, 9 taken, 8 was left: it is empty.
    assert race.position()["distances"][0] == 8
    assert only(events, "CarRolled")[0].clause == "SR-10"


def test_sr_12_ruling_on_the_start_space_the_flag_holder_runs_first():
    race = table([["R3"], ["R4"], ["R9"], ["R5"]], motors=[1, 3, 0, 6], distances=[0, 0, 0, 0], track=FLAT)
    for card in ("R3", "R4", "R9", "R5"):
        events = race.act(card)
    # Seat 2 wins and drives 3. The others stand on the start space; the flag is with seat 2, so 3, 0, 1 clockwise.
    assert [event.seat for event in only(events, "MotorUsed")] == [3, 0, 1]
    race = table([["R3"], ["R4"], ["R9"], ["R5"]], motors=[1, 3, 6, 6], distances=[0, 0, 0, 0], track=FLAT)
    for card in ("R3", "R4", "R9", "R5", "coast"):
        events = race.act(card)
    assert [event.seat for event in only(events, "MotorUsed")] == [3, 0, 1, 2], "seat 2 has left the start space"


def test_sr_12_the_flag_holder_itself_comes_first_if_it_stands_on_the_start_space():
    from karacho.core.record import new
    from karacho.games.stich_rallye.rules import next_to_run
    from karacho.games.stich_rallye.state import State

    # Nobody can win a trick and stay on the start space, so the clause is asked directly.
    state = new(State)[0]
    state.seats, state.flag = 4, 2
    state.distances[1] = 5
    order, moved = [], 0
    for _ in range(4):
        order.append(next_to_run(state, moved))
        moved |= 1 << order[-1]
    assert order == [2, 3, 0, 1]


def test_sr_16_ties_on_the_start_space_go_clockwise_from_the_flag():
    from karacho.core.record import new
    from karacho.games.stich_rallye.rules import is_ahead, leader
    from karacho.games.stich_rallye.state import State

    state = new(State)[0]
    state.seats, state.flag = 4, 2
    assert leader(state) == 2
    assert is_ahead(state, 3, 0)
    assert is_ahead(state, 0, 1)
    assert not is_ahead(state, 1, 3)


def test_after_the_last_trick_the_cards_lie_aside_before_the_motors_run():
    race = table([["R9"], ["R3"], ["R4"]], track=FLAT, distances=[33, 62, 63], motors=[0, 1, 3])
    for card in ("R9", "R3", "R4"):
        race.act(card)
    assert race.over
    assert race.position()["trick"] == []
    assert race.position()["played"][-3:] == ["R9", "R3", "R4"]
