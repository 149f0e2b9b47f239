"""What a seat may see, and nothing else (RR-13 to RR-16)."""

import json
import random

import pytest

import karacho
from karacho.core.record import content, new
from karacho.games.rally_run import events as happenings

from .boards import at, drives


def play(race, turns, seed=0):
    choose = random.Random(seed)
    for _ in range(turns):
        if race.over:
            break
        legal = drives(race) if drives(race) and choose.random() < 0.8 else race.legal_actions()
        race.act(choose.choice(legal))
    return race


def twins(race):
    """Another truth behind the same view: every hidden tile and the pile in another order."""
    for seed in range(50):
        other = karacho.resample(race.view(None), seed=seed)
        if other.position()["tiles"] != race.position()["tiles"]:
            return other
    raise AssertionError("no other truth")


@pytest.mark.parametrize("turns", [0, 1, 5, 20, 50])
@pytest.mark.parametrize("open_memory", [False, True])
def test_two_truths_with_one_view_are_told_apart_by_nothing(turns, open_memory):
    race = play(karacho.Race("rally-run", seats=3, seed=turns, open_memory=open_memory), turns)
    other = twins(race)
    for seat in (0, 1, 2, None):
        assert json.dumps(race.view(seat)) == json.dumps(other.view(seat))
        blank, twin = new(race.game.state), new(race.game.state)
        race.game.see(race._state, -1 if seat is None else seat, blank)
        race.game.see(other._state, -1 if seat is None else seat, twin)
        assert content(blank) == content(twin)


def test_all_seats_see_the_same_but_only_the_actor_acts():
    race = play(karacho.Race("rally-run", seats=2, seed=1), 7)
    actor = race.actors[0]
    mine, theirs, nobodys = race.view(actor), race.view(1 - actor), race.view(None)
    assert mine.pop("legal_actions") == race.legal_actions()
    assert theirs.pop("legal_actions") == nobodys.pop("legal_actions") == []
    assert mine == theirs == nobodys


def test_a_revealed_tile_is_seen_by_all():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    race.act("N")
    view = race.view(1)
    assert view["tiles"][0] == "?L???"
    assert (view["phase"], view["revealed"], view["from"]) == ("turn", "B1", "S")
    assert "B1" not in view["open"]


def test_ghosts_replace_seen():
    race = at(cars=("B2", "SE"), open={"B2": "NES"}, open_memory=True, seen=["E5", "A1"])
    view = race.view(0)
    assert view["ghosts"] == {"A1": "I", "E5": "D"}
    assert "seen" not in view
    assert "seen" not in at().view(0)
    assert "ghosts" not in at().view(0)


def test_without_open_memory_nothing_is_noted():
    race = play(karacho.Race("rally-run", seats=2, seed=1), 40)
    assert not race._state[0].seen.any()


def test_no_event_of_the_set_up_tells_a_tile_or_a_canister():
    race = karacho.Race("rally-run", seats=4, seed=1)
    assert [type(event) for event in race.opening] == [happenings.RaceBegan, happenings.TurnBegan]


def test_everything_on_the_table_happens_for_all_to_see():
    race = at(cars=("B2", "SE"), open={"B2": "NES"})
    events = race.act("E") + race.act("A1-B1")
    for seat in (0, 1, None):
        assert race.redact(events, seat) == events


def test_an_event_nobody_has_allowed_is_not_told():
    class Secret(tuple):
        pass

    assert karacho.load_game("rally-run").redact(Secret(), 0) is None


def test_every_kind_of_event_is_plain_data():
    game = karacho.load_game("rally-run")
    seen = set()
    for seed in range(40):
        race = karacho.Race("rally-run", seats=2, seed=seed, turn_limit=60)
        bots = [karacho.make_bot("rally-run", "rule", seed=seed) for _ in range(2)]
        told = race.opening
        while True:
            for event in told:
                data = game.events.data(event)
                json.dumps(data)
                seen.add(data["kind"])
            for seat, bot in enumerate(bots):
                bot.notice(race.redact(told, seat))
            if race.over:
                break
            seat = race.actors[0]
            told = race.act(bots[seat].choose(race.view(seat)))
        if len(seen) == 9:
            break
    assert seen == set(game.events.kinds.values())


def test_a_view_reads_back():
    for turns in (0, 3, 17, 60):
        for open_memory in (False, True):
            race = play(karacho.Race("rally-run", seats=4, seed=turns, open_memory=open_memory, turn_limit=40), turns)
            view = race.view(0)
            seen, owner = race.game.read_view(view)
            blank = new(race.game.state)
            race.game.see(race._state, 0, blank)
            assert content(seen) == content(blank)
            assert owner == -1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tiles": ["?????", "?????", "??*??", "?????", "?????"]}, "tiles: B2 must be a tile in a view"),
        ({"tiles": ["I????", "?T???", "??*??", "?????", "?????"]}, r"tiles: A1 must be \? in a view"),
        ({"canisters": 1}, "goals and canisters must be 2 together"),
        ({"canisters": ["red"]}, "canisters must be a whole number"),
        ({"ghosts": {}}, "'ghosts' is not a known field"),
        ({"open_memory": True, "ghosts": {"C3": "I"}}, "ghosts: 'C3' is not the cell of a road tile"),
        ({"open_memory": True, "ghosts": {"A1": "Q"}}, "ghosts: 'A1' must be one of I, L, T, X, D"),
        ({"open_memory": True, "ghosts": {"A1": 3}}, "ghosts: 'A1' must be one of I, L, T, X, D"),
        ({"open_memory": True, "ghosts": {"B2": "T"}}, "ghosts: B2 is shown in tiles as something else"),
        ({"open_memory": True, "ghosts": 7}, "ghosts must be a mapping"),
        ({"open_memory": True, "ghosts": dict.fromkeys(("A1", "B1", "C1"), "X")}, "the mix has 2 of X, not 3"),
    ],
)
def test_a_view_that_cannot_be_is_refused(change, reason):
    view = at(cars=("B2", "SE"), open={"B2": "NES"}).view(0) | change
    with pytest.raises(karacho.InvalidPosition, match=reason):
        karacho.resample(view)
