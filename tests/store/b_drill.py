"""B13: a store with very many races is backed up, restored into an empty place, and played again from there.

python -m tests.store.b_drill --races 100000
python -m tests.store.b_drill --races 100000 --postgres    # and into an empty PostgreSQL
"""

import argparse
import asyncio
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from karacho.server.codes import Refusal
from karacho.server.replays import proof_text, replay_text
from karacho.store import Store, open_store
from tests.postgres import drop_database, fresh_database
from tests.server.truth import ask
from tests.store.played import fill

ORIGINALS = 300  # really played; the rest are copies
SAMPLE = 300
SAY_EVERY = 10_000
KARACHO = [sys.executable, "-c", "from karacho.cli import main; main()"]


@dataclass
class Report:
    """How long it took, and which races are not what they were."""

    races: int
    entries: int = 0
    megabytes: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    """By step, by the clock."""
    cpu: dict[str, float] = field(default_factory=dict)
    """Of the commands: on a busy machine that is what they really need."""
    compared: int = 0
    different: list[str] = field(default_factory=list)

    def text(self) -> str:
        """In a few lines."""
        times = "\n".join(f"{step}: {self.took(step)}" for step in self.seconds)
        return (
            f"{self.races:,} races, {self.entries:,} log entries, a backup of {self.megabytes:,.0f} MB\n{times}\n"
            f"{self.compared} races played again after a restore, {len(self.different)} of them different\n"
            + "".join(f"  {each}\n" for each in self.different)
        )

    def took(self, step: str) -> str:
        """How long a step took."""
        used = f", {self.cpu[step]:.1f} s of them CPU" if self.cpu[step] else ""
        return f"{self.seconds[step]:.1f} s{used}"


def drill(folder: Path, races: int, sample: int = SAMPLE, *, postgres: bool = False) -> Report:
    """All of it."""
    source, backup, new = folder / "old" / "karacho.sqlite", folder / "backup.sqlite", folder / "new"
    report = Report(races)
    _timed(report, "fill", lambda: fill(source, races, ORIGINALS, _say))
    report.entries = ask(source, "SELECT count(*) FROM log")[0][0]
    names = [name for (name,) in ask(source, "SELECT race FROM races ORDER BY race")]
    chosen = random.Random(races).sample(names, min(sample, races))
    _timed(report, "karacho backup", lambda: _karacho("backup", backup, "--data", source.parent))
    report.megabytes = backup.stat().st_size / 1e6
    _timed(report, "karacho restore", lambda: _karacho("restore", backup, "--data", new))
    _timed(report, "playing again", lambda: compare(report, source, new / "karacho.sqlite", chosen))
    if postgres:
        url = fresh_database()
        try:
            step = "karacho restore into PostgreSQL"
            _timed(report, step, lambda: _karacho("restore", backup, "--database", url))
            _timed(report, "playing again from PostgreSQL", lambda: compare(report, source, url, chosen))
        finally:
            drop_database(url)
    return report


def compare(report: Report, source: Path, restored: Path | str, races: list[str]) -> None:
    """Play races again from both stores: the proof holds every entry, all hashes and the result."""

    async def look() -> None:
        old, new = await open_store(source), await open_store(restored)
        try:
            for race in races:
                report.compared += 1
                if await _told(old, race) != await _told(new, race):
                    report.different.append(race)
        finally:
            await old.close()
            await new.close()

    asyncio.run(look())


async def _told(store: Store, race: str) -> object:
    try:
        return await replay_text(store, race), await proof_text(store, race)
    except Refusal as refusal:
        return store, str(refusal)  # like nothing else: a race that cannot be played again is different


def _karacho(*arguments: str | Path) -> None:
    """As a host types it."""
    environment = {key: value for key, value in os.environ.items() if key != "KARACHO_DATABASE"}
    done = subprocess.run([*KARACHO, *map(str, arguments)], env=environment, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"karacho {arguments[0]} has failed: {done.stderr}")


def _timed(report: Report, step: str, work: Callable[[], None]) -> None:
    print(f"{step} …", file=sys.stderr, flush=True)
    began, before = time.monotonic(), _cpu_of_commands()
    work()
    report.seconds[step], report.cpu[step] = time.monotonic() - began, _cpu_of_commands() - before
    print(f"{step}: {report.took(step)}", file=sys.stderr, flush=True)


def _cpu_of_commands() -> float:
    """Of all that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _say(races: int) -> None:
    if races % SAY_EVERY == 0:
        print(f"{races:,} races", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--postgres", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="karacho-drill-") as folder:
        report = drill(Path(folder), arguments.races, arguments.sample, postgres=arguments.postgres)
    print(report.text(), end="")
    if report.different:
        sys.exit(1)


if __name__ == "__main__":
    main()
