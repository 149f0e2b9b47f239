"""A socket's hello: who has come, and whether they are let in."""

import asyncio
import contextlib
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from karacho.server import protocol as p
from karacho.server.codes import CloseCode, Code, Refusal
from karacho.server.connection import Connection
from karacho.server.door import Door, neighbourhood
from karacho.server.identity import hashed, new_id, new_secret
from karacho.server.reading import read
from karacho.server.settings import Settings
from karacho.store import PlayerRow, Store
from karacho.store.statements import add_player

HELLO_SECONDS = 10.0
FAREWELL_SECONDS = 5.0


class Greeting:
    """At the beginning, and good-bye at the end."""

    def __init__(self, store: Store, settings: Settings, door: Door, build: str) -> None:
        self._store = store
        self._settings = settings
        self._door = door
        self._metrics = door.metrics
        self._build = build

    async def greet(self, socket: WebSocket) -> Connection | None:
        """Who has come; None: nobody who is let in, and the socket is closed. StoreError if nobody can be looked up."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = read(await socket.receive_text())
        except (TimeoutError, Refusal, KeyError):  # KeyError: a binary message
            await self.hang_up(socket, CloseCode.POLICY, "hello expected")
            return None
        if not isinstance(message, p.Hello):
            await self.hang_up(socket, CloseCode.POLICY, "hello expected")
            return None
        if message.protocol != p.PROTOCOL:
            await _say(socket, p.Refused(Code.WRONG_PROTOCOL, detail=str(p.PROTOCOL)))
            await self.hang_up(socket, CloseCode.POLICY, "protocol")
            return None
        return await self._identify(socket, message)

    async def _identify(self, socket: WebSocket, hello: p.Hello) -> Connection | None:
        secret, address = None, neighbourhood(socket.client.host if socket.client is not None else "")
        if hello.secret is None:
            if not self._door.newcomers.take(address):
                await self.hang_up(socket, CloseCode.TRY_LATER, "too many newcomers")
                return None
            secret = new_secret()
            player = PlayerRow(new_id(), hashed(secret), "")
            await self._store.write(add_player(player))
        else:
            found = await self._store.find_player(hashed(hello.secret))
            if found is None:
                await self.hang_up(socket, CloseCode.AUTH, "unknown secret")
                return None
            player = found
        bound = (player.table, player.seat) if player.table is not None and player.seat is not None else None
        welcome = p.Welcome(
            p.PROTOCOL,
            player.player,
            player.name,
            self._build,
            secret,
            player.seat,
            player.account,
            self._settings.accounts,
        )
        await _say(socket, welcome)
        connection = Connection(
            player.player,
            player.name,
            bound,
            secret_hash=bytes(player.secret_hash),
            account=player.account,
            address=address,
        )
        connection.may_set_up = partial(self._door.tables.take, address)
        return connection

    async def hang_up(self, socket: WebSocket, code: int, reason: str) -> None:
        """Good-bye; a client that does not listen is not waited for."""
        self._metrics.close(reason)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await socket.close(code, reason)


async def _say(socket: WebSocket, message: p.Outgoing) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())
