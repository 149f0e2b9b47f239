"""A scripted client over a real WebSocket: says commands, keeps what it was told."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidHandshake

from karacho.fair.seal import pledge_of
from karacho.server.bucket import Bucket

HARMLESS = ("STALE", "ALREADY_DONE", "TOO_LATE", "RACE_OVER", "NOT_YET", "NOT_YOUR_TURN", "SLIDES_DIFFER")

LINES: list[asyncio.Transport] = []
"""All that were opened, to be closed after a test."""


class Refused(Exception):
    """The server's answer to a command was no."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer['code']} {answer.get('detail', '')}".strip())
        self.code = answer["code"]
        self.answer = answer


class Player:
    """One socket."""

    def __init__(self, address: str, secret: str | None = None) -> None:
        self.address = address
        self.secret = secret
        self.welcome: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.opened: str | None = None
        """The table that it came to last, shown or not."""
        self.frame: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self.chatter: list[dict[str, Any]] = []
        self.refusals: list[dict[str, Any]] = []
        self.accepted: list[tuple[dict[str, Any], dict[str, Any]]] = []
        """Every command that was carried out, with its answer."""
        self.closed: tuple[int, str] | None = None
        self.pongs = True
        self.watches = True
        self.mixes = True
        self.reveals = True
        self.values: dict[str, str] = {}
        """What it mixes into the deal, by race."""
        self.commitments: dict[str, str] = {}
        self._allowance = Bucket(50, 100)
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._told = asyncio.Event()
        self._socket: ClientConnection
        self._reader: asyncio.Task[None]

    async def __aenter__(self) -> "Player":
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self) -> None:
        self.closed = None
        self._allowance = Bucket(50, 100)
        self._socket = await connect(f"ws://{self.address}/ws", compression=None, max_size=2**22)
        LINES.append(self._socket.transport)
        await self.send({"type": "hello", "protocol": 1, "secret": self.secret})
        text = await self._socket.recv()
        self.heard.append(str(text))
        self.welcome = json.loads(text)
        assert self.welcome["type"] == "welcome", self.welcome
        self.secret = self.welcome.get("secret", self.secret)
        self._reader = asyncio.create_task(self._listen())

    async def reconnect(self, seconds: float = 20) -> None:
        """As a client does after an outage: try until it works, then come back to the table with what it has."""
        code = self.opened
        async with asyncio.timeout(seconds):
            while True:
                await asyncio.gather(self._reader, return_exceptions=True)
                try:
                    await self.connect()
                    if code is not None:
                        await self.open(code, race=self.frame.get("race"), have=self.frame.get("version", 0))
                    return
                except (OSError, ConnectionClosed, InvalidHandshake):
                    await asyncio.sleep(0.1)

    async def disconnect(self) -> None:
        await self._socket.close()
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    def abandon(self) -> None:
        """Give the line up without a word."""
        self._socket.transport.abort()

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        while not self._allowance.take():  # a client with manners; scripts are quicker than people
            await asyncio.sleep(0.02)
        await self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def _reply(self, message: dict[str, Any]) -> None:
        """To what it has just read. The server may have hung up since; what it said before is read all the same."""
        with contextlib.suppress(ConnectionClosed):
            await self.send(message)

    async def _listen(self) -> None:
        try:
            with contextlib.suppress(ConnectionClosedError):  # a server that was killed says no good-bye
                async for text in self._socket:
                    assert isinstance(text, str)
                    self.heard.append(text)
                    await self._take(json.loads(text))
        finally:
            self.closed = (self._socket.close_code or 0, self._socket.close_reason or "")
            self._told.set()
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError(self.closed))
            self._waiting.clear()

    async def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "ping":
                if self.pongs:
                    await self._reply({"type": "pong", "number": message["number"]})
                return
            case "table":
                self.table = message
                await self._pledge(message.get("next"))
            case "frame":
                self._check_gapless(message)
                self.frame = message
                self.frames.append(message)
                if message.get("waiting") and self.watches:
                    await self._reply({"type": "ready", "version": message["version"]})
            case "dealing":
                await self._reveal(message)
            case "chatter":
                self.chatter.append(message)
            case "accepted" | "refused":
                if message["type"] == "refused":
                    self.refusals.append(message)
                waiting = self._waiting.pop(message.get("op") or "", None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        self._told.set()

    async def _pledge(self, sealed: dict[str, Any] | None) -> None:
        """Fair dealing, as the page does it."""
        if not self.mixes or sealed is None or sealed["race"] in self.values:
            return
        if any(seat.get("mine") for seat in self.table["seats"]):
            self.values[sealed["race"]] = value = secrets.token_hex(32)
            self.commitments[sealed["race"]] = sealed["commitment"]
            given = pledge_of(sealed["commitment"], value)
            await self._reply({"type": "pledge", "race": sealed["race"], "hash": given})

    async def _reveal(self, dealing: dict[str, Any]) -> None:
        value = self.values.get(dealing["race"])
        if value is None or not self.reveals:
            return
        given = pledge_of(self.commitments[dealing["race"]], value)
        if given in [pledge["hash"] for pledge in dealing["pledges"]]:
            await self._reply({"type": "reveal", "race": dealing["race"], "value": value})

    def _check_gapless(self, frame: dict[str, Any]) -> None:
        """Versions rise without a gap; only a view that stands for itself may leave some out."""
        assert frame["since"] <= frame["version"]
        if frame.get("reset"):
            assert frame["since"] == frame["version"]
            assert not frame.get("events")
        elif frame["race"] == self.frame.get("race"):
            assert frame["since"] == self.frame["version"]
        else:
            assert frame["since"] == 0

    async def ask(self, kind: str, /, op: str | None = None, **fields: Any) -> dict[str, Any]:
        """A command and its answer; raises Refused, or ConnectionError if the outcome is not known."""
        op = op or secrets.token_urlsafe(12)
        future = self._waiting[op] = asyncio.get_running_loop().create_future()
        message = {"type": kind, "op": op, **fields}
        try:
            await self.send(message)
        except ConnectionClosed:
            raise ConnectionError(op) from None
        async with asyncio.timeout(40):
            answer = await future
        if answer["type"] == "refused":
            raise Refused(answer)
        self.accepted.append((message, answer))
        return answer

    def heard_answers(self, op: str) -> list[str]:
        """All answers to a command, letter by letter."""
        return [text for text in self.heard if json.loads(text).get("op") == op]

    async def outcome(self, kind: str, /, **fields: Any) -> str:
        """`accepted`, or the code with which a command is refused."""
        try:
            await self.ask(kind, **fields)
        except Refused as refused:
            return str(refused.code)
        return "accepted"

    async def refused(self, kind: str, /, **fields: Any) -> str:
        """The code with which a command must be refused."""
        code = await self.outcome(kind, **fields)
        assert code != "accepted", (kind, fields)
        return code

    async def rejected(self, message: dict[str, Any] | str) -> str:
        """The code with which a message is refused that has no op, or none that can be read."""
        before = len(self.refusals)
        await self.send(message)
        await self.until(lambda: len(self.refusals) > before)
        return str(self.refusals[-1]["code"])

    async def open(self, table: str, **fields: Any) -> None:
        """Come to a table and wait until it is shown."""
        self.table, self.opened = {}, table
        await self.send({"type": "open", "table": table, **fields})
        await self.until(lambda: self.table.get("code") == table)
        if self.table.get("race"):
            await self.until(lambda: self.frame.get("race") == self.table["race"])

    async def create(self, game: str, *seats: str | dict[str, Any], **fields: Any) -> str:
        """Set up a table, come to it and answer its code."""
        choices = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
        code = str((await self.ask_patiently("create", game=game, seats=choices, **fields))["table"])
        await self.open(code)
        return code

    async def ask_patiently(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """As the page does: what could not be saved is sent again, the same letter by letter."""
        op = secrets.token_urlsafe(12)
        async with asyncio.timeout(60):
            while True:
                try:
                    return await self.ask(kind, op=op, **fields)
                except Refused as refused:
                    if refused.code != "SAVING_FAILED":
                        raise
                    await asyncio.sleep(0.3)

    async def look(self, seat: int | None) -> None:
        """See the race through another seat, and wait until it is shown."""
        count = len(self.frames)
        await self.send({"type": "look", "seat": seat})
        await self.until(lambda: any(_shows(frame, seat) for frame in self.frames[count:]))

    async def until(self, true: Callable[[], Any], seconds: float = 40) -> None:
        """Wait for something that messages bring."""
        async with asyncio.timeout(seconds):
            while not true():
                self._told.clear()
                if self.closed is not None:
                    raise ConnectionError(self.closed)
                await self._told.wait()

    async def until_closed(self, seconds: float = 20) -> tuple[int, str]:
        """Wait for the end, and answer its code and reason."""
        async with asyncio.timeout(seconds):
            while self.closed is None:
                self._told.clear()
                await self._told.wait()
        return self.closed

    # Playing.
    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.frame.get("view", {})
        return view

    @property
    def version(self) -> int:
        return int(self.frame.get("version", 0))

    @property
    def legal(self) -> list[str]:
        return list(self.view.get("legal_actions", []))

    @property
    def over(self) -> bool:
        return self.frame.get("outcome") is not None

    async def act(self, seat: int, action: str, **fields: Any) -> dict[str, Any]:
        return await self.ask("act", seat=seat, base=self.version, action=action, **fields)

    async def program(self, seat: int, slides: str, *, first: int = 0, **fields: Any) -> dict[str, Any]:
        return await self.ask("program", seat=seat, base=self.version, first=first, slides=slides, **fields)

    async def until_turn(self) -> None:
        """Wait until the seat that is looked through may act."""
        await self.until(lambda: self.legal or self.over)

    async def play_to_the_end(self, seat: int, choose: Any = None, seconds: float = 60) -> None:
        """Do the first legal action, or the chosen one, until the race is over."""
        async with asyncio.timeout(seconds):
            while not self.over:
                version = self.version
                await self.play_once(seat, choose)
                await self.until(lambda: self.version != version or self.over)  # noqa: B023

    async def play_once(self, seat: int, choose: Any = None) -> None:
        """Wait for the turn and do something legal."""
        await self.until_turn()
        if self.over:
            return
        legal = self.legal
        try:
            if "done" in legal:
                slides = [action for action in legal if action != "done"][:1]
                first = self.slides_made(seat)
                await self.program(seat, "".join(slides), first=first, done=True)
            else:
                await self.act(seat, choose(self.view) if choose else legal[0])
        except Refused as refused:
            if refused.code not in HARMLESS:
                raise

    def slides_made(self, seat: int) -> int:
        """How many slides the seat has made in this round, as far as its view tells."""
        slides = self.view.get("slides", [0] * 8)
        return int(slides[seat])


def _shows(frame: dict[str, Any], seat: int | None) -> bool:
    return bool(frame.get("reset", False)) and frame.get("seat") == seat
