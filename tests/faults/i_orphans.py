"""I1, I10: a server is killed; how soon do its tables have a caretaker again, and who takes them?

python -m tests.faults.i_orphans --kills 20               # one of three under play, again and again
python -m tests.faults.i_orphans --orphans 1000 # one that looks after very many tables
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.i_contests import AWAKE, BOT, LONGEST_SECONDS, running, sit_down, still_driving
from tests.server.conftest import Server
from tests.server.player import Player
from tests.server.truth import ask

POLL_SECONDS = 0.02
TABLES_PER_PLAYER = 40
NOTICED_SECONDS = 1.2  # every server that lives has said so at least once more


@dataclass
class Report:
    """Seconds from the kill until a table had a caretaker that lives, for each; and how many each server took."""

    kills: int = 0
    seconds: list[float] = field(default_factory=list)
    shares: list[list[int]] = field(default_factory=list)
    slowest_answers: list[float] = field(default_factory=list)
    """Of a server that takes over: the slowest answer meanwhile."""

    def summary(self) -> dict[str, object]:
        """In a few figures."""
        ranked = sorted(self.seconds)
        return {
            "kills": self.kills,
            "tables": len(ranked),
            "p50": ranked[len(ranked) // 2],
            "p99": ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))],
            "max": ranked[-1],
            "shares": self.shares,
            "slowest_answers": self.slowest_answers,
        }


def cared_for(database: Path | str) -> dict[str, str]:
    """Which table is looked after, and by whom; of servers that are alive only."""
    alive = "alive_until > extract(epoch from clock_timestamp())"
    return dict(ask(database, f"SELECT table_code, server FROM caretakers JOIN servers USING (server) WHERE {alive}"))


async def all_cared_for(database: Path | str, codes: set[str]) -> None:
    async with asyncio.timeout(LONGEST_SECONDS):
        while not codes <= (await asyncio.to_thread(cared_for, database)).keys():
            await asyncio.sleep(0.1)


def beats(database: Path | str) -> dict[str, float]:
    """Until when each server that is alive counts as such."""
    return dict(ask(database, "SELECT * FROM servers WHERE alive_until > extract(epoch from clock_timestamp())"))


async def kill(victim: Server, codes: set[str], report: Report) -> None:
    """Kill it and watch until everything that it looked after has somebody else."""
    database = victim.database
    names = {code: name for code, name in (await asyncio.to_thread(cared_for, database)).items() if code in codes}
    before = await asyncio.to_thread(beats, database)
    began = time.monotonic()
    await asyncio.to_thread(victim.stop, signal.SIGKILL)
    taken: dict[str, tuple[float, str]] = {}
    dead: str | None = None
    async with asyncio.timeout(LONGEST_SECONDS):
        while dead is None or any(code not in taken for code, name in names.items() if name == dead):
            for code, name in (await asyncio.to_thread(cared_for, database)).items():
                if code in names and name != names[code] and code not in taken:
                    taken[code] = (time.monotonic() - began, name)
            if dead is None and time.monotonic() - began > NOTICED_SECONDS:
                now = await asyncio.to_thread(beats, database)
                still = [name for name in before if now.get(name, before[name]) == before[name]]
                dead = still[0] if len(still) == 1 else None  # on a busy machine others may be late too
            await asyncio.sleep(POLL_SECONDS)
    mine = [taken[code] for code, name in names.items() if name == dead]
    if mine:
        report.kills += 1
        report.seconds += [round(seconds, 3) for seconds, _ in mine]
        report.shares.append(sorted(Counter(name for _, name in mine).values()))


async def under_play(fleet: list[Server], tables: int, kills: int, seed: int, report: Report) -> None:
    """Again and again, one of several servers at which people play."""
    dice = random.Random(seed)
    while report.kills < kills:
        seats = [await sit_down(fleet, number) for number in range(tables)]
        driving = [asyncio.create_task(seat.drive(n, fleet, dice)) for seat in seats for n in (0, 1)]
        try:
            await all_cared_for(fleet[0].database, {seat.code for seat in seats})
            await asyncio.sleep(dice.uniform(*AWAKE))
            victim = dice.choice(fleet)
            await kill(victim, {seat.code for seat in seats}, report)
            await still_driving(driving)
        finally:
            for task in driving:
                task.cancel()
            await asyncio.gather(*driving, return_exceptions=True)
        print(f"\r{report.kills} kills", end="", file=sys.stderr, flush=True)
        for player in (player for seat in seats for player in seat.sockets):
            with contextlib.suppress(Exception):
                await player.disconnect()
        await asyncio.to_thread(victim.start)
    print(file=sys.stderr)


async def many_at_once(fleet: list[Server], tables: int, report: Report) -> None:
    """All tables are looked after by one server, and there are clients of others at each; it dies."""
    first, *others = fleet
    codes = []
    for number in range(tables):
        if number % TABLES_PER_PLAYER == 0:
            host = Player(first.address)
            await host.connect()
        answer = await host.ask_patiently("create", game="rally-run", seats=[{"kind": "bot", "bot": BOT}] * 2)
        codes.append(answer["table"])
    guests = [await _guest(first, code) for code in codes]
    await all_cared_for(first.database, set(codes))
    guests += [await _guest(server, code) for server in others for code in codes]
    probes = [asyncio.create_task(_slowest_answer(server)) for server in others]
    await kill(first, set(codes), report)
    for probe in probes:
        probe.cancel()
    report.slowest_answers = [round(await probe, 3) for probe in probes]
    await asyncio.gather(*(guest.disconnect() for guest in guests), return_exceptions=True)


async def _guest(server: Server, code: str) -> Player:
    guest = Player(server.address)
    await guest.connect()
    await guest.open(code)
    return guest


async def _slowest_answer(server: Server) -> float:
    """Of small commands, one after another, until it is told to stop."""
    slowest = 0.0
    with contextlib.suppress(asyncio.CancelledError):
        async with Player(server.address) as player:
            while True:
                began = time.monotonic()
                await player.ask("rename", name="Anna")
                slowest = max(slowest, time.monotonic() - began)
                await asyncio.sleep(POLL_SECONDS)
    return slowest


def measure(folder: Path, *, kills: int, orphans: int, tables: int, servers: int = 3, seed: int = 1) -> Report:
    """One of both."""
    report = Report()
    os.environ["KARACHO_CONNECTIONS_PER_ADDRESS"] = "100000"  # all clients are on this machine
    with running(servers, folder) as fleet:
        if orphans:
            asyncio.run(many_at_once(fleet, orphans, report))
        else:
            asyncio.run(under_play(fleet, tables, kills, seed, report))
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--orphans", type=int, default=0)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    with tempfile.TemporaryDirectory() as folder:
        report = measure(Path(folder), **vars(parser.parse_args()))
    print(json.dumps(report.summary()))


if __name__ == "__main__":
    main()
