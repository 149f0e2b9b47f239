"""Stich Rallye clause by clause."""

import numpy as np
import pytest

import karacho
from tests.games.stich_rallye.tables import FLAT, deck, kinds, only, table


def refused(race, action, seat=None):
    before = race.state_bytes()
    with pytest.raises(karacho.IllegalAction) as caught:
        race.act(action, seat)
    assert race.state_bytes() == before
    return caught.value.code, caught.value.clause


# Components.
@pytest.mark.parametrize(("seats", "cards"), [(3, 27), (4, 36), (5, 45)])
def test_components_used_cards_by_seats(seats, cards):
    assert len(deck(seats)) == cards
    seen = set()
    for seed in range(30):
        race = karacho.Race("stich-rallye", seats=seats, seed=seed)
        seen |= {card for hand in race.position()["hands"] for card in hand}
    assert seen == set(deck(seats))


def test_components_round_3_deals_every_card():
    for seats in (3, 4, 5):
        race = karacho.Race("stich-rallye", seats=seats, seed=3)
        while race.position()["round"] < 3:
            race.act(race.legal_actions()[0])
        hands = race.position()["hands"]
        assert sorted(card for hand in hands for card in hand) == sorted(deck(seats))


def test_components_motor_disc_order_and_overwinding():
    values = []
    for value in (0, 1, 3, 6, 10, 15, 16, 8, 4):
        race = table([["R9"], ["R3"], ["R4"]], motors=[0, value, 0])
        race.act("R9")
        race.act("R3")
        event = only(race.act("R4"), "MotorWoundUp")[0]
        assert event.before == value
        values.append(event.after)
    assert values == [1, 3, 6, 10, 15, 16, 8, 4, 0]


def test_components_tracks_have_the_given_hills():
    from karacho.games.stich_rallye.tracks import TRACKS

    tracks = TRACKS.own()
    assert tracks["volcano"].data() == {"spaces": 32, "downhill": [[7, 10], [23, 26]], "uphill": [[16, 18]]}
    assert tracks["beach"].data() == {"spaces": 32, "downhill": [[16, 19]], "uphill": [[7, 9], [23, 25]]}


# Play.
def test_sr_1_set_up():
    race = karacho.Race("stich-rallye", seats=4, seed=1, flag=2)
    position = race.position()
    assert position["distances"] == [0, 0, 0, 0]
    assert position["motors"] == [0, 0, 0, 0]
    assert position["flag"] == 2
    assert race.actors == (2,)


def test_sr_2_three_rounds_of_5_7_9_cards_with_a_fresh_deck():
    race = karacho.Race("stich-rallye", seats=4, seed=5)
    sizes = {}
    while not race.over:
        position = race.position()
        if not position["played"] and not position["trick"]:
            sizes[position["round"]] = [len(hand) for hand in position["hands"]]
            assert position["motors"] == [0, 0, 0, 0]
        race.act(race.legal_actions()[0] if position["phase"] == "play" else "coast")
    assert sizes == {1: [5] * 4, 2: [7] * 4, 3: [9] * 4}


def test_sr_2_undealt_cards_stay_unseen():
    race = karacho.Race("stich-rallye", seats=4, seed=5)
    dealt = {card for hand in race.position()["hands"] for card in hand}
    undealt = set(deck(4)) - dealt
    assert len(undealt) == 16
    assert not any(card in str(race.position()).replace("'", " ").split() for card in undealt)


def test_sr_3_the_flag_holder_leads_any_card_and_play_goes_clockwise():
    race = table([["B2", "R3"], ["B4", "R5"], ["B6", "R7"]], flag=1)
    assert race.actors == (1,)
    assert race.legal_actions() == ["B4", "R5"]
    race.act("B4")
    assert race.actors == (2,)
    race.act("B6")
    assert race.actors == (0,)


def test_sr_3_the_lead_color_must_be_followed_even_if_others_have_appeared():
    race = table([["G3", "R9"], ["R3", "R4"], ["G2", "B9"]], trick=[], flag=2)
    race.act("G2")
    assert race.legal_actions(0) == ["G3"]
    assert refused(race, "R9") == ("MUST_FOLLOW_COLOR", "SR-3")
    race.act("G3")
    assert race.legal_actions(1) == ["R3", "R4"], "without the lead color any card may be played"
    race = table([["G3", "R9"], ["R3", "G4"], ["G2", "B9"], ["R2", "R13"]], flag=3)
    race.act("R2")
    race.act("R9")
    race.act("R3")
    assert race.legal_actions(2) == ["B9", "G2"]
    race = table([["G3", "R9"], ["R3", "G4"], ["G2", "B9"], ["G5", "G13"]], flag=2)
    race.act("G2")
    race.act("G5")
    race.act("G3")
    assert race.legal_actions(1) == ["G4"]


def test_sr_3_refusals_in_their_order():
    race = table([["G3", "R9"], ["R3", "R4"], ["G2", "B9"]])
    with pytest.raises(karacho.InvalidNotation):
        race.act("G16", seat=2)
    assert refused(race, "B9", 2) == ("NOT_YOUR_TURN", "SR-3")
    assert refused(race, "turbo", 0) == ("NO_TURBO_CHOICE", "SR-7")
    assert refused(race, "B9", 0) == ("CARD_NOT_IN_HAND", "SR-3")
    assert refused(race, "B15", 0) == ("CARD_NOT_IN_HAND", "SR-3"), "a card that is not in the used deck"


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["G11", "R5", "B7", "G3"], 2),  # the rulebook's example: three colors, the third wins
        (["G4", "G9", "G2", "G7"], 1),  # one color: the highest
        (["G13", "R2", "G12", "G11"], 1),  # two colors: the second to appear, however low
        (["G13", "R2", "R5", "G11"], 2),
        (["G13", "R9", "R5", "G11"], 1),
        (["G4", "R9", "B2", "R13"], 2),  # the color that entered last stays the winning color
        (["G4", "R9", "B2", "B3"], 3),
    ],
)
def test_sr_4_the_color_that_entered_last_wins(cards, winner):
    race = table([[card] for card in cards])
    for card in cards:
        events = race.act(card)
    won = only(events, "TrickWon")[0]
    assert (won.seat, won.card, won.clause) == (winner, cards[winner], "SR-4")
    assert won.winning_color == cards[winner][0]


def test_sr_5_losers_wind_up_before_the_winner_chooses():
    race = table([["R9"], ["R3"], ["R4"]], motors=[3, 6, 4])
    race.act("R9")
    race.act("R3")
    events = race.act("R4")
    assert race.position()["phase"] == "turbo"
    assert race.position()["motors"] == [3, 10, 0], "from 4 the motor turns to 0"
    assert kinds(events) == ["CardPlayed", "TrickWon", "MotorWoundUp", "MotorWoundUp"]


def test_sr_6_the_winner_drives_the_lowest_value_of_any_color():
    race = table([["R9", "B10"], ["B2", "B8"], ["G4", "G8"]], track=FLAT)
    race.act("R9")
    race.act("B2")
    events = race.act("G4")
    drove = only(events, "CarDrove")[0]
    assert (drove.seat, drove.start, drove.end) == (2, 0, 2)


def test_sr_7_turbo_adds_the_whole_motor_and_resets_it():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], motors=[6, 0, 0], track=FLAT)
    for card in ("R9", "R3", "R4"):
        race.act(card)
    assert race.legal_actions() == ["coast", "turbo"]
    assert refused(race, "R10") == ("TURBO_CHOICE_PENDING", "SR-7")
    assert refused(race, "coast", 1) == ("NOT_YOUR_TURN", "SR-7")
    race.act("turbo")
    position = race.position()
    assert position["distances"] == [9, 0, 0]
    assert position["motors"] == [0, 1, 1]


def test_sr_7_coasting_keeps_the_motor():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], motors=[6, 0, 0], track=FLAT)
    for card in ("R9", "R3", "R4", "coast"):
        race.act(card)
    assert race.position()["distances"] == [3, 0, 0]
    assert race.position()["motors"] == [6, 1, 1]


def test_sr_7_a_motor_on_0_leaves_nothing_to_choose():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], track=FLAT)
    for card in ("R9", "R3", "R4"):
        race.act(card)
    assert race.position()["phase"] == "play"


def test_sr_7_it_is_one_move_hills_count_only_where_it_ends():
    # 3 spaces would end on the downhill space 8; with the motor the move passes the hill and ends on 11.
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], motors=[3, 0, 0], distances=[5, 0, 0])
    for card in ("R9", "R3", "R4", "turbo"):
        events = race.act(card)
    assert race.position()["distances"][0] == 11
    assert not only(events, "CarRolled")


def test_sr_8_occupied_spaces_are_jumped_and_not_counted():
    # The rulebook's example: 3 spaces and 1 of the motor, jumping one car on the way.
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], motors=[1, 0, 0], distances=[1, 3, 0], track=FLAT)
    for card in ("R9", "R3", "R4", "turbo"):
        events = race.act(card)
    assert race.position()["distances"][0] == 6
    jumped = only(events, "CarJumped")
    assert [(event.over, event.distance) for event in jumped] == [(1, 3)]


def test_sr_8_cars_of_another_lap_are_jumped_too():
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[31, 1, 2], track=FLAT)
    for card in ("R9", "R2", "R4"):
        events = race.act(card)
    # 31 + 2 counted spaces: 32, then 33 and 34 are the occupied spaces 1 and 2, then 35.
    assert race.position()["distances"][0] == 35
    assert [event.over for event in only(events, "CarJumped")] == [1, 2]


def test_sr_8_the_start_space_never_counts_as_occupied():
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[0, 0, 0], track=FLAT)
    for card in ("R9", "R2", "R4"):
        race.act(card)
    assert race.position()["distances"] == [2, 0, 0]


def test_sr_9_downhill_rolls_to_the_next_flat_space():
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[6, 0, 0])
    for card in ("R9", "R2", "R4"):
        events = race.act(card)
    assert race.position()["distances"][0] == 11
    rolled = only(events, "CarRolled")[0]
    assert (rolled.start, rolled.end, rolled.clause) == (8, 11, "SR-9")


def test_sr_9_rolling_jumps_a_car_behind_the_hill():
    # The rulebook's example: a 2 onto the downhill, another car just after it.
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[5, 11, 0])
    for card in ("R9", "R2", "R4"):
        race.act(card)
    assert race.position()["distances"][0] == 12


def test_sr_9_passing_a_hill_does_nothing():
    race = table([["R9", "R10"], ["R6", "R5"], ["R7", "R8"]], distances=[5, 0, 0])
    for card in ("R9", "R6", "R7"):
        race.act(card)
    assert race.position()["distances"][0] == 11


def test_sr_10_uphill_rolls_back_to_the_last_flat_space():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], distances=[14, 0, 0])
    for card in ("R9", "R3", "R4"):
        events = race.act(card)
    assert race.position()["distances"][0] == 15
    rolled = only(events, "CarRolled")[0]
    assert (rolled.start, rolled.end, rolled.clause) == (17, 15, "SR-10")


def test_sr_10_rolling_back_can_end_behind_the_start_of_the_move():
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[14, 15, 13])
    for card in ("R9", "R2", "R4"):
        race.act(card)
    # 14 → jumps 15, counts 16 and 17 (uphill) → back past 15 (taken) to its own old space 14.
    assert race.position()["distances"][0] == 14
    race = table([["R9", "R10"], ["R2", "R5"], ["R4", "R6"]], distances=[13, 15, 14])
    for card in ("R9", "R2", "R4"):
        race.act(card)
    assert race.position()["distances"][0] == 13


def test_sr_11_the_winner_takes_the_flag_and_leads():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], flag=1)
    for card in ("R3", "R4", "R9"):
        events = race.act(card)
    assert race.position()["flag"] == 0
    assert race.actors == (0,)
    assert race.position()["trick"] == []
    assert race.position()["played"][-3:] == ["R3", "R4", "R9"]
    assert only(events, "FlagTaken")[-1].clause == "SR-11"


def last_trick(**more):
    """A trick that ends round 1: seat 0 wins with R9, the lowest value is 3."""
    options = {"track": FLAT, "distances": [10, 5, 20], "motors": [0, 1, 3], **more}
    race = table([["R9"], ["R3"], ["R4"]], **options)
    events = []
    for card in ("R9", "R3", "R4"):
        events = race.act(card)
    return race, events


def test_sr_12_every_motor_runs_the_last_car_first():
    race, events = last_trick()
    # The losers wind up first (1 → 3, 3 → 6), then the cars at 5, 13 and 20 run in this order; motor 0 moves nothing.
    assert [(event.seat, event.value) for event in only(events, "MotorUsed")] == [(1, 3), (2, 6)]
    assert race.position()["distances"] == [13, 8, 26]
    assert race.position()["motors"] == [0, 0, 0]
    assert race.position()["round"] == 2


def test_sr_12_place_is_by_distance_not_by_space():
    _, events = last_trick(distances=[34, 5, 1])
    assert [event.seat for event in only(events, "MotorUsed")] == [2, 1]


def test_sr_12_jumping_and_rolling_apply():
    race, _ = last_trick(distances=[1, 5, 20], motors=[0, 1, 3], track="volcano")
    # Seat 1: motor 3 from 5 → 8 is downhill → 11. Seat 2: motor 6 from 20 → 26 is downhill → 27. Seat 0 drove 3 → 4.
    assert race.position()["distances"] == [4, 11, 27]


def test_sr_13_the_leading_car_takes_the_flag():
    race, events = last_trick()
    assert race.position()["flag"] == 2
    assert only(events, "FlagTaken")[-1] == (("SR-13", 2))


def test_sr_14_crossing_once_changes_nothing_but_the_ring():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], distances=[31, 0, 0], track=FLAT)
    for card in ("R9", "R3", "R4"):
        events = race.act(card)
    assert only(events, "LineCrossed") == [("SR-14", 0, 1)]
    assert not race.over
    assert race.position()["distances"][0] == 34


def test_sr_14_crossing_twice_ends_the_race_at_once():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], distances=[62, 40, 10], motors=[6, 1, 0], track=FLAT)
    for card in ("R9", "R3", "R4", "turbo"):
        events = race.act(card)
    assert (race.over, race.winner, race.end_reason) == (True, 0, "CROSSED_TWICE")
    position = race.position()
    assert position["flag"] == 0
    assert position["trick"] == ["R9", "R3", "R4"], "nothing is tidied away"
    assert position["hands"] == [["R10"], ["R5"], ["R6"]]
    assert position["motors"] == [0, 3, 1], "the motor that was used is 0, the others stay"
    assert kinds(events)[-2:] == ["LineCrossed", "RaceEnded"]
    assert race.actors == ()
    assert race.legal_actions(0) == []
    assert refused(race, "R5", 1) == ("RACE_OVER", "SR-14")


def test_sr_14_the_winning_move_is_still_completed():
    track = {"spaces": 32, "downhill": [[6, 8]], "uphill": []}
    race = table([["R9", "R10"], ["R4", "R5"], ["R7", "R6"]], distances=[63, 0, 0], motors=[3, 0, 0], track=track)
    for card in ("R9", "R4", "R7", "turbo"):
        race.act(card)
    assert race.position()["distances"][0] == 73, "63 + 7 ends on the downhill space 6 and rolls on"


def test_sr_14_in_the_middle_of_the_motors():
    race, _ = last_trick(distances=[33, 62, 63], motors=[0, 1, 3])
    assert (race.winner, race.end_reason) == (1, "CROSSED_TWICE")
    position = race.position()
    assert position["motors"] == [0, 0, 6], "the motor of seat 2 did not run any more"
    assert position["flag"] == 0
    assert position["trick"] == []
    assert len(position["played"]) == 15


def test_sr_14_passing_the_line_counts_not_landing_on_it():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]], distances=[61, 0, 0], track=FLAT)
    for card in ("R9", "R3", "R4"):
        race.act(card)
    assert race.position()["distances"][0] == 64, "space 32 lies before the line"
    assert not race.over


def test_sr_15_after_three_rounds_the_leading_car_wins():
    race, _ = last_trick(round_number=3)
    assert (race.over, race.winner, race.end_reason) == (True, 2, "THREE_ROUNDS")
    assert race.position()["trick"] == []
    assert refused(race, "R5", 1) == ("RACE_OVER", "SR-15")


def test_sr_16_standing_by_distance():
    race, _ = last_trick(round_number=3)
    assert race.standing == [[2], [0], [1]]


def test_before_the_end_there_is_no_standing():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]])
    assert (race.over, race.winner, race.standing, race.end_reason) == (False, None, None, None)


# What a seat sees.
def test_a_seat_sees_its_own_hand_and_numbers_of_the_others():
    race = table([["R9", "R10"], ["R3", "R5"], ["R4", "R6"]])
    race.act("R9")
    view = race.view(1)
    assert view["hands"] == [1, ["R3", "R5"], 2]
    assert view["trick"] == ["R9"]
    assert view["actors"] == [1]
    assert view["legal_actions"] == ["R3", "R5"]
    assert race.view(0)["legal_actions"] == []
    assert race.view(None)["hands"] == [1, 2, 2]


def test_a_dealt_hand_is_told_to_its_seat_alone():
    race = karacho.Race("stich-rallye", seats=4, seed=3)
    for seat in (0, 1, 2, 3, None):
        hands = only(race.redact(race.opening, seat), "HandDealt")
        assert [event.cards is not None for event in hands] == [other == seat for other in range(4)]


# Numbers to expect.
def test_sensible_play_decides_most_races_in_round_three():
    result = karacho.simulate("stich-rallye", races=60 if not compiled() else 4000, seats=4, bots="rule", seed=1)
    assert np.mean(result.rounds == 3) > 0.97
    assert result.end_reasons["CROSSED_TWICE"] > 0.8 * result.races


def compiled():
    from karacho.core.jit import COMPILED

    return COMPILED
