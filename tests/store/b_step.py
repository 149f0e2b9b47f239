"""B12: a new version adds to a PostgreSQL database with a large log, while a server writes to it. Who waits how long?

python -m tests.store.b_step --entries 1000000
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from karacho.store import Entry, Store, migrating
from karacho.store.statements import append, keep_answer
from tests.postgres import drop_database, fresh_database
from tests.server.truth import ask
from tests.store.formats import FUTURE, with_step
from tests.store.rows import RACE, seeded, with_store

ROOT = Path(__file__).parents[2]
EXPANDED = ("players", "tables", "races", "log", "answers", "servers", "caretakers", "presence")
EXPAND = f"""op.create_table("extra", sa.Column("x", sa.Text))
    for table in {EXPANDED}:
        op.add_column(table, sa.Column("added", sa.Text))"""
TAKE_BACK = [
    "DROP TABLE extra",
    *(f"ALTER TABLE {table} DROP COLUMN added" for table in EXPANDED),
    f"UPDATE alembic_version SET version_num = '{migrating.HEAD}'",
]
# In a process of its own, as when a host starts the new version beside the old one.
STEP = f"""
import sys
from pathlib import Path
from alembic import command
from tests.store.formats import alembic_for
config = alembic_for(sys.argv[1], Path(sys.argv[2]))
print("begin", flush=True)
command.upgrade(config, "{FUTURE}")
print("end", flush=True)
"""
QUIET_SECONDS = 1.0
WRITERS = 8


@dataclass
class Report:
    """How long writes took, in seconds: without a step, and those that were on their way during one."""

    entries: int
    steps: list[float] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)
    during: list[float] = field(default_factory=list)

    def text(self) -> str:
        """In a few lines."""
        steps = ", ".join(f"{1000 * seconds:.0f}" for seconds in self.steps)
        return (
            f"{len(self.steps)} steps on a log of {self.entries:,} entries, each in ms: {steps}\n"
            f"writes of {WRITERS} writers at once, without a step: {_ranked(self.quiet)}\n"
            f"on their way during a step: {_ranked(self.during)}"
        )


@dataclass
class Writes:
    """When each write began and ended."""

    spans: list[tuple[float, float]] = field(default_factory=list)

    def overlapping(self, begin: float, end: float) -> list[float]:
        """How long those took that were on their way between two instants."""
        return [last - first for first, last in self.spans if first < end and last > begin]


def measure(entries: int, rounds: int) -> Report:
    """Again and again the same step, taken back in between."""
    url, report = fresh_database(), Report(entries)

    async def work(store: Store) -> None:
        await seeded(store)
        sql = "INSERT INTO log (race, number, version, at, kind) SELECT ?, n, n, 0, 'act' FROM generate_series(4, ?) n"
        ask(url, f"{sql} RETURNING 1", RACE.race, entries)
        for number in range(rounds):
            await _round(store, url, number, report)
            print(f"step {number + 1}: {1000 * report.steps[-1]:.0f} ms", file=sys.stderr, flush=True)

    try:
        with_store(url, work)
    finally:
        drop_database(url)
    return report


async def _round(store: Store, url: str, number: int, report: Report) -> None:
    writes, stop = Writes(), asyncio.Event()
    writers = [asyncio.create_task(_write_on(store, f"{number} {each}", writes, stop)) for each in range(WRITERS)]
    await asyncio.sleep(QUIET_SECONDS)
    quiet = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        begin, end = await _step(url, with_step(Path(folder), EXPAND))
    stop.set()
    await asyncio.gather(*writers)
    report.steps.append(end - begin)
    report.quiet += writes.overlapping(quiet - QUIET_SECONDS, quiet)
    report.during += writes.overlapping(begin, end)
    await asyncio.to_thread(_take_back, url)


async def _write_on(store: Store, name: str, writes: Writes, stop: asyncio.Event) -> None:
    """What a move writes, one after another."""
    number = 0
    while not stop.is_set():
        number += 1
        began = time.monotonic()
        await store.write(append(name, Entry(number, number, 0.0, "act")), keep_answer(name, str(number), b"{}"))
        writes.spans.append((began, time.monotonic()))


async def _step(url: str, folder: Path) -> tuple[float, float]:
    """When it began and when it was done."""
    arguments = (sys.executable, "-c", STEP, url, str(folder))
    process = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    instants = []
    for word in (b"begin\n", b"end\n"):
        assert await process.stdout.readline() == word
        instants.append(time.monotonic())
    assert await process.wait() == 0
    return instants[0], instants[1]


def _take_back(url: str) -> None:
    with psycopg.connect(url) as database:
        for sql in TAKE_BACK:
            database.execute(sql)


def _ranked(seconds: Sequence[float]) -> str:
    ranked = sorted(1000 * each for each in seconds)
    middle, late = ranked[len(ranked) // 2], ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))]
    return f"{len(ranked)}, p50 {middle:.1f} ms, p99 {late:.1f} ms, at most {ranked[-1]:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=10)
    arguments = parser.parse_args()
    print(measure(arguments.entries, arguments.rounds).text())


if __name__ == "__main__":
    main()
