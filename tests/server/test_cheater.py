"""Everything a cheater would try. Each attempt is refused with its reason, changes nothing, and harms nobody."""

import asyncio
import contextlib
import json
import secrets

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import karacho
from karacho.registry import load_game
from karacho.server import greeting, hall, protocol, reading
from karacho.server.codes import Refusal
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import read_log

RELAXED = {"mode": "relaxed", "draft": "random", "round_limit": 4}
VALID = {
    "hello": {"protocol": 1},
    "rename": {"op": "", "name": "Mallory"},
    "sign_up": {"op": "", "name": "Mallory", "passphrase": "let me in, please"},
    "sign_in": {"op": "", "name": "Mallory", "passphrase": "let me in, please", "bring": False},
    "sign_out": {"op": "", "everywhere": False},
    "change_passphrase": {"op": "", "passphrase": "let me in, please"},
    "delete_account": {"op": "", "passphrase": "let me in, please"},
    "keep_settings": {"op": "", "settings": {"theme": "dark"}},
    "whoami": {},
    "create": {"op": "", "game": "rally-run", "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    "open": {"table": "00000000000"},
    "close": {},
    "look": {"seat": 0},
    "sit": {"op": "", "seat": 0},
    "stand": {"op": "", "seat": 0},
    "assign": {"op": "", "seat": 0, "kind": "bot"},
    "configure": {"op": "", "seats": 3, "options": {}},
    "start": {"op": ""},
    "rematch": {"op": ""},
    "pledge": {"race": "0" * 16, "hash": "0" * 64},
    "reveal": {"race": "0" * 16, "value": "0" * 64},
    "act": {"op": "", "seat": 0, "base": 1, "action": "R2"},
    "program": {"op": "", "seat": 0, "base": 1, "first": 0, "slides": "U"},
    "ready": {"version": 1},
    "say": {"emote": "haha"},
    "pong": {"number": 1},
}


class Scene:
    """Anna's turn, Ben and a bot at her table; Mallory watches and wants to change something."""

    def __init__(self, server, anna, ben, mallory, code):
        self.server, self.anna, self.ben, self.mallory, self.code = server, anna, ben, mallory, code
        self.before = None

    async def look_around(self):
        """The race and the table as an honest player finds them now."""
        await self.anna.look(0)
        seats = [{key: seat.get(key) for key in ("kind", "name", "taken")} for seat in self.anna.table["seats"]]
        log = read_log(self.server.database, self.anna.frame["race"])
        kept = ("stage", "options", "race", "races", "host", "free_chat", "decision_seconds")
        table = {key: self.anna.table.get(key) for key in kept}
        return self.anna.version, self.anna.view, seats, table, log

    async def unchanged(self):
        assert await self.look_around() == self.before

    async def try_all(self, attempts, who=None):
        """Commands, each with the code that it must be refused with."""
        for kind, fields, code in attempts:
            assert await (who or self.mallory).refused(kind, **fields) == code, (kind, fields)
            await self.unchanged()


@contextlib.asynccontextmanager
async def scene(server, game="stich-rallye", options=None):
    async with Player(server.address) as anna, Player(server.address) as ben, Player(server.address) as mallory:
        anna.watches = ben.watches = mallory.watches = False
        chosen = {"flag": 0} if options is None else options
        code = await anna.create(game, "person", "open", "bot", options=chosen)
        await ben.open(code)
        await ben.ask("sit", seat=1, name="Ben")
        await anna.ask("start")
        await mallory.open(code)
        for seat, player in enumerate((anna, ben)):
            while game == "tiny-turbo-cars" and "done" not in anna.legal:
                if player.legal and "done" not in player.legal:
                    await player.act(seat, player.legal[0])
                await asyncio.sleep(0.02)
                if player is anna and not anna.legal and ben.legal:
                    await ben.act(1, ben.legal[0])
        if game == "tiny-turbo-cars":
            await anna.until(lambda: 2 in anna.view["done"])  # nothing more happens by itself
        stage = Scene(server, anna, ben, mallory, code)
        stage.before = await stage.look_around()
        yield stage
        await stage.unchanged()


def test_other_seats_and_other_tables(server):
    async def play():
        async with scene(server) as at:
            version, action = at.anna.version, at.anna.legal[0]
            attempts = [
                ("act", {"seat": 0, "base": version, "action": action}, "NOT_YOUR_SEAT"),
                ("act", {"seat": 2, "base": version, "action": action}, "NOT_YOUR_SEAT"),
                ("act", {"seat": 4, "base": version, "action": action}, "NOT_YOUR_SEAT"),
                ("program", {"seat": 0, "base": version, "first": 0, "done": True}, "NOT_YOUR_SEAT"),
                ("sit", {"seat": 0}, "SEAT_TAKEN"),
                ("sit", {"seat": 2}, "SEAT_NOT_OPEN"),
                ("stand", {"seat": 0}, "NOT_YOUR_SEAT"),
                ("assign", {"seat": 0, "kind": "person"}, "NOT_HOST"),
                ("assign", {"seat": 1, "kind": "bot"}, "NOT_HOST"),
                ("assign", {"seat": 2, "kind": "outside"}, "NOT_HOST"),
                ("assign", {"seat": 2, "kind": "person"}, "NOT_HOST"),
                ("configure", {"seats": 3, "options": {}}, "NOT_HOST"),
                ("start", {}, "NOT_HOST"),
                ("rematch", {}, "NOT_YOUR_SEAT"),
            ]
            await at.try_all(attempts)
            # Somebody who sits, but elsewhere.
            seated = [attempt for attempt in attempts if attempt[0] not in ("assign", "rematch", "sit")]
            await at.try_all([("rematch", {}, "RACE_NOT_OVER"), ("sit", {"seat": 0}, "SEAT_TAKEN"), *seated], at.ben)
            await at.try_all([("assign", {"seat": 0, "kind": "bot"}, "NOT_ABSENT")], at.ben)
            assert (
                await at.ben.refused("act", seat=1, base=version, action=at.ben.view["hands"][1][0]) == "NOT_YOUR_TURN"
            )
            assert await at.mallory.rejected({"type": "look", "seat": 0}) == "NOT_YOUR_SEAT"
            assert await at.mallory.rejected({"type": "look", "seat": 4}) == "NOT_YOUR_SEAT"
            # From a table of one's own, nothing of another table can be reached.
            await at.mallory.create("stich-rallye", "person", "bot", "bot", options={"flag": 0}, start=True)
            mine = at.mallory.frame["race"]
            assert await at.mallory.refused("act", seat=1, base=1, action=action) == "NOT_YOUR_SEAT"
            assert at.mallory.frame["race"] == mine

    run(play())


def test_c5_somebody_elses_op(server):
    """A captured command said again by another client is no repeat: it gets neither the answer nor the effect."""

    async def play():
        async with scene(server) as at:
            op = secrets.token_urlsafe(12)
            await at.anna.ask("act", op=op, seat=0, base=at.anna.version, action=at.anna.legal[0])
            await at.anna.until(lambda: at.anna.version > at.before[0])
            at.before = await at.look_around()
            fields = {"op": op, "seat": 0, "base": at.before[0], "action": "R2"}
            assert await at.mallory.refused("act", **fields) == "NOT_YOUR_SEAT"
            assert await at.ben.refused("act", **fields) == "NOT_YOUR_SEAT"

    run(play())


def test_what_the_rules_forbid(server):
    async def play():
        async with scene(server) as at:
            missing = next(f"R{value}" for value in range(2, 11) if f"R{value}" not in at.anna.view["hands"][0])
            for action, code in [
                (missing, "CARD_NOT_IN_HAND"),
                ("turbo", "NO_TURBO_CHOICE"),
                ("coast", "NO_TURBO_CHOICE"),
                ("timeout", "UNREADABLE"),
                ("done", "UNREADABLE"),
                ("r2", "UNREADABLE"),
                ("R99", "UNREADABLE"),
                (" ", "UNREADABLE"),
                ("R2; DROP TABLE log", "UNREADABLE"),
                ("R" * 24, "UNREADABLE"),
                ("R" * 25, "UNREADABLE"),
                ("", "UNREADABLE"),
            ]:
                assert await at.anna.refused("act", seat=0, base=at.anna.version, action=action) == code, action
                await at.unchanged()
            for base in (0, at.anna.version - 1, at.anna.version + 1, 1_000_000):
                attempt = {"seat": 0, "base": base, "action": at.anna.legal[0]}
                assert await at.anna.refused("act", **attempt) == "STALE"
            mine = {"seat": 0, "base": at.anna.version, "first": 0}
            await at.try_all([("program", mine | {"slides": "U"}, "UNREADABLE"),
                              ("program", mine | {"done": True}, "UNREADABLE")], at.anna)  # fmt: skip
            await at.try_all([("assign", {"seat": 1, "kind": "bot"}, "NOT_ABSENT"),
                              ("assign", {"seat": 1, "kind": "person"}, "NOT_ABSENT"),
                              ("assign", {"seat": 2, "kind": "bot", "bot": "search:worlds=9999999"}, "NO_SUCH_BOT"),
                              ("assign", {"seat": 2, "kind": "bot", "bot": "../rule"}, "NO_SUCH_BOT"),
                              ("configure", {"seats": 3, "options": {}}, "RACE_RUNNING"),
                              ("start", {}, "RACE_RUNNING")], at.anna)  # fmt: skip

    run(play())


def test_d7_slides_that_are_not_possible(server):
    async def play():
        async with scene(server, "tiny-turbo-cars", RELAXED) as at:
            anna, version = at.anna, at.anna.version
            blocked = "UUUU"  # after three, at the latest, the gap is at the edge
            good = anna.legal[0]
            back = {"U": "D", "D": "U", "L": "R", "R": "L"}[good]
            mine = {"seat": 0, "base": version, "first": 0}
            await at.try_all(
                [
                    ("program", mine | {"slides": blocked}, "NO_PIECE"),
                    ("program", mine | {"slides": good + back + blocked}, "NO_PIECE"),
                    ("program", mine | {"slides": good + back + blocked, "done": True}, "NO_PIECE"),
                    ("program", mine | {"first": 1, "slides": good}, "SLIDES_DIFFER"),
                    ("program", mine | {"first": 100_000, "slides": good, "done": True}, "SLIDES_DIFFER"),
                    ("program", mine | {"first": -1, "slides": good}, "UNREADABLE"),
                    ("program", mine | {"slides": "X"}, "UNREADABLE"),
                    ("program", mine | {"slides": good.lower()}, "UNREADABLE"),
                    ("program", mine | {"slides": (good + back) * 129}, "UNREADABLE"),
                    ("program", mine | {"seat": 1, "slides": good}, "NOT_YOUR_SEAT"),
                    ("program", mine | {"base": 1, "slides": good}, "STALE"),
                    ("act", {"seat": 0, "base": version, "action": good}, "UNREADABLE"),
                    ("act", {"seat": 0, "base": version, "action": "done"}, "UNREADABLE"),
                    ("act", {"seat": 0, "base": version, "action": "timeout"}, "UNREADABLE"),
                    ("act", {"seat": 0, "base": version, "action": "fly 3"}, "UNREADABLE"),
                ],
                anna,
            )
            # 10,000 slides a second: what is possible is carried out in order, and nobody else is told a thing.
            told = len(at.ben.frames)
            for number in range(20):
                await anna.program(0, (good + back) * 128, first=number * 256)
            assert anna.slides_made(0) == 0
            await anna.look(0)
            assert anna.slides_made(0) == 20 * 256
            assert anna.view["controllers"] == at.before[1]["controllers"]
            assert len(at.ben.frames) == told
            await anna.program(0, "", first=20 * 256, done=True)
            at.before = await at.look_around()
            mine["first"] = 20 * 256
            await at.try_all([("program", mine | {"done": True}, "ALREADY_DONE"),
                              ("program", mine | {"slides": good}, "ALREADY_DONE")], anna)  # fmt: skip

    run(play())


def variants(kind):
    """A message, with each field in turn missing or of another sort, and one field too many."""
    valid = VALID[kind]
    for field in valid:
        yield {name: value for name, value in valid.items() if name != field}
        for value in (None, True, -1, 1.5, 10**30, "", "\u0000", "x" * 300, [], [[]], {}, {"a": 1}):
            if value != valid[field] and not (field == "seat" and value is None):
                yield valid | {field: value}
    for extra in ("seat_token", "player", "admin", "seed", "elapsed", "version2", "__class__"):
        yield valid | {extra: 1}


@pytest.mark.parametrize("kind", [*VALID, "nothing"])
def test_e2_f8_unknown_fields_and_wrong_types(server, kind):
    async def play():
        async with scene(server):
            if kind == "nothing":
                sorts = [{}, {"type": None}, {"type": "dance"}, {"type": ["act"]}, {"op": "abcdefgh"}, {"Type": "act"}]
                messages = [json.dumps(each) for each in sorts]
                messages += ["", " ", "null", "[]", "1", '"act"', "{", "}", '{"type":"act"', "\ufeff{}", "nonsense"]
            else:
                messages = []
                for message in variants(kind):
                    op = {"op": secrets.token_urlsafe(12)} if message.get("op") == "" else {}
                    messages.append(json.dumps({"type": kind, **message, **op}))
            for start in range(0, len(messages), 80):
                some = messages[start : start + 80]
                async with Player(server.address) as mallory:
                    mallory.watches = False
                    for message in some:
                        await mallory.send(message)
                    assert await mallory.refused("start") == "NOT_AT_TABLE"  # by then all have been answered
                    unreadable = [each for each in mallory.refusals if each["code"] == "UNREADABLE"]
                    assert len(unreadable) >= sum(not was_fine(message) for message in some)
                    assert all(len(each.get("detail", "")) <= 200 for each in unreadable)
                    assert {each["code"] for each in mallory.refusals} <= REASONS

    run(play())


REASONS = {"UNREADABLE", "NOT_AT_TABLE", "NO_SUCH_TABLE", "WRONG_OPTION", "NAME_NOT_ALLOWED", "TOO_FAST",
           "WRONG_PASSPHRASE", "PASSPHRASE_TOO_SHORT", "NOT_SIGNED_IN"}  # fmt: skip


def was_fine(message):
    """Can the server read it? (`op` of a repeated field and default values are nobody's harm.)"""
    try:
        reading.read(message)
    except Refusal:
        return False
    return True


def test_most_variants_are_not_fine():
    for kind in VALID:
        messages = [json.dumps({"type": kind, **message}) for message in variants(kind)]
        fine = [message for message in messages if was_fine(message)]
        assert len(fine) <= 12, fine
        assert VALID.keys() == {each.__struct_config__.tag for each in protocol.Message.__args__}


def test_e5_strange_json(server):
    async def play():
        async with scene(server) as at:
            deep = '{"type":"create","op":"abcdefgh","game":"rally-run","seats":[],"options":{"a":%s}}'
            strange = [
                deep % ("[" * 7000 + "]" * 7000),
                deep % ('{"a":' * 2500 + "1" + "}" * 2500),
                deep % "NaN",
                deep % "Infinity",
                deep % "1e999",
                deep % ("9" * 15_000),
                deep % '"\\ud800"',
                "[" * 16_000,
                '{"type":"say","text":"\\ud800"}',
                '{"type":"act","op":"abcdefgh","seat":0,"base":NaN,"action":"R2"}',
                '{"type":"pong","number":1e5}' + "x",
                '{"type":"pong","number":' + "1" * 5000 + "}",
            ]
            for message in strange:
                assert await at.mallory.rejected(message) == "UNREADABLE", message[:90]
                await at.unchanged()
            twice = '{"type":"look","seat":null,"seat":0}'
            assert await at.mallory.rejected(twice) == "NOT_YOUR_SEAT"

    run(play())


OPTION_VALUES = [
    None, True, -1, 0, 1, 10**6, 2**40, 1.5, "", "x", "../../../etc/passwd", "volcano\u0000", "a" * 1000,
    [], [[]], [1, 2], ["NW", "NW"], ["NW"] * 50, {}, {"spaces": 20}, {"spaces": 10**9, "downhill": [], "uphill": []},
    {"spaces": "x"}, {"I": 24}, {"I": -1}, {"a": {"b": {"c": []}}}, ["garage"] * 5,
]  # fmt: skip


@pytest.mark.parametrize("game", karacho.game_names())
def test_strange_options(server, game):
    """A table is set up as asked or refused with the reason; nothing in between."""

    async def play():
        rules = load_game(game)
        seats = [{"kind": "bot"}] * rules.seats[0]
        for name in [*(option.name for option in rules.options), "seed", "seats", "self", "game", "__init__", ""]:
            async with Player(server.address) as mallory:
                for value in OPTION_VALUES:
                    fields = {"game": game, "seats": seats, "options": {name: value}, "start": True}
                    code = await mallory.outcome("create", **fields)
                    known = name in [option.name for option in rules.options]
                    assert code == "WRONG_OPTION" or (known and code == "accepted"), (name, value)
        async with Player(server.address) as mallory:
            for wrong in ("", "chess", "stich_rallye", "../rally-run"):
                assert await mallory.refused("create", game=wrong, seats=seats) == "WRONG_OPTION"
            for count in (0, 1, 6, 50):
                assert await mallory.refused("create", game=game, seats=[{"kind": "bot"}] * count) == "UNREADABLE"
            seats[0] = {"kind": "bot", "bot": "\u0000"}
            assert await mallory.refused("create", game=game, seats=seats) == "NO_SUCH_BOT"
            seats[0] = {"kind": "person", "name": "\u202e"}
            assert await mallory.refused("create", game=game, seats=seats) == "NAME_NOT_ALLOWED"
            seats[0] = {"kind": "person", "owner": "x"}
            assert await mallory.refused("create", game=game, seats=seats) == "UNREADABLE"

    run(play())


def test_names_that_try_to_harm(server):
    async def play():
        async with Player(server.address) as mallory:
            name = "\u202e<script>\u0007" + "x\u0301\u0302\u0303\u0304\u0305\u0306"
            await mallory.create("rally-run", {"kind": "person", "name": name}, "open")
            shown = mallory.table["seats"][0]["name"]
            assert shown == "<script>x\u0301\u0302"
            await mallory.ask("sit", seat=1, name="\u2066Anna\u2069\u0000\n")
            await mallory.until(lambda: mallory.table["seats"][1]["name"])
            assert mallory.table["seats"][1]["name"] == "Anna"
            assert await mallory.refused("sit", seat=1, name="\u200e") == "NAME_NOT_ALLOWED"
            assert await mallory.refused("assign", seat=1, kind="person", name="\u0300") == "NAME_NOT_ALLOWED"

    run(play())


async def raw(server, *messages):
    """A socket without manners: what it hears, and how it ends."""
    heard = []
    async with connect(f"ws://{server.address}/ws", compression=None) as socket:
        try:
            for message in messages:
                await socket.send(message)
            async with asyncio.timeout(10):
                async for text in socket:
                    if json.loads(text)["type"] != "ping":
                        heard.append(json.loads(text))
        except ConnectionClosed:
            pass
        await socket.wait_closed()
        return heard, socket.close_code


HELLO = json.dumps({"type": "hello", "protocol": 1})


def test_e3_e4_frames_that_are_too_big_binary_or_too_many(server):
    async def play():
        async with scene(server) as at:
            big = json.dumps({"type": "say", "text": "x" * 17_000})
            # The system may cut the line (1006) before the reason arrives, while more is on its way.
            huge = [(HELLO, big), (big,), (HELLO, ["x" * 1000] * 40)] * 3
            codes = [(await raw(server, *messages))[1] for messages in huge]
            assert 1009 in codes
            assert set(codes) <= {1009, 1006}
            await at.unchanged()
            assert (await raw(server, HELLO, HELLO.encode()))[1] == 1008
            assert (await raw(server, HELLO.encode()))[1] == 1008
            await at.unchanged()
            floods = [await raw(server, HELLO, *[text] * 500) for text in ('{"type":"close"}', "{}") * 3]
            codes = [code for _, code in floods]
            assert 1008 in codes
            assert set(codes) <= {1008, 1006}
            assert all(len(heard) < 400 for heard, _ in floods)
            assert all(message["type"] == "welcome" for heard, _ in floods[::2] for message in heard)
            await at.unchanged()

    run(play())


def test_hello_and_nothing_but_hello_first(server):
    async def play():
        start = json.dumps({"type": "start", "op": "abcdefgh"})
        for first in (
            start,
            "{}",
            "",
            "[]",
            json.dumps({"type": "hello"}),
            json.dumps({"type": "hello", "protocol": "1"}),
        ):
            assert await raw(server, first) == ([], 1008)
        for number in (0, 2, -1, 10**6):
            heard, code = await raw(server, json.dumps({"type": "hello", "protocol": number}))
            assert heard == [{"type": "refused", "code": "WRONG_PROTOCOL", "detail": "1"}]
            assert code == 1008
        damaged = ("", "short", "x" * 65, "' OR 1=1 --xxxxxxxxxxxxxxx", "\u0000" * 30)  # the client may begin anew
        for secret in ("x" * 32, secrets.token_urlsafe(24), "0" * 64, *damaged):
            assert await raw(server, json.dumps({"type": "hello", "protocol": 1, "secret": secret})) == ([], 4001)
        for secret in (7, ["x" * 32], "x" * 1001):
            assert await raw(server, json.dumps({"type": "hello", "protocol": 1, "secret": secret})) == ([], 1008)
        async with Player(server.address) as mallory:
            assert await mallory.rejected(HELLO) == "UNREADABLE"
            assert await mallory.rejected(json.dumps({"type": "hello", "protocol": 2})) == "UNREADABLE"

    run(play())


def test_whoever_says_nothing_is_not_waited_for(serve, monkeypatch):
    monkeypatch.setattr(greeting, "HELLO_SECONDS", 0.1)

    async def play():
        async with serve() as inside:
            assert await raw(inside) == ([], 1008)

    run(play())


def test_text_that_is_no_text(serve):
    async def play():
        async with serve() as inside, connect(f"ws://{inside.address}/ws") as socket:
            await socket.send(b"\xff\xfe", text=True)
            await socket.wait_closed()
            assert socket.close_code == 1007

    run(play())


def test_e7_tables_without_end(serve):
    async def play():
        async with serve(tables_per_player=3) as inside, Player(inside.address) as mallory:
            seats = [{"kind": "bot"}] * 2
            wrong = [await mallory.refused("create", game="chess", seats=seats) for _ in range(5)]
            assert set(wrong) == {"WRONG_OPTION"}, "mistakes do not count"
            for _ in range(3):
                await mallory.ask("create", game="rally-run", seats=seats)
            assert await mallory.refused("create", game="rally-run", seats=seats) == "TOO_MANY_TABLES"
            async with Player(inside.address) as honest:
                await honest.ask("create", game="rally-run", seats=seats)
            # An hour later.
            inside.house.hall._quotas._by_name[mallory.welcome["player"]]._at -= hall.HOUR
            await mallory.ask("create", game="rally-run", seats=seats)

    run(play())


def test_f7_codes_cannot_be_found_by_trying_and_trying_leaves_nothing(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as mallory, Player(inside.address) as anna:
            code = await anna.create("rally-run", "person", "open")
            tries = [await mallory.rejected({"type": "open", "table": f"{number:011}"}) for number in range(15)]
            assert tries == ["NO_SUCH_TABLE"] * 10 + ["TOO_FAST"] * 5
            assert await mallory.rejected({"type": "open", "table": code}) == "TOO_FAST", "found or not, it is the same"
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                assert (await client.get(f"/api/tables/{code}/qr.svg")).status_code == 429
            async with Player(inside.address, anna.secret) as again:
                await again.open(code)  # whoever belongs there gets in
            assert inside.house.hall._loading == {}
            for code in ("0" * 10, "0" * 12, "IIIIIIIIIII", "../../../..", "0000000000\u0660"):
                assert await mallory.rejected({"type": "open", "table": code}) == "UNREADABLE"

    run(play())


def test_e1_a_client_that_does_not_read_is_let_go_of_and_holds_nobody_up(serve, monkeypatch):
    monkeypatch.setattr(greeting, "FAREWELL_SECONDS", 0.1)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create("rally-run", "person", "bot", options={"first": 0}, start=True)
            frozen = await connect(f"ws://{inside.address}/ws", compression=None, max_queue=1)
            frozen.transport.get_extra_info("socket").setsockopt(*SMALL_BUFFER)
            await frozen.send(HELLO)
            await frozen.send(json.dumps({"type": "open", "table": code}))
            await ben.open(code)
            await anna.until(lambda: anna.table.get("spectators") == 2)
            frozen.transport.pause_reading()
            table, honest = inside.table(code), {anna.welcome["player"], ben.welcome["player"]}
            began = asyncio.get_running_loop().time()
            while anna.table.get("spectators") == 2:
                assert asyncio.get_running_loop().time() - began < 15
                for connection in list(table.connections):
                    if connection.player not in honest:
                        connection.send_encoded(b'"' + b"x" * 100_000 + b'"')
                await asyncio.sleep(0)
            await anna.act(0, anna.legal[0])
            await ben.until(lambda: ben.version == anna.version)
            frozen.transport.abort()

    run(play())


SMALL_BUFFER = (1, 8, 4096)  # SOL_SOCKET, SO_RCVBUF
