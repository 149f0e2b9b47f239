"""Random races of every case, with everything that must hold after every action."""

import pytest

import karacho
from karacho.core.jit import COMPILED
from tests.contract.cases import CASES, IDS, play, races

COUNT = 3 if COMPILED else 1
BOUND = 3000  # actions: Tiny Turbo Cars' slides are the longest


def cards_conserved(position):
    cards = [card for hand in position["hands"] for card in hand] + position["trick"] + position["played"]
    assert len(set(cards)) == len(cards)
    spaces = position["track"]["spaces"] if isinstance(position["track"], dict) else 32
    taken = [(distance - 1) % spaces for distance in position["distances"] if distance > 0]
    assert len(set(taken)) == len(taken), "one car per space"
    assert set(position["motors"]) <= {0, 1, 3, 6, 10, 15, 16, 8, 4}


def tiles_conserved(position):
    letters = "".join(position["tiles"]).replace("*", "")
    mix = position.get("mix", {"I": 6, "L": 8, "T": 4, "X": 2, "D": 4})
    assert {letter: letters.count(letter) for letter in "ILTXD"} == mix
    under = {place for place in position["cars"] if place not in ("NW", "NE", "SE", "SW", "C3")}
    assert set(position["open"]) == under, "exactly the tiles under cars are open"
    shown = [goal for goal in position["goals"] if goal] + position["canisters"]
    assert len(set(shown)) == len(shown) == position["seats"]


def cars_conserved(position):
    pieces = sorted(["F1", "F1", "F2", "B1", "L1", "R1", "L2", "R2", "J", "M", "T", "+", "-", "b", "_", "."])
    for car in position["cars"]:
        assert 0 <= car["batteries"] <= 3
        assert car["shields"] >= 0
        assert car["lying"] or car["batteries"] > 0
        if car["row"] is not None:
            rows = position["map"]
            assert 1 <= car["lane"] <= 5
            assert car["row"] > len(rows) or rows[car["row"] - 1][car["lane"] - 1] != "#"
    assert all(sorted(text.split()) == pieces for text in position["controllers"] if text)
    assert len(set(position["done"])) == len(position["done"])


CONSERVED = {"stich-rallye": cards_conserved, "rally-run": tiles_conserved, "tiny-turbo-cars": cars_conserved}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_invariants_after_every_action(case):
    for race, dice in races(case, COUNT):
        actions = 0
        for _action, _seat, events in play(race, dice):
            actions += 1
            position = race.position()
            CONSERVED[case[0]](position)
            again = karacho.Race.from_position(position)
            assert again.position() == position, "notation reads back without loss"
            assert again.actors == race.actors
            for seat in range(race.seats):
                legal = race.legal_actions(seat)
                assert bool(legal) == (seat in race.actors)
                assert len(set(legal)) == len(legal)
            assert all(event.clause for event in events)
            assert bool(race.actors) != race.over
        assert actions < BOUND
        assert race.end_reason in race.game.end_reasons
        assert sorted(seat for place in race.standing for seat in place) == list(range(race.seats))
        if race.winner is not None:
            assert race.standing[0] == [race.winner]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_legal_means_accepted_and_everything_else_is_refused_without_a_trace(case):
    for race, dice in races(case, 1, first_seed=50):
        for _ in play(race, dice):
            if dice.random() > 0.08:
                continue
            before = race.state_bytes()
            names = [name for name in race.game.actions if name]
            for seat in range(race.seats):
                legal = set(race.legal_actions(seat))
                tried = set(dice.sample(names, min(60, len(names)))) | set(list(legal)[:20])
                for action in tried:
                    copy = race.copy()
                    if action in legal:
                        copy.act(action, seat)
                        assert copy.state_bytes() != before
                        continue
                    with pytest.raises(karacho.IllegalAction) as caught:
                        copy.act(action, seat)
                    assert copy.state_bytes() == before
                    assert caught.value.code in race.game.refusals.__members__
                    assert caught.value.clause
            assert race.state_bytes() == before, "copies are independent"


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_copy_goes_on_like_the_original(case):
    for race, dice in races(case, 1, first_seed=70):
        for _ in play(race, dice, most=12):
            pass
        copy = race.copy()
        while not race.over:
            seat = race.actors[-1]
            action = race.legal_actions(seat)[0]
            assert race.act(action, seat) == copy.act(action, seat)
            if race.game.name == "tiny-turbo-cars" and len(race.log) % 5 == 0 and race.position()["phase"] == "program":
                race.act("done", race.actors[0])
                copy.act("done", copy.actors[0])
            if len(race.log) > 400:
                break
        assert copy.position() == race.position()


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_replays_lead_to_the_same_end(case, tmp_path):
    for race, dice in races(case, 1, first_seed=90):
        for _ in play(race, dice):
            pass
        file = tmp_path / "race.replay"
        race.replay().save(file)
        again = karacho.Replay.load(file).race()
        assert again.position() == race.position()
        assert again.state_bytes() == race.state_bytes()
        assert [entry[:2] for entry in again.log] == [entry[:2] for entry in race.log]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_same_seed_gives_the_same_race(case):
    name, seats, options = case
    one = karacho.Race(name, seats=seats, seed=11, **options)
    two = karacho.Race(name, seats=seats, seed=11, **options)
    other = karacho.Race(name, seats=seats, seed=12, **options)
    assert (one.position(), one.opening) == (two.position(), two.opening)
    if "boards" not in options:
        assert one.position() != other.position()


def test_state_is_small():
    for name in karacho.game_names():
        assert len(karacho.Race(name, seed=1).state_bytes()) < 1024
