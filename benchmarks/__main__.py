"""Runs every measurement and prints one table; `--json FILE` keeps the figures."""

import json
import sys
from pathlib import Path

from rich.console import Console

from benchmarks import peers, races, single, start
from benchmarks.figure import Figure, table_of


def main() -> int:
    console = Console()
    figures: list[Figure] = []
    for name, measure in (
        ("whole races", races.measure),
        ("peers", peers.measure),
        ("one action at a time", single.measure),
        ("start and memory", start.measure),
    ):
        with console.status(f"measuring {name} …"):
            figures += measure(figures)
    console.print(table_of("Karacho, one core, medians of several runs", figures))
    if "--json" in sys.argv:
        target = Path(sys.argv[sys.argv.index("--json") + 1])
        target.write_text(json.dumps([figure.data() for figure in figures], indent=2), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
