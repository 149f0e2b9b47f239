"""The course of a race without a screen: who acts, what bots do, what is hidden."""

import re

import pytest

from karacho import IllegalAction, InvalidOption, game_names
from karacho.cli.play.flow import PERSON, Flow, Setting, seat_people
from karacho.cli.play.form import Form, suit_clock
from karacho.cli.playing import setting_of


@pytest.mark.parametrize("game", game_names())
def test_bots_alone_bring_a_race_to_its_end(game):
    flow = Flow(Setting(game, ("random", "rule", "random"), seed=1))
    while not flow.race.over:
        assert flow.waiting_persons == []
        flow.bot_acts(flow.waiting_bots[0])
    assert flow.waiting_bots == []


def test_the_same_seed_gives_the_same_race():
    def run():
        flow = Flow(Setting("stich-rallye", ("random",) * 3, seed=6))
        while not flow.race.over:
            flow.bot_acts(flow.waiting_bots[0])
        return flow.race.position()

    assert run() == run()


def test_people_and_bots_are_told_apart():
    flow = Flow(Setting("stich-rallye", (PERSON, "rule", "rule"), {"flag": 0}, seed=1))
    assert flow.waiting_persons == [0]
    flow.act(0, flow.race.legal_actions(0)[0])
    assert flow.waiting_bots == [1]
    flow.bot_acts(1)
    assert flow.waiting_bots == [2]
    with pytest.raises(IllegalAction):
        flow.act(0, "coast")


def test_hands_are_hidden_and_roads_are_not():
    assert Flow(Setting("stich-rallye", (PERSON,) * 3, seed=1)).hides_something(0)
    rally = Flow(Setting("rally-run", (PERSON,) * 2, seed=1))
    assert not any(rally.hides_something(seat) for seat in range(2))


def test_other_hands_are_not_among_the_events_seen():
    flow = Flow(Setting("stich-rallye", (PERSON, "rule", "rule"), seed=1))
    dealt = [event for event in flow.seen(flow.race.opening, 0) if event["kind"] == "hand_dealt"]
    assert [event["cards"] is None for event in dealt] == [False, True, True]


def test_bots_are_told_what_their_seat_may_see(monkeypatch):
    flow = Flow(Setting("stich-rallye", (PERSON, "rule", "rule"), {"flag": 0}, seed=1))
    heard = []
    monkeypatch.setattr(flow._bots[1], "notice", heard.extend)
    flow.act(0, flow.race.legal_actions(0)[0])
    assert [type(event).__name__ for event in heard] == ["CardPlayed"]


def test_the_countdown_runs_for_the_last_seat_only():
    flow = Flow(Setting("tiny-turbo-cars", (PERSON, PERSON), {"draft": "random"}, seed=1))
    while not flow.everyone_acts:
        flow.act(flow.race.actors[0], flow.race.legal_actions(flow.race.actors[0])[0])
    assert flow.by_the_clock
    assert not flow.counts_down
    flow.act(0, "done")
    assert flow.counts_down
    flow.time_out(1)
    assert not flow.counts_down
    assert flow.race.log[-1][:2] == (1, "timeout")


def test_names():
    assert Setting("rally-run", (PERSON, "rule", "random")).names == ["You", "Rule bot 2", "Random bot 3"]
    assert Setting("rally-run", (PERSON, PERSON)).names == ["Seat 1", "Seat 2"]


def test_seating():
    assert seat_people("rally-run", 3, 1, "rule") == (PERSON, "rule", "rule")
    assert seat_people("rally-run", 3, 1, ["rule", "random"]) == (PERSON, "rule", "random")
    with pytest.raises(InvalidOption, match="each of the 2 bots"):
        seat_people("rally-run", 3, 1, ["rule", "rule", "rule"])


def test_where_no_bots_are_named_drivers_sit():
    assert setting_of("rally-run", 3, 1, None, None, {}, "off").sitting == (PERSON, "driver", "driver")


def test_a_bot_is_checked_with_the_time_it_will_have_in_play():
    needs_limit = "python:tests.bots.badly_behaved.Reckons"
    assert setting_of("rally-run", 2, 1, needs_limit, None, {}, "off").sitting == (PERSON, needs_limit)
    with pytest.raises(InvalidOption, match=r"at most 4\.5"):
        setting_of("rally-run", 2, 1, "champion:time=6", None, {}, "off")


def test_the_form_goes_through_games_seats_and_options():
    form = Form()
    assert form.setting() == Setting("stich-rallye", (PERSON, "driver", "driver", "driver"), {"track": "volcano"})
    form.turn(1)
    assert form.game.value == "rally-run"
    form.move(1)
    form.turn(-1)
    form.move(2)
    form.turn(1)
    form.move(1)
    form.turn(1)
    assert form.setting() == Setting("rally-run", (PERSON, "racer"), {"open_memory": True})


def test_several_people_play_without_a_clock_unless_they_ask_for_it():
    two = Setting("tiny-turbo-cars", (PERSON, PERSON))
    suited, note = suit_clock(two)
    assert suited.options == {"mode": "relaxed"}
    assert "relaxed" in note
    asked = Setting("tiny-turbo-cars", (PERSON, PERSON), {"mode": "realtime"})
    assert suit_clock(asked) == (asked, "")
    alone = Setting("tiny-turbo-cars", (PERSON, "rule"))
    assert suit_clock(alone) == (alone, "")


def test_a_bot_that_fails_is_replaced_and_complained_about():
    flow = Flow(
        Setting("stich-rallye", ("python:tests.bots.badly_behaved.Raises", "rule", "rule"), {"flag": 0}, seed=1)
    )
    assert flow.setting.names[0] == "Raises bot 1"
    flow.bot_acts(0)
    complaint = flow.take_complaint()
    assert re.fullmatch(
        r"Raises bot 1 was replaced for a move: ValueError: no idea \(badly_behaved.py, line \d+\)", complaint
    )
    assert flow.take_complaint() is None
    flow.bot_acts(1)
    assert flow.take_complaint() is None
    while not flow.race.over:
        flow.bot_acts(flow.waiting_bots[0])
