"""Several servers that share their tables over one PostgreSQL, or a single one that has them all.

A client may talk to any server. Whatever a command changes is fenced by a key in the store (the place in a race's log,
the revision of a table), so two servers can never both go on from the same place; the later one reads what the other
has written and tries again. What happens by itself at a table, bots and clocks, is done by one server only, its
caretaker: one that has clients there, as long as it says it is alive. All times are the database's.
"""

import asyncio
import logging
import time
from collections.abc import Collection
from typing import Protocol

import msgspec

from karacho.server.identity import new_id
from karacho.server.protocol import Chatter
from karacho.store import Store, StoreError
from karacho.store.statements import Statement

BEAT_SECONDS = 0.5
ALIVE_SECONDS = 2.0
DISMISSED_SECONDS = 600.0  # clocks of several machines may differ by so much
NOW = "extract(epoch from clock_timestamp())::float8"

log = logging.getLogger("karacho.fleet")


Known = tuple[int, str | None, int]  # of a table: its revision, its race, and the number of entries in its log


class Harbour(Protocol):
    """What a fleet asks of the tables of its server."""

    def codes(self) -> dict[str, Known]:
        """The tables with clients here, and what is known of them."""

    async def refresh(self, code: str) -> None:
        """Read what others have written about a table."""

    async def take_over(self, code: str) -> None:
        """Look after a table from now on."""

    def hear(self, code: str, chatter: Chatter) -> None:
        """Somebody has said something to the table, elsewhere."""

    def dismiss(self, hashes: Collection[bytes]) -> None:
        """Hang up on those who came with these secrets."""


class Alone:
    """A single server: it looks after everything, and there is nobody to tell."""

    def cares_for(self, code: str) -> bool:  # noqa: ARG002 the same for all
        """Is what happens by itself at this table done here?"""
        return True

    def present_elsewhere(self, code: str) -> frozenset[str]:  # noqa: ARG002 the same for all
        """Players who are at the table by way of other servers."""
        return frozenset()

    def changed(self, code: str) -> None:
        """A table has been written."""

    def said(self, code: str, chatter: Chatter) -> None:
        """Something was said to a table."""

    def dismissed(self) -> None:
        """Secrets have become worthless."""

    def come(self, code: str, player: str) -> None:
        """A player is at the table by way of this server."""

    def go(self, code: str, player: str) -> None:
        """Not any more."""

    async def close(self) -> None:
        """Nothing to let go of."""


class Word(msgspec.Struct, omit_defaults=True):
    """A hint to other servers."""

    server: str
    table: str
    chatter: Chatter | None = None
    dismissed: bool = False


class Fleet(Alone):
    """One server of several."""

    def __init__(self, store: Store, url: str, harbour: Harbour) -> None:
        self.name = new_id()
        self._store = store
        self._harbour = harbour
        self._mine: set[str] = set()
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._refreshing: dict[str, asyncio.Task[None]] = {}
        from karacho.store.hints import Hints  # a single server does without PostgreSQL

        self._hints = Hints(url, self._hear)
        self._notes: list[tuple[str, Statement]] = []
        self._soon = asyncio.Event()
        self._beating = asyncio.create_task(self._beat())

    # What others ask.
    def cares_for(self, code: str) -> bool:
        """Is what happens by itself at this table done here?"""
        return code in self._mine

    def present_elsewhere(self, code: str) -> frozenset[str]:
        """Players who are at the table by way of other servers."""
        return self._elsewhere.get(code, frozenset())

    def changed(self, code: str) -> None:
        """A table has been written."""
        self._hints.send(msgspec.json.encode(Word(self.name, code)).decode())

    def said(self, code: str, chatter: Chatter) -> None:
        """Something was said to a table."""
        self._hints.send(msgspec.json.encode(Word(self.name, code, chatter)).decode())

    def dismissed(self) -> None:
        """Secrets have become worthless."""
        self._hints.send(msgspec.json.encode(Word(self.name, "", dismissed=True)).decode())

    def come(self, code: str, player: str) -> None:
        """A player is at the table by way of this server."""
        sql = "INSERT INTO presence VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self._note(code, Statement(sql, (code, player, self.name)))

    def go(self, code: str, player: str) -> None:
        """Not any more."""
        sql = "DELETE FROM presence WHERE table_code = ? AND player = ? AND server = ?"
        self._note(code, Statement(sql, (code, player, self.name)))

    def _note(self, code: str, statement: Statement) -> None:
        """Written with the next beat, which comes at once."""
        self._notes.append((code, statement))
        self._soon.set()

    # Hints.
    def _hear(self, text: str) -> None:
        try:
            word = msgspec.json.decode(text, type=Word)
        except msgspec.MsgspecError:
            return
        if word.dismissed:
            self._soon.set()
        if word.server == self.name or word.table not in self._harbour.codes():
            return
        if word.chatter is not None:
            self._harbour.hear(word.table, word.chatter)
        else:
            self._refresh(word.table)
            self._soon.set()  # presence may have changed, or the caretaker has gone

    def _refresh(self, code: str) -> None:
        if code in self._refreshing:
            return
        task = asyncio.create_task(self._harbour.refresh(code))
        self._refreshing[code] = task
        task.add_done_callback(lambda _: self._refreshing.pop(code, None))

    # The beat.
    async def _beat(self) -> None:
        while True:
            try:
                await self._say_alive()
                self._harbour.dismiss(await self._store.read_dismissed(time.time() - DISMISSED_SECONDS))
                await self._look_around()
            except StoreError as error:
                # Others will take over; whatever is tried here meanwhile fails at the store.
                self._mine.clear()
                log.warning("the database is away: %s", error)
            self._soon.clear()
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._soon.wait()
                    await asyncio.sleep(BEAT_SECONDS / 10)  # several at once
            except TimeoutError:
                pass

    async def _say_alive(self) -> None:
        sql = (
            f"INSERT INTO servers VALUES (?, {NOW} + ?) "
            "ON CONFLICT (server) DO UPDATE SET alive_until = excluded.alive_until"
        )
        notes, self._notes = self._notes, []
        try:
            await self._store.write(Statement(sql, (self.name, ALIVE_SECONDS)), *(statement for _, statement in notes))
        except StoreError:
            self._notes = notes + self._notes
            raise
        for code in {code for code, _ in notes}:
            self.changed(code)

    async def _look_around(self) -> None:
        here = self._harbour.codes()
        codes = list(here)
        for code in self._mine - here.keys():
            await self._let_go(code)
        if not codes:
            self._elsewhere.clear()
            return
        await self._find_behind(here)
        present = await self._store.fetch(
            "SELECT table_code, player FROM presence JOIN servers USING (server) "
            f"WHERE table_code = ANY(?) AND server <> ? AND alive_until > {NOW}",
            (codes, self.name),
        )
        before = self._elsewhere
        tables = {table for table, _ in present}
        self._elsewhere = {code: frozenset(who for table, who in present if table == code) for code in tables}
        for code in codes:
            if before.get(code) != self._elsewhere.get(code):
                self._refresh(code)
        await self._take_care(codes)

    async def _find_behind(self, here: dict[str, Known]) -> None:
        """Tables about which others have written something that no hint has told of."""
        sql = "SELECT code, revision FROM tables WHERE code = ANY(?)"
        revisions = dict(await self._store.fetch(sql, (list(here),)))
        races = [race for _, race, _ in here.values() if race is not None]
        sql = "SELECT race, max(number) FROM log WHERE race = ANY(?) GROUP BY race"
        numbers = dict(await self._store.fetch(sql, (races,)))
        for code, (revision, race, number) in here.items():
            if revisions.get(code, 0) > revision or numbers.get(race, 0) > number:
                self._refresh(code)

    async def _take_care(self, codes: list[str]) -> None:
        """Of tables with clients here that nobody who is alive looks after."""
        rows = await self._store.fetch(
            f"SELECT table_code, server, alive_until IS NOT NULL AND alive_until > {NOW} "
            "FROM caretakers LEFT JOIN servers USING (server) WHERE table_code = ANY(?)",
            (codes,),
        )
        carers = {code: (server, alive) for code, server, alive in rows}
        self._mine &= {code for code, (server, _) in carers.items() if server == self.name}
        for code in codes:
            server, alive = carers.get(code, (None, False))
            if server == self.name:
                self._mine.add(code)
            elif not alive and await self._claim(code, server):
                self._mine.add(code)
                await self._harbour.take_over(code)

    async def _claim(self, code: str, before: str | None) -> bool:
        """Of several who try, one gets it."""
        if before is None:
            claim = Statement("INSERT INTO caretakers VALUES (?, ?)", (code, self.name))
        else:
            sql = "UPDATE caretakers SET server = ? WHERE table_code = ? AND server = ?"
            claim = Statement(sql, (self.name, code, before), rows=1)
        try:
            await self._store.write(claim)
        except StoreError:
            return False
        return True

    async def _let_go(self, code: str) -> None:
        """Nobody is here any more; whoever has clients at the table takes over."""
        self._mine.discard(code)
        sql = "DELETE FROM caretakers WHERE table_code = ? AND server = ?"
        await self._store.write(Statement(sql, (code, self.name)))
        self.changed(code)

    async def close(self) -> None:
        """Say so, that nobody has to wait until this server is missed."""
        self._beating.cancel()
        await asyncio.gather(self._beating, *self._refreshing.values(), return_exceptions=True)
        try:
            await self._store.write(
                Statement("DELETE FROM servers WHERE server = ?", (self.name,)),
                Statement("DELETE FROM presence WHERE server = ?", (self.name,)),
                Statement("DELETE FROM caretakers WHERE server = ?", (self.name,)),
            )
        except StoreError as error:
            log.warning("nobody could be told of the end: %s", error)
        for code in self._mine:
            self.changed(code)
        await asyncio.sleep(0.05)  # for the last words
        await self._hints.close()
