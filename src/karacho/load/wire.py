"""A WebSocket client without tasks and queues of its own: a driver has thousands of them on one core.

Whole texts, which is what a server says, are read here in few steps; all other frames are left to `websockets`.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

LARGEST = 2**22
ABNORMAL = 1006
FINAL_TEXT = 0x81
LENGTH_IN_TWO = 126  # bytes that follow; 127: in eight
FROZEN_BUFFER = 4096  # or the system reads on for a while for whoever does not


class Line(asyncio.Protocol):
    """One connection. `hear` gets every text as bytes, `lost` the close code once, however it ends."""

    def __init__(
        self, url: str, opened: Callable[[], None], hear: Callable[[bytes], None], lost: Callable[[int], None]
    ) -> None:
        self._protocol = ClientProtocol(parse_uri(url), max_size=LARGEST)
        self._opened, self._hear, self._lost = opened, hear, lost
        self._transport: asyncio.Transport | None = None
        self._shaken = False
        self._rest = b""
        """The beginning of a frame."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        self._transport = cast("asyncio.Transport", transport)
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Pass on every whole message."""
        if not self._shaken:
            self._leave_to_protocol(data)  # a server says nothing before it has heard something
            return
        data, start = self._rest + data if self._rest else data, 0
        while (end := _end_of_frame(data, start)) is not None:
            if data[start] == FINAL_TEXT:
                self._hear(data[_start_of_text(data, start) : end])
            else:
                self._leave_to_protocol(data[start:end])
            start = end
        self._rest = data[start:]

    def _leave_to_protocol(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        self._take_events()
        self._flush()

    def eof_received(self) -> None:
        """The server has said all it wanted to."""
        self._protocol.receive_eof()
        self._take_events()
        self._flush()

    def connection_lost(self, _: Exception | None) -> None:
        """In whatever way."""
        lost, self._lost = self._lost, _ignore
        farewell = self._protocol.close_rcvd  # it counts also if our answer to it came too late to be heard
        lost(ABNORMAL if farewell is None else farewell.code)

    def _take_events(self) -> None:
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._hear(bytes(event.data))
            elif isinstance(event, Response):
                if self._protocol.handshake_exc is None:
                    self._shaken = True
                    self._opened()
                else:
                    self.drop()

    def _flush(self) -> None:
        assert self._transport is not None
        if self._transport.is_closing():
            return
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
        if self._protocol.close_expected() and self._protocol.state.name == "CLOSED":
            self._transport.close()

    def say(self, text: bytes) -> None:
        """Send a message; into the void if the line is going down."""
        if self._protocol.state.name == "OPEN":
            self._protocol.send_text(text)
            self._flush()

    def close(self) -> None:
        """In order."""
        if self._protocol.state.name == "OPEN":
            self._protocol.send_close(1000)
            self._flush()
        self.drop()

    def freeze(self) -> None:
        """Read nothing any more."""
        if self._transport is not None and not self._transport.is_closing():
            line: socket.socket = self._transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, FROZEN_BUFFER)
            self._transport.pause_reading()

    def drop(self) -> None:
        """At once."""
        if self._transport is not None:
            self._transport.close()


def _start_of_text(data: bytes, start: int) -> int:
    """Where what a frame carries begins; a server's frames have no mask."""
    length = data[start + 1]
    return start + (2 if length < LENGTH_IN_TWO else 4 if length == LENGTH_IN_TWO else 10)


def _end_of_frame(data: bytes, start: int) -> int | None:
    """Where a frame ends; None if it is not there as a whole."""
    if len(data) < start + 2:
        return None
    text, length = _start_of_text(data, start), data[start + 1]
    if length >= LENGTH_IN_TWO:
        length = int.from_bytes(data[start + 2 : text])
    return text + length if len(data) >= text + length else None


def _ignore(_: int) -> None:
    pass
