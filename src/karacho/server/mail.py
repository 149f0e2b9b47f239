"""What has come by a line and nobody has taken yet.

An `asyncio.Queue` for one taker and without bounds: every message of every client passes it, and asyncio's own takes
several times as many steps.
"""

import asyncio
from collections import deque
from typing import Any


class Mail:
    """Has what uvicorn asks of its queue."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._items: deque[Any] = deque()
        self._taker: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Is there nothing?"""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Something has come."""
        self._items.append(item)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def get(self) -> Any:
        """The next thing, as soon as there is one."""
        while not self._items:
            self._taker = self._loop.create_future()
            await self._taker
        return self._items.popleft()
