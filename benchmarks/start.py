"""Import, first compiled call, compiling on a new machine: each in a process of its own."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.figure import RUNS, Figure

FIRST_CALL = "import karacho; karacho.Race('{game}', seed=1).legal_actions()"
ALL_GAMES = "import karacho\nfor name in karacho.game_names(): karacho.simulate(name, races=1)"


def measure(_before: list[Figure]) -> list[Figure]:
    bare = median_seconds("pass")
    figures = [Figure("import karacho", median_seconds("import karacho") - bare, "s", 0.5, True)]
    for game in ("stich-rallye", "rally-run", "tiny-turbo-cars"):
        seconds = median_seconds(FIRST_CALL.format(game=game))
        figures.append(Figure(f"{game}: start to first compiled call", seconds, "s", 1.5, True))
    with tempfile.TemporaryDirectory() as folder:
        figures.append(Figure("compiling all games on a new machine", seconds_of(ALL_GAMES, folder), "s", 60, True))
    return figures


def median_seconds(code: str) -> float:
    return statistics.median(seconds_of(code) for _ in range(RUNS))


def seconds_of(code: str, cache: str | None = None) -> float:
    environment = {**os.environ, "KARACHO_CACHE": cache} if cache else dict(os.environ)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began
