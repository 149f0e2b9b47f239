"""A scripted client over a real WebSocket: says commands, keeps what it was told."""

import asyncio
import json
import secrets
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class Refused(Exception):
    """The server's answer to a command was no."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer["code"])
        self.code = answer["code"]
        self.answer = answer


class Player:
    """One socket."""

    def __init__(self, address: str, secret: str | None = None) -> None:
        self.address = address
        self.secret = secret
        self.welcome: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.frame: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self.chatter: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.pongs = True
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
        self._socket = await connect(f"ws://{self.address}/ws", compression=None, max_size=2**20)
        await self.send({"type": "hello", "protocol": 1, "secret": self.secret})
        self.welcome = json.loads(await self._socket.recv())
        assert self.welcome["type"] == "welcome", self.welcome
        self.secret = self.welcome.get("secret", self.secret)
        self._reader = asyncio.create_task(self._listen())

    async def disconnect(self) -> None:
        await self._socket.close()
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        await self._socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def _listen(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self.heard.append(text)
                await self._take(json.loads(text))
        finally:
            self.closed = (self._socket.close_code or 0, self._socket.close_reason or "")
            self._told.set()
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.cancel()

    async def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "ping":
                if self.pongs:
                    await self.send({"type": "pong", "number": message["number"]})
                return
            case "table":
                self.table = message
            case "frame":
                self.frame = message
                self.frames.append(message)
                if message.get("waiting"):
                    await self.send({"type": "ready", "version": message["version"]})
            case "chatter":
                self.chatter.append(message)
            case "accepted" | "refused":
                waiting = self._waiting.pop(message.get("op") or "", None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        self._told.set()

    async def ask(self, kind: str, op: str | None = None, **fields: Any) -> dict[str, Any]:
        """A command and its answer; raises Refused."""
        op = op or secrets.token_urlsafe(12)
        future = self._waiting[op] = asyncio.get_running_loop().create_future()
        await self.send({"type": kind, "op": op, **fields})
        async with asyncio.timeout(20):
            answer = await future
        if answer["type"] == "refused":
            raise Refused(answer)
        return answer

    async def open(self, table: str, **fields: Any) -> None:
        """Come to a table and wait until it is shown."""
        self.table = {}
        await self.send({"type": "open", "table": table, **fields})
        await self.until(lambda: self.table.get("code") == table)

    async def until(self, true: Any, seconds: float = 20) -> None:
        """Wait for something that messages bring."""
        async with asyncio.timeout(seconds):
            while not true():
                self._told.clear()
                if self.closed is not None:
                    raise ConnectionError(self.closed)
                await self._told.wait()

    # Playing.
    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.frame.get("view", {})
        return view

    @property
    def over(self) -> bool:
        return self.frame.get("outcome") is not None

    async def act(self, seat: int, action: str, **fields: Any) -> dict[str, Any]:
        return await self.ask("act", seat=seat, base=self.frame["version"], action=action, **fields)

    async def program(self, seat: int, slides: str, *, first: int = 0, done: bool = False) -> dict[str, Any]:
        base = self.frame["version"]
        return await self.ask("program", seat=seat, base=base, first=first, slides=slides, done=done)

    async def play_to_the_end(self, seat: int, choose: Any = None, seconds: float = 60) -> None:
        """Do the first legal action, or the chosen one, until the race is over."""
        choose = choose or (lambda view: view["legal_actions"][0])
        async with asyncio.timeout(seconds):
            while not self.over:
                legal = self.view.get("legal_actions", [])
                version = self.frame.get("version")
                if not legal:
                    await self.until(lambda: self.frame.get("version") != version or self.over)
                    continue
                try:
                    if "done" in legal:
                        slides = [action for action in legal if action != "done"][:1]
                        await self.program(seat, "".join(slides), done=True)
                    else:
                        await self.act(seat, choose(self.view))
                except Refused as refused:
                    if refused.code not in ("STALE", "ALREADY_DONE", "TOO_LATE", "RACE_OVER"):
                        raise
                await self.until(lambda: self.frame.get("version") != version or self.over)
