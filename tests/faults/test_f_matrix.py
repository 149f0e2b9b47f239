"""F5: who may do what. Every message and every address of the server times every sort of visitor.

A message or an address that is new fails here until somebody has written down who may use it.
"""

import asyncio
import contextlib

import httpx
import pytest

from karacho.server import protocol
from karacho.server.app import make_app
from karacho.server.settings import Settings
from tests.server.conftest import run
from tests.server.player import Player

YES = "accepted"
TABLE, HOST, SEAT, BOT, RACING = "NOT_AT_TABLE", "NOT_HOST", "NOT_YOUR_SEAT", "OUTSIDE_BOT_ONLY", "RACE_RUNNING"
WRONG, OUT = "WRONG_PASSPHRASE", "NOT_SIGNED_IN"

# A running race: the host sits on seat 0 and it is their turn, a guest on 1, an outside bot on 2; others watch or are
# elsewhere. Each message is about seat 0. `None`: no answer is due, and nothing changes for anybody else.
VISITORS = ("host", "guest", "watcher", "stranger", "outside bot")
MESSAGES = {
    #             host      guest     watcher  stranger outside bot
    "hello": ("UNREADABLE", "UNREADABLE", "UNREADABLE", "UNREADABLE", "UNREADABLE"),
    "rename": (YES, YES, YES, YES, BOT),
    "sign_up": (YES, YES, YES, YES, BOT),
    "sign_in": (WRONG, WRONG, WRONG, WRONG, BOT),
    "sign_out": (OUT, OUT, OUT, OUT, BOT),
    "change_passphrase": (OUT, OUT, OUT, OUT, BOT),
    "delete_account": (OUT, OUT, OUT, OUT, BOT),
    "keep_settings": (OUT, OUT, OUT, OUT, BOT),
    "whoami": (None, None, None, None, BOT),
    "create": (YES, YES, YES, YES, BOT),
    "open": (None, None, None, None, None),
    "close": (None, None, None, None, None),
    "look": (None, SEAT, SEAT, TABLE, SEAT),
    "sit": (YES, "SEAT_TAKEN", "SEAT_TAKEN", TABLE, BOT),
    "stand": (YES, SEAT, SEAT, TABLE, BOT),
    "assign": (YES, "NOT_ABSENT", HOST, TABLE, BOT),
    "configure": (RACING, HOST, HOST, TABLE, BOT),
    "start": (RACING, HOST, HOST, TABLE, BOT),
    "rematch": ("RACE_NOT_OVER", "RACE_NOT_OVER", SEAT, TABLE, BOT),
    "pledge": (None, None, None, TABLE, None),
    "reveal": (None, None, None, TABLE, None),
    "act": (YES, SEAT, SEAT, TABLE, SEAT),
    "program": ("UNREADABLE", SEAT, SEAT, TABLE, SEAT),
    "ready": (None, None, None, None, None),
    "say": (None, None, None, TABLE, BOT),
    "pong": (None, None, None, None, None),
}
FIELDS = {
    "hello": {"protocol": 1},
    "rename": {"name": "Otter"},
    "sign_up": {"passphrase": "a scooter for granny"},
    "sign_in": {"name": "Nobody", "passphrase": "a scooter for granny"},
    "change_passphrase": {"passphrase": "a scooter for granny"},
    "delete_account": {"passphrase": "a unicycle for granny"},
    "keep_settings": {"settings": {"theme": "dark"}},
    "create": {"game": "rally-run", "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    "look": {"seat": 0},
    "sit": {"seat": 0},
    "stand": {"seat": 0},
    "assign": {"seat": 0, "kind": "bot"},
    "configure": {"seats": 3, "options": {}},
    "pledge": {"race": "0" * 16, "hash": "0" * 64},
    "reveal": {"race": "0" * 16, "value": "0" * 64},
    "program": {"seat": 0, "first": 0, "slides": "U"},
    "ready": {"version": 1},
    "say": {"emote": "haha"},
    "pong": {"number": 1},
}
WITH_OP = {each.__struct_config__.tag for each in protocol.Message.__args__ if "op" in each.__struct_fields__}

# What only somebody with an account may ask; the owner of another one only ever changes their own.
WITH_ACCOUNT = {
    "sign_up": "SIGNED_IN",
    "sign_in": "SIGNED_IN",
    "change_passphrase": YES,
    "delete_account": WRONG,
    "keep_settings": YES,
    "whoami": None,
    "sign_out": YES,  # the last word of this socket
}

# Addresses: what they answer about a race that runs, and about one that is over. Nobody is asked who they are, except
# by those of OWN.
OWN = "their own"
ROUTES = {
    "/healthz": (200, 200),
    "/metrics": (200, 200),
    "/api/games": (200, 200),
    "/api/races/{race}": (409, 200),
    "/api/races/{race}/review": (409, 400),  # of a seat, which is not said there
    "/api/races/{race}/file": (409, 200),
    "/api/races/{race}/proof": (409, 200),
    "/api/tables/{code}/qr.svg": (200, 200),
    "/api/origin": (200, 200),
    "/api/carpet": (400, 400),
    "/api/export": OWN,
    "/api/{path:path}": (404, 404),
    "/ws": None,
    "/": (200, 200),
    "/{path:path}": (200, 200),
}
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH")


def test_every_message_is_classified():
    tags = {each.__struct_config__.tag for each in protocol.Message.__args__}
    assert MESSAGES.keys() == tags, "write down who may send it"
    assert all(len(row) == len(VISITORS) for row in MESSAGES.values())


def test_every_address_is_classified(tmp_path):
    app = make_app(Settings(database=tmp_path / "none.sqlite"))
    assert ROUTES.keys() == {route.path for route in app.routes}, "write down what it answers"


@contextlib.asynccontextmanager
async def company(server):
    async with contextlib.AsyncExitStack() as stack:

        async def come(secret=None):
            player = await stack.enter_async_context(Player(server.address, secret))
            player.watches = False
            return player

        host, guest, watcher, stranger = [await come() for _ in range(4)]
        code = await host.create("stich-rallye", "person", "open", "open", options={"flag": 0})
        await guest.open(code)
        await guest.ask("sit", seat=1, name="Guest")
        token = (await host.ask("assign", seat=2, kind="outside"))["token"]
        bot = await come(token)
        for player in (watcher, bot):
            await player.open(code)
        await host.ask("start")
        await host.until(lambda: host.legal)
        yield dict(zip(VISITORS, (host, guest, watcher, stranger, bot), strict=True)), code


async def ask(player, kind, code):
    """How the server answers; None if it says nothing until its next answer."""
    fields = dict(FIELDS.get(kind, {}))
    if kind == "open":
        fields = {"table": code}
    if kind == "sign_up":
        fields |= {"name": f"Otter {player.welcome['player'][:8]}"}
    if kind in ("act", "program"):
        fields |= {"seat": 0, "base": 1}
    if kind == "act":
        fields |= {"action": "R1"}
    if kind in WITH_OP:
        return await player.outcome(kind, **fields)
    before = len(player.refusals)
    await player.send({"type": kind, **fields})
    marker = await player.outcome("sit", seat=4)  # answered after it, whatever it was
    assert marker != YES
    found = [refusal["code"] for refusal in player.refusals[before:] if not refusal.get("op")]
    return found[0] if found else None


@pytest.mark.parametrize("kind", MESSAGES)
def test_f5_every_message_for_every_visitor(server, kind):
    async def play():
        for visitor, expected in zip(VISITORS, MESSAGES[kind], strict=True):
            async with company(server) as (people, code):
                if kind == "act" and visitor == "host":
                    outcome = await people[visitor].outcome("act", seat=0, base=1, action=people["host"].legal[0])
                else:
                    outcome = await ask(people[visitor], kind, code)
                assert outcome == expected, visitor

    run(play())


def test_f5_every_address_whoever_asks(server):
    async def play():
        async with company(server) as (people, code), Player(server.address) as other:
            running = people["host"].frame["race"]
            await other.create("rally-run", "bot", "bot", options={"turn_limit": 2}, start=True)
            await other.until(lambda: other.over)
            over, done = other.frame["race"], other.table["code"]
            secrets = [None, people["host"].secret, people["guest"].secret]
            async with httpx.AsyncClient(base_url=server.url) as client:
                for route, expected in ROUTES.items():
                    if expected is None or expected == OWN:
                        continue
                    for (race, table), status in zip(((running, code), (over, done)), expected, strict=True):
                        path = route.replace("{race}", race).replace("{code}", table).replace("{path:path}", "nowhere")
                        method = "POST" if route == "/api/carpet" else "GET"
                        answers = [await client.request(method, path, headers=dressed(secret)) for secret in secrets]
                        assert [answer.status_code for answer in answers] == [status] * 3, path
                        assert len({answer.content for answer in answers}) == 1 or route == "/metrics", path
                        for wrong in set(METHODS) - {method}:
                            refused = await client.request(wrong, path)
                            assert refused.status_code in (404, 405), (wrong, path)

    run(asyncio.wait_for(play(), 120))


def test_f5_what_an_account_may(server):
    async def play():
        async with company(server) as (people, code):
            owner, other = people["guest"], people["host"]
            for player, words in ((owner, "a scooter for grandpa"), (other, "a tandem for grandpa")):
                name = f"Wren {player.welcome['player'][:8]}"
                player.secret = (await player.ask("sign_up", name=name, passphrase=words))["secret"]
            for kind, expected in WITH_ACCOUNT.items():
                assert await ask(owner, kind, code) == expected, kind
                async with Player(server.address, other.secret) as still:
                    assert still.welcome["account"].startswith("Wren"), "nothing has happened to anybody else"

    run(asyncio.wait_for(play(), 120))


def test_f5_addresses_that_ask_who_one_is(server):
    async def play():
        async with company(server) as (people, _), httpx.AsyncClient(base_url=server.url) as client:
            for route in [route for route, expected in ROUTES.items() if expected == OWN]:
                for secret in (None, "x" * 32, people["outside bot"].secret):
                    assert (await client.post(route, headers=dressed(secret))).status_code == 401
                players = [people[visitor] for visitor in ("host", "guest", "stranger")]
                answers = [await client.post(route, headers=dressed(player.secret)) for player in players]
                told = [answer.json()["player"] for answer in answers]
                assert told == [player.welcome["player"] for player in players]
                for wrong in set(METHODS) - {"POST"}:
                    assert (await client.request(wrong, route)).status_code in (404, 405)

    run(asyncio.wait_for(play(), 60))


def dressed(secret):
    """A secret in any place where somebody might look for one changes nothing."""
    return {} if secret is None else {"authorization": f"Bearer {secret}", "cookie": f"secret={secret}"}
