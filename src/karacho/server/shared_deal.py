"""A deal at a table whose players are at different servers: what they pledge and reveal goes through the store.

Every server writes down what its clients pledge. The one that deals closes the list, in the store too; the others find
it there (a hint makes them look at once), ask their clients, and write down what is revealed. Whoever deals waits only
for those who have pledged, and not for long.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Collection, Sequence
from typing import Protocol

from karacho.fair.seal import Pledge, Seal
from karacho.server import protocol as p
from karacho.server.connection import Connection
from karacho.server.dealing import NextDeal
from karacho.server.seating import Seating
from karacho.store import Conflict, Statement, Store

ELSEWHERE_SECONDS = 2.0  # without hints, other servers look every half second
LOOK_SECONDS = 0.05

Listed = list[tuple[int, str, str]]  # seat, player, hash of what is mixed in


class Post(Protocol):
    """What a shared deal asks of the fleet."""

    def note(self, code: str, statement: Statement) -> None:
        """Written very soon, and told to other servers."""

    def changed(self, code: str) -> None:
        """Other servers should look at a table."""


class SharedDeal(NextDeal):
    """Everything that will decide the seed of one race, wherever its players are."""

    def __init__(self, seal: Seal, code: str, store: Store, post: Post) -> None:
        super().__init__(seal)
        self._code = code
        self._store = store
        self._post = post
        self._local: set[str] = set()
        self._published = False

    def pledge(self, player: str, message: p.Pledge) -> None:
        """A player binds itself, here."""
        super().pledge(player, message)
        if self._pledged.get(player) == message.hash and not self._closed:
            self._local.add(player)
            sql = (
                "INSERT INTO pledges (race, player, hash, made) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (race, player) DO UPDATE SET hash = excluded.hash"
            )
            self._post.note(self._code, Statement(sql, (self.race, player, message.hash, time.time())))

    def reveal(self, player: str, message: p.Reveal) -> None:
        """The value behind a pledge, here."""
        super().reveal(player, message)
        bound = self._bound.get(player)
        if bound is not None and bound.value == message.value and self._dealt is None:
            sql = (
                "INSERT INTO pledges (race, player, hash, value, made) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (race, player) DO UPDATE SET hash = excluded.hash, value = excluded.value"
            )
            values = (self.race, player, bound.hash, bound.value, time.time())
            self._post.note(self._code, Statement(sql, values))

    async def collect(self, seating: Seating, listeners: Collection[Connection]) -> list[Pledge]:
        """Take no more pledges, anywhere, and wait a moment for what is behind them."""
        if self._dealt is None and not self._published:
            rows = await self._store.fetch("SELECT player, hash FROM pledges WHERE race = ?", (self.race,))
            self._pledged = dict(rows) | self._pledged
            self._close(seating, set(self._pledged))  # also of whoever has come elsewhere without our knowing it yet
            await self._publish()
            self._published = True
        if self._dealt is None:
            self._ask(listeners)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ELSEWHERE_SECONDS):
                    await self._until_all_revealed()
            self._dealt = list(self._bound.values())
        return self._dealt

    async def _publish(self) -> None:
        """The list as it is closed. If another server has closed it already, that list counts."""
        if not self._bound:
            return
        listed = [(pledge.seat, player, pledge.hash) for player, pledge in self._bound.items()]
        sql = "INSERT INTO deals (race, pledges, made) VALUES (?, ?, ?)"
        try:
            await self._store.write(Statement(sql, (self.race, json.dumps(listed), time.time())))
        except Conflict:
            rows = await self._store.fetch("SELECT pledges FROM deals WHERE race = ?", (self.race,))
            if not rows:
                raise  # it has dealt already: what is asked for here is judged anew
            self._bind(json.loads(rows[0][0]))
        self._post.changed(self._code)

    def announce(self, listed: Listed, listeners: Collection[Connection]) -> None:
        """Another server deals: clients here are asked too, once."""
        if not self._closed:
            self._closed = self._published = True
            self._bind(listed)
            self._ask(listeners)

    def _bind(self, listed: Sequence[Sequence[object]]) -> None:
        self._bound = {str(player): Pledge(int(str(seat)), str(given)) for seat, player, given in listed}

    async def _until_all_revealed(self) -> None:
        """Values of clients here come by themselves; those of others are looked for in the store."""
        while missing := [player for player, pledge in self._bound.items() if pledge.value is None]:
            if not self._local.issuperset(missing):
                sql = "SELECT player, value FROM pledges WHERE race = ? AND value IS NOT NULL"
                for player, value in await self._store.fetch(sql, (self.race,)):
                    NextDeal.reveal(self, player, p.Reveal(self.race, value))
            self._news.clear()
            if any(pledge.value is None for pledge in self._bound.values()):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._news.wait()

    def forget(self) -> list[Statement]:
        """When it is dealt, the race itself has all of it."""
        return [Statement(f"DELETE FROM {table} WHERE race = ?", (self.race,)) for table in ("pledges", "deals")]
