"""Messages that are almost right, in great numbers, against a server with races going on.

Every sort of message, with one or several things changed that a careless or malicious client could change: types,
lengths, signs, fields that are missing, doubled or made up, nesting, bytes. Somebody else's table, race and op are
used as far as they can be known. Afterwards the races stand exactly as before, nothing was complained about, and the
memory is what it was.

    python -m tests.faults.e_fuzz --messages 1000000 --json fuzz.json
"""

import argparse
import asyncio
import json
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from karacho.load.server import OwnServer
from tests.server.player import Player
from tests.server.test_cheater import VALID
from tests.server.truth import read_log

SERVER = """
import sys
from pathlib import Path
from karacho.cli.network import take_port
from karacho.cli.serving import run
from karacho.server import hall
from karacho.server.logs import start_logging
from karacho.server.settings import Settings
hall.SLEEP_SECONDS = 4  # tables that were made by chance do not stay in memory
start_logging(as_json=True, quiet=True)
settings = Settings(host="127.0.0.1", port=int(sys.argv[2]), pace=0.0, bot_processes=1, messages_per_second=1e6)
door = take_port(settings.host, settings.port)
run(settings, door, data=Path(sys.argv[1]), database=None, browser=False, quiet=True)
"""
TABLES = [
    ("stich-rallye", {"flag": 0}),
    ("rally-run", {"first": 0}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random"}),
]
CLIENTS = 6
WINDOW = 100
LOOK_EVERY = 5_000
MOST_GROWTH = 40 * 2**20
FINE_CLOSES = {1000, 1006, 1007, 1008, 1009, 4001}

STRANGE = [
    None, True, False, 0, -1, 1, 2, 4, 5, 6, 255, 2**31, 2**53, -(2**63), 2**63, 2**64, 10**30, 0.5, -0.0,
    1e308, "", " ", "0", "null", "x" * 24, "x" * 25, "x" * 65, "x" * 300, "\u0000", "\u202e", "\ud7ff",
    "é" * 30, "𝕏" * 12, "a\u0301" * 20, "../../etc/passwd", "'; DROP TABLE log; --", "<img src=x onerror=1>",
    "%s%n", "{}", "R2", "done", "turbo", "timeout", "go", "U" * 257, [], [[]], {}, {"a": 1}, [None] * 6,
    [{"kind": "bot"}] * 6, {"kind": "person", "owner": "x"}, "bot", "person", "open", "outside", "champion",
    "search:worlds=999999", "stich-rallye", "rally-run", "tiny-turbo-cars", "hello",
]  # fmt: skip


class Mutator:
    """Draws messages."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.known: dict[str, list[object]] = {}
        """What can be known of races that go on: codes, names, ops, actions."""

    def message(self) -> str:
        dice = self.dice
        kind = dice.choice(list(VALID))
        if kind == "close" and dice.random() < 0.9:
            kind = "open"  # whoever has gone away is refused everything for the same reason
        body = {"type": kind, **VALID[kind]}
        for name in body:
            if name in self.known and dice.random() < 0.5:
                body[name] = dice.choice(self.known[name])
        if "op" in body and not (body["op"] and dice.random() < 0.2):
            body["op"] = secrets.token_urlsafe(9)
        if dice.random() < 0.3:
            return json.dumps(body)
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            self._change(body)
        text = json.dumps(body, ensure_ascii=dice.random() < 0.5)
        return self._spoil(text) if dice.random() < 0.15 else text

    def _change(self, body: dict[str, object]) -> None:
        dice = self.dice
        name = dice.choice(list(body))
        match dice.randrange(8):
            case 0:
                if len(body) > 1:
                    del body[name]
            case 1:
                extra = ["seat", "is_bot", "admin", "seed", "player", "version", "__class__", "type ", "Op", "secret"]
                body[dice.choice(extra)] = dice.choice(STRANGE)
            case 2:
                body[name] = [body[name]]
            case 3:
                body[name] = {name: body[name]}
            case 4:
                body["type"] = dice.choice([*VALID, "welcome", "frame", "accepted", "", "Hello", None, 3])
            case 5 if isinstance(body[name], int):
                body[name] = int(body[name]) + dice.choice((-1, 1, 10, 2**20))
            case _:
                body[name] = dice.choice(STRANGE)

    def _spoil(self, text: str) -> str:
        dice = self.dice
        place = dice.randrange(len(text) + 1)
        match dice.randrange(7):
            case 0:
                return text[:place]
            case 1:
                return text[:place] + dice.choice('{}[],:"\\\u0000\u2028\t 0e') + text[place:]
            case 2:
                return text + text
            case 3:
                return text[:-1] + "," + text[1:]  # every field twice
            case 4:
                depth = dice.choice((10, 1000, 3000))
                return text[:-1] + ',"x":' + "[" * depth + "]" * depth + "}"
            case 5:
                return text.replace(":", ":" + dice.choice(("NaN", "-", "1e999", "9" * 400, "\\u", '"\\ud800"')), 1)
            case _:
                return "".join(char if dice.random() > 0.05 else chr(dice.randrange(1, 0xD7FF)) for char in text)


class Client:
    """One socket that sends what the mutator draws, and comes back when it is thrown out."""

    def __init__(self, address: str, mutator: Mutator, codes: list[str]) -> None:
        self._address, self._mutator, self._codes = address, mutator, codes
        self._secret: str | None = None
        self.sent = 0
        self.codes: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()

    async def send(self, count: int) -> None:
        """At least so many."""
        end = self.sent + count
        while self.sent < end:
            async with await self._connect() as socket:
                try:
                    await self._hello(socket)
                    while self.sent < end:
                        await self._window(socket)
                except ConnectionClosed:
                    self.closes[socket.close_code or 0] += 1

    async def _connect(self) -> ClientConnection:
        """Whoever comes back too often is asked to come later (E7)."""
        while True:
            try:
                return await connect(f"ws://{self._address}/ws", compression=None, max_size=2**22, max_queue=None)
            except InvalidStatus as refused:
                if refused.response.status_code not in (429, 503):
                    raise
                await asyncio.sleep(0.5)

    async def _hello(self, socket: object) -> None:
        dice = self._mutator.dice
        if dice.random() < 0.3:  # what comes first, spoilt
            self.sent += 1
            await socket.send(self._mutator.message())
            await socket.recv()
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "secret": self._secret}))
        welcome = json.loads(await socket.recv())
        self._secret = welcome.get("secret", self._secret)
        await socket.send(json.dumps({"type": "open", "table": dice.choice(self._codes)}))

    async def _window(self, socket: object) -> None:
        """Some messages, then one whose answer says that all of them have been read."""
        dice = self._mutator.dice
        for _ in range(WINDOW):
            self.sent += 1
            text = self._mutator.message()
            await socket.send(text.encode("utf-8", "surrogatepass") if dice.random() < 0.0005 else text)
        op = secrets.token_urlsafe(12)
        await socket.send(json.dumps({"type": "stand", "op": op, "seat": 0}))
        async with asyncio.timeout(120):
            while True:
                answer = json.loads(await socket.recv())
                if answer["type"] == "ping":
                    await socket.send(json.dumps({"type": "pong", "number": answer["number"]}))
                if answer["type"] in ("refused", "accepted"):
                    if answer.get("op") == op:
                        return
                    self.codes[answer.get("code", "accepted")] += 1


class Stage:
    """Races that go on, each with two people who do nothing just now."""

    def __init__(self, address: str, database: Path) -> None:
        self._address, self._database = address, database
        self.people: list[tuple[Player, Player]] = []
        self.codes: list[str] = []
        self._before: list[object] = []

    async def begin(self, mutator: Mutator) -> None:
        for game, options in TABLES:
            host, guest = Player(self._address), Player(self._address)
            for player in (host, guest):
                player.watches = False
                await player.connect()
            code = await host.create(game, "person", "open", *["bot"] * (game == "stich-rallye"), options=options)
            await guest.open(code)
            await guest.ask("sit", seat=1, name="Ben")
            op = secrets.token_urlsafe(12)
            await host.ask("start", op=op)
            await host.until(lambda host=host: host.frame)
            self.people.append((host, guest))
            self.codes.append(code)
            known = {"op": op, "table": code, "race": host.frame["race"], "base": host.version, "version": host.version}
            for name, value in {**known, "hash": "0" * 64, "have": host.version}.items():
                mutator.known.setdefault(name, []).append(value)
            mutator.known.setdefault("action", []).extend((host.legal or guest.legal)[:5])
        self._before = [await self._look(*pair) for pair in self.people]

    async def _look(self, host: Player, guest: Player) -> object:
        found = []
        for seat, player in enumerate((host, guest)):
            await player.look(seat)
            seats = [
                {key: each.get(key) for key in ("kind", "name", "taken", "mine")} for each in player.table["seats"]
            ]
            kept = {key: player.table.get(key) for key in ("stage", "options", "race", "races", "host", "free_chat")}
            found.append((player.version, player.view, seats, kept))
        return found, read_log(self._database, host.frame["race"])

    async def check(self) -> None:
        """Nothing has changed for those who play."""
        for pair, before in zip(self.people, self._before, strict=True):
            assert all(player.closed is None for player in pair), "an honest player was thrown out"
            assert await self._look(*pair) == before
            for player in pair:
                player.heard.clear()
                player.frames[:] = player.frames[-1:]
                player.chatter.clear()

    async def end(self) -> None:
        for pair in self.people:
            for player in pair:
                await player.disconnect()


class FuzzServer(OwnServer):
    """One that lets a client say as much as it likes: it is what is said that is tried, not how fast."""

    def start(self) -> None:
        self.ready = False
        self._began = time.monotonic()
        command = [sys.executable, "-c", SERVER, str(self.folder), str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._noise, text=True)


async def fuzz(server: OwnServer, messages: int, seed: int, longest: float) -> dict[str, object]:
    """Send them, and look again and again whether everything stands as before."""
    mutator = Mutator(seed)
    stage = Stage(server.address, Path(str(server.database)))
    await stage.begin(mutator)
    clients = [Client(server.address, mutator, stage.codes) for _ in range(CLIENTS)]
    began, warm = time.monotonic(), 0
    while (sent := sum(client.sent for client in clients)) < messages and time.monotonic() < began + longest:
        print(f"{time.monotonic() - began:.0f} s: {sent} messages", file=sys.stderr)
        some = min(LOOK_EVERY, messages - sent)
        await asyncio.gather(*(client.send(-(-some // CLIENTS)) for client in clients))
        await stage.check()
        assert server.is_running(), server.noise()
        warm = warm or server.memory()
    seconds, growth = time.monotonic() - began, server.memory() - warm
    await stage.end()
    codes: Counter[str] = sum((client.codes for client in clients), Counter())
    closes: Counter[int] = sum((client.closes for client in clients), Counter())
    assert set(closes) <= FINE_CLOSES, closes
    assert growth < MOST_GROWTH, f"it has grown by {growth / 2**20:.1f} MB"
    return {
        "messages": sent,
        "seconds": round(seconds, 1),
        "refused": sum(codes.values()) - codes["accepted"],
        "by_code": dict(codes.most_common()),
        "closes": {str(code): count for code, count in closes.items()},
        "grown_mb": round(growth / 2**20, 1),
    }


def run(messages: int, seed: int, longest: float = float("inf")) -> dict[str, object]:
    """A whole run with a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = FuzzServer(Path(folder))
        server.start()
        try:
            server.wait_ready()
            found = asyncio.run(fuzz(server, messages, seed, longest))
            noise = [line for line in server.noise().splitlines() if "client has not been built" not in line]
            assert noise == [], noise[:20]
            return found
        finally:
            server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long in any case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    wanted = parser.parse_args()
    result = run(wanted.messages, wanted.seed, wanted.seconds)
    print(json.dumps(result, indent=2))
    if wanted.json is not None:
        wanted.json.write_text(json.dumps(result, indent=2) + "\n")
