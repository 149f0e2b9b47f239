"""The rules of thumb, and that they are worth something."""

import karacho
from karacho.core.jit import COMPILED
from tests.games.stich_rallye.tables import FLAT, table


def choice(race, spec="rule", seed=1):
    seat = race.actors[0]
    return karacho.make_bot("stich-rallye", spec, seed).choose(race.view(seat))


def at_turbo(motor, distances=(0, 0, 0), tricks_left=1, track=FLAT, lowest=3):
    """Seat 0 has won the trick and must choose."""
    later = [[f"{'BG'[i % 2]}{2 + 3 * (i // 2) + seat}" for i in range(tricks_left)] for seat in range(3)]
    race = table(
        [["R9", *later[0]], [f"R{lowest}", *later[1]], ["R8", *later[2]]],
        motors=[motor, 0, 0],
        distances=list(distances),
        track=track,
        round_number=3,
    )
    for card in ("R9", f"R{lowest}", "R8"):
        race.act(card)
    return race


def test_thumb_1_turbo_when_it_wins_the_race():
    assert choice(at_turbo(1, distances=(62, 0, 0), lowest=2)) == "turbo"
    assert choice(at_turbo(1, distances=(40, 0, 0), lowest=2)) == "coast"


def test_thumb_1_turbo_before_the_motor_is_overwound():
    assert choice(at_turbo(15)) == "turbo"
    assert choice(at_turbo(16)) == "turbo"
    assert choice(at_turbo(15, tricks_left=0)) == "coast", "the motor runs at the end of the round anyway"


def test_thumb_1_turbo_early_enough_to_wind_up_again():
    assert choice(at_turbo(10, tricks_left=3)) == "coast"
    assert choice(at_turbo(10, tricks_left=4)) == "turbo"


def test_thumb_1_no_turbo_into_a_hill_that_rolls_back():
    track = {"spaces": 32, "downhill": [], "uphill": [[8, 13]]}
    assert choice(at_turbo(1, distances=(4, 0, 0), track=track)) == "coast"


def test_thumb_4_a_sure_loser_throws_its_lowest_card():
    race = table([["R3", "R8"], ["R9", "B2"], ["R10", "B3"]], flag=1, motors=[0, 0, 0])
    race.act("R9")
    race.act("R10")
    assert choice(race) == "R3"


def test_thumb_3_a_sure_winner_with_a_good_drive_wins():
    # Last to play: R10 has the trick and drives five spaces; the motor stands where winding up would lose value.
    race = table([["R5", "R10"], ["R9", "B2"], ["R8", "B3"]], flag=1, motors=[16, 0, 0], track=FLAT)
    race.act("R9")
    race.act("R8")
    assert choice(race) == "R10"


def test_random_plays_every_legal_card():
    race = table([["R5", "R10", "B3"], ["R9", "B2", "G2"], ["R8", "B4", "G3"]])
    assert {choice(race, "random", seed) for seed in range(40)} == {"B3", "R5", "R10"}
    race = at_turbo(6)
    assert {choice(race, "random", seed) for seed in range(20)} == {"coast", "turbo"}


def test_one_rule_bot_beats_three_random_ones():
    races = 3000 if COMPILED else 25
    result = karacho.simulate("stich-rallye", races=races, seats=4, bots=["rule", "random", "random", "random"], seed=1)
    assert result.wins[0] > 0.45 * races
