"""I2: several servers on one PostgreSQL quarrel about tables, and no race forks.

A contest: the caretaker of a table, which drives its bots and clocks, is stopped at a random instant; another server
takes over and the race goes on there; then the first wakes up, still believes that the table is its own, and goes on
too. The same player acts by way of two servers all the time. Afterwards every race is played again from its log: all
that anybody was shown is in it, every accepted command exactly once.

    python -m tests.faults.i_contests --contests 1000
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from karacho.load.truth import Records
from tests.postgres import drop_database, fresh_database
from tests.server.conftest import Server
from tests.server.player import HARMLESS, Player, Refused
from tests.server.truth import Truth, ask

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("rally-run", 2, {"turn_limit": 200}),
    ("stich-rallye", 3, {}),
    ("tiny-turbo-cars", 2, {"mode": "relaxed", "draft": "random", "round_limit": 20}),
]
PAUSE = (0.0, 0.4)  # of a player before it acts
ASLEEP = (2.2, 3.2)  # others notice after two seconds
AWAKE = (0.3, 1.5)
LONGEST_SECONDS = 60.0
BOT = "learner"


@dataclass
class Report:
    """What was done and found."""

    contests: int = 0
    stops: int = 0
    seconds: float = 0.0
    races: int = 0
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    frames: int = 0
    broken: list[str] = field(default_factory=list)


class Seat:
    """One person's seat at one table, driven by way of two servers at once."""

    def __init__(self, sockets: list[Player], code: str) -> None:
        self.sockets = sockets
        self.code = code
        self.refused: Counter[str] = Counter()
        self.asked: dict[str, str] = {}
        """Of each command: its race."""
        self.pending: dict[int, str] = {}
        """By client: the command that was not answered when everything ended."""

    async def drive(self, number: int, servers: list[Server], dice: random.Random) -> None:
        """For ever; what was not answered is asked again until it is."""
        player = self.sockets[number]
        pending: tuple[str, str, dict[str, Any]] | None = None
        while True:
            try:
                if player.closed is not None:
                    player.address = dice.choice([s for s in servers if s.process.poll() is None]).address
                    await player.reconnect(LONGEST_SECONDS)
                if pending is None:
                    await asyncio.sleep(dice.uniform(*PAUSE))
                    pending = await self._choose(player, dice)
                op, kind, fields = pending
                self.pending[number] = op
                await player.ask(kind, op=op, **fields)
                self.pending.pop(number)
                pending = None
            except Refused as refused:
                self.refused[f"{refused.code} {refused.answer.get('detail') or ''}".strip()] += 1
                if refused.code not in (*HARMLESS, "RACE_NOT_OVER", "SAVING_FAILED"):
                    raise
                if refused.code != "SAVING_FAILED":  # that one may be asked again
                    self.pending.pop(number)
                    pending = None
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _choose(self, player: Player, dice: random.Random) -> tuple[str, str, dict[str, Any]]:
        await player.until(lambda: player.legal or player.over, LONGEST_SECONDS)
        op = f"op-{dice.getrandbits(90):x}"
        self.asked[op] = player.frame["race"]
        if player.over:
            return op, "rematch", {}
        common = {"seat": 0, "base": player.version, "race": player.frame["race"]}
        if "done" in player.legal:
            return op, "program", {**common, "first": 0, "slides": "", "done": True}
        return op, "act", {**common, "action": dice.choice(player.legal)}


@contextlib.contextmanager
def running(servers: int, folder: Path) -> Iterator[list[Server]]:
    """So many servers on a database of their own."""
    url = fresh_database()
    fleet = []
    for number in range(servers):
        (folder / str(number)).mkdir(parents=True)
        fleet.append(Server(folder / str(number), url))
    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(Server.start, fleet))
        yield fleet
    finally:
        for server in fleet:
            server.close()
        drop_database(url)


async def sit_down(fleet: list[Server], number: int, start: bool = True) -> Seat:
    """A table of one person and bots; the person has a client at two servers."""
    game, seats, options = GAMES[number % len(GAMES)]
    first, second = fleet[number % len(fleet)], fleet[(number + 1) % len(fleet)]
    player = Player(first.address)
    await player.connect()
    bots = [{"kind": "bot", "bot": BOT}] * (seats - 1)
    code = await player.create(game, "person", *bots, options=options, start=start)
    twin = Player(second.address, player.secret)
    await twin.connect()
    await twin.open(code)
    return Seat([player, twin], code)


def caretakers(database: Path | str) -> dict[str, str]:
    """Who looks after which table."""
    return dict(ask(database, "SELECT table_code, server FROM caretakers"))


async def stop_and_wake(fleet: list[Server], dice: random.Random, report: Report) -> None:
    """One server sleeps until others have taken over what it looked after; then it goes on."""
    database = fleet[0].database
    victim = fleet[(report.stops * (1 + dice.randrange(2))) % len(fleet)]
    await asyncio.sleep(dice.uniform(*AWAKE))
    before = await asyncio.to_thread(caretakers, database)
    victim.process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(dice.uniform(*ASLEEP))
        after = await asyncio.to_thread(caretakers, database)
    finally:
        victim.process.send_signal(signal.SIGCONT)
    report.stops += 1
    report.contests += sum(before[code] != after.get(code) for code in before)


async def quarrel(fleet: list[Server], tables: int, contests: int, seed: int, report: Report) -> list[Seat]:
    """As many contests as asked for, while everybody plays."""
    dice = random.Random(seed)
    seats = [await sit_down(fleet, number) for number in range(tables)]
    driving = [
        asyncio.create_task(s.drive(n, fleet, random.Random(f"{seed}/{i}/{n}")))
        for i, s in enumerate(seats)
        for n in (0, 1)
    ]
    try:
        while report.contests < contests:
            await stop_and_wake(fleet, dice, report)
            print(f"\r{report.contests} contests in {report.stops} stops", end="", file=sys.stderr, flush=True)
            await still_driving(driving)
        await asyncio.sleep(2.0)  # what is on its way is answered
    finally:
        print(file=sys.stderr)
        for task in driving:
            task.cancel()
        await asyncio.gather(*driving, return_exceptions=True)
    for seat in seats:
        for player in seat.sockets:
            with contextlib.suppress(Exception):
                await player.disconnect()
    return seats


async def still_driving(driving: list["asyncio.Task[None]"]) -> None:
    """A driver that has stopped says why."""
    for task in driving:
        if task.done():
            await task


def judge(seats: list[Seat], database: Path | str, report: Report) -> None:
    """Everything that anybody was told, against the log."""
    refused: Counter[str] = Counter()
    records = Records(database)
    for seat in seats:
        refused += seat.refused
        kept = records.answers(dict.fromkeys(seat.asked, seat.code))
        versions = {m["op"]: (m, a.get("version")) for player in seat.sockets for m, a in player.accepted}
        done: dict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
        for op, race in seat.asked.items():
            if op not in versions:
                continue
            message, version = versions[op]
            report.accepted += 1
            if [answer.get("version") for answer in kept.get(op, ())] != [version]:
                report.broken.append(f"{op} was accepted at {version}; kept: {kept.get(op)}")
            if message["type"] != "rematch":
                done[race][(version, message.get("action", "done"))] += 1
        for race in sorted({frame["race"] for player in seat.sockets for frame in player.frames}):
            report.races += 1
            judge_race(race, seat, done[race], database, report)
    records.close()
    report.refused = dict(refused)


def judge_race(race: str, seat: Seat, done: Counter[tuple[int, str]], database: Path | str, report: Report) -> None:
    """Played again from its log: is that what was shown, and has what was accepted happened once?"""
    try:
        truth = Truth(database, race)
    except Exception as error:
        report.broken.append(f"{race} cannot be played again: {error!r}")
        return
    logged = Counter((entry["version"], entry["action"]) for entry in truth.log if entry["driver"] == "person")
    if done - logged:
        report.broken.append(f"{race}: accepted and not in the log: {done - logged}")
    if (logged - done).total() > len(seat.pending):
        report.broken.append(f"{race}: in the log, and nobody was told: {logged - done}")
    for player in seat.sockets:
        for frame in (frame for frame in player.frames if frame["race"] == race):
            report.frames += 1
            try:
                truth.check(frame)
            except (AssertionError, KeyError) as error:
                report.broken.append(f"{race} version {frame['version']} was shown otherwise: {error!r}"[:300])


def contest(folder: Path, *, contests: int, tables: int, servers: int = 3, seed: int = 1) -> Report:
    """All of it: play, stop, wake up, and see whether anything is wrong."""
    report = Report()
    began = time.monotonic()
    with running(servers, folder) as fleet:
        seats = asyncio.run(quarrel(fleet, tables, contests, seed, report))
        judge(seats, fleet[0].database, report)
        for server in fleet:
            report.broken += [line for line in server.noise().splitlines() if "Traceback" in line or "parked" in line]
    report.seconds = round(time.monotonic() - began, 1)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contests", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=45)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = contest(Path(folder), **vars(chosen))
    print(json.dumps(asdict(report), indent=1))
    sys.exit(1 if report.broken else 0)


if __name__ == "__main__":
    main()
