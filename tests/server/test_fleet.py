"""Several servers share tables over one PostgreSQL: nothing is lost, doubled or forked, whoever dies or sleeps."""

import asyncio
import contextlib
import json
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.postgres import drop_database, fresh_database
from tests.server.conftest import Server, run
from tests.server.player import HARMLESS, Player, Refused
from tests.server.truth import Truth, ask, asked_for

GAMES = [
    ("stich-rallye", 3, {}),
    ("rally-run", 2, {"turn_limit": 60}),
    ("tiny-turbo-cars", 2, {"mode": "relaxed", "draft": "random", "round_limit": 5}),
]
NOISE = (
    "karacho.fleet: the database is away",
    "karacho.store: the session of a server that seems to sleep",
    "could not be written: AdminShutdown",
    "karacho.store: the database does not answer",
    "karacho.hints: no hints for a while",
    "karacho.drivers",
)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory):
    """Three servers on one database; whoever stops one starts it again."""
    url = fresh_database()
    servers = [Server(tmp_path_factory.mktemp("server"), url) for _ in range(3)]
    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(Server.start, servers))
        yield servers
    finally:
        for server in servers:
            server.close()
    for server in servers:
        left = [line for line in server.noise().splitlines() if not any(word in line for word in NOISE)]
        assert left == []
    drop_database(url)


@contextlib.contextmanager
def asleep(server):
    """Stopped, and woken up whatever happens."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


async def at_table(code, server):
    player = Player(server.address)
    await player.connect()
    await player.open(code)
    return player


async def drive(player, seat, servers, dice):
    """To the end, going to another server whenever the own one has gone; what was not answered is asked again.

    Also when the race is over meanwhile: it may be that very command, and nobody has told so yet.
    """
    pending = None
    while pending is not None or not player.over:
        try:
            if player.closed is not None:
                alive = [server for server in servers if server.process.poll() is None]
                player.address = dice.choice(alive).address
                await player.reconnect(30)
            if pending is None:
                await player.until_turn()
                if player.over:
                    return
                action = dice.choice(player.legal)
                kind, fields = "act", {"action": action}
                if "done" in player.legal:
                    kind, fields = "program", {"first": 0, "slides": "", "done": True}
                pending = (f"op-{seat}-{dice.getrandbits(64)}", kind, {"seat": seat, "base": player.version, **fields})
            op, kind, fields = pending
            version = player.version
            await player.ask(kind, op=op, **fields)
            pending = None
            await player.until(lambda: player.version != version or player.over)  # noqa: B023
        except Refused as refused:
            if refused.code not in HARMLESS:
                raise
            pending = None
            await asyncio.sleep(0.02)
        except ConnectionError:
            await asyncio.sleep(0.02)


def check(players, database):
    for player in players:
        truth = Truth(database, player.frame["race"])
        truth.check_player(player)
        assert truth.race.over
        seat = player.frame.get("seat")
        if seat is not None:
            assert truth.done_by_persons(seat) == asked_for(player, seat)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_i5_players_of_one_race_on_different_servers(fleet, game, seats, options):
    async def play():
        anna = Player(fleet[0].address)
        await anna.connect()
        code = await anna.create(game, "person", "open", *["bot"] * (seats - 2), options=options)
        ben, guest = await at_table(code, fleet[1]), await at_table(code, fleet[2])
        await ben.ask("sit", seat=1, name="Ben")
        await anna.until(lambda: anna.table["seats"][1]["name"] == "Ben" and anna.table["seats"][1].get("present"))
        await ben.until(lambda: ben.table["seats"][0].get("present"))
        await guest.until(lambda: guest.table.get("spectators") == 1)
        await anna.send({"type": "say", "emote": "hello"})
        await guest.until(lambda: guest.chatter)
        await anna.ask("start")
        dice = random.Random(2)
        await asyncio.wait_for(asyncio.gather(drive(anna, 0, fleet, dice), drive(ben, 1, fleet, dice)), 60)
        await guest.until(lambda: guest.over)
        assert anna.frame["outcome"] == ben.frame["outcome"] == guest.frame["outcome"]
        await ben.disconnect()
        await anna.until(lambda: not anna.table["seats"][1].get("present"))
        for player in (anna, guest):
            await player.disconnect()
        return anna, ben, guest

    check(run(play()), fleet[0].database)


def test_i1_a_server_that_is_killed_loses_nothing_and_its_tables_go_on(fleet):
    async def play():
        dice = random.Random(1)
        players, driving = [], []
        for game, seats, options in GAMES:
            player = Player(fleet[0].address)
            await player.connect()
            await player.create(game, "person", *["bot"] * (seats - 1), options=options, start=True)
            players.append(player)
        driving = [asyncio.create_task(drive(player, 0, fleet, dice)) for player in players]
        for round_number in range(3):
            await asyncio.sleep(0.6)
            victim = fleet[round_number % 2]
            victim.kill()
            await asyncio.sleep(0.3)
            await asyncio.to_thread(victim.start)
        await asyncio.wait_for(asyncio.gather(*driving), 90)
        for player in players:
            await player.disconnect()
        return players

    check(run(play()), fleet[0].database)


def test_i1_bots_go_on_elsewhere_within_seconds(fleet):
    """The caretaker of a table dies; nobody acts, so only another caretaker can make the bots drive on."""

    async def play():
        anna = Player(fleet[0].address)
        await anna.connect()
        code = await anna.create("stich-rallye", "bot", "bot", "bot")
        guest = await at_table(code, fleet[1])
        await guest.until(lambda: guest.table.get("spectators") == 2)
        with asleep(fleet[0]):  # it cannot even say good-bye
            began = time.monotonic()
            with contextlib.suppress(TimeoutError):
                await anna.disconnect()
            host = Player(fleet[1].address, anna.secret)
            await host.connect()
            await host.open(code)
            await host.ask("start")
            await guest.until(lambda: guest.version > 3)
            took = time.monotonic() - began
        await guest.until(lambda: guest.over, 40)
        for player in (guest, host):
            await player.disconnect()
        return guest, took

    guest, took = run(play())
    assert took < 20  # a generous bound for a busy machine; the figure is in docs/reliability.md
    check([guest], fleet[0].database)


def test_i2_a_server_that_slept_cannot_fork_a_race(fleet):
    """The caretaker is stopped, another takes over, the first wakes up and believes it still is one."""

    async def play():
        anna = Player(fleet[0].address)
        await anna.connect()
        code = await anna.create("rally-run", "person", "bot", options={"first": 0, "turn_limit": 40})
        guest = await at_table(code, fleet[1])
        await anna.ask("start")
        await anna.until_turn()
        for _ in range(3):
            other = Player(fleet[1].address, anna.secret)
            with asleep(fleet[0]):
                await other.connect()
                await other.open(code)
                for _ in range(2):
                    if not other.over:
                        await other.play_once(0)
            if not other.over:
                await other.play_once(0)
            await other.disconnect()
        end = Player(fleet[1].address, anna.secret)
        await end.connect()
        await end.open(code)
        await end.play_to_the_end(0, seconds=60)
        await guest.until(lambda: guest.over)
        for player in (anna, end, guest):
            await player.disconnect()
        return guest

    guest = run(play())
    check([guest], fleet[0].database)


@pytest.mark.parametrize("reveals", [True, False])
def test_h3_players_at_other_servers_mix_their_values_in(fleet, reveals):
    """Whoever deals finds what others have pledged in the store, and does not wait long for who keeps still."""

    async def play():
        anna = Player(fleet[0].address)
        await anna.connect()
        code = await anna.create("stich-rallye", "person", "open", "open", options={"flag": 0})
        ben, cleo = await at_table(code, fleet[1]), await at_table(code, fleet[2])
        cleo.reveals = reveals
        for seat, player in ((1, ben), (2, cleo)):
            await player.ask("sit", seat=seat)
        race = anna.table["next"]["race"]
        async with asyncio.timeout(20):
            while len(ask(fleet[0].database, "SELECT 1 FROM pledges WHERE race = ?", race)) < 3:
                await asyncio.sleep(0.05)
        began = time.monotonic()
        await anna.ask("start")  # whether or not this server knows by now that all are there
        took = time.monotonic() - began
        for player in (anna, ben, cleo):
            await player.until(lambda player=player: player.frame)
            await player.disconnect()
        return race, took, [anna.values[race], ben.values[race], cleo.values[race]]

    race, took, values = run(play())
    dealing = json.loads(ask(fleet[0].database, "SELECT dealing FROM races WHERE race = ?", race)[0][0])
    mixed = {seat: value for seat, _, value in dealing["pledges"]}
    assert mixed == dict(enumerate(values if reveals else [*values[:2], None]))
    assert took < 15  # a generous bound for a busy machine; it waits two seconds
    for table in ("pledges", "deals"):
        assert ask(fleet[0].database, f"SELECT 1 FROM {table} WHERE race = ?", race) == []


def test_i8_a_command_that_is_repeated_elsewhere_gets_the_same_answer(fleet):
    async def play():
        anna = Player(fleet[0].address)
        await anna.connect()
        code = await anna.create("rally-run", "person", "person", options={"first": 0}, start=True)
        twin = Player(fleet[1].address, anna.secret)
        await twin.connect()
        await twin.open(code)
        await anna.look(0)
        action = anna.legal[0]
        first = await anna.ask("act", op="the-same-operation", seat=0, base=anna.version, action=action)
        again = await twin.ask("act", op="the-same-operation", seat=0, base=1, action=action)
        assert first == again
        # Both at once, on two servers.
        both = await asyncio.gather(
            *(player.ask("stand", op="stand-up-twice-or-not", seat=1) for player in (anna, twin))
        )
        assert both[0] == both[1]
        for player in (anna, twin):
            await player.disconnect()
        return anna

    anna = run(play())
    truth = Truth(fleet[0].database, anna.frame["race"])
    assert len(truth.done_by_persons(0)) == 1


def test_d10_of_many_who_want_the_last_seat_one_gets_it(fleet):
    async def play():
        anna = Player(fleet[0].address)
        await anna.connect()
        code = await anna.create("stich-rallye", "person", "open", "bot")
        others = [await at_table(code, fleet[number % 3]) for number in range(12)]
        outcomes = await asyncio.gather(*(other.outcome("sit", seat=1, name=f"P{n}") for n, other in enumerate(others)))
        for player in (anna, *others):
            await player.until(lambda player=player: player.table["seats"][1].get("taken"))
            await player.disconnect()
        return outcomes

    outcomes = run(play())
    assert sorted(outcomes) == ["SEAT_TAKEN"] * 11 + ["accepted"]


def test_f6_secrets_die_on_all_servers(fleet):
    """Sockets of an account on other servers are closed, too; what is brought along is seen everywhere."""

    async def play():
        async with (
            Player(fleet[0].address) as here,
            Player(fleet[1].address) as guest,
            Player(fleet[2].address) as friend,
        ):
            code = await guest.create("rally-run", "person", "open")
            await friend.open(code)
            here.secret = (await here.ask("sign_up", name="Otter", passphrase="one for all servers"))["secret"]
            there = Player(fleet[2].address, here.secret)
            await there.connect()
            await there.open(code)
            words = {"name": "Otter", "passphrase": "one for all servers"}
            secret = (await guest.ask("sign_in", **words, bring=True))["secret"]
            await there.until(lambda: there.table["host"] and there.table["seats"][0].get("mine"))
            async with Player(fleet[1].address, secret) as again:
                began = time.monotonic()
                await again.ask("sign_out", everywhere=True)
                for player in (here, there, again):
                    assert (await player.until_closed())[0] == 4001
                assert time.monotonic() - began < 4  # one second, and this machine may be busy

    run(play())


def test_f6_a_token_dies_on_all_servers(fleet):
    async def play():
        async with Player(fleet[0].address) as anna:
            code = await anna.create("stich-rallye", "person", "outside", "bot")
            token = (await anna.ask("assign", seat=1, kind="outside"))["token"]
            async with Player(fleet[1].address, token) as bot, Player(fleet[2].address, token) as aside:
                await bot.open(code)
                began = time.monotonic()
                await anna.ask("assign", seat=1, kind="outside")
                for each in (bot, aside):
                    assert (await each.until_closed())[0] == 4001
                assert time.monotonic() - began < 4  # one second, and this machine may be busy

    run(play())


def test_g3_a_server_that_slept_shows_a_seat_to_its_new_owner_only(fleet):
    """Ben has left his seat elsewhere while the server of his second screen slept: it reads all that at once."""

    async def play():
        async with Player(fleet[0].address) as anna, Player(fleet[0].address) as ben, Player(fleet[0].address) as cleo:
            code = await anna.create("stich-rallye", "person", "open", "bot")
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await cleo.open(code)
            async with Player(fleet[1].address, ben.secret) as screen:
                screen.mixes = False  # nobody waits for it
                await screen.open(code)
                with asleep(fleet[1]):
                    await ben.ask("stand", seat=1)
                    await cleo.ask("sit", seat=1)
                    await anna.ask("start")
                    await cleo.until(lambda: cleo.frame)
                await screen.until(lambda: screen.frame)
                return screen.frames, cleo.frames

    left, sat = run(play())
    assert {frame.get("seat") for frame in left} == {None}
    assert {frame.get("seat") for frame in sat} == {1}


def test_a_server_that_stops_leaves_nothing_behind(fleet):
    async def play():
        anna = Player(fleet[2].address)
        await anna.connect()
        code = await anna.create("rally-run", "person", "bot", start=True)
        fleet[2].process.terminate()
        assert (await anna.until_closed())[0] == 1012
        await anna.disconnect()
        return code

    code = run(play())
    assert fleet[2].stop() == -signal.SIGTERM
    try:
        for table in ("presence", "caretakers"):
            assert ask(fleet[0].database, f"SELECT * FROM {table} WHERE table_code = ?", code) == []
    finally:
        fleet[2].start()
