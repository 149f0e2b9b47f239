"""Several servers that share their tables over one PostgreSQL, or a single one that has them all.

A client may talk to any server. Whatever a command changes is fenced by a key in the store (the place in a race's log,
the revision of a table), so two servers can never both go on from the same place; the later one reads what the other
has written and tries again. What happens by itself at a table, bots and clocks, is done by one server only, its
caretaker: one that has clients there, as long as it says it is alive. All times are the database's.
"""

import asyncio
import contextlib
import json
import logging
import math
import random
import time
from collections import defaultdict
from collections.abc import Collection
from typing import Protocol

import msgspec

from karacho.fair.seal import Seal
from karacho.server.dealing import NextDeal
from karacho.server.identity import new_id
from karacho.server.protocol import Chatter
from karacho.server.shared_deal import Listed, SharedDeal
from karacho.store import Store, StoreError
from karacho.store.statements import Statement

BEAT_SECONDS = 0.5
ALIVE_SECONDS = 2.0
FORGOTTEN_SECONDS = 24 * 3600.0  # of a server that was killed nothing is kept for longer
CLAIMS = 200  # tables at most in one beat
DISMISSED_SECONDS = 600.0  # clocks of several machines may differ by so much
NOW = "extract(epoch from clock_timestamp())::float8"

DEALS = ("pledges", "deals")

log = logging.getLogger("karacho.fleet")


Known = tuple[int, str | None, int]  # of a table: its revision, its race, and the number of entries in its log


class Harbour(Protocol):
    """What a fleet asks of the tables of its server."""

    def codes(self) -> dict[str, Known]:
        """The tables with clients here, and what is known of them."""

    async def refresh(self, code: str) -> None:
        """Read what others have written about a table."""

    def note_presence(self, code: str) -> None:
        """Others have come to a table, or gone, by way of other servers."""

    async def take_over(self, code: str) -> None:
        """Look after a table from now on."""

    def next_races(self) -> dict[str, str]:
        """Of tables with clients here where a race may be dealt: its name, and the table."""

    def deal(self, code: str, listed: Listed) -> None:
        """Another server deals; clients here are asked for what they mix in."""

    def hear(self, code: str, chatter: Chatter) -> None:
        """Somebody has said something to the table, elsewhere."""

    def hang_up(self) -> None:
        """This server can do nothing for its clients now; others perhaps can."""

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

    def new_deal(self, code: str, seal: Seal) -> NextDeal:  # noqa: ARG002 everybody is here
        """The deal of a table's next race."""
        return NextDeal(seal)

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
        self._orphans: set[str] = set()
        self._others = 0
        """How many other servers there are."""
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._refreshing: dict[str, asyncio.Task[None]] = {}
        self._taking_over: set[asyncio.Task[None]] = set()
        from karacho.store.hints import Hints  # a single server does without PostgreSQL

        self._hints = Hints(url, self._hear)
        self._notes: list[tuple[str, Statement]] = []
        self._noted = asyncio.Event()
        self._born = asyncio.Event()
        self._hinted = asyncio.Event()
        self._beating = [asyncio.create_task(self._live()), asyncio.create_task(self._watch())]

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
        sql = "INSERT INTO presence (table_code, player, server) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self.note(code, Statement(sql, (code, player, self.name)))

    def go(self, code: str, player: str) -> None:
        """Not any more."""
        sql = "DELETE FROM presence WHERE table_code = ? AND player = ? AND server = ?"
        self.note(code, Statement(sql, (code, player, self.name)))

    def new_deal(self, code: str, seal: Seal) -> NextDeal:
        """The deal of a table's next race, to which clients of all servers contribute."""
        return SharedDeal(seal, code, self._store, self)

    def note(self, code: str, statement: Statement) -> None:
        """Written with the next beat, which comes at once; then others are told."""
        self._notes.append((code, statement))
        self._noted.set()

    # Hints.
    def _hear(self, text: str) -> None:
        try:
            word = msgspec.json.decode(text, type=Word)
        except msgspec.MsgspecError:
            return
        if word.dismissed:
            self._hinted.set()
        if word.server == self.name or word.table not in self._harbour.codes():
            return
        if word.chatter is not None:
            self._harbour.hear(word.table, word.chatter)
        else:
            self._refresh(word.table)
            self._hinted.set()  # presence may have changed, or the caretaker has gone

    def _refresh(self, code: str) -> None:
        if code in self._refreshing:
            return
        task = asyncio.create_task(self._harbour.refresh(code))
        self._refreshing[code] = task
        task.add_done_callback(lambda _: self._refreshing.pop(code, None))

    # The beat: two, so that a server with very many tables does not seem dead while it looks after them.
    async def _live(self) -> None:
        self._notes += [("", statement) for statement in _forget_the_dead()]
        while True:
            self._noted.clear()
            try:
                await self._say_alive()
            except StoreError:
                if self._others:  # they may have the database; here nothing can be kept
                    self._harbour.hang_up()
            except Exception:  # the next beat must come
                log.exception("this server could not say that it is alive")
            await _soon(self._noted)

    async def _watch(self) -> None:
        await self._born.wait()  # others would take tables away again from somebody they do not know
        while True:
            self._hinted.clear()
            try:
                self._harbour.dismiss(await self._store.read_dismissed(time.time() - DISMISSED_SECONDS))
                await self._look_around()
            except StoreError as error:
                # Others will take over; whatever is tried here meanwhile fails at the store.
                self._mine.clear()
                log.warning("the database is away: %s", error)
            except Exception:  # the next beat must come
                log.exception("this server could not look after its tables")
            await _soon(self._hinted)

    async def _say_alive(self) -> None:
        sql = (
            f"INSERT INTO servers (server, alive_until) VALUES (?, {NOW} + ?) "
            "ON CONFLICT (server) DO UPDATE SET alive_until = excluded.alive_until"
        )
        notes, self._notes = self._notes, []
        try:
            await self._store.write(Statement(sql, (self.name, ALIVE_SECONDS)), *(statement for _, statement in notes))
        except (StoreError, asyncio.CancelledError):
            self._notes = notes + self._notes
            raise
        self._born.set()
        for code in {code for code, _ in notes if code}:
            self.changed(code)

    async def _look_around(self) -> None:
        alive = f"SELECT count(*) FROM servers WHERE alive_until > {NOW} AND server <> ?"
        self._others = (await self._store.fetch(alive, (self.name,)))[0][0]
        here = self._harbour.codes()
        codes = list(here)
        for code in self._mine - here.keys():
            await self._let_go(code)
        if not codes:
            self._elsewhere.clear()
            return
        await self._find_deals()
        await self._find_behind(here)
        present = await self._store.fetch(
            "SELECT table_code, player FROM presence JOIN servers USING (server) "
            f"WHERE table_code = ANY(?) AND server <> ? AND alive_until > {NOW}",
            (codes, self.name),
        )
        before, found = self._elsewhere, defaultdict[str, set[str]](set)
        for code, player in present:
            found[code].add(player)
        self._elsewhere = {code: frozenset(players) for code, players in found.items()}
        for code in codes:
            if before.get(code) != self._elsewhere.get(code):
                self._harbour.note_presence(code)
        await self._take_care(codes)

    async def _find_deals(self) -> None:
        """Races that others are about to deal."""
        races = self._harbour.next_races()
        if races:
            sql = "SELECT race, pledges FROM deals WHERE race = ANY(?)"
            for race, listed in await self._store.fetch(sql, (list(races),)):
                self._harbour.deal(races[race], json.loads(listed))

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
        self._mine |= {code for code, (server, _) in carers.items() if server == self.name}
        orphans = [code for code in codes if not carers.get(code, (None, False))[1]]
        if not orphans:
            self._orphans.clear()
            return
        for code in await self._claim(self._share_of(orphans)):
            self._mine.add(code)
            task = asyncio.create_task(self._harbour.take_over(code))  # the beat goes on, or this server seems dead
            self._taking_over.add(task)
            task.add_done_callback(self._taking_over.discard)

    def _share_of(self, orphans: list[str]) -> list[str]:
        """A fair part, so that others get some; what nobody has taken until the next beat, all the same."""
        left_over = [code for code in orphans if code in self._orphans]
        fresh = [code for code in orphans if code not in self._orphans]
        self._orphans = set(orphans)
        part = math.ceil(len(fresh) / (self._others + 1))
        return sorted([*left_over, *random.sample(fresh, part)][:CLAIMS])

    async def _claim(self, codes: list[str]) -> list[str]:
        """Of several who try, one gets a table."""
        sql = (
            "INSERT INTO caretakers (table_code, server) SELECT unnest(?::text[]), ? "
            "ON CONFLICT (table_code) DO UPDATE SET server = excluded.server WHERE NOT EXISTS "
            f"(SELECT 1 FROM servers WHERE servers.server = caretakers.server AND alive_until > {NOW})"
        )
        await self._store.write(Statement(sql, (codes, self.name)))
        sql = "SELECT table_code FROM caretakers WHERE table_code = ANY(?) AND server = ?"
        return [code for (code,) in await self._store.fetch(sql, (codes, self.name))]

    async def _let_go(self, code: str) -> None:
        """Nobody is here any more; whoever has clients at the table takes over."""
        self._mine.discard(code)
        sql = "DELETE FROM caretakers WHERE table_code = ? AND server = ?"
        await self._store.write(Statement(sql, (code, self.name)))
        self.changed(code)

    async def close(self) -> None:
        """Say so, that nobody has to wait until this server is missed."""
        for task in self._beating:
            task.cancel()
        work = (*self._beating, *self._refreshing.values(), *self._taking_over)
        await asyncio.gather(*work, return_exceptions=True)
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


async def _soon(event: asyncio.Event) -> None:
    """At the next beat, or a moment after something has happened: several at once."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BEAT_SECONDS):
            await event.wait()
            await asyncio.sleep(BEAT_SECONDS / 10)


def _forget_the_dead() -> list[Statement]:
    """What servers have left behind that were killed long ago, and deals that were never made."""
    gone = f"SELECT server FROM servers WHERE alive_until < {NOW} - ?"
    tables = ("presence", "caretakers", "servers")
    dead = [Statement(f"DELETE FROM {table} WHERE server IN ({gone})", (FORGOTTEN_SECONDS,)) for table in tables]
    old = [Statement(f"DELETE FROM {table} WHERE made < {NOW} - ?", (7 * FORGOTTEN_SECONDS,)) for table in DEALS]
    return dead + old
