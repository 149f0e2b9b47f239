"""Truths drawn for a view: compatible, unbiased, and respecting what the tricks have shown."""

from collections import Counter
from itertools import combinations

import karacho
from tests.games.stich_rallye.tables import table


def some_race(seats, seed, actions):
    race = karacho.Race("stich-rallye", seats=seats, seed=seed)
    for _ in range(actions):
        legal = race.legal_actions()
        race.act(legal[(seed + len(legal)) % len(legal)])
    return race


def test_a_drawn_truth_gives_the_same_view():
    for seats in (3, 4, 5):
        for actions in (0, 3, 17, 40):
            race = some_race(seats, seats + actions, actions)
            for seat in (*range(seats), None):
                assert karacho.resample(race.view(seat), seed=actions).view(seat) == race.view(seat)


def fits(hands, lacks):
    return all(not any(card[0] in lacks[seat] for card in hand) for seat, hand in enumerate(hands))


def small_table():
    # Seat 1 did not follow green, seat 2 did not follow blue: three unseen cards for them plus the undealt ones.
    return karacho.Race.from_position(
        {
            "game": "stich-rallye",
            "track": "volcano",
            "seats": 3,
            "round": 1,
            "phase": "play",
            "flag": 2,
            "hands": [["B2", "B3"], ["R2", "B9"], ["R4", "G7"]],
            "trick": [],
            "played": ["G2", "R9", "G3", "R3", "G4", "R5", "B4", "B5", "R10"],
            "motors": [0, 0, 0],
            "distances": [0, 0, 0],
        }
    )


def test_all_fitting_deals_are_equally_likely():
    race = small_table()
    # Leaders backward from the flag (seat 2): B4 B5 R10 → R10 won at place 2 → led by seat 0, so seat 2 lacks blue;
    # R3 G4 R5 → G4 won → led by 2 → next leader seat 0: seat 0 played G4 …: seat 0 lacks red;
    # G2 R9 G3 → R9 won at place 1 and led the next trick as seat 2 → led by seat 1: seat 2 lacks green.
    seen = {"B2", "B3", *race.position()["played"]}
    unseen = [f"{c}{v}" for c in "BGR" for v in range(2, 11) if f"{c}{v}" not in seen]
    expected = set()
    for one in combinations(unseen, 2):
        for two in combinations([card for card in unseen if card not in one], 2):
            if not any(card[0] in "BG" for card in two):
                expected.add((one, two))
    counts = Counter()
    draws = 60 * len(expected) if len(expected) < 60 else 6000
    for seed in range(draws):
        hands = karacho.resample(race.view(0), seed=seed).position()["hands"]
        counts[tuple(hands[1]), tuple(hands[2])] += 1
    assert set(counts) <= expected
    # Cell counts are small, so the deals are compared through how often each card sits with seat 1.
    for card in unseen:
        share = sum(n for (one, _), n in counts.items() if card in one) / draws
        due = sum(card in one for one, _ in expected) / len(expected)
        assert abs(share - due) < 0.03


def test_the_real_deal_is_not_favoured():
    race = table([["R2"], ["R3"], ["R4"]])
    real = tuple(race.position()["hands"][1])
    same = sum(tuple(karacho.resample(race.view(0), seed=s).position()["hands"][1]) == real for s in range(1200))
    # Unseen: 27 cards less the own one and the twelve played ones: fourteen, each as likely for seat 1.
    assert 50 < same < 130


def test_tricks_that_contradict_the_hands_are_ignored():
    # Every color was refused by seat 1, yet it still holds cards: only a made-up position can say so.
    race = karacho.Race.from_position(
        {
            "game": "stich-rallye",
            "track": "volcano",
            "seats": 3,
            "round": 1,
            "phase": "play",
            "flag": 0,
            "hands": [["B2", "B3"], ["R2", "B9"], ["R4", "G7"]],
            "trick": [],
            "played": ["B10", "R3", "B4", "R9", "G5", "R10", "G2", "B5", "G3"],
            "motors": [0, 0, 0],
            "distances": [0, 0, 0],
        }
    )
    assert karacho.resample(race.view(0), seed=1).view(0) == race.view(0)
