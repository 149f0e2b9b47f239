"""The server dies, by force and in order: nothing that was said to be done is lost, and everybody finds back."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess

import httpx

from karacho.store import StoreError
from karacho.store import sqlite as store
from tests.server.conftest import COMMAND, FLAGS, is_running, run, wait_until
from tests.server.player import Player
from tests.server.roaming import race_on
from tests.server.truth import Truth, ask, asked_for

KILLS = 2
GAMES = [
    ("stich-rallye", 3, {}),
    ("rally-run", 2, {"turn_limit": 60}),
    ("tiny-turbo-cars", 2, {"mode": "relaxed", "draft": "random", "round_limit": 8}),
]


def test_a1_killed_under_play(mortal):
    """Every accepted action is in the log exactly once, nobody was ever told anything that is not in it."""

    async def play():
        players = []
        for game, seats, options in GAMES:
            player, guest = Player(mortal.address), Player(mortal.address)
            await player.connect()
            await guest.connect()
            code = await player.create(game, "person", *["bot"] * (seats - 1), options=options, start=True)
            await guest.open(code)
            players.append((player, guest))
        dice = random.Random(1)
        racing = [asyncio.create_task(race_on(player, 0, dice, 0.15)) for player, _ in players]
        for _ in range(KILLS):
            await asyncio.sleep(0.7)
            mortal.kill()
            await asyncio.to_thread(mortal.start)
        for _, guest in players:
            await guest.reconnect(40)
        await asyncio.wait_for(asyncio.gather(*racing), 60)
        for player, guest in players:
            await guest.until(lambda guest=guest: guest.over)
            await player.disconnect()
            await guest.disconnect()
        return players

    players = run(play())
    assert ask(mortal.database, "PRAGMA integrity_check") == [("ok",)]
    for player, guest in players:
        truth = Truth(mortal.database, player.frame["race"])
        truth.check_player(player)
        truth.check_player(guest)
        assert truth.race.over
        assert truth.done_by_persons(0) == asked_for(player, 0)


def politeness(process):
    return os.getpriority(os.PRIO_PROCESS, process)


def test_nobody_is_left_behind_when_it_is_killed(mortal):
    wait_until(lambda: len(mortal.bots()) == 1)
    bots = mortal.bots()
    wait_until(lambda: all(politeness(bot) > politeness(mortal.process.pid) for bot in bots))
    mortal.kill()
    wait_until(lambda: not any(is_running(bot) for bot in bots))
    # And a bots' process that dies does not stop a race.
    mortal.start()

    async def play():
        async with Player(mortal.address) as anna:
            await anna.create("stich-rallye", "person", "bot", "bot", start=True)
            await anna.play_once(0)
            for bot in mortal.bots():
                os.kill(bot, signal.SIGKILL)
            await anna.play_to_the_end(0)

    run(play())
    # A5: asked to go, it says good-bye with 1012 and leaves nothing behind.
    bots = mortal.bots()

    async def leave():
        async with Player(mortal.address) as anna, Player(mortal.address) as ben:
            code = await anna.create("stich-rallye", "person", "open", "bot", start=True)
            await ben.open(code)
            mortal.process.terminate()
            for player in (anna, ben):
                assert (await player.until_closed())[0] == 1012

    run(leave())
    assert mortal.stop() == -signal.SIGTERM
    wait_until(lambda: not any(is_running(bot) for bot in bots))
    expected = (
        "WARNING karacho.drivers: the bots' processes died",
        "WARNING karacho.drivers: the bot driver took too long",
    )
    assert all(line.startswith(expected) for line in mortal.noise().splitlines())
    mortal.forgive()


def test_a8_a_race_that_cannot_go_on_stops_nobody_else(serve, monkeypatch, caplog):
    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create("rally-run", "person", "bot", options={"first": 1})
            pace = inside.house.hall.pace_of(inside.table(code))
            monkeypatch.setattr(pace, "_drive_bots", None)
            await anna.ask("start")
            await anna.until(lambda: anna.refusals)
            assert anna.refusals[-1]["code"] == "PARKED"
            assert await anna.refused("act", seat=0, base=anna.version, action="N") == "PARKED"
            assert await ben.rejected({"type": "open", "table": code}) == "PARKED"
            await ben.create("rally-run", "person", "bot", options={"turn_limit": 4}, start=True)
            await ben.play_to_the_end(0)
        monkeypatch.undo()

    run(play())
    assert "is parked" in caplog.text


def test_b7_a_database_that_is_away_for_a_moment_parks_no_race(serve, monkeypatch):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("rally-run", "person", "bot", options={"first": 0}, start=True)
        async with serve() as inside, Player(inside.address, anna.secret) as anna:
            read_log = inside.house.store.read_log

            async def away(*_):
                inside.house.store.read_log = read_log
                raise StoreError("away for a moment")

            inside.house.store.read_log = away
            assert await anna.rejected({"type": "open", "table": code}) == "SAVING_FAILED"
            await anna.open(code)
            await anna.act(0, anna.legal[0])

    run(play())


async def health(inside):
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://{inside.address}/healthz")
    return answer.status_code, answer.json()


def test_a_locked_database_is_told_and_recovers_b2(serve, monkeypatch, tmp_path):
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("rally-run", "person", "bot", options={"first": 0})
            await anna.ask("start")
            other = sqlite3.connect(tmp_path / "inside.sqlite", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            try:
                for _ in range(2):
                    action = {"seat": 0, "base": anna.version, "action": anna.legal[0]}
                    assert await anna.refused("act", op="the-same-op", **action) == "SAVING_FAILED"
                assert await anna.refused("rename", name="Anna") == "SAVING_FAILED"
                assert await anna.refused("create", game="rally-run", seats=[{"kind": "bot"}] * 2) == "SAVING_FAILED"
                await anna.open(code)  # it can still be read
                assert await health(inside) == (503, {"status": "failing", "store": False})
            finally:
                other.execute("ROLLBACK")
                other.close()
            assert await health(inside) == (200, {"status": "ok", "store": True})
            await anna.ask("act", op="the-same-op", **action)
            await anna.until(lambda: anna.version > action["base"])

    run(play())


def test_a_client_that_leaves_in_the_middle_of_its_command_stops_nothing_half_way(serve):
    """What was begun is finished: the memory never falls behind the log."""

    async def play():
        async with serve() as inside, Player(inside.address) as ben:
            for _ in range(5):
                anna = Player(inside.address)
                await anna.connect()
                code = await anna.create("rally-run", "person", "open", options={"first": 0})
                await ben.open(code)
                await ben.ask("sit", seat=1)
                await anna.ask("start")
                await anna.until_turn()
                table = inside.table(code)
                real = inside.house.store.write
                begun = asyncio.Event()

                async def slow(*statements, real=real, begun=begun):
                    begun.set()
                    await real(*statements)
                    await asyncio.sleep(0.05)

                inside.house.store.write = slow
                message = {"type": "act", "op": "abcdefgh", "seat": 0, "base": anna.version, "action": anna.legal[0]}
                await anna.send(message)
                await begun.wait()
                for connection in list(table.connections):
                    if connection.player == anna.welcome["player"]:
                        connection.close(4008, "slow")
                assert (await anna.until_closed())[0] == 4008
                inside.house.store.write = real
                await ben.until(lambda: ben.version > message["base"])  # noqa: B023
                await anna.reconnect()
                await anna.until(lambda: anna.version == ben.version)  # noqa: B023
                await anna.disconnect()

    run(play())


def test_a5_who_is_stopped_while_still_waking_up_leaves_without_a_word(tmp_path):
    """Python complains, from a process of its own, about whatever was not given back."""
    command = [*COMMAND, *FLAGS, "--quiet", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("Karacho is ready")
        process.terminate()
        _, complaints = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGTERM
    assert not [line for line in complaints.splitlines() if "The client has not been built" not in line]
