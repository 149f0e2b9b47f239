"""A WebSocket client that knows every bad habit: it writes its frames byte by byte itself."""

import asyncio
import contextlib
import os
import struct

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA


def frame(opcode, payload=b"", *, last=True, masked=True, length=None, reserved=0):
    """One frame; `length` lies about how long it is."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if last else 0) | reserved | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 2**16:
        head += bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


class Wire:
    """One TCP connection."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def dial(cls, address, source=None):
        host, _, port = address.rpartition(":")
        local = None if source is None else (source, 0)
        return cls(*await asyncio.open_connection(host, int(port), local_addr=local))

    @classmethod
    async def upgraded(cls, address, **headers):
        """After the handshake; `answer` is what the server said to it."""
        wire = await cls.dial(address)
        lines = ["GET /ws HTTP/1.1", f"Host: {address}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        wire.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        wire.answer = (await asyncio.wait_for(wire.reader.readuntil(b"\r\n\r\n"), 10)).decode().lower()
        return wire

    def send(self, data):
        self.writer.write(data)

    async def hear(self):
        """The next frame: its opcode and what it says."""
        first, second = await self.reader.readexactly(2)
        size = second & 0x7F
        if size == 126:
            size = struct.unpack("!H", await self.reader.readexactly(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", await self.reader.readexactly(8))[0]
        return first & 0xF, await self.reader.readexactly(size)

    async def end(self, seconds=10.0):
        """Wait for the end; the close code, or 1006 if the line is cut without one."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    opcode, said = await self.hear()
                    if opcode == CLOSE:
                        return struct.unpack("!H", said[:2])[0]
        except (ConnectionError, asyncio.IncompleteReadError):
            return 1006
        finally:
            self.close()

    async def flood(self, piece, seconds=10.0):
        """Send it again and again until the server has enough; the close code and how long that took."""
        clock = asyncio.get_running_loop().time
        began, ending = clock(), asyncio.create_task(self.end(seconds))
        while not ending.done():
            with contextlib.suppress(ConnectionError):
                self.writer.write(piece)
                await self.writer.drain()
            await asyncio.sleep(0)
        return await ending, clock() - began

    def close(self):
        self.writer.transport.abort()
