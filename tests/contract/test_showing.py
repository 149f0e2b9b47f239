"""What games tell those who show races: hints from a view alone, progress, private actions, data that JSON can hold."""

import json

import pytest

import karacho
from karacho.core.game import SPECTATOR
from karacho.registry import game_names, load_game
from tests.contract.cases import CASES, IDS, play, races


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_g9_what_helps_to_choose_depends_on_nothing_but_the_view(case):
    """Hints, legal actions, who is to act, and how the seats stand: the same in every world that fits the view."""
    for race, dice in races(case, 2, first_seed=300):
        for _ in play(race, dice):
            if race.over or dice.random() > 0.1:
                continue
            for seat in (*range(race.seats), None):
                before = race.state_bytes()
                hints = race.hints(seat)
                assert json.loads(json.dumps(hints)) == hints
                twin = karacho.resample(race.view(seat), seed=dice.getrandbits(64))
                assert twin.hints(seat) == hints
                assert twin.actors == race.actors
                assert twin.view(seat)["legal_actions"] == race.view(seat)["legal_actions"]
                assert twin.progress == race.progress
                if seat in race.actors:
                    assert twin.legal_actions(seat) == race.legal_actions(seat)
                assert race.state_bytes() == before


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_what_all_see_alike_is_the_same_whoever_sees(case):
    for race, dice in races(case, 2, first_seed=350):
        for _ in play(race, dice):
            if dice.random() > 0.1:
                continue
            common = race.game.write_common(race._seen_by(SPECTATOR))
            for seat in range(race.seats):
                assert race.game.write_common(race._seen_by(seat)) == common
                own = race.game.write_own(race._seen_by(seat), seat)
                assert own.keys().isdisjoint(common)
                assert race.view(seat).items() >= (common | own).items()


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_progress_names_every_seat_and_the_winner_leads_at_the_end(case):
    for race, dice in races(case, 2, first_seed=400):
        for _ in play(race, dice):
            assert len(race.progress) == race.seats
        if race.winner is not None:
            assert race.progress[race.winner] == max(race.progress)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_of_private_actions_nobody_else_is_told(case):
    for race, dice in races(case, 2, first_seed=500):
        for action, seat, events in play(race, dice):
            told = [race.redact(events, other) for other in (*range(race.seats), None) if other != seat]
            if action in race.game.private:
                assert not any(told)


@pytest.mark.parametrize("name", game_names())
def test_what_is_needed_to_draw_a_game_is_plain_data(name):
    game = load_game(name)
    assert game.data is not None
    data = game.data()
    assert data
    json.dumps(data)


def test_only_rally_run_shows_all_seats_the_same_and_tells_nothing_of_the_past():
    games = [load_game(name) for name in game_names()]
    assert [game.name for game in games if not game.secrets] == ["rally-run"]
    assert [game.name for game in games if not game.tells_past] == ["rally-run"]
