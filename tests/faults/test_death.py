"""A: the server dies, is replaced, or stands still."""

import asyncio
import contextlib
import json
import re
import resource
import signal
import time
from pathlib import Path

import pytest

from karacho.load import campaign
from karacho.load.campaign import Plan
from karacho.load.plan import KINDS
from karacho.server import pace
from karacho.server.course import Course
from karacho.store.records import command_hash, command_key
from tests.postgres import drop_database, fresh_database
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, ask, read_log

ALL = tuple(KINDS)
CROWD = 600


def silent(_: str) -> None:
    pass


def test_a1_a2_thirty_kills_under_load(tmp_path):
    """At random instants, some while it is still starting: every promise is kept each time, and nobody stays away."""
    plan = Plan(tables=4, games=ALL, pace=60, spectators=1, seconds=10, kills=30, seed=1, folder=tmp_path)
    result = campaign.run(plan, silent)
    assert result.broken == []
    assert result.verdict.accepted > 300
    assert result.verdict.repeated > 0
    assert result.verdict.views > result.verdict.accepted
    assert len(result.figures.starts) > 15
    assert len(result.figures.returns) > 60
    # Every start puts the write-ahead log into the file, so it does not grow from life to life.
    wal = tmp_path / "server" / "karacho.sqlite-wal"
    assert not wal.exists() or wal.stat().st_size < 10_000_000


def test_a1_kills_on_postgresql(tmp_path):
    url = fresh_database()
    plan = Plan(tables=3, games=ALL, pace=40, seconds=5, kills=8, seed=3, folder=tmp_path, database=url)
    result = campaign.run(plan, silent)
    drop_database(url)
    assert result.broken == []
    assert result.verdict.accepted > 50
    assert result.verdict.views > result.verdict.accepted


def test_a5_a11_deployed_and_stopped_under_load(tmp_path):
    plan = Plan(tables=4, games=ALL, pace=60, seconds=4, deploys=2, pauses=2, seed=2, folder=tmp_path)
    result = campaign.run(plan, silent)
    assert result.broken == []
    assert result.figures.returns
    lines = (tmp_path / "history-0.jsonl").read_text().splitlines()
    codes = {json.loads(line)[4] for line in lines if line.startswith('["back"')}
    assert 1012 in codes


async def two_seats_of_my_own(player: Player) -> dict:
    """A race of Rally Run that nobody else drives; two commits after the hello's."""
    await player.create("rally-run", "person", "person", options={"first": 0}, start=True)
    await player.look(0)
    return {"seat": 0, "base": player.version, "action": player.legal[0]}


@pytest.mark.parametrize("point", ["before_commit", "after_commit"])
def test_a3_g7_killed_just_before_and_just_after_the_commit(doomed, point):
    """The client sends the same command again: it has happened once, and the answer is the one that was kept.

    The command turns a tile up, and nobody is sent its face before it is on disk that it lies face up.
    """
    server = doomed(f"{point}:exit@3")

    async def play():
        anna = Player(server.address)
        await anna.connect()
        move = await two_seats_of_my_own(anna) | {"action": "E"}  # onto A1, which is face down
        with pytest.raises(ConnectionError):
            await anna.ask("act", op="the-same-op", **move)
        assert server.wait(20) == -signal.SIGKILL
        assert not [text for text in anna.heard if "tile_revealed" in text]
        name = command_hash(command_key(anna.welcome["player"], "the-same-op"))
        kept = ask(server.database, "SELECT count(*) FROM log WHERE op = ?", name)[0][0]
        assert kept == (point == "after_commit")
        await asyncio.to_thread(doomed)
        await anna.reconnect()
        assert (anna.view["tiles"][0][0] != "?") == (point == "after_commit"), "seen or not, it is up"
        for _ in range(2):
            answer = await anna.ask("act", op="the-same-op", **move)
            assert answer["version"] == move["base"] + 1
        await anna.until(lambda: anna.version == move["base"] + 1)
        await anna.disconnect()
        return anna

    anna = run(play())
    truth = Truth(server.database, anna.frame["race"])
    truth.check_player(anna)
    assert [entry["kind"] for entry in truth.log] == ["begin", "act"]


def test_a10_out_of_memory_then_killed(mortal):
    """From some instant on it gets no more memory; a crowd comes until it fails; then the system kills it.

    It may fail in any line that needs memory. What it has answered before is true, and the race goes on.
    """

    async def play():
        anna = Player(mortal.address)
        await anna.connect()
        await two_seats_of_my_own(anna)
        _, most = resource.prlimit(mortal.process.pid, resource.RLIMIT_AS)
        status = Path(f"/proc/{mortal.process.pid}/status").read_text()
        size = int(re.search(r"VmSize:\s+(\d+) kB", status)[1]) * 1024
        resource.prlimit(mortal.process.pid, resource.RLIMIT_AS, (size, most))
        crowd = [Player(mortal.address) for _ in range(CROWD)]
        comings = [asyncio.create_task(one.connect()) for one in crowd]
        with contextlib.suppress(ConnectionError, TimeoutError):  # some answers never come
            async with asyncio.timeout(30):
                while "MemoryError" not in mortal.noise() and mortal.process.poll() is None:
                    await anna.look(anna.view["turn"])
                    await anna.ask("act", seat=anna.view["turn"], base=anna.version, action=anna.legal[0])
        for coming in comings:
            coming.cancel()
        await asyncio.gather(*comings, return_exceptions=True)
        assert "MemoryError" in mortal.noise() or mortal.process.poll() is not None
        mortal.kill()
        mortal.start()
        await anna.reconnect()
        await anna.look(anna.view["turn"])
        await anna.ask("act", seat=anna.view["turn"], base=anna.version, action=anna.legal[0])
        await anna.disconnect()
        return anna

    anna = run(play())
    Truth(mortal.database, anna.frame["race"]).check_player(anna)
    mortal.forgive()


def test_a8_a_poisoned_race_is_parked_and_written_down_and_the_others_go_on(serve, tmp_path, monkeypatch):
    real = Course.act
    poisoned = []

    def act(self, *arguments, **fields):
        if self.row.race in poisoned and self.number >= 2:
            raise ZeroDivisionError("poison")
        return real(self, *arguments, **fields)

    monkeypatch.setattr(Course, "act", act)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            move = await two_seats_of_my_own(anna)
            await anna.ask("act", **move)
            poisoned.append(anna.frame["race"])
            move = {"seat": anna.view["turn"], "base": anna.version, "action": "N"}
            for _ in range(2):
                assert await anna.refused("act", **move) == "PARKED"
            assert {"PARKED"} == {refusal["code"] for refusal in anna.refusals}
            await ben.ask("act", **await two_seats_of_my_own(ben))
            code = anna.table["code"]
        async with serve() as inside, Player(inside.address, anna.secret) as anna:  # it does not die of it again
            await anna.open(code)
            assert await anna.refused("act", **move) == "PARKED"
            healed = poisoned.pop()
        async with serve() as inside, Player(inside.address, anna.secret) as anna:
            await anna.open(code)
            await anna.look(anna.view["turn"])
            await anna.ask("act", seat=anna.view["turn"], base=anna.version, action=anna.legal[0])
        return healed

    race = run(play())
    story = json.loads((tmp_path / "parked" / f"{race}.json").read_text())
    assert "ZeroDivisionError: poison" in story["error"]
    assert [entry["kind"] for entry in story["log"]] == ["begin", "act"]
    assert (tmp_path / "parked" / f"{race}.json").stat().st_mode & 0o077 == 0
    assert [entry["kind"] for entry in read_log(tmp_path / "inside.sqlite", race)] == ["begin", "act", "act"]


def test_a8_a_race_that_cannot_be_shown_is_parked(serve, monkeypatch):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            move = await two_seats_of_my_own(anna)
            monkeypatch.setattr(Course, "view", None)
            answer = await anna.ask("act", **move)  # it is on disk: that is the truth
            assert answer["version"] == move["base"] + 1
            await anna.until(lambda: any(refusal["code"] == "PARKED" for refusal in anna.refusals))
            monkeypatch.undo()

    run(play())


def test_a11_standing_still_costs_nobody_time(serve, monkeypatch, tmp_path):
    """A done that arrived while nothing could be heard counts, although the countdown would be over."""
    monkeypatch.setattr(pace, "START_SECONDS", 0.05)
    monkeypatch.setattr(pace, "COUNTDOWN_SECONDS", 0.8)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create("tiny-turbo-cars", "person", "open", options={"draft": "random"})
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await anna.ask("start")
            while anna.view["phase"] != "program":
                for player, seat in ((anna, 0), (ben, 1)):
                    if player.legal and player.view["phase"] != "program":
                        before = player.version
                        await player.act(seat, player.legal[0])
                        await anna.until(lambda: anna.version > before)  # noqa: B023
                        await ben.until(lambda: ben.version >= anna.version)
            await anna.until(lambda: anna.legal)
            await ben.until(lambda: ben.legal)
            await asyncio.sleep(0.3)  # the pulse has begun
            await anna.program(0, "", done=True)
            await ben.until(lambda: (ben.frame.get("deadline") or {}).get("kind") == "countdown")
            asking = asyncio.create_task(ben.program(1, "", done=True))
            await asyncio.sleep(0)  # it is on its way
            time.sleep(2.5)
            await asking
            return anna.frame["race"]

    race = run(play())
    log = read_log(tmp_path / "inside.sqlite", race)
    assert [entry["kind"] for entry in log].count("timeout") == 0
    assert [entry["seat"] for entry in log if entry["action"] == "done"] == [0, 1]
