"""The server's clocks: common start, countdown, time for a decision, and tables that rest. Turned faster where a person
would have to wait."""

import asyncio
import time

import pytest

from karacho.server import course as courses
from karacho.server import finishing, pace
from tests.server.conftest import run
from tests.server.player import Player, Refused
from tests.server.truth import Truth, read_log

REALTIME = {"draft": "random", "round_limit": 2}


@pytest.fixture
def decision(monkeypatch):
    """How long five seconds for a decision really are."""
    seconds, clock = [0.04], pace.Pace._clock

    def quicker(self, course):
        kind, seat, left = clock(self, course)
        return kind, seat, left * seconds[0] / 5 if kind == "decision" else left

    monkeypatch.setattr(pace.Pace, "_clock", quicker)
    return seconds


def log_of(tmp_path, player):
    return read_log(tmp_path / "inside.sqlite", player.frame["race"])


async def two_at_the_clock(inside, options=REALTIME):
    """Anna and Ben, programming against the clock."""
    anna, ben = Player(inside.address), Player(inside.address)
    await anna.connect()
    await ben.connect()
    code = await anna.create("tiny-turbo-cars", "person", "open", options=options)
    await ben.open(code)
    await ben.ask("sit", seat=1)
    await anna.ask("start")
    await until_programming(anna, ben)
    return anna, ben


async def until_programming(*players):
    """Place the cars, wait for the common start."""
    while not all("done" in player.legal for player in players):
        for seat, player in enumerate(players):
            if player.legal and "done" not in player.legal:
                version = player.version
                await player.act(seat, player.legal[0])
                for other in players:
                    await other.until(lambda other=other: other.version > version)  # noqa: B023
        await asyncio.sleep(0.01)


def programmed(player):
    """Is the first round's programming over?"""
    return player.over or (player.view["phase"], player.view["round"]) != ("program", 1)


async def leave(*players):
    for player in players:
        await player.disconnect()


def test_the_figures():
    assert (courses.START_SECONDS, courses.COUNTDOWN_SECONDS, pace.PROGRAM_TIMES) == (3.0, 10.0, 4)


def test_nobody_sees_or_slides_before_the_common_start(serve, quick):
    quick(start=0.5)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create("tiny-turbo-cars", "person", "open", options=REALTIME)
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await anna.ask("start")
            while anna.view["phase"] != "program":
                for seat, player in enumerate((anna, ben)):
                    if player.legal:
                        await player.act(seat, player.legal[0])
                await asyncio.sleep(0.02)
            await anna.until(lambda: anna.frame.get("deadline", {}).get("kind") == "start")
            assert anna.frame["seat"] == 0
            assert anna.view["controllers"] == [None, None]
            assert anna.legal == []
            version = anna.version
            for fields in ({"slides": "U"}, {"done": True}, {"hints": True}, {"slides": "L", "done": True}):
                assert await anna.refused("program", seat=0, base=version, first=0, **fields) == "NOT_YET"
            for action in ("done", "U", "timeout"):
                assert await anna.refused("act", seat=0, base=version, action=action) == "UNREADABLE"
            await anna.look(None)
            await anna.look(0)
            await anna.open(code)
            assert anna.view["controllers"] == [None, None]
            await anna.until(lambda: "done" in anna.legal)
            await ben.until(lambda: "done" in ben.legal)
            assert anna.view["controllers"][0] is not None
            assert anna.view["controllers"][1] is None
            assert "deadline" not in anna.frame

    run(play())


def test_the_last_seat_has_a_countdown_and_its_program_counts_as_it_stands(serve, quick, tmp_path):
    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            slide = ben.legal[0]
            await ben.program(1, slide)
            await anna.program(0, "", done=True)
            await ben.until(lambda: ben.frame.get("deadline"))
            assert ben.frame["deadline"]["kind"] == "countdown"
            assert ben.frame["deadline"]["seat"] == 1
            assert 0.2 < ben.frame["deadline"]["left"] <= 0.4
            base = ben.version
            await ben.until(lambda: programmed(ben))
            for fields in ({"done": True}, {"slides": "U"}):
                assert await ben.refused("program", seat=1, base=base, first=1, **fields) in ("STALE", "NOT_YET")
            await leave(anna, ben)
            return ben

    ben = run(play())
    log = log_of(tmp_path, ben)
    begun, out = (next(entry for entry in log if entry["kind"] == kind) for kind in ("countdown", "timeout"))
    assert begun["seat"] == out["seat"] == 1
    assert out["driver"] == "clock"
    assert 0.39 < out["at"] - begun["at"] < 0.8
    Truth(tmp_path / "inside.sqlite", ben.frame["race"]).check_player(ben)


def test_d2_exactly_one_countdown_also_when_the_last_one_leaves(serve, quick, tmp_path):
    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            await asyncio.gather(anna.program(0, "", done=True), ben.disconnect())
            await anna.until(lambda: programmed(anna))
            await leave(anna)
            return anna

    log = log_of(tmp_path, run(play()))
    assert [entry["kind"] for entry in log].count("countdown") == 1
    assert [entry["kind"] for entry in log].count("timeout") == 1


def test_d3_the_grace_is_half_the_round_trip_that_the_server_has_measured(serve, quick, tmp_path):
    """Claims of a client count nothing: pings measure, and the correction has a cap."""

    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            for connection in inside.house.reception.connections:
                connection.round_trip = 3.0 if connection.player == ben.welcome["player"] else 0.0
                connection.pong = lambda number: None
            await anna.program(0, "", done=True)
            await ben.until(lambda: ben.frame.get("deadline"))
            await asyncio.sleep(ben.frame["deadline"]["left"] + 0.03)
            await ben.program(1, ben.legal[0])  # after the deadline, within what it may have been on its way
            await ben.until(lambda: programmed(ben))
            await leave(anna, ben)
            return ben

    log = log_of(tmp_path, run(play()))
    begun, out = (next(entry for entry in log if entry["kind"] == kind) for kind in ("countdown", "timeout"))
    assert 0.4 + finishing.LARGEST_CORRECTION - 0.01 < out["at"] - begun["at"] < 0.9
    assert [entry["kind"] for entry in log if entry["seat"] == 1][-2:] == ["slides", "timeout"]


@pytest.mark.parametrize("offset", [-0.03, -0.01, 0.0, 0.005, 0.01, 0.03])
def test_d4_done_or_out_of_time_never_both(serve, quick, tmp_path, offset):
    quick(countdown=0.2)

    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside, REALTIME | {"round_limit": 1})
            await anna.program(0, "", done=True)
            await ben.until(lambda: ben.frame.get("deadline"))
            await asyncio.sleep(ben.frame["deadline"]["left"] + offset)
            try:
                answer = await ben.program(1, "", done=True)
            except Refused as refused:
                answer = refused.answer
            await ben.until(lambda: programmed(ben))
            await leave(anna, ben)
            return ben, answer

    ben, answer = run(play())
    ends = [entry for entry in log_of(tmp_path, ben) if entry["seat"] == 1 and entry["kind"] in ("act", "timeout")]
    ends = [entry for entry in ends if entry["kind"] == "timeout" or entry["action"] == "done"]
    assert len(ends) == 1
    assert (answer["type"] == "accepted") == (ends[0]["kind"] == "act")
    if answer["type"] == "refused":
        assert answer["code"] in ("TOO_LATE", "STALE", "RACE_OVER", "WRONG_PHASE", "ALREADY_DONE")


def test_d1_dones_at_the_same_moment_get_one_order_that_everybody_is_shown(serve, quick, tmp_path):
    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside, REALTIME | {"round_limit": 1})
            ben_first = ben.program(1, "", done=True)
            answers = await asyncio.gather(ben_first, anna.program(0, "", done=True))
            assert answers[0]["version"] == answers[1]["version"], "both in one write: no countdown between them"
            for player in (anna, ben):
                await player.until(lambda player=player: programmed(player))
            await leave(anna, ben)
            return anna, ben

    anna, ben = run(play())
    log = log_of(tmp_path, anna)
    dones = [entry for entry in log if entry["action"] == "done"]
    assert "countdown" not in [entry["kind"] for entry in log]
    draw = dones[0]["detail"]["draw"]
    assert draw == dones[1]["detail"]["draw"]
    assert draw["order"] == [entry["seat"] for entry in dones]
    for player in (anna, ben):
        assert [shown for frame in player.frames for shown in frame.get("draws", [])] == [draw, draw]


def test_done_twice(serve, quick):
    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            async with Player(inside.address, anna.secret) as other:
                await other.open(anna.table["code"])
                base = anna.version
                both = [one.ask("program", seat=0, base=base, first=0, done=True) for one in (anna, other)]
                answers = await asyncio.gather(*both, return_exceptions=True)
                assert sorted(getattr(answer, "code", "accepted") for answer in answers) == ["ALREADY_DONE", "accepted"]
                assert await anna.refused("program", seat=0, base=base, first=0, done=True) == "ALREADY_DONE"
                assert await anna.refused("program", seat=0, base=base, first=0, slides="U") == "ALREADY_DONE"
            await leave(anna, ben)

    run(play())


def test_a_bot_that_is_done_leaves_its_program_alone(serve, quick, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            options = REALTIME | {"round_limit": 1}
            await anna.create("tiny-turbo-cars", "person", "bot", "bot", options=options, start=True)
            await anna.play_to_the_end(0)
            return anna, inside.house.drivers.thought

    anna, thought = run(play())
    log = log_of(tmp_path, anna)
    for bot in (1, 2):
        programs = [actions for seat, actions in thought if seat == bot and actions[-1] == "done"]
        assert len(programs) == 1
        done = [entry["action"] for entry in log if entry["seat"] == bot and entry["action"] in ("done", *"UDLR")]
        assert done == programs[0]


def test_a6_a_countdown_cut_off_by_an_outage_begins_anew_once(serve, quick, tmp_path):
    quick(countdown=30.0)

    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside, REALTIME | {"round_limit": 1})
            await anna.program(0, "", done=True)
            await ben.until(lambda: ben.frame.get("deadline"))
            inside.table(anna.table["code"]).clocks._clock_at -= 29  # there was not much left
            await ben.open(ben.table["code"])
            assert ben.frame["deadline"]["left"] < 1.5
        await asyncio.sleep(0.1)
        async with serve() as inside:
            anna.address = ben.address = inside.address
            await asyncio.gather(anna.reconnect(), ben.reconnect())
            await ben.until(lambda: ben.frame.get("deadline"))
            assert ben.frame["deadline"]["left"] > 25
            before = ben.version
            await ben.program(1, ben.legal[0], done=True)
            await anna.until(lambda: programmed(anna))
            assert ben.version >= before
            await leave(anna, ben)
            return anna, ben

    anna, ben = run(play())
    kinds = [(entry["kind"], entry["detail"].get("resumed")) for entry in log_of(tmp_path, anna)]
    assert [resumed for kind, resumed in kinds if kind == "countdown"] == [False, True]
    truth = Truth(tmp_path / "inside.sqlite", anna.frame["race"])
    truth.check_player(anna)
    truth.check_player(ben)


def test_a_start_cut_off_by_an_outage_happens_after_it(serve, quick, tmp_path):
    quick(start=30.0)

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create("tiny-turbo-cars", "person", "bot", options=REALTIME, start=True)
            while anna.view["phase"] != "program":
                if anna.legal:
                    await anna.act(0, anna.legal[0])
                await asyncio.sleep(0.02)
            await anna.until(lambda: anna.frame.get("deadline"))
        quick(start=0.1)
        async with serve() as inside:
            anna.address = inside.address
            await anna.reconnect()
            await anna.until(lambda: "done" in anna.legal)
            await anna.disconnect()
            return anna

    kinds = [entry["kind"] for entry in log_of(tmp_path, run(play()))]
    assert kinds.count("start") == kinds.count("go") == 1


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("stich-rallye", {"flag": 0}),
        ("rally-run", {"first": 0, "turn_limit": 10}),
        ("tiny-turbo-cars", {"mode": "relaxed", "draft": "pick", "round_limit": 2}),
    ],
)
def test_time_for_a_decision_runs_out(serve, decision, tmp_path, game, options):
    """A bot decides for whoever does not; a program counts as it stands. The person keeps the seat."""

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create(game, "person", "bot", "bot", options=options, decision_seconds=5, start=True)
            assert anna.frame["deadline"]["kind"] == "decision"
            await anna.until(lambda: anna.over, 30)
            assert anna.table["seats"][0]["kind"] == "person"
            return anna

    anna = run(play())
    mine = [entry for entry in log_of(tmp_path, anna) if entry["seat"] == 0]
    assert mine
    assert {entry["driver"] for entry in mine} == {"clock"}
    seats = {frame["deadline"].get("seat") for frame in anna.frames if frame.get("deadline")}
    assert seats >= ({None} if game == "tiny-turbo-cars" else {0})
    Truth(tmp_path / "inside.sqlite", anna.frame["race"]).check_player(anna)


def test_d8_a_decision_in_time_and_one_too_late(serve, decision, tmp_path):
    decision[0] = 0.3

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            seats = ("person", "bot", "bot")
            await anna.create("stich-rallye", *seats, options={"flag": 0}, decision_seconds=5, start=True)
            base, action = anna.version, anna.legal[0]
            assert 0.1 < anna.frame["deadline"]["left"] <= 0.3
            await anna.until(lambda: anna.version > base)
            assert await anna.refused("act", seat=0, base=base, action=action) == "STALE"
            await anna.until_turn()
            decision[0] = 60
            await anna.act(0, anna.legal[0])
            return anna

    mine = [entry["driver"] for entry in log_of(tmp_path, run(play())) if entry["seat"] == 0]
    assert mine == ["clock", "person"]


def test_c15_a_table_of_bots_goes_on_while_somebody_watches_and_rests_else(server):
    async def play():
        async with Player(server.address) as guest:
            options = {"mode": "relaxed", "draft": "random", "round_limit": 30, "play_on": True}
            code = await guest.create("tiny-turbo-cars", "bot", "bot", "bot", "bot", options=options, start=True)
            await guest.until(lambda: guest.version > 6)
            await guest.send({"type": "close"})
            await guest.ask("rename", name="Guest")  # by then it is carried out
            await asyncio.sleep(0.3)
            resting = len(read_log(server.database, guest.frame["race"]))
            await asyncio.sleep(0.5)
            assert len(read_log(server.database, guest.frame["race"])) == resting
            await guest.open(code)
            version = guest.version
            await guest.until(lambda: guest.version > version + 3 or guest.over)

    run(play())


def test_bots_drive_at_a_watchable_pace(serve):
    async def play():
        async with serve(pace=4.0) as inside, Player(inside.address) as guest:
            guest.watches = False
            began = asyncio.get_running_loop().time()
            await guest.create("stich-rallye", "bot", "bot", "bot", start=True)
            await guest.until(lambda: guest.version > 4)
            took = asyncio.get_running_loop().time() - began
            assert took > 4 * pace.LEAST_PAUSE / 4.0
            # Whoever says that everything has been watched is not kept waiting for the longest show.
            guest.watches = True
            await guest.send({"type": "ready", "version": guest.version})
            version, began = guest.version, asyncio.get_running_loop().time()
            await guest.until(lambda: guest.version > version + 3)
            assert asyncio.get_running_loop().time() - began < took + 2

    run(play())


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_d5_the_wall_clock_may_step(serve, quick, tmp_path, monkeypatch, step):
    """Durations are measured by a clock that never steps: a countdown lasts as long as it always does."""
    quick(countdown=1.0)
    wall = time.time

    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            await anna.program(0, "", done=True)
            await ben.until(lambda: (ben.frame.get("deadline") or {}).get("kind") == "countdown")
            began = time.monotonic()
            monkeypatch.setattr(time, "time", lambda: wall() + step)
            await ben.look(1)
            assert 0 <= ben.frame["deadline"]["left"] <= 1.0
            await ben.until(lambda: 1 in ben.view["done"] or ben.view["round"] > 1)
            assert 0.5 < time.monotonic() - began < 20
            await anna.disconnect()
            await ben.disconnect()
            return anna

    anna = run(play())
    log = log_of(tmp_path, anna)
    assert [entry["kind"] for entry in log].count("timeout") == 1
    instants = [entry["at"] for entry in log]
    assert instants == sorted(instants)
    assert instants[-1] < 60
