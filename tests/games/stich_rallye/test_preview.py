"""Where the car would land is where it lands, and the trick's winner so far is the one that SR-4 names."""

import random

import pytest

import karacho


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("track", ["volcano", "beach"])
def test_landings_come_true(seats, track):
    dice = random.Random(seats)
    checked = 0
    for seed in range(12):
        race = karacho.Race("stich-rallye", seats=seats, seed=seed, track=track)
        while not race.over:
            seat = race.actors[0]
            hints = race.hints(seat)
            action = dice.choice(race.legal_actions())
            expected = None
            if action in ("turbo", "coast"):
                expected = hints[action]
            elif hints["last"] and hints["cards"][action]["wins"] and race.view(seat)["motors"][seat] == 0:
                expected = hints["cards"][action]["coast"]
            events = [event for event in race.act(action, seat) if getattr(event, "seat", None) == seat]
            if expected is None:
                continue
            checked += 1
            drove = next(event for event in events if type(event).__name__ == "CarDrove")
            assert (expected["start"], expected["drove"]) == (drove.start, drove.end)
            rest = [event.end for event in events if type(event).__name__ == "CarRolled" and event.start == drove.end]
            assert expected["end"] == (rest or [drove.end])[0]
            if expected["wins"]:
                assert race.winner == seat
    assert checked > 50


def test_the_trick_so_far():
    race = karacho.Race("stich-rallye", seats=3, seed=5, flag=0)
    assert race.hints(1) == {"winning": None, "lowest": None, "discs": {"next": [1, 1, 1]}}
    race.act("R9")
    hints = race.hints(0)
    assert (hints["winning"], hints["lowest"]) == ({"card": "R9", "seat": 0}, "R9")
    assert "cards" not in hints  # only for the seat that has to choose


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_last_trick_is_told_as_it_was_won(seats):
    dice = random.Random(seats)
    race = karacho.Race("stich-rallye", seats=seats, seed=5)
    tricks, checked = {}, 0
    while not race.over:
        view = race.view(None)
        last = view["played"][-seats:]
        if not last:
            assert "last_trick" not in race.hints(None)
        else:
            checked += 1
            told = race.hints(None)["last_trick"]
            won = tricks[view["round"], told["card"]]
            assert (told["seat"], told["lowest"]) == (won.seat, won.lowest)
            assert (told["leader"] + last.index(won.card)) % seats == won.seat
        events = race.act(dice.choice(race.legal_actions()))
        tricks |= {(view["round"], event.card): event for event in events if type(event).__name__ == "TrickWon"}
    assert checked > 10


def test_jumps_and_hills_are_in_the_landing():
    race = karacho.Race.from_position(
        {
            "game": "stich-rallye",
            "track": {"spaces": 20, "downhill": [[6, 8]], "uphill": [[12, 14]]},
            "seats": 3,
            "round": 1,
            "phase": "turbo",
            "flag": 0,
            "hands": [["R2", "R3", "R5", "R6"], ["B2", "B3", "B4", "B5"], ["G2", "G3", "G5", "G6"]],
            "trick": ["R4", "B6", "G7"],
            "played": [],
            "motors": [1, 1, 6],
            "distances": [3, 9, 1],
        },
        seed=1,
    )
    hints = race.hints(2)
    # Four spaces from 1, over the car on 3; with the motor ten, over both cars, up the hill on 13 and back to 11.
    assert hints["coast"] == {"start": 1, "drove": 6, "end": 10, "jumped": [3], "line": False, "wins": False}
    assert hints["turbo"] == {"start": 1, "drove": 13, "end": 11, "jumped": [3, 9], "line": False, "wins": False}
