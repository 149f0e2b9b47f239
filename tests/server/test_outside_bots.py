"""Outside bots: a token for one seat, which plays whole races and can do nothing else (F3, F9)."""

import logging

import httpx
import pytest

from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, asked_for

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 20}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 3}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_an_outside_bot_plays_a_whole_race(server, game, options):
    async def play():
        async with Player(server.address) as host:
            code = await host.create(game, "bot", "outside", "bot", options=options)
            answer = await host.ask("assign", seat=1, kind="outside", name="Deep Thought")
            async with Player(server.address, answer["token"]) as bot:
                assert bot.welcome["seat"] == 1
                assert bot.welcome["name"] == "Deep Thought"
                await bot.open(code)
                await host.ask("start")
                await bot.play_to_the_end(1)
                await host.until(lambda: host.over)
                return host, bot

    host, bot = run(play())
    assert host.table["seats"][1]["kind"] == "outside"
    truth = Truth(server.database, bot.frame["race"])
    truth.check_player(bot)
    truth.check_player(host)
    assert truth.done_by_persons(1) == asked_for(bot, 1)


def test_f3_f9_a_token_is_good_for_its_seat_and_for_nothing_else(server):
    async def play():
        async with Player(server.address) as host:
            other = await host.create("stich-rallye", "person", "bot", "bot")
            code = await host.create("stich-rallye", "person", "outside", "bot", options={"flag": 0})
            token = (await host.ask("assign", seat=1, kind="outside"))["token"]
            async with Player(server.address, token) as bot:
                assert await bot.rejected({"type": "open", "table": other}) == "OUTSIDE_BOT_ONLY"
                await bot.open(code)
                await host.ask("start")
                only = "OUTSIDE_BOT_ONLY"
                assert await bot.refused("create", game="rally-run", seats=[{"kind": "bot"}] * 2) == only
                assert await bot.refused("rename", name="Anna") == only
                assert await bot.refused("sit", seat=0) == only
                assert await bot.refused("stand", seat=1) == only
                assert await bot.refused("assign", seat=1, kind="bot") == only
                assert await bot.refused("configure", seats=3, options={}) == only
                assert await bot.refused("start") == only
                assert await bot.refused("rematch") == only
                assert await bot.rejected({"type": "say", "emote": "haha"}) == only
                assert await bot.rejected({"type": "look", "seat": 0}) == "NOT_YOUR_SEAT"
                await bot.look(None)
                await bot.look(1)
                assert await bot.refused("act", seat=0, base=bot.version, action=host.legal[0]) == "NOT_YOUR_SEAT"
                assert await host.refused("act", seat=1, base=host.version, action="R2") == "NOT_YOUR_SEAT"
                # A new token makes the old one worthless at once, also for the socket that is open.
                again = (await host.ask("assign", seat=1, kind="outside"))["token"]
                assert again != token
                assert (await bot.until_closed())[0] == 4001
            impostor = Player(server.address, token)
            with pytest.raises(Exception, match="4001"):
                await impostor.connect()
            # The host may put a house bot there at any time, and a person too.
            await host.ask("assign", seat=1, kind="bot")
            await host.ask("assign", seat=1, kind="person")
            return token, again

    tokens = run(play())
    files = [path.read_bytes() for path in server.folder.iterdir() if path.name.startswith("karacho.sqlite")]
    assert not any(token.encode() in file for token in tokens for file in files), "of secrets only hashes are kept"


@pytest.mark.parametrize("kind", ["outside", "open", "bot", "person"])
def test_f3_f6_a_token_that_has_ended_is_hung_up_on(serve, kind):
    """Wherever its bot is, at the table or not there yet; other bots stay."""

    async def play():
        async with serve() as inside, Player(inside.address) as host:
            code = await host.create("stich-rallye", "person", "outside", "outside")
            token, other = [(await host.ask("assign", seat=seat, kind="outside"))["token"] for seat in (1, 2)]
            async with (
                Player(inside.address, token) as bot,
                Player(inside.address, token) as aside,
                Player(inside.address, other) as stays,
            ):
                await bot.open(code)
                await host.ask("assign", seat=1, kind=kind)
                for each in (bot, aside):
                    assert await each.until_closed(5) == (4001, "signed out")
                await stays.open(code)
                assert stays.table["seats"][2]["mine"]

    run(play())


def test_f9_bots_are_no_people_and_people_no_bots_and_whoever_tries_is_counted_and_noted(serve, caplog):
    caplog.set_level(logging.INFO, "karacho.reception")

    async def play():
        async with serve() as inside, Player(inside.address) as host, Player(inside.address) as guest:
            code = await host.create("stich-rallye", "person", "outside", "bot", options={"flag": 1})
            token = (await host.ask("assign", seat=1, kind="outside"))["token"]
            await guest.open(code)
            async with Player(inside.address, token) as bot:
                await bot.open(code)
                await host.ask("start")
                await bot.until(lambda: bot.legal)
                # People act for no bot, of the house or from outside, whatever they sit on.
                for player in (host, guest):
                    for seat in (1, 2):
                        assert await player.refused("act", seat=seat, base=1, action=bot.legal[0]) == "NOT_YOUR_SEAT"
                # A token is nobody: it signs up for nothing, speaks to nobody, has nothing to take home.
                for kind in ("sign_up", "sign_in"):
                    words = {"name": "Robot", "passphrase": "a scooter for granny"}
                    assert await bot.refused(kind, **words) == "OUTSIDE_BOT_ONLY"
                assert await bot.rejected({"type": "say", "text": "I am a person"}) == "OUTSIDE_BOT_ONLY"
                async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                    headers = {"authorization": f"Bearer {token}"}
                    assert (await client.post("/api/export", headers=headers)).status_code == 401
                    figures = (await client.get("/metrics")).text
                await bot.act(1, bot.legal[0])
                assert 'karacho_refusals_total{code="OUTSIDE_BOT_ONLY"} 3.0' in figures
                assert 'karacho_refusals_total{code="NOT_YOUR_SEAT"} 4.0' in figures
                assert 'karacho_refusals_total{code="HTTP_401"} 1.0' in figures

    run(play())
    noted = [(line.reason, line.address) for line in caplog.records if hasattr(line, "reason")]
    assert noted == [("NOT_YOUR_SEAT", "127.0.0.1")] * 4 + [("OUTSIDE_BOT_ONLY", "127.0.0.1")] * 3


def test_an_outside_seat_waits_for_its_bot(server):
    async def play():
        async with Player(server.address) as host:
            code = await host.create("rally-run", "bot", "outside", options={"first": 1, "turn_limit": 3}, start=True)
            assert not host.table["seats"][1].get("taken", False)
            assert host.view["actors"] == [1]
            token = (await host.ask("assign", seat=1, kind="outside"))["token"]
            assert host.version == 1
            async with Player(server.address, token) as bot:
                await bot.open(code)
                await bot.play_to_the_end(1)

    run(play())
