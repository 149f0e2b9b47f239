"""The fuzzer finds nothing in a sound game, and keeps what it finds in a broken one."""

import random
from dataclasses import replace

import pytest

from karacho import Race, Replay, game_names, load_game
from karacho.arena import fuzz as fuzzing
from karacho.arena.fuzz import Broken, check, fuzz, run_one
from karacho.arena.fuzz_options import TABLE, draw_options
from karacho.core.options import complete


@pytest.mark.parametrize("game", game_names())
def test_a_few_random_races_keep_all_promises(game):
    report = fuzz([game], races=2, seed=3)
    assert report.failure is None
    assert report.races == 2
    assert report.actions > 0


@pytest.mark.parametrize("game", game_names())
def test_random_options_always_fit(game):
    rules = load_game(game)
    for number in range(200):
        rng = random.Random(number)
        seats = rng.choice(rules.seats)
        complete(rules.options, draw_options(game, rng, seats), seats, rules.title)


@pytest.mark.parametrize("game", game_names())
def test_the_table_names_only_options_that_exist(game):
    assert set(TABLE[game]) <= {option.name for option in load_game(game).options}


def test_the_same_seed_and_number_give_the_same_race():
    assert run_one("stich-rallye", 5, 0) == run_one("stich-rallye", 5, 0)


def test_it_stops_when_the_time_is_over():
    assert fuzz(["stich-rallye"], races=None, seed=1, seconds=0.0).races == 0


def test_a_failure_is_kept_as_a_replay(tmp_path, monkeypatch):
    def breaks_later(race, rng):
        if len(race.log) == 3:
            raise Broken("three is too many")

    monkeypatch.setattr(fuzzing, "check", breaks_later)
    report = fuzz(["stich-rallye"], races=5, seed=1)
    assert report.races == 0
    assert report.failure is not None
    path = report.failure.save(tmp_path / "fuzz")
    assert len(Replay.load(path).actions) == 3
    reason = (tmp_path / "fuzz" / f"{report.failure.name}.reason.txt").read_text()
    assert reason == "after 3 actions: three is too many\n"


def test_a_race_that_cannot_be_set_up_is_a_failure(tmp_path, monkeypatch):
    monkeypatch.setattr(fuzzing, "draw_options", lambda *_: {"track": "nowhere"})
    failure = fuzz(["stich-rallye"], races=1).failure
    assert failure is not None
    assert "nowhere" in failure.save(tmp_path).read_text()


def _with(race, **changes):
    race.game = replace(race.game, **changes)
    return race


def test_a_position_that_does_not_come_back_is_found(monkeypatch):
    race = Race("stich-rallye", seats=3, seed=1)
    write = race.game.write_position
    calls = []

    def forgetful(state):
        calls.append(1)
        return {**write(state), "round": 2} if len(calls) == 1 else write(state)

    with pytest.raises((Broken, ValueError)):
        check(_with(race, write_position=forgetful), random.Random(1))


def test_an_action_that_should_be_refused_is_found():
    race = Race("stich-rallye", seats=3, seed=1)
    with pytest.raises(Broken, match="accepted"):
        check(_with(race, act=lambda *_: 0), random.Random(1))


def test_a_seat_without_legal_actions_is_found():
    race = Race("stich-rallye", seats=3, seed=1)
    with pytest.raises(Broken, match="legal actions"):
        check(_with(race, legal_actions=lambda *_: 0), random.Random(1))
