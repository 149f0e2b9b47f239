"""A whole run: a server, drivers beside it, outages on purpose, and the check at the end."""

import contextlib
import multiprocessing
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from karacho.errors import KarachoError
from karacho.load import history
from karacho.load.checker import Verdict, check
from karacho.load.driver import AWAY, COUNTERS, IDLE, MOVES, PARKED, REFUSALS, RETURNS, STORMS, TABLES, drive
from karacho.load.figures import Figures, figures
from karacho.load.plan import KINDS, USUAL, Share
from karacho.load.server import OwnServer
from karacho.store.errors import StoreError

LOOK_SECONDS = 0.02
TELL_SECONDS = 1.0
SET_UP_SECONDS = 600.0
PAUSE_SECONDS = 2.0
MOST_MOVES = 50  # an outage waits until up to so many moves were made since the one before
LONGEST_WAIT = 20.0
RECOVERY_SECONDS = 2.0  # as long is played on when the server and all clients are back for the last time
LONGEST_RETURN = 30.0  # clients are waited for so long
LONGEST_END = 60.0  # drivers write down what they know, and go
DURING_RECOVERY = 0.2  # so many of the outages hit a server that has just begun to start

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What to do."""

    tables: int = 20
    games: tuple[str, ...] = USUAL
    pace: float | None = 100.0
    spectators: int = 0
    frozen: int = 0
    """Clients that read nothing."""
    idle: int = 0
    seconds: float = 10.0
    kills: int = 0
    deploys: int = 0
    pauses: int = 0
    storms: int = 0
    """How often all clients lose their connections at one instant."""
    drivers: int = 1
    seed: int = 0
    url: str | None = None
    """A server that runs already, as HOST:PORT; else one is started."""
    database: str | Path | None = None
    """The database of that server, for the checker; or a PostgreSQL for the server that is started."""
    environment: dict[str, str] = field(default_factory=dict)
    folder: Path | None = None
    """Where the server's data and the history stay; else they are thrown away."""


@dataclass
class Result:
    """What came of it."""

    figures: Figures
    verdict: Verdict | None
    faults: list[str] = field(default_factory=list)
    """What went wrong though nobody did it on purpose."""

    @property
    def broken(self) -> list[str]:
        """All that a run should not find."""
        return [*self.faults, *(self.verdict.broken if self.verdict is not None else ())]


class _Fault(Exception):
    """The run need not go on."""


def run(plan: Plan, say: Say) -> Result:
    """Do it all."""
    _allow_many_sockets()
    with _folder(plan.folder) as folder, contextlib.ExitStack() as stack:
        server = None
        if plan.url is None:
            (folder / "server").mkdir(parents=True, exist_ok=True)
            server = OwnServer(folder / "server", plan.environment, plan.database)
            server.start()
            stack.callback(server.close)
            server.wait_ready()
            say(f"the server answered after {server.starts[0]:.2f} s")
        campaign = _Campaign(plan, server, folder, say)
        stack.callback(campaign.end_drivers)
        return campaign.run()


class _Campaign:
    def __init__(self, plan: Plan, server: OwnServer | None, folder: Path, say: Say) -> None:
        self._plan, self._server, self._say = plan, server, say
        self._dice = random.Random(plan.seed)
        spawn = multiprocessing.get_context("spawn")
        self._stop: Any = spawn.RawArray("d", 2)
        self._counters: list[Any] = [spawn.RawArray("q", COUNTERS) for _ in range(plan.drivers)]
        self._histories = [folder / f"history-{number}.jsonl" for number in range(plan.drivers)]
        self._gap = self._due = self._latest = self._ready_at = 0.0
        self._wanted = 0
        self._faults: list[str] = []
        address = plan.url or (server.address if server is not None else "")
        self._drivers: list[BaseProcess] = []
        for number in range(plan.drivers):
            share = self._share(number, address)
            process = spawn.Process(target=drive, args=(share, self._counters[number], self._stop), daemon=True)
            self._drivers.append(process)

    def _share(self, number: int, address: str) -> Share:
        plan = self._plan
        kinds = tuple(plan.games[table % len(plan.games)] for table in range(number, plan.tables, plan.drivers))
        return Share(
            address=address,
            history=str(self._histories[number]),
            kinds=kinds,
            spectators=plan.spectators,
            frozen=len(range(number, plan.frozen, plan.drivers)),
            idle=len(range(number, plan.idle, plan.drivers)),
            pace=None if plan.pace is None else plan.pace / plan.drivers,
            seed=f"{plan.seed}/{number}",
        )

    def run(self) -> Result:
        plan, server = self._plan, self._server
        memory_before = server.settle() if server is not None else 0
        for driver in self._drivers:
            driver.start()
        began, cpu_before = time.monotonic(), 0.0
        try:
            self._wait_for_tables()
            began, cpu_before = time.monotonic(), server.cpu_seconds() if server is not None else 0.0
            self._play(began)
            self._wait_for_all()
        except _Fault as fault:
            self._faults.append(str(fault))
        ended = time.monotonic()
        cpu = server.cpu_seconds() - cpu_before if server is not None else 0.0
        memory = server.memory() - memory_before if server is not None and server.is_running() else 0
        self._stop[0] = ended
        self._dismiss_drivers()
        if server is not None:
            server.end(signal.SIGTERM)
        self._say("checking")
        database = server.database if server is not None else plan.database
        verdict = None
        try:
            verdict = check(database, history.read(self._histories)) if database is not None else None
        except StoreError as error:
            self._blame(f"the store cannot be read: {error}")
        found = figures(history.read(self._histories), began, ended)
        found.tables, found.sockets = plan.tables, self._sockets()
        found.cpu_seconds, found.memory = cpu, memory
        found.outages = plan.kills + plan.deploys + plan.pauses
        if server is not None:
            found.starts = server.starts
            found.note_births(server.births[1:])
        return Result(found, verdict, self._faults)

    def _dismiss_drivers(self) -> None:
        """What they have written down is the evidence: one that did not come to its end has lost some of it."""
        for driver in self._drivers:
            driver.join(LONGEST_END)
        if any(driver.exitcode != 0 for driver in self._drivers):
            self._blame("a driver has died, or did not end")
        if parked := self._total(PARKED):
            self._blame(f"{parked} clients were told that their race cannot be played on (PARKED)")

    def _blame(self, what: str) -> None:
        if what not in self._faults:
            self._faults.append(what)

    def _sockets(self) -> int:
        plan = self._plan
        seats = [KINDS[plan.games[table % len(plan.games)]].seats for table in range(plan.tables)]
        return sum(seats) + plan.spectators * plan.tables + plan.frozen + plan.idle

    def end_drivers(self) -> None:
        """However the run ended."""
        for driver in self._drivers:
            if driver.is_alive():
                driver.kill()

    def _total(self, counter: int) -> int:
        return sum(int(counters[counter]) for counters in self._counters)

    def _wait_for_tables(self) -> None:
        end = time.monotonic() + SET_UP_SECONDS
        told = 0.0
        while (ready := self._total(TABLES) + self._total(IDLE)) < self._plan.tables + self._plan.idle:
            self._check_alive(end)
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                self._say(f"setting up: {ready} of {self._plan.tables + self._plan.idle} tables and idle clients")
            time.sleep(LOOK_SECONDS)

    def _check_alive(self, end: float) -> None:
        if time.monotonic() > end:
            raise _Fault("the tables cannot be set up")
        if any(driver.exitcode for driver in self._drivers):
            raise _Fault("a driver has died, or did not end")
        server = self._server
        if server is not None and server.ready and not server.is_running():
            raise _Fault(f"the server has ended by itself (exit code {server.exit_code}){_last_words(server)}")

    def _play(self, began: float) -> None:
        """Until the time is over, and every outage has happened and has been got over."""
        plan, end = self._plan, began + self._plan.seconds
        faults = ["kill"] * plan.kills + ["deploy"] * plan.deploys + ["pause"] * plan.pauses
        storms = [began + plan.seconds * (number + 1) / (plan.storms + 1) for number in range(plan.storms)]
        self._dice.shuffle(faults)
        self._gap = max(0.3, plan.seconds / (len(faults) + 1) - 1.0)
        self._plan_next(began)
        told, moves = began, self._total(MOVES)
        while faults or storms or time.monotonic() < end:
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            self._check_alive(now + 1)
            if storms and now >= storms[0]:
                storms.pop(0)
                self._stop[STORMS] += 1
                self._ready_at = now
            server = self._server
            if server is not None:
                if not server.ready and _answers(server):
                    self._plan_next(now)
                if faults and self._is_due(now):
                    self._inflict(faults.pop(), server)
            if self._is_recovering(now):
                end = max(end, now + RECOVERY_SECONDS)
            if now - told >= TELL_SECONDS:
                done = self._total(MOVES)
                rate = (done - moves) / (now - told)
                told, moves = now, done
                left = f", {len(faults)} outages to come" if faults else ""
                words = f"{now - began:.0f} s: {done} moves, {rate:.0f} a second, {self._total(REFUSALS)} refused"
                self._say(f"{words}, {self._total(RETURNS)} came back{left}")

    def _wait_for_all(self) -> None:
        """Whoever has lost a line, for whatever reason, has to see the race again."""
        end = time.monotonic() + LONGEST_RETURN
        while (away := self._total(AWAY)) and time.monotonic() < end:
            self._check_alive(end + 1)
            time.sleep(LOOK_SECONDS)
        if away:
            raise _Fault(f"{away} clients have not come back within {LONGEST_RETURN:g} s")

    def _is_recovering(self, now: float) -> bool:
        """Is the server away, or somebody who may still come back?"""
        if self._server is not None and not self._server.ready:
            self._ready_at = now
            return True
        return self._total(AWAY) > 0 and now - self._ready_at < LONGEST_RETURN

    def _plan_next(self, now: float) -> None:
        """The next outage: after some time, and in the middle of play."""
        self._due = now + self._dice.uniform(0, 2 * self._gap)
        self._wanted = self._total(MOVES) + self._dice.randint(1, MOST_MOVES)
        self._latest = self._due + LONGEST_WAIT

    def _is_due(self, now: float) -> bool:
        return now >= self._due and (self._total(MOVES) >= self._wanted or now >= self._latest)

    def _inflict(self, fault: str, server: OwnServer) -> None:
        """Let it happen. The next one is planned when the server is ready, except for some that do not wait for it."""
        if fault == "pause" and server.ready:
            server.pause(PAUSE_SECONDS)
            self._plan_next(time.monotonic())
            return
        server.end(signal.SIGTERM if fault == "deploy" and server.ready else signal.SIGKILL)
        server.start()
        self._due, self._wanted = float("inf"), 0
        if self._dice.random() < DURING_RECOVERY:
            self._due = time.monotonic() + self._dice.uniform(0, 1)


def _answers(server: OwnServer) -> bool:
    """One that does not come back after an outage is what a run looks for."""
    try:
        return server.poll_ready()
    except KarachoError as error:
        raise _Fault(str(error)) from None


def _last_words(server: OwnServer) -> str:
    lines = server.noise().splitlines()
    return f": {lines[-1][:200]}" if lines else ""


@contextlib.contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    folder = Path(tempfile.mkdtemp(prefix="karacho-load-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _allow_many_sockets() -> None:
    """As many files as the machine allows, also for the processes that are started."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
