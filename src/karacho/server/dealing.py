"""The deal of the next race at a table: the server's seal, the players' pledges, and what they reveal.

The order keeps it fair (docs/fair-dealing.md): everybody sees the commitment, then players pledge, then no pledge is
added any more, then they reveal. Whoever does not reveal in time loses that part; nothing is ever drawn again.
"""

import asyncio
import contextlib
from collections.abc import Collection
from dataclasses import replace

from karacho.fair.seal import Pledge, Seal, pledge_of
from karacho.server import protocol as p
from karacho.server.connection import Connection
from karacho.server.seating import Seating
from karacho.store import Statement

REVEAL_SECONDS = 1.0


class NextDeal:
    """Everything that will decide the seed of one race."""

    def __init__(self, seal: Seal) -> None:
        self.seal = seal
        self._pledged: dict[str, str] = {}
        self._bound: dict[str, Pledge] = {}
        self._closed = False
        self._dealt: list[Pledge] | None = None
        self._news = asyncio.Event()

    @property
    def race(self) -> str:
        """The name that the race will have."""
        return self.seal.race

    def describe(self) -> p.Sealed:
        """What everybody is told while the race is not dealt."""
        return p.Sealed(self.race, self.seal.commitment, closed=self._closed)

    def pledge(self, player: str, message: p.Pledge) -> None:
        """A player binds itself; the last word counts, until it is too late."""
        if message.race == self.race and not self._closed:
            self._pledged[player] = message.hash

    def reveal(self, player: str, message: p.Reveal) -> None:
        """The value behind a pledge; anything else, and anything too late, is not heard."""
        bound = self._bound.get(player)
        if message.race != self.race or bound is None or self._dealt is not None:
            return
        if pledge_of(self.seal.commitment, message.value) == bound.hash:
            self._bound[player] = replace(bound, value=message.value)
            self._news.set()

    async def collect(self, seating: Seating, listeners: Collection[Connection]) -> list[Pledge]:
        """Take no more pledges and wait a moment for what is behind them. Asked again, it has the same answer."""
        if self._dealt is None:
            self._close(seating, {connection.player for connection in listeners})
            self._ask(listeners)
            with contextlib.suppress(TimeoutError):  # who keeps still loses that part, nothing else
                async with asyncio.timeout(REVEAL_SECONDS):
                    await self._until_revealed()
            self._dealt = list(self._bound.values())
        return self._dealt

    def _ask(self, listeners: Collection[Connection]) -> None:
        """Everybody is shown the list and reveals what is behind the own pledge."""
        pledges = [p.Pledged(pledge.seat, pledge.hash) for pledge in self._bound.values()]
        for connection in listeners if pledges else ():
            connection.send(p.Dealing(self.race, self.seal.commitment, pledges))

    def _close(self, seating: Seating, here: set[str]) -> None:
        """Pledges count of those who sit and are here, each for their first seat."""
        self._closed = True
        for number, seat in enumerate(seating.seats):
            owner = seat.owner
            if owner in here and owner in self._pledged and owner not in self._bound:
                self._bound[owner] = Pledge(number, self._pledged[owner])

    async def _until_revealed(self) -> None:
        while any(pledge.value is None for pledge in self._bound.values()):
            self._news.clear()
            await self._news.wait()

    def forget(self) -> list[Statement]:
        """What is written when it is dealt: nothing was kept."""
        return []
