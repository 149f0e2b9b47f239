"""A TCP proxy between client and server that can do to a line what networks do."""

import asyncio
import contextlib
import random


class Proxy:
    """Passes bytes on, unless it is told otherwise. All lines share its mood."""

    def __init__(self, address, seed=0):
        self._server = address
        self._dice = random.Random(seed)
        self.address = ""
        self.delay = (0.0, 0.0)
        """Seconds, from and to, that every piece is late; the order stays."""
        self.piece = 65536
        """At most so many bytes at once."""
        self.up = asyncio.Event()
        self.down = asyncio.Event()
        """May bytes pass to the server, and from it? A line that is held says nothing about it."""
        self.up.set()
        self.down.set()
        self.limits = []
        """For each line that comes next: bytes from the server after which it breaks, in the middle of anything."""
        self.cuts = 0
        self._lines = set()
        self._listening = None

    async def __aenter__(self):
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._listening.close()
        self.cut()
        self.up.set()
        self.down.set()
        while self._lines:
            await asyncio.sleep(0.01)

    def hold(self):
        """As a tunnel does: nothing passes any more, and nobody is told."""
        self.up.clear()
        self.down.clear()

    def release(self):
        self.up.set()
        self.down.set()

    def cut(self):
        """Break all lines, with a reset."""
        for writers in list(self._lines):
            for writer in writers:
                writer.transport.abort()
        self.cuts += 1

    async def _serve(self, reader, writer):
        host, _, port = self._server.rpartition(":")
        try:
            far_reader, far_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            return
        writers = (writer, far_writer)
        self._lines.add(writers)
        ways = [
            asyncio.create_task(self._pass_on(reader, far_writer, self.up, None)),
            asyncio.create_task(
                self._pass_on(far_reader, writer, self.down, self.limits.pop(0) if self.limits else None)
            ),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in writers:
                each.transport.abort()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._lines.discard(writers)

    async def _pass_on(self, reader, writer, may_pass, left):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(self.piece):
                await may_pass.wait()
                low, high = self.delay
                if high:
                    await asyncio.sleep(self._dice.uniform(low, high))
                    await may_pass.wait()
                if left is not None and len(data) >= left:
                    writer.write(data[:left])
                    await writer.drain()
                    self.cuts += 1
                    return
                left = None if left is None else left - len(data)
                writer.write(data)
                await writer.drain()
