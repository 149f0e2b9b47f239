"""Some rows to write."""

import asyncio

from karacho.store import Entry, RaceRow, TableRow, open_store
from karacho.store.statements import add_race, add_table, append

TABLE = TableRow("0123456789A", b"{}")
RACE = RaceRow("R" * 16, TABLE.code, "rally-run", 1, 2, str(2**255), {"turn_limit": 9}, ["Anna", ""], 12.5)
ENTRIES = [
    Entry(1, 1, 0.0, "begin"),
    Entry(2, 2, 1.25, "act", 0, "N", "person", {"corrected_ms": 3}),
    Entry(3, 2, 1.5, "slides", 1, "UDLR", "bot"),
]


def with_store(path, work):
    """Run async work on a store and close it."""

    async def run():
        store = await open_store(path)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def seeded(store):
    await store.write(add_table(TABLE), add_race(RACE), *(append(RACE.race, entry) for entry in ENTRIES))
