"""Everything that is kept of one player, as one JSON file, written bit by bit however much it is."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from msgspec import json

from karacho.server.belongings import Belongings
from karacho.server.codes import Refusal
from karacho.server.replays import replay_text
from karacho.store import AccountRow, PlayerRow, RaceRow, Store

FORMAT = 1


async def export(
    store: Store, belongings: Belongings, player: PlayerRow, replaying: asyncio.Lock
) -> AsyncIterator[bytes]:
    """The account, its devices and settings, all tables and races; of those that are over also their replays."""
    account = await store.find_account_of(player.player)
    head = {
        "format": FORMAT,
        "player": player.player,
        "name": player.name,
        "made": await store.read_made(player.player),
        "account": _describe(account),
        "devices": [{"made": made} for made in await store.read_device_dates(player.player)],
        "settings": account.settings if account is not None else None,
    }
    yield json.encode(head)[:-1] + b',"tables":['
    between = b""
    async for table in belongings.all_tables(player.player):
        yield between + json.encode(table)
        between = b","
    yield b'],"races":['
    seats: dict[str, list[int]] = {}
    for race, seat, _ in await store.read_entries(player.player):
        seats.setdefault(race, []).append(seat)
    for number, race in enumerate(seats):
        row = await store.find_race(race)
        if row is not None:
            async with replaying:
                told = await _tell(store, row, seats[race])
            yield (b"," if number else b"") + json.encode(told)
    yield b"]}"


def _describe(account: AccountRow | None) -> dict[str, Any] | None:
    return None if account is None else {"name": account.name, "made": account.made}


async def _tell(store: Store, row: RaceRow, seats: list[int]) -> dict[str, Any]:
    """Of a race that still runs, nothing that its player does not see."""
    told = {
        "race": row.race,
        "table": row.table,
        "game": row.game,
        "options": row.options,
        "began": row.began,
        "names": row.names,
        "seats": seats,
        "outcome": row.outcome,
    }
    if row.outcome is None:
        return told
    try:
        return {**told, "replay": (await replay_text(store, row.race)).decode()}
    except Refusal as refusal:  # of other rules, or damaged: the other races are handed out all the same
        return {**told, "replay": None, "why": refusal.detail}
