"""Finished races for those who look: one at a time is played again, in a thread, and some stay at hand.

Whoever plays comes first: only few may wait here, and what has been asked for before costs next to nothing. A race that
is over does not change any more, except for the name of somebody who wants to be forgotten: so nothing stays for long.
"""

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from karacho.server.codes import Code, Refusal

MOST_WAITING = 20
MOST_BYTES = 16 * 2**20
LEVEL = 5
KEPT_SECONDS = 600

Key = tuple[str, str, int | None]


class Archive:
    """Packed texts, by what they show."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._made: dict[Key, float] = {}
        self._bytes = 0
        self._waiting = 0
        self.lock = asyncio.Lock()
        """Held by whoever plays a race again."""

    async def find(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The text behind a key, packed with gzip; made if it is not at hand."""
        self._forget_old()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._waiting >= MOST_WAITING:
            raise Refusal(Code.TOO_FAST, detail="too many want to see races again just now")
        self._waiting += 1
        try:
            async with self.lock:
                if key not in self._kept:  # else somebody who waited before us has asked for the same
                    self._keep(key, await asyncio.to_thread(gzip.compress, await make(), LEVEL, mtime=0))
                return self._kept[key]
        finally:
            self._waiting -= 1

    def _keep(self, key: Key, packed: bytes) -> None:
        self._kept[key] = packed
        self._made[key] = time.monotonic()
        self._bytes += len(packed)
        while self._bytes > MOST_BYTES and len(self._kept) > 1:
            self._drop(next(iter(self._kept)))

    def _forget_old(self) -> None:
        before = time.monotonic() - KEPT_SECONDS
        for key in [key for key, made in self._made.items() if made < before]:
            self._drop(key)

    def _drop(self, key: Key) -> None:
        self._bytes -= len(self._kept.pop(key))
        del self._made[key]


async def unpacked(packed: bytes) -> bytes:
    """For a client that cannot."""
    return await asyncio.to_thread(gzip.decompress, packed)
