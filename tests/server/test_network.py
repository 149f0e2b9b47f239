"""What networks do: silence, delay, lines that break in the middle of a word or carry only one way."""

import asyncio
import contextlib
import json
import random
import secrets

import pytest

from karacho.server import asking
from tests.server.conftest import run
from tests.server.player import Player, Refused
from tests.server.proxy import Proxy
from tests.server.roaming import insist, noticing_silence, race_on
from tests.server.test_cheater import raw
from tests.server.truth import Truth, asked_for, read_log

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 30}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 3}),
]


@pytest.fixture
def often(monkeypatch):
    """Whoever races is asked ten times a second, so that silence is noticed soon."""
    monkeypatch.setattr(asking, "TICK", 0.05)
    monkeypatch.setattr(asking, "RACING_SECONDS", 0.1)


def check(database, *players, seats=(0,)):
    """Everybody saw what happened, and what was accepted happened once."""
    truth = Truth(database, players[0].frame["race"])
    for player in players:
        truth.check_player(player)
    for seat, player in zip(seats, players, strict=False):
        assert truth.done_by_persons(seat) == asked_for(player, seat)
    return truth


def test_c1_silence_is_noticed_and_the_race_goes_on(serve, often, tmp_path):
    async def play():
        async with serve() as inside, Proxy(inside.address) as proxy, Player(proxy.address) as anna:
            await anna.create("stich-rallye", "person", "bot", "bot", start=True)
            async with noticing_silence(anna):
                racing = asyncio.create_task(race_on(anna, 0, random.Random(1), 0.1))
                for seconds in (0.3, 1.5, 1.0):
                    await asyncio.sleep(0.5)
                    proxy.hold()
                    await asyncio.sleep(seconds)
                    proxy.release()
                await asyncio.wait_for(racing, 60)
            return anna

    truth = check(tmp_path / "inside.sqlite", run(play()))
    assert truth.race.over


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_c2_whole_races_over_bad_lines(server, game, options):
    """Late, in small pieces, and broken several times, often in the middle of a frame."""

    async def play():
        dice = random.Random(game)
        async with Proxy(server.address) as proxy, contextlib.AsyncExitStack() as stack:
            anna, ben, guest = [await stack.enter_async_context(Player(proxy.address)) for _ in range(3)]
            code = await anna.create(game, "person", "open", "bot", options=options)
            await ben.open(code)
            await ben.ask("sit", seat=1, name="Ben")
            await guest.open(code)
            await anna.ask("start")
            await guest.until(lambda: guest.frame)
            proxy.delay, proxy.piece = (0.0, 0.03), 700
            racing = asyncio.gather(
                race_on(anna, 0, random.Random(1), 0.01),
                race_on(ben, 1, random.Random(2), 0.01),
                keep_looking(guest),
            )
            for _ in range(4):
                await asyncio.sleep(dice.uniform(0.2, 0.6))
                proxy.limits = [dice.randint(300, 4000) for _ in range(2)]
                proxy.cut()
            await asyncio.wait_for(racing, 60)
            assert proxy.cuts >= 4
            return anna, ben, guest

    truth = check(server.database, *run(play()), seats=(0, 1))
    assert truth.race.over


async def keep_looking(player):
    """A spectator comes back too."""
    while not player.over:
        try:
            await player.until(lambda: player.over)
        except ConnectionError:
            await player.reconnect(40)


@pytest.mark.parametrize("late", [False, True])
def test_c3_a_line_that_carries_only_one_way(server, late):
    """What was said arrives never, or after it was said again on another line: it happens once."""

    async def play():
        async with Proxy(server.address) as proxy, Player(server.address) as guest:
            anna = Player(proxy.address)
            await anna.connect()
            code = await anna.create("rally-run", "person", "bot", options={"first": 0}, start=True)
            await guest.open(code)
            version = anna.version
            proxy.up.clear()
            command = {"op": secrets.token_urlsafe(12), "seat": 0, "base": version, "action": anna.legal[0]}
            asking_ = asyncio.create_task(anna.ask("act", **command))
            await guest.send({"type": "say", "emote": "hello"})
            await anna.until(lambda: anna.chatter)  # it hears, but is not heard
            assert not asking_.done()
            async with Player(server.address, anna.secret) as again:
                await again.open(code)
                assert again.version == version, "nothing has happened yet"
                answer = await again.ask("act", **command)
                if late:
                    proxy.up.set()  # now the first one arrives as well
                    assert await asking_ == answer
                else:
                    anna.abandon()
                    with pytest.raises(ConnectionError):
                        await asking_
                proxy.up.set()
                await again.until(lambda: again.version > version)
                await again.look(0)
            await asyncio.gather(anna.disconnect(), return_exceptions=True)
            return anna.frame["race"], command, answer

    race, command, answer = run(play())
    mine = [entry for entry in read_log(server.database, race) if entry["seat"] == 0 and entry["driver"] == "person"]
    assert [(entry["action"], entry["version"]) for entry in mine] == [(command["action"], answer["version"])]


def test_c6_what_comes_out_of_order_is_refused_until_its_turn(server):
    async def play():
        async with Player(server.address) as anna:
            options = {"mode": "relaxed", "draft": "random", "round_limit": 3}
            await anna.create("tiny-turbo-cars", "person", "bot", options=options, start=True)
            await anna.until_turn()
            while "done" not in anna.legal:
                version = anna.version
                await anna.act(0, anna.legal[0])
                await anna.until(lambda: anna.version > version and anna.legal)  # noqa: B023
            await anna.until(lambda: 1 in anna.view["done"])
            seat, version, controller = 0, anna.version, anna.view["controllers"]
            there = anna.legal[0]
            back = {"U": "D", "D": "U", "L": "R", "R": "L"}[there]
            common = {"seat": seat, "base": version}
            second = {"op": secrets.token_urlsafe(12), **common, "first": 1, "slides": back}
            with pytest.raises(Refused, match="SLIDES_DIFFER"):
                await anna.ask("program", **second)
            first = await anna.ask("program", **common, first=0, slides=there)
            assert first["slides"] == 1
            for _ in range(2):  # the same op again, now in its turn; and once more
                assert (await anna.ask("program", **second))["slides"] == 2
            await anna.look(seat)
            assert anna.view["controllers"] == controller
            assert anna.slides_made(seat) == 2
            assert await anna.refused("act", seat=seat, base=version + 1, action="done") == "STALE"
            return anna.frame["race"]

    race = run(play())
    log = [entry for entry in read_log(server.database, race) if entry["seat"] == 0]
    assert len("".join(entry["action"] for entry in log if entry["kind"] == "slides")) == 2


def test_c9_a_tab_that_slept_catches_up_and_its_old_choice_does_not_count(serve, often, monkeypatch, tmp_path):
    monkeypatch.setattr(asking, "SILENT_SECONDS", 0.5)

    async def play():
        async with serve() as inside, Proxy(inside.address) as proxy, Player(inside.address) as phone:
            code = await phone.create("stich-rallye", "person", "bot", "bot", start=True)
            tab = Player(proxy.address, phone.secret)
            await tab.connect()
            await tab.open(code)
            await tab.until_turn()
            slept_at, choice = tab.version, tab.legal[0]
            proxy.hold()  # a frozen tab neither reads nor answers
            async with asyncio.timeout(20):
                while len(inside.table(code).connections) > 1:
                    await asyncio.sleep(0.02)
            while phone.version < slept_at + 4:
                await phone.play_once(0)
                await asyncio.sleep(0.01)
            stale = asyncio.create_task(tab.ask("act", seat=0, base=slept_at, action=choice))
            await asyncio.sleep(0.05)
            proxy.release()
            with pytest.raises(ConnectionError):
                await stale
            count = len(tab.frames)
            await tab.reconnect()
            await tab.until(lambda: tab.version >= phone.version)
            assert tab.frames[count]["since"] == slept_at, "told from where it fell asleep"
            with pytest.raises(Refused, match="STALE"):
                await insist(tab, "act", seat=0, base=slept_at, action=choice)
            await asyncio.gather(phone.play_to_the_end(0), tab.play_to_the_end(0))
            await tab.disconnect()
            return phone, tab

    phone, tab = run(play())
    truth = Truth(tmp_path / "inside.sqlite", phone.frame["race"])
    truth.check_player(phone)
    truth.check_player(tab)


@pytest.mark.parametrize("number", [0, 2, 99])
def test_c11_an_old_client_is_told_which_protocol_is_spoken_here(server, number):
    heard, code = run(raw(server, json.dumps({"type": "hello", "protocol": number, "secret": None})))
    assert heard == [{"type": "refused", "code": "WRONG_PROTOCOL", "detail": "1"}]
    assert code == 1008


def test_c12_everybody_comes_back_at_once(server):
    """A slice of the storm; `karacho load --idle 5000 --storms 1` is the whole of it."""
    count = 150

    async def play():
        async with Proxy(server.address) as proxy, Player(server.address) as anna:
            code = await anna.create("rally-run", "person", "bot", options={"first": 0}, start=True)
            gate = asyncio.Semaphore(20)

            async def come(player):
                async with gate:
                    await player.connect()
                    await player.open(code)

            crowd = [Player(proxy.address) for _ in range(count)]
            await asyncio.gather(*(come(player) for player in crowd))
            await anna.until(lambda: anna.table.get("spectators") == count)
            proxy.cut()
            coming = asyncio.gather(*(player.reconnect(60) for player in crowd))
            answers = 0
            while not coming.done():
                await asyncio.wait_for(anna.ask("rename", name="Anna"), 10)
                answers += 1
                await asyncio.sleep(0.05)
            await coming
            assert answers
            await anna.until(lambda: anna.table.get("spectators") == count)
            assert {player.frame["version"] for player in crowd} == {anna.version}
            await asyncio.gather(*(player.disconnect() for player in crowd))

    run(play())


def test_c13_a_proxy_that_throttles_to_a_few_bytes(server):
    async def play():
        async with Proxy(server.address) as proxy, Player(proxy.address) as anna:
            proxy.piece, proxy.delay = 40, (0.0, 0.002)
            await anna.create("rally-run", "person", "bot", options={"turn_limit": 6}, start=True)
            await anna.play_to_the_end(0)
            return anna

    assert check(server.database, run(play())).race.over


def test_d9_commands_that_wait_when_the_race_ends_change_nothing(server):
    """The last action and a heap of others behind it, from two screens at once."""

    async def play():
        async with Player(server.address) as phone, Player(server.address) as host:
            code = await host.create("rally-run", "open", "bot", options={"first": 0, "turn_limit": 4})
            await phone.open(code)
            await phone.ask("sit", seat=0, name="Anna")
            async with Player(server.address, phone.secret) as tablet:
                await tablet.open(code)
                await host.ask("start")
                codes = []
                while not phone.over:
                    await phone.until_turn()
                    version, legal = phone.version, phone.legal
                    if not legal:
                        break
                    asked = [
                        screen.outcome("act", seat=0, base=version, action=legal[0])
                        for screen in (phone, tablet)
                        for _ in range(8)
                    ]
                    codes += await asyncio.gather(*asked)
                    await phone.until(lambda: phone.version > version)  # noqa: B023
                assert set(codes) <= {"accepted", "STALE", "RACE_OVER", "NOT_YOUR_TURN"}
                assert "RACE_OVER" in [await screen.outcome("act", seat=0, base=phone.version, action="S") for screen in
                                       (phone, tablet)] + codes  # fmt: skip
                return phone, codes.count("accepted")

    phone, accepted = run(play())
    truth = Truth(server.database, phone.frame["race"])
    truth.check_player(phone)
    assert truth.race.over
    assert truth.log[-1]["version"] == phone.version, "nothing after the end"
    assert len(truth.done_by_persons(0)) == accepted
