"""B13: how long does it take to restore a backup with very many races?

python -m tests.store.b_restore --races 100000
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path

from karacho.store import open_store
from karacho.store.copying import copy_store

ENTRIES = 20


async def _prepare(path: Path) -> None:
    await (await open_store(path)).close()


def fill(path: Path, races: int) -> None:
    """A table and a log for each race; what is in them does not matter to a copy."""
    asyncio.run(_prepare(path))
    with sqlite3.connect(path) as database:
        database.executemany(
            "INSERT INTO tables (code, data, changed, revision) VALUES (?, ?, 0, 1)",
            ((f"table{n}", b"{}" * 200) for n in range(races)),
        )
        database.executemany(
            "INSERT INTO races (race, table_code, game, rules, seats, seed, options, names, began) "
            "VALUES (?, ?, 'rally-run', 1, 2, ?, '{}', '[]', 0)",
            ((f"race{n}", f"table{n}", str(2**255 - n)) for n in range(races)),
        )
        database.executemany(
            "INSERT INTO log (race, number, version, at, kind, seat, action, driver, hash) "
            "VALUES (?, ?, ?, 1.5, 'act', 0, 'N', 'person', ?)",
            ((f"race{n}", i, i, "0" * 64) for n in range(races) for i in range(1, ENTRIES + 1)),
        )
    database.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=100_000)
    races = parser.parse_args().races
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "backup.sqlite", Path(folder) / "new" / "karacho.sqlite"
        fill(source, races)
        began, cpu = time.monotonic(), time.process_time()
        rows = copy_store(source, target)
        seconds, used = time.monotonic() - began, time.process_time() - cpu
    print(f"{rows['races']} races, {rows['log']} entries: {seconds:.1f} s, {used:.1f} s of them CPU")


if __name__ == "__main__":
    main()
