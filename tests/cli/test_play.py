"""Whole races played by keys on the real screens, against random bots, with the animation off."""

import asyncio
import itertools
import re
import time
from pathlib import Path

import pytest
from textual.widgets import RichLog

from karacho import Replay
from karacho.bots.cadence import CADENCE
from karacho.bots.making import check_bot
from karacho.cli.play.app import PlayApp
from karacho.cli.play.flow import PERSON, Flow, Setting
from karacho.cli.play.handover import HandOver
from karacho.cli.play.podium import Podium
from karacho.cli.play.start import StartScreen
from karacho.cli.play.table import RaceScreen
from karacho.cli.playing import own_words_kept

MOST_KEYS = 3000
OWN = "python:tests.bots.badly_behaved."
WIDE, SMALL = (100, 32), (80, 24)


def play(script, setting, size=WIDE, speed="off", **attributes):
    """Run the app without a terminal and let the script press keys."""

    async def run():
        app = PlayApp(setting, speed=speed, folder=attributes.pop("folder", None))
        app.haste = 1000
        for name, value in attributes.items():
            setattr(app, name, value)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await script(app, pilot)

    asyncio.run(run())


async def settle(pilot):
    """Wait until somebody is asked or the race is over."""
    for _ in range(2000):
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, RaceScreen) or screen.asked is not None:
            return
        await asyncio.sleep(0.002)
    raise AssertionError("nobody is asked and nothing ends")


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
    await settle(pilot)


def message(app):
    return str(app.screen.query_one("#message").render())


async def run_to_the_end(app, pilot, choose):
    """Press what `choose` says until the podium is shown."""
    for turn in range(MOST_KEYS):
        if isinstance(app.screen, Podium):
            return
        if isinstance(app.screen, HandOver):
            await press(pilot, "enter")
        else:
            await press(pilot, *choose(app.screen, turn))
    raise AssertionError("the race does not end")


def rally_keys(screen, turn):
    """Drive along a road that is legal, lay the first picture; swap now and then."""
    desk = screen.desk
    if desk.laying:
        return ["right", "enter"] if turn % 2 else ["1"]
    ways = {"N": "up", "E": "right", "S": "down", "W": "left"}
    roads = [key for way, key in ways.items() if way in desk.seat_view["legal_actions"]]
    return [roads[turn * 5 % 7 % len(roads)]] if roads else ["x", "enter", "right", "enter"]


def turbo_keys(screen, turn):
    """Slide a little, then say done; take whatever comes first elsewhere."""
    if screen.desk.programming:
        slides = {"U": "up", "D": "down", "L": "left", "R": "right"}
        legal = [key for way, key in slides.items() if way in screen.desk.seat_view["legal_actions"]]
        return [legal[0], "enter"]
    return ["enter"]


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_stich_rallye_to_the_end_and_a_saved_replay(tmp_path, size):
    async def script(app, pilot):
        race = app.screen.flow.race
        await run_to_the_end(app, pilot, lambda screen, turn: ["right", "enter"] if turn % 5 == 0 else ["enter"])
        assert race.over
        await pilot.press("s")
        await pilot.pause()
        (path,) = tmp_path.glob("*.replay")
        assert Replay.load(path).race().standing == race.standing
        await press(pilot, "r")
        assert isinstance(app.screen, RaceScreen)
        assert app.screen.flow.race is not race
        await pilot.press("q")

    play(script, Setting("stich-rallye", (PERSON, "random", "random"), seed=3), size, folder=tmp_path)


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_rally_run_to_the_end(size):
    async def script(app, pilot):
        await run_to_the_end(app, pilot, rally_keys)

    play(script, Setting("rally-run", (PERSON, "random"), {"turn_limit": 40}, seed=5), size)


@pytest.mark.parametrize(("size", "mode"), [(WIDE, "realtime"), (SMALL, "relaxed")])
def test_tiny_turbo_cars_to_the_end(size, mode):
    async def script(app, pilot):
        await run_to_the_end(app, pilot, turbo_keys)

    options = {"mode": mode, "round_limit": 4}
    play(script, Setting("tiny-turbo-cars", (PERSON, "random", "random"), options, seed=5), size)


def test_an_illegal_card_is_refused_with_code_and_clause():
    async def script(app, pilot):
        for _ in range(60):
            view = app.screen.desk.seat_view
            hand = view["hands"][0]
            illegal = [place for place, card in enumerate(hand) if card not in view["legal_actions"]]
            if view["phase"] == "play" and illegal:
                break
            await press(pilot, "enter")
        before = app.screen.flow.race.state_bytes()
        await press(pilot, str(illegal[0] + 1))
        assert "MUST_FOLLOW_COLOR, SR-3" in message(app)
        assert app.screen.flow.race.state_bytes() == before
        await press(pilot, "t")
        assert "NO_TURBO_CHOICE" in message(app)

    play(script, Setting("stich-rallye", (PERSON, "random", "random"), seed=1))


def test_turbo_shows_where_the_car_would_land():
    async def script(app, pilot):
        for _ in range(60):
            desk = app.screen.desk
            if desk.seat_view["phase"] == "turbo":
                break
            await press(pilot, "enter")
        assert set(desk.choices) == {"coast", "turbo"}
        marks = desk.marks()
        race = app.screen.flow.race
        assert race.view(0)["hands"][0], "in the last trick of a round the motors would run once more"
        for mark, action in (("T", "turbo"), ("C", "coast")):
            trial = race.copy()
            trial.act(action, 0)
            assert trial.view(None)["distances"][0] == int(marks[mark])
        await press(pilot, "t")

    play(script, Setting("stich-rallye", (PERSON, "random", "random"), seed=2))


def test_driving_without_a_road_and_a_bad_swap_are_refused():
    async def script(app, pilot):
        await press(pilot, "left")
        assert "NO_ROAD, RR-2" in message(app)
        await press(pilot, "x", "down", "enter", "left", "enter")
        assert "NOT_A_ROAD_TILE, RR-7" in message(app)
        await press(pilot, "escape")
        assert not app.screen.desk.swapping
        await press(pilot, "x", "up", "enter", "right", "enter")
        assert app.screen.flow.race.log[0][:2] == (0, "B2-C2")

    play(script, Setting("rally-run", (PERSON, "random"), {"first": 0, "corners": ["NW", "SE"]}, seed=1))


def test_several_people_pass_the_keyboard_and_nobody_sees_a_hand_meanwhile():
    async def script(app, pilot):
        seen = set()
        for _ in range(12):
            assert isinstance(app.screen, HandOver)
            table = app.screen_stack[-2]
            assert table.viewer is None
            assert table.desk.seat_view is None
            assert all(isinstance(hand, int) for hand in table.picture["hands"])
            assert "Pass the keyboard to seat" in str(app.screen.query_one(".sheet").render())
            await press(pilot, "enter")
            table = app.screen
            seen.add(table.asked)
            hands = table.picture["hands"]
            assert [seat for seat, hand in enumerate(hands) if not isinstance(hand, int)] == [table.asked]
            while isinstance(app.screen, RaceScreen):
                await press(pilot, "enter")
            if isinstance(app.screen, Podium):
                break
        assert seen == {0, 1, 2}

    play(script, Setting("stich-rallye", (PERSON,) * 3, seed=8))


def test_people_at_one_keyboard_need_no_hand_over_where_nothing_is_hidden():
    async def script(app, pilot):
        for turn in itertools.count():
            assert isinstance(app.screen, RaceScreen)
            if {seat for seat, _, _ in app.screen.flow.race.log} == {0, 1}:
                break
            await press(pilot, *rally_keys(app.screen, turn))

    play(script, Setting("rally-run", (PERSON, PERSON), seed=1))


def test_two_people_program_one_after_the_other_without_a_clock():
    async def script(app, pilot):
        assert "relaxed mode" in message(app)
        await run_to_the_end(app, pilot, turbo_keys)

    options = {"draft": "random", "round_limit": 2}
    play(script, Setting("tiny-turbo-cars", (PERSON, PERSON), options, seed=1))


def test_the_countdown_ends_the_programming_of_the_last_seat():
    async def script(app, pilot):
        while not app.screen.desk.programming:
            await press(pilot, "enter")
        race = app.screen.flow.race
        for _ in range(400):
            await asyncio.sleep(0.005)
            await pilot.pause()
            if "COUNTDOWN" in message(app):
                break
        assert "COUNTDOWN" in message(app)
        await asyncio.sleep(0.6)
        await settle(pilot)
        assert (0, "timeout") in [(seat, action) for seat, action, _ in race.log]

    options = {"draft": "random", "round_limit": 3}
    play(script, Setting("tiny-turbo-cars", (PERSON, "random"), options, seed=1), countdown=0.5)


def test_the_race_of_a_round_is_shown_before_anybody_programs_again():
    async def script(app, pilot):
        while not app.screen.desk.programming:
            await press(pilot, "enter")
        table = app.screen
        for _ in range(400):
            await asyncio.sleep(0.005)
            if not table.flow.waiting_bots:
                break
        table.speed = "slow"
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert table.asked is None
        assert table._queue
        assert table.picture["round"] == 1
        assert "Programs" in str(table.desk.render())
        assert table.flow.race.log[-1][1] not in "UDLR"  # no bot has begun the next round
        await press(pilot, "space")
        assert table.asked == 0

    options = {"draft": "random", "round_limit": 3}
    play(script, Setting("tiny-turbo-cars", (PERSON, "random"), options, seed=1))


def test_a_slide_that_no_piece_can_make_is_refused():
    async def script(app, pilot):
        while not app.screen.desk.programming:
            await press(pilot, "enter")
        legal = app.screen.desk.seat_view["legal_actions"]
        slides = {"U": "up", "D": "down", "L": "left", "R": "right"}
        blocked = [key for way, key in slides.items() if way not in legal]
        while not blocked:
            await press(pilot, "up")
            legal = app.screen.desk.seat_view["legal_actions"]
            blocked = [key for way, key in slides.items() if way not in legal]
        await press(pilot, blocked[0])
        assert "NO_PIECE, TTC-4" in message(app)

    options = {"draft": "random", "mode": "relaxed"}
    play(script, Setting("tiny-turbo-cars", (PERSON, "random"), options, seed=1))


def test_the_start_screen_starts_what_was_chosen():
    async def script(app, pilot):
        assert isinstance(app.screen, StartScreen)
        await press(pilot, "right", "down", "left", "enter")
        assert isinstance(app.screen, RaceScreen)
        assert (app.screen.setting.game, app.screen.flow.race.seats) == ("rally-run", 2)

    play(script, None)


def test_events_are_shown_one_by_one_and_can_be_skipped():
    async def script(app, pilot):
        table = app.screen
        table.speed = "slow"
        await pilot.press("enter")
        await pilot.pause()
        assert table.asked is None
        assert len(table.picture["trick"]) == 1
        await pilot.press("space")
        await pilot.press("v")
        assert table.speed == "off"
        await settle(pilot)

    play(script, Setting("stich-rallye", (PERSON, "random", "random"), {"flag": 0}, seed=1))


def test_bots_alone_can_be_watched():
    async def script(app, pilot):
        assert isinstance(app.screen, Podium)

    play(script, Setting("stich-rallye", ("random",) * 3, seed=1))


def test_the_screen_lives_while_a_bot_thinks_and_anybody_can_quit():
    async def run():
        app = PlayApp(Setting("stich-rallye", (PERSON, OWN + "Sleeps", "rule"), {"flag": 1}, seed=1), speed="off")
        async with app.run_test(size=SMALL) as pilot:
            while "Sleeps bot 2 is thinking" not in message(app):
                await pilot.pause(0.02)
            await pilot.press("v")
            assert "speed fast" in str(app.screen.query_one("#title").render())
            await pilot.press("q")
            return time.monotonic()

    quit_at = asyncio.run(run())
    assert time.monotonic() - quit_at < 2


def test_bots_slide_against_the_clock_as_fast_as_their_level():
    haste = 10
    rule, learner = (CADENCE[level].looking / haste for level in ("driver", "learner"))
    pause = CADENCE["driver"].slide / haste

    async def script(app, pilot):
        race = app.screen.flow.race
        while not app.screen.desk.programming:
            began, before = time.monotonic(), len(race.log)  # a busy machine may be long over the last key
            await press(pilot, "enter")
        while 2 not in (slid := [seat for seat, *_ in race.log[before:] if seat > 0]):
            await pilot.pause(0.01)
        passed = time.monotonic() - began
        assert passed > learner / 2  # half, for what the screen calls a hundredth of a second
        assert slid[0] == 1
        assert slid.count(1) <= 1 + (passed - rule / 2) / pause

    setting = Setting("tiny-turbo-cars", (PERSON, "rule", "learner"), {"draft": "random"}, seed=1)
    play(script, setting, haste=haste)


def test_a_person_programs_while_a_bot_thinks():
    async def script(app, pilot):
        table = app.screen
        while not table.flow.everyone_acts:
            await press(pilot, "1")
        while not table._thinks:
            await pilot.pause(0.01)
        slide = next(action for action in table.flow.race.legal_actions(0) if action != "done")
        await press(pilot, {"L": "left", "R": "right", "U": "up", "D": "down"}[slide[0].upper()])
        assert table.flow.race.log[-1][0] == 0
        assert table._thinks

    setting = Setting("tiny-turbo-cars", (PERSON, OWN + "Sleeps"), {"draft": "random"}, seed=1)
    play(script, setting)


@pytest.mark.parametrize("game", ["stich-rallye", "rally-run", "tiny-turbo-cars"])
def test_a_complaint_about_a_bot_is_in_the_log_and_hides_nothing(game):
    async def script(app, pilot):
        log = app.screen.query_one("#log", RichLog)
        while "was replaced" not in " ".join(line.text for line in log.lines):
            await pilot.pause(0.02)
        assert not app.screen.query("Toast")
        assert log.size.height >= 2

    options = {"draft": "random", "mode": "relaxed"} if game == "tiny-turbo-cars" else {}
    play(script, Setting(game, (PERSON, OWN + "Raises", OWN + "Raises"), options, seed=1), size=SMALL)


def test_what_own_bots_print_is_kept_from_the_screen_and_told_at_the_end(capfd):
    check_bot("stich-rallye", OWN + "Talkative")  # its process is free for the next one
    with own_words_kept():
        flow = Flow(Setting("stich-rallye", (OWN + "Talkative", "rule", "rule"), {"flag": 0}, seed=1))
        flow.bot_acts(0)
        flow.close()
        assert capfd.readouterr() == ("", "")
    told = re.fullmatch(r"karacho: what the bots have printed is in (.+)\n", capfd.readouterr().err)
    log = Path(told[1])
    assert log.read_text().startswith("thinking aloud\n")
    log.unlink()
