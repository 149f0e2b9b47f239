"""Words between servers that share a PostgreSQL: quick, and never relied upon.

A hint may come late, twice or not at all. Whoever gets one looks into the database; whoever gets none does so anyway
a little later.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import AsyncConnection

CHANNEL = "karacho"
AGAIN_SECONDS = 1.0
LONGEST = 7000  # PostgreSQL takes 8000 bytes
MOST_WAITING = 1000

log = logging.getLogger("karacho.hints")


class Hints:
    """One connection that listens and one that speaks."""

    def __init__(self, url: str, hear: Callable[[str], None]) -> None:
        self._url = url
        self._hear = hear
        self._waiting: dict[str, None] = {}  # in order, each once
        self._filled = asyncio.Event()
        self._tasks = [asyncio.create_task(self._again(self._listen)), asyncio.create_task(self._again(self._speak))]

    def send(self, word: str) -> None:
        """To all servers, this one too. Dropped if it is too long or if too many wait."""
        if len(word) <= LONGEST and len(self._waiting) < MOST_WAITING:
            self._waiting[word] = None
            self._filled.set()

    async def close(self) -> None:
        """No more words."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, work: Callable[[AsyncConnection[Any]], Any]) -> None:
        """Whenever the connection breaks, after a while with another."""
        while True:
            try:
                async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await work(connection)
            except (psycopg.Error, OSError) as error:
                log.warning("no hints for a while: %s", type(error).__name__)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _listen(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        async for notice in connection.notifies():
            with contextlib.suppress(ValueError):  # somebody else's word
                self._hear(notice.payload)

    async def _speak(self, connection: AsyncConnection[Any]) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            words, self._waiting = self._waiting, {}
            async with connection.pipeline():
                for word in words:
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, word))
