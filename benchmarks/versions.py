"""Two versions of the server under load, in turns of half a second: machines change their speed from minute to minute.

`python -m benchmarks.versions ../before .`: two checkouts, each with its page built. A load on either goes on while the
other one stands still. What is compared is the server's CPU for a move, and how many moves were made.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.figure import Figure, table_of

SECONDS = 40
SET_UP_SECONDS = 9.0  # then all tables race
TURN_SECONDS = 0.6
TABLES = 100


def start(checkout: Path, report: Path) -> subprocess.Popen[bytes]:
    """A load of its own on the server of a checkout."""
    source = checkout.resolve() / "src"
    if not (source / "karacho" / "server" / "page").is_dir():
        sys.exit(f"{checkout} is no checkout whose page is built: `make page` there first")
    load = ["load", "--tables", str(TABLES), "--flat-out", "--seconds", str(SECONDS), "--json", str(report)]
    command = [sys.executable, "-c", "from karacho.cli import main; main()", *load]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)


def set_going(load: subprocess.Popen[bytes], going: bool) -> None:
    """The driver and its server, or neither."""
    with contextlib.suppress(ProcessLookupError):  # it has ended
        os.killpg(load.pid, signal.SIGCONT if going else signal.SIGSTOP)


def take_turns(loads: list[subprocess.Popen[bytes]]) -> None:
    """Until one of them has made all its moves; then both may end."""
    time.sleep(SET_UP_SECONDS)
    while all(load.poll() is None for load in loads):
        for acting in loads:
            for load in loads:
                set_going(load, load is acting)
            time.sleep(TURN_SECONDS)
    for load in loads:
        set_going(load, going=True)
        if load.wait() != 0:
            sys.exit("a load has failed; try `karacho load` on that checkout alone")


def compare(checkouts: list[Path]) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        reports = [Path(folder) / f"{number}.json" for number in range(len(checkouts))]
        loads = [start(*pair) for pair in zip(checkouts, reports, strict=True)]
        try:
            take_turns(loads)
        finally:
            for load in loads:
                set_going(load, going=True)
                load.terminate()
        before, after = (_run(report) for report in reports)
    figures = [
        Figure(f"{checkout}: the server's CPU for a move", run["server_cpu_us_per_move"], "µs")
        for checkout, run in zip(checkouts, (before, after), strict=True)
    ]
    cpu = after["server_cpu_us_per_move"] / before["server_cpu_us_per_move"]
    return [
        *figures,
        Figure("CPU for a move, the second by the first", cpu, "×"),
        Figure("moves, the second by the first", after["moves"] / before["moves"], "×"),
    ]


def _run(report: Path) -> dict[str, Any]:
    (run,) = json.loads(report.read_text(encoding="utf-8"))["runs"]
    return dict(run)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs=2, type=Path)
    console = Console()
    with console.status(f"about {2 * SECONDS + 30} seconds …"):
        found = compare(parser.parse_args().checkouts)
    console.print(table_of("Two versions, flat out in turns", found))
