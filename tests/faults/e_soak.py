"""E11: people come and go for a long time; what they leave behind is measured.

python -m tests.faults.e_soak --seconds 28800
python -m tests.faults.e_soak --seconds 28800 --speed 4

Tables sleep after seconds instead of ten minutes, so that many do: a leak shows sooner. With `--speed` the clock of the
server runs so many times as fast (libfaketime): all that happens by the hour happens as often, in less time. Seconds
and slopes are by that clock.
"""

import argparse
import asyncio
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from unittest.mock import patch

import httpx

from karacho.load import server as load_server
from karacho.load.server import OwnServer
from karacho.server.app import HOUSEKEEPING_SECONDS
from tests.server.player import Player

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 12}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 2}),
]
MOVES = 8
COMPANIES = 4  # at once, unless asked for more
SLEEP_SECONDS = 4
CALM_SECONDS = 60
SAMPLE_SECONDS = 2
SAMPLES_TOLD = 30  # from one line of progress to the next
FIGURES_SECONDS = 2 + HOUSEKEEPING_SECONDS
PAUSE = 0.5  # of a company, between two visits
FAKE_CLOCKS = "**/faketime/libfaketimeMT.so.1"
SERVE = f"from karacho.server import hall; hall.SLEEP_SECONDS = {SLEEP_SECONDS}; from karacho.cli import main; main()"


async def visit(address: str, game: str, options: dict[str, object], dice: random.Random) -> None:
    """Two people and a guest come to a new table, play for a while or to the end, lose their lines, and go."""
    async with Player(address) as host, Player(address) as friend, Player(address) as guest:
        code = await host.create(game, "person", "open", "bot", options=options)
        for other in (friend, guest):
            await other.open(code)
        await friend.ask("sit", seat=1, name="Friend")
        await host.ask("start")
        await guest.until(lambda: guest.frame)
        await guest.send({"type": "say", "emote": "haha"})
        if dice.random() < 0.3:
            await asyncio.gather(host.play_to_the_end(0), friend.play_to_the_end(1))
            async with httpx.AsyncClient(base_url=f"http://{address}") as client:
                race = host.frame["race"]
                for path in (f"/api/races/{race}", f"/api/races/{race}/proof"):
                    assert (await client.get(path)).status_code == 200
            return
        await asyncio.gather(*(_play_some(player, seat) for seat, player in enumerate((host, friend))))
        friend.abandon()
        await friend.reconnect()
        guest.abandon()


async def _play_some(player: Player, seat: int) -> None:
    """For a moment: the other one may have made all moves already, and then nobody asks any more."""
    for _ in range(MOVES):
        version = player.version
        try:
            async with asyncio.timeout(0.5):
                await player.play_once(seat)
                await player.until(lambda: player.version != version or player.over)  # noqa: B023
        except TimeoutError:
            return


@dataclass
class Sample:
    """What the server holds at one instant, after so many visits."""

    at: float
    visits: int
    memory: int
    bots_memory: int
    files: int
    threads: int
    tasks: int
    connections: int
    tables: int


@dataclass
class Report:
    """Before, meanwhile, and when everybody has gone."""

    visits: int = 0
    failed: list[str] = field(default_factory=list)
    before: Sample | None = None
    after: Sample | None = None
    samples: list[Sample] = field(default_factory=list)

    def summary(self) -> dict[str, object]:
        """In a few figures; the slopes are those of the second half, by the clock and by how many came.

        Before everybody has gone, after is now.
        """
        assert self.before is not None
        after = self.after or self.samples[-1]
        late = self.samples[len(self.samples) // 2 :]
        memory = [each.memory for each in late]
        by_clock = statistics.linear_regression([each.at for each in late], memory).slope
        by_visits = statistics.linear_regression([each.visits for each in late], memory).slope
        return {
            "visits": self.visits,
            "failed": len(self.failed),
            "seconds": round(after.at - self.before.at),
            "memory_slope_mb_per_hour": round(by_clock * 3600 / 2**20, 1),
            "memory_slope_kb_per_1000_visits": round(by_visits * 1000 / 2**10),
            "before": asdict(self.before),
            "after": asdict(after),
        }

    def save(self, path: Path) -> None:
        """As far as it has come, so that an interrupted night is not lost."""
        text = json.dumps(asdict(self) | {"summary": self.summary()}, indent=1)
        beside = path.with_suffix(".new")
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(path)


class Soak:
    """A server, and those who come and go."""

    def __init__(
        self,
        server: OwnServer,
        seed: int,
        companies: int,
        pause: float,
        kept: Path | None = None,
        speed: float = 1.0,
    ) -> None:
        self._server = server
        self._speed = speed
        self._companies = companies
        self._pause = pause
        self._kept = kept
        self._dice = random.Random(seed)
        self.report = Report()

    async def run(self, seconds: float) -> Report:
        """First everything once, so that what is loaded once is loaded."""
        report = self.report
        for game, options in GAMES:
            await visit(self._server.address, game, options, random.Random(1))
        report.before = await self._calm()
        end = time.monotonic() + seconds / self._speed
        watching = asyncio.create_task(self._watch(end))
        await asyncio.gather(*(self._come_and_go(end) for _ in range(self._companies)))
        watching.cancel()
        report.after = await self._calm()
        return report

    async def _come_and_go(self, end: float) -> None:
        while time.monotonic() < end:
            game, options = self._dice.choice(GAMES)
            with self._told():
                await visit(self._server.address, game, options, self._dice)
            self.report.visits += 1
            await asyncio.sleep(self._dice.uniform(0, 2 * self._pause))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What fails is in the report, and the night goes on."""
        try:
            yield
        except Exception as failure:
            self.report.failed.append(f"after {self.report.visits} visits: {failure!r}")

    async def _watch(self, end: float) -> None:
        for count in itertools.count(1):
            await asyncio.sleep(SAMPLE_SECONDS)
            with self._told():
                self.report.samples.append(await self._sample())
            if count % SAMPLES_TOLD == 0:
                self._tell(end - time.monotonic())

    def _tell(self, left: float) -> None:
        figures = self.report.summary()
        told = " · ".join(f"{name} {figures[name]}" for name in ("visits", "failed", "memory_slope_mb_per_hour"))
        memory = self.report.samples[-1].memory / 2**20
        print(f"{told} · {memory:.1f} MB · {left / 60:.0f} minutes left", file=sys.stderr, flush=True)
        if self._kept is not None:
            self.report.save(self._kept)

    async def _calm(self) -> Sample:
        """When nobody is there and all tables sleep. Figures are some seconds old: a round before, and one more."""
        await asyncio.sleep(FIGURES_SECONDS)
        async with asyncio.timeout(CALM_SECONDS):
            while (now := await self._sample()).connections or now.tables:
                await asyncio.sleep(0.5)
        await asyncio.sleep(FIGURES_SECONDS)
        return await self._sample()

    async def _sample(self) -> Sample:
        async with httpx.AsyncClient(base_url=f"http://{self._server.address}") as client:
            lines = (await client.get("/metrics")).text.splitlines()
        told = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        process = Path(f"/proc/{self._server.process_id}")
        threads = process / "task"
        children = [child for task in threads.iterdir() for child in (task / "children").read_text().split()]
        return Sample(
            at=round(time.monotonic() * self._speed, 1),
            visits=self.report.visits,
            memory=self._server.memory(),
            bots_memory=sum(_memory(int(child)) for child in children),
            files=len(list((process / "fd").iterdir())),
            threads=len(list(threads.iterdir())),
            tasks=int(float(told["karacho_tasks"])),
            connections=int(float(told["karacho_connections"])),
            tables=int(float(told["karacho_tables"])),
        )


def _memory(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:")), 0)


def fast_clock(speed: float) -> dict[str, str]:
    """The environment in which a clock runs so many times as fast."""
    if speed == 1.0:
        return {}
    library = next(Path("/usr/lib").glob(FAKE_CLOCKS), None)
    if library is None:
        sys.exit("--speed needs libfaketime: install it (Debian: faketime), or leave --speed out.")
    return {"LD_PRELOAD": str(library), "FAKETIME": f"+0 x{speed:g}"}


@contextmanager
def served(folder: Path, speed: float = 1.0) -> Iterator[OwnServer]:
    """A server whose tables sleep soon."""
    with patch.object(load_server, "COMMAND", [sys.executable, "-c", SERVE, "serve"]):
        server = OwnServer(folder, fast_clock(speed))
        server.start()
    try:
        server.wait_ready()
        yield server
        complaints = [line for line in server.noise().splitlines() if line.startswith(("WARNING", "ERROR", "Trace"))]
        assert not complaints, complaints
    finally:
        server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--companies", type=int, default=COMPANIES)
    parser.add_argument("--pause", type=float, default=PAUSE)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), arguments.speed) as server:
        people = arguments.seed, arguments.companies, arguments.pause
        soak = Soak(server, *people, arguments.json, arguments.speed)
        report = asyncio.run(soak.run(arguments.seconds))
        print(json.dumps(report.summary(), indent=2), flush=True)  # the server's complaints are read after it
        if arguments.json is not None:
            report.save(arguments.json)
    if report.failed:
        sys.exit("Visits that failed:\n" + "\n".join(report.failed))


if __name__ == "__main__":
    main()
