"""Below the level of messages: connections, half a request, pieces of frames. Whoever floods there is cut off.

uvicorn reads HTTP and WebSockets; these two protocols add what it leaves open: how many may be connected, how long a
request may take to arrive and an answer to be fetched, how many frames and fragments a client may send, and that a
client that does not read is gone after a while, also when something is still waiting to be sent to it.
"""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.http11 import Response as HandshakeResponse
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from karacho.server import page
from karacho.server.bucket import Bucket
from karacho.server.codes import CloseCode
from karacho.server.door import Door
from karacho.server.mail import Mail
from karacho.server.texts import MASK_BYTES, head_of, is_text, read_text

SILENT_SECONDS = 60.0  # until the first request: browsers open lines that they may need
REQUEST_SECONDS = 10.0  # from the first byte of a request to its last
GRACE_SECONDS = 0.5  # what has arrived while the process was busy is read first
ANSWER_SECONDS = 120.0
MOST_PIECES = 400  # of one request
LINGER_SECONDS = 6.0
SEND_BUFFER = 64 * 1024  # bytes that wait in the system for a client that does not read; by itself it takes up to 4 MB
SLICE = 1024  # as much is read before frames are counted again
PIECES_PER_MESSAGE = 5.0
BURST_SECONDS = 2.0
TEXT_COST = 2.0  # a slice and a frame in it
CONTROL_COST = 20.0  # pings of clients: nobody needs many
MOST_FRAGMENTS = 64
INVALID_TEXT = 1007
SWITCHING = 101

_log = logging.getLogger("karacho.lines")
_uvicorn_log = logging.getLogger("karacho.http")
_uvicorn_log.setLevel(logging.ERROR)  # what strangers send that is no HTTP is counted, not told


class HttpLine(H11Protocol):
    """A connection on which HTTP is spoken, until it becomes a socket."""

    def __init__(self, door: Door, **given: Any) -> None:
        super().__init__(**given)
        self.logger = _uvicorn_log
        self._door = door
        self._leave: Callable[[], None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._silent = True
        self._pieces = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Is there room?"""
        super().connection_made(transport)
        address = self._door.line_address(self.client[0] if self.client else "")
        hurried = address is not None and not self._door.requests.take(address)
        if hurried or not self._door.lines.enter(address):
            self._door.metrics.cut("too_fast" if hurried else "full")
            transport.write(_answer("503 Service Unavailable", "too many connections here", {"retry-after": "5"}))
            transport.close()
            return
        self._leave = lambda: self._door.lines.leave(address)
        self._wait(SILENT_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._wait(None)
        self._go()
        super().connection_lost(exc)

    def _go(self) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None

    def data_received(self, data: bytes) -> None:
        """Part of a request."""
        if self._leave is None:
            return  # it was not let in
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            self._cut("pieces")
            return
        if self._timer is None or self._silent:
            self._silent = False
            self._wait(REQUEST_SECONDS)
        self._read(data)
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._wait(ANSWER_SECONDS)

    def _read(self, data: bytes) -> None:
        """In slices: h11 counts only what is not whole yet, so headers of any length would pass in one piece."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[start : start + SLICE])

    def on_response_complete(self) -> None:
        """The next request may come."""
        self._pieces = 0
        self._wait(None)
        super().on_response_complete()
        if self.timeout_keep_alive_task is None:  # it was there already
            self._wait(ANSWER_SECONDS)

    def send_400_response(self, msg: str) -> None:
        """That was no HTTP."""
        self._door.metrics.cut("no_http")
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # not in the middle of another answer
            self.transport.write(_answer("400 Bad Request", msg))
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on frames."""
        self._wait(None)
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        assert isinstance(line, SocketLine)
        line.leave, self._leave = self._leave, None

    def _wait(self, seconds: float | None) -> None:
        """Until when something must have happened."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._run_out)

    def _run_out(self) -> None:
        self._timer = self.loop.call_later(GRACE_SECONDS, self._cut, "slow_request")

    def _cut(self, reason: str) -> None:
        self._door.metrics.cut(reason)
        self.transport.abort()


def _answer(status: str, text: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """A whole answer, after which nothing comes: it passes none of the layers that make the others safe."""
    head = {**headers, **page.HEADERS, "connection": "close", "content-type": "text/plain; charset=utf-8"}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join([*lines, f"content-length: {len(text)}", "", text]).encode("ascii")


class SocketLine(WebSocketsSansIOProtocol):
    """A connection on which frames are sent."""

    def __init__(self, door: Door, **given: Any) -> None:
        super().__init__(**given)
        self.logger = _uvicorn_log
        self.conn.parser.close()  # it waits for ever, and what waits keeps itself in memory
        self.conn = self._frames = _Counting(max_size=self.config.ws_max_size, logger=_uvicorn_log)
        self.queue = Mail(self.loop)  # type: ignore[assignment]
        self.close_timeout = LINGER_SECONDS / 2
        self.leave: Callable[[], None] | None = None
        self.freed: Callable[[], None] | None = None
        self.is_free = True
        """Does the client read what it is sent?"""
        self._metrics = door.metrics
        self._past_asgi = False
        self._handshake: asyncio.TimerHandle
        self._shared: dict[str, Any] = {}
        """What the application is given."""
        rate = door.messages_per_second * PIECES_PER_MESSAGE
        self._bucket = Bucket(rate, rate * BURST_SECONDS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake must not take long."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._handshake = self.loop.call_later(LINGER_SECONDS, self._check_handshake)

    def handle_connect(self, event: Request) -> None:
        """The application may send by way of this line itself: what asgi puts between costs more than the sending."""
        super().handle_connect(event)
        self._frames.unread = 0
        if self.response.status_code == SWITCHING:
            self._shared = self.scope["state"]
            self._shared["line"] = self
        else:
            self._metrics.cut("no_handshake")

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self.is_free = False

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self.is_free = True
        if self.freed is not None:
            self.freed()

    def say(self, texts: Iterable[bytes]) -> None:
        """Send messages; into the void if the line is going down."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in texts for part in (head_of(len(text)), text)]))

    async def send(self, message: Any) -> None:
        """What the application says. (uvicorn forgets that a refusal with a reason ends the handshake.)

        A line that was cut off while the application was at work is the same to it as a client that has gone:
        uvicorn would call it the application's mistake.
        """
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def _check_handshake(self) -> None:
        if not self.handshake_complete:
            self._metrics.cut("slow_request")
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        if self.leave is not None:
            self.leave()
            self.leave = None
        super().connection_lost(exc)
        self._handshake.cancel()
        self._shared.pop("line", None)  # what hangs together in a circle would stay in memory
        self._frames.parser.close()

    async def hear(self) -> bytes | None:
        """The next text, past asgi; None when nothing more comes. KeyError: it is no text."""
        self._past_asgi = True
        message: Any = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if isinstance(message, bytes):
            return message
        return message["text"].encode() if message["type"] == "websocket.receive" else None

    @property
    def has_heard(self) -> bool:
        """Is there a text that nobody has taken yet?"""
        return not self.queue.empty()

    def data_received(self, data: bytes) -> None:
        """Some bytes, never more than are good for one turn of the loop."""
        if self._past_asgi and len(data) <= SLICE and self._frames.is_between_messages and self.conn.state is OPEN:
            text = read_text(data)
            if text is not None and is_text(text):
                self._take_text(text)
                return
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            self._frames.cost = 1.0
            piece = data[start : start + SLICE]
            self._frames.unread += len(piece)
            super().data_received(piece)
            if not self._bucket.take(self._frames.cost):
                self._let_go("frames", CloseCode.POLICY)
            elif len(self.frames) > MOST_FRAGMENTS:
                self._let_go("fragments", CloseCode.POLICY)

    def _take_text(self, text: bytes) -> None:
        """What nearly everything is that clients send: the same as the way through all layers, in few steps."""
        if self.transport.is_closing() or self.close_sent:
            return
        if not self._bucket.take(TEXT_COST):
            self._let_go("frames", CloseCode.POLICY)
            return
        waits = not self.queue.empty()
        self.queue.put_nowait(text)  # type: ignore[arg-type]
        if waits and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = [data]
        if self.curr_msg_data_type == "text" and not is_text(data):
            self._let_go("no_text", INVALID_TEXT)
        else:
            super().send_receive_event_to_app()

    def _let_go(self, reason: str, code: int) -> None:
        if self.transport.is_closing():
            return
        self._metrics.cut(reason)
        address = self.client[0] if self.client else "somebody"
        _log.info("%s was cut off: %s", address, reason, extra={"address": address, "reason": reason})
        self.conn.fail(code, reason)
        super().handle_parser_exception()
        self._end_soon()

    def handle_parser_exception(self) -> None:
        """What came was no frame, or too large a one."""
        self._metrics.cut("no_frame")
        if self.conn.close_sent is None:  # before the handshake was over
            self.transport.abort()
        else:
            super().handle_parser_exception()
            self._end_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Nobody here listens any more."""
        super().on_task_complete(task)
        self._end_soon()

    def _end_soon(self) -> None:
        """A transport that is closed waits until all has been fetched; but not for ever."""
        if not self.disconnected:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)


class _Counting(ServerProtocol):
    """Counts what the frames of one slice cost, and whether a message has begun."""

    cost = 0.0
    unread = 0
    """Bytes that have come and belong to no whole frame yet."""

    @property
    def is_between_messages(self) -> bool:
        """Does the next byte begin a message?"""
        return self.unread == 0 and self.current_size is None

    def accept(self, request: Request) -> HandshakeResponse:
        """A refused handshake is an answer as any other."""
        response = super().accept(request)
        if response.status_code != SWITCHING:
            response.headers.update(page.HEADERS)
        return response

    def recv_frame(self, frame: Frame) -> None:
        self.cost += CONTROL_COST if frame.opcode in (Opcode.PING, Opcode.PONG) else 1.0
        self.unread -= len(head_of(len(frame.data))) + MASK_BYTES + len(frame.data)
        super().recv_frame(frame)
