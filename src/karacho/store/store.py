"""A store: everything that is ever read, over whatever fetches rows."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from karacho.store.errors import StoreError
from karacho.store.records import AccountRow, Entry, PlayerRow, RaceRow, TableRow
from karacho.store.statements import Statement

COLUMNS = "players.name, table_code, seat, accounts.name"
FIND_PLAYER = (
    f"SELECT players.player, secret_hash, {COLUMNS} FROM players "
    "LEFT JOIN accounts ON accounts.player = players.player WHERE secret_hash = ? UNION ALL "
    f"SELECT players.player, devices.secret_hash, {COLUMNS} FROM devices "
    "JOIN players ON players.player = devices.player JOIN accounts ON accounts.player = players.player "
    "WHERE devices.secret_hash = ?"
)
FIND_ACCOUNT = "SELECT player, name, folded, passphrase, settings, made FROM accounts"
TRIAL = Statement("UPDATE alembic_version SET version_num = version_num", ())  # no change, but it is written
TRIAL_SECONDS = 1.0  # whoever asks how the store is need not wait for a locked file
LATEST_ANSWERS = 500  # of a table: a command older than that is not repeated any more
LATEST_RACES = 2  # of a table: nobody repeats a command of an older one
RACES = f"SELECT race FROM races WHERE table_code = ? ORDER BY began DESC LIMIT {LATEST_RACES}"

LogAnswer = tuple[bytes, int, bytes | None]  # whose command it was, the version of its entry, the answer beyond that


class Store(ABC):
    """What a server keeps, whatever database is behind it."""

    commits = 0
    statements = 0
    _failing = False
    """Nothing of the last batch could be written."""

    @abstractmethod
    async def write(self, *statements: Statement) -> None:
        """Carry the statements out; answers when they are on disk, raises StoreError if they are not."""

    @abstractmethod
    async def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a question."""

    def empty_log(self) -> None:  # noqa: B027 a database of its own looks after its log itself
        """What was deleted is soon not in the log of writes any more either."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, then let go of the database."""

    async def find_player(self, secret_hash: bytes) -> PlayerRow | None:
        """Whose secret this is."""
        rows = await self.fetch(FIND_PLAYER, (secret_hash, secret_hash))
        return PlayerRow(*rows[0]) if rows else None

    async def find_account(self, folded: str) -> AccountRow | None:
        """An account by its name, as it is compared."""
        return _account(await self.fetch(f"{FIND_ACCOUNT} WHERE folded = ?", (folded,)))

    async def find_account_of(self, player: str) -> AccountRow | None:
        """The account that a player has."""
        return _account(await self.fetch(f"{FIND_ACCOUNT} WHERE player = ?", (player,)))

    async def find_devices(self, player: str) -> list[bytes]:
        """The hashes of all secrets of an account."""
        return [
            bytes(row[0]) for row in await self.fetch("SELECT secret_hash FROM devices WHERE player = ?", (player,))
        ]

    async def read_device_dates(self, player: str) -> list[float]:
        """When each device of an account was signed in, oldest first."""
        return [
            made for (made,) in await self.fetch("SELECT made FROM devices WHERE player = ? ORDER BY made", (player,))
        ]

    async def read_made(self, player: str) -> float | None:
        """When a player came for the first time; None: it has gone meanwhile."""
        rows = await self.fetch("SELECT made FROM players WHERE player = ?", (player,))
        return float(rows[0][0]) if rows else None

    async def read_dismissed(self, since: float) -> list[bytes]:
        """The hashes of secrets that have become worthless lately."""
        return [bytes(row[0]) for row in await self.fetch("SELECT secret_hash FROM dismissed WHERE at > ?", (since,))]

    async def read_tables(self, player: str, most: int) -> list[tuple[TableRow, float]]:
        """The tables at which a player is or was, and when each was changed; newest first."""
        sql = (
            "SELECT code, data, revision, changed FROM tables JOIN members ON table_code = code "
            "WHERE player = ? ORDER BY changed DESC LIMIT ?"
        )
        return [(TableRow(*row[:3]), row[3]) for row in await self.fetch(sql, (player, most))]

    async def read_tables_after(self, player: str, code: str, most: int) -> list[tuple[TableRow, float]]:
        """The same in the order of their codes, from the one after a code on: for whoever wants all of them."""
        sql = (
            "SELECT code, data, revision, changed FROM tables JOIN members ON table_code = code "
            "WHERE player = ? AND code > ? ORDER BY code LIMIT ?"
        )
        return [(TableRow(*row[:3]), row[3]) for row in await self.fetch(sql, (player, code, most))]

    async def read_entries(self, player: str) -> list[tuple[str, int, bool]]:
        """The races of a player, oldest first: which, on which seat, and whether from the deal on."""
        sql = (
            "SELECT race, seat, dealt FROM entrants JOIN races USING (race) WHERE player = ? ORDER BY began, race, seat"
        )
        return [(race, seat, bool(dealt)) for race, seat, dealt in await self.fetch(sql, (player,))]

    async def seats_in(self, race: str, player: str) -> set[int]:
        """The seats that a player has, or has had, in a race."""
        rows = await self.fetch("SELECT seat FROM entrants WHERE race = ? AND player = ?", (race, player))
        return {seat for (seat,) in rows}

    async def is_member(self, player: str, table: str) -> bool:
        """Has the player set the table up, or had a seat there?"""
        sql = "SELECT 1 FROM members WHERE player = ? AND table_code = ?"
        return bool(await self.fetch(sql, (player, table)))

    async def find_table(self, code: str) -> TableRow | None:
        """A table by its code."""
        rows = await self.fetch("SELECT code, data, revision FROM tables WHERE code = ?", (code,))
        return TableRow(*rows[0]) if rows else None

    async def find_race(self, race: str) -> RaceRow | None:
        """A race by its name."""
        columns = "race, table_code, game, rules, seats, seed, options, names, began, outcome, dealing"
        rows = await self.fetch(f"SELECT {columns} FROM races WHERE race = ?", (race,))
        if not rows:
            return None
        race, table, game, rules, seats, seed, *texts = rows[0]
        options, names, began, outcome, dealing = (json.loads(t) if isinstance(t, str) else t for t in texts)
        return RaceRow(race, table, game, rules, seats, seed, options, names, began, outcome, dealing)

    async def read_log(self, race: str, after: int = 0) -> list[Entry]:
        """The entries of a race in order, from the one after a number on."""
        columns = "number, version, at, kind, seat, action, driver, detail, hash"
        sql = f"SELECT {columns} FROM log WHERE race = ? AND number > ? ORDER BY number"
        return [_entry(row) for row in await self.fetch(sql, (race, after))]

    async def read_answers(self, scope: str) -> dict[str, bytes]:
        """What the latest commands in a scope were answered, by op."""
        sql = "SELECT op, answer FROM answers WHERE scope = ? ORDER BY made DESC LIMIT ?"
        return {op: bytes(answer) for op, answer in await self.fetch(sql, (scope, LATEST_ANSWERS))}

    async def read_log_answers(self, table: str) -> list[LogAnswer]:
        """What the latest commands at a table were answered that are in the logs of its races."""
        sql = f"SELECT op, version, answer FROM log WHERE race IN ({RACES}) AND op IS NOT NULL ORDER BY number DESC"
        rows = await self.fetch(f"{sql} LIMIT ?", (table, LATEST_ANSWERS))
        return [(bytes(op), version, _bytes(answer)) for op, version, answer in rows]

    async def find_log_answer(self, table: str, op: bytes) -> tuple[int, bytes | None] | None:
        """The version and the answer in the entry that a command made."""
        rows = await self.fetch(f"SELECT version, answer FROM log WHERE race IN ({RACES}) AND op = ?", (table, op))
        return (rows[0][0], _bytes(rows[0][1])) if rows else None

    async def find_answer(self, scope: str, op: str) -> bytes | None:
        """What a command was answered."""
        rows = await self.fetch("SELECT answer FROM answers WHERE scope = ? AND op = ?", (scope, op))
        return bytes(rows[0][0]) if rows else None

    async def is_alive(self) -> bool:
        """Can it be read, and written to? That is tried only after a write has failed: else the next one will tell."""
        try:
            await self.fetch("SELECT 1")
            if self._failing:
                await asyncio.wait_for(self.write(TRIAL), TRIAL_SECONDS)
        except (StoreError, TimeoutError):
            return False
        return True


def _bytes(blob: Any) -> bytes | None:
    return bytes(blob) if blob is not None else None


def _account(rows: list[tuple[Any, ...]]) -> AccountRow | None:
    if not rows:
        return None
    player, name, folded, passphrase, settings, made = rows[0]
    return AccountRow(player, name, folded, passphrase, json.loads(settings) if settings else None, made)


def _entry(row: tuple[Any, ...]) -> Entry:
    number, version, at, kind, seat, action, driver, detail, chain = row
    return Entry(number, version, at, kind, seat, action, driver, json.loads(detail) if detail else {}, chain)
