"""Durable moves a second of a server beside its driver, in turn with the least that such a server must do (`bare.py`).

`python -m benchmarks.moves`: a hundred tables of four clients, each move as soon as the one before has been told.
"""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console

from benchmarks.figure import Figure, table_of
from karacho.load.wire import Line

RUNS = 5
TABLES, SEATS = 100, 4
SECONDS = 8.0
WARM_UP_SECONDS = 2.0
MESSAGE = b'{"type":"act","op":"0123456789abcdef","seat":0,"action":"R7","base":17}'
GOAL = 3000


class Run(NamedTuple):
    """What one run gave."""

    moves_per_second: float
    cpu_us: float
    """Of the server, for each move."""


def measure() -> list[Figure]:
    console = Console(stderr=True)
    ours, bare = [], []
    for number in range(RUNS):
        bare.append(run_bare())
        ours.append(run_karacho(number))
        console.print(f"{number + 1} of {RUNS}: Karacho {ours[-1]}, bare {bare[-1]}")
    speeds, cpu = [run.moves_per_second for run in ours], [run.cpu_us for run in ours]
    pairs = list(zip(ours, bare, strict=True))
    return [
        Figure("durable moves, all three games", statistics.median(speeds), "/s", GOAL),
        Figure("… the slowest and", min(speeds), "/s"),
        Figure("… the fastest run", max(speeds), "/s"),
        Figure("… the server's CPU for a move", statistics.median(cpu), "µs"),
        Figure("bare server", statistics.median(run.moves_per_second for run in bare), "/s"),
        Figure("… its CPU for a message", statistics.median(run.cpu_us for run in bare), "µs"),
        Figure("Karacho's share of the bare speed", statistics.median(o[0] / b[0] for o, b in pairs), "×"),
        Figure("Karacho's CPU as a multiple of the bare", statistics.median(o[1] / b[1] for o, b in pairs), "×"),
    ]


def run_karacho(seed: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.json"
        command = ["load", "--tables", str(TABLES), "--flat-out", "--seconds", str(SECONDS), "--seed", str(seed)]
        code = "from karacho.cli import main; main()"
        subprocess.run([sys.executable, "-c", code, *command, "--json", str(file)], check=True, capture_output=True)
        run = json.loads(file.read_text())["runs"][0]
        return Run(run["moves_per_second"], run["server_cpu_us_per_move"])


def run_bare() -> Run:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = subprocess.Popen([sys.executable, "-m", "benchmarks.bare", str(port), f"{folder}/log.sqlite"])
        try:
            await_port(port)
            return uvloop.run(drive(port, server.pid))
        finally:
            server.kill()
            server.wait()


def await_port(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the bare server does not answer")


async def drive(port: int, server: int) -> Run:
    """Everybody at a table speaks in turn, as soon as the one before was told to the next."""
    drivers = [Round() for _ in range(TABLES)]
    for number, table in enumerate(drivers):
        await table.gather(port, number)
    for table in drivers:
        table.begin()
    await asyncio.sleep(WARM_UP_SECONDS)
    moves, cpu, began = sum(table.moves for table in drivers), cpu_of(server), time.perf_counter()
    await asyncio.sleep(SECONDS)
    made = sum(table.moves for table in drivers) - moves
    return Run(made / (time.perf_counter() - began), (cpu_of(server) - cpu) / made * 1e6)


class Round:
    """A table at which each of four says something in turn."""

    def __init__(self) -> None:
        self.moves = 0
        self._lines: list[Line] = []

    async def gather(self, port: int, number: int) -> None:
        """Connect everybody."""
        loop = asyncio.get_running_loop()
        for seat in range(SEATS):
            opened = asyncio.Event()
            line = Line(f"ws://127.0.0.1:{port}/{number}", opened.set, self._listener(seat), lambda _: None)
            await loop.create_connection(partial(_same, line), "127.0.0.1", port)
            await opened.wait()
            self._lines.append(line)

    def begin(self) -> None:
        """The first message."""
        self._lines[0].say(MESSAGE)

    def _listener(self, seat: int) -> Callable[[bytes], None]:
        heard = 0

        def hear(_: bytes) -> None:
            nonlocal heard
            heard += 1
            if heard % SEATS == seat:  # it is this one's turn
                self.moves += 1
                self._lines[seat].say(MESSAGE)

        return hear


def _same(line: Line) -> Line:
    return line


def cpu_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    Console().print(table_of("A server beside its driver on two cores, in turn with a bare one", measure()))


if __name__ == "__main__":
    main()
