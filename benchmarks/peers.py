"""Others doing comparable work in the same run: a plain loop in C, and OpenSpiel's hearts driven from Python."""

import importlib.util
import random
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

import karacho
from benchmarks.figure import RUNS, Figure, rate

SOURCE = Path(__file__).parent / "reference.c"
RACES = 40_000


def measure(_before: list[Figure]) -> list[Figure]:
    return [*c_loop(), *hearts()]


def c_loop() -> list[Figure]:
    """Whole random Stich Rallye races in C and here, turn about. The goal: 10 where C reaches 32."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no C compiler: the plain loop in C is left out")
        return []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        subprocess.run([compiler, "-O2", "-o", program, SOURCE], check=True)
        ours, theirs = [], []
        for _ in range(RUNS):
            result = karacho.simulate("stich-rallye", races=RACES, seats=4, seed=1)
            ours.append(result.decisions / result.seconds)
            output = subprocess.run([program, str(RACES)], check=True, capture_output=True, text=True).stdout.split()
            theirs.append(int(output[0]) / float(output[1]))
    return [
        Figure("plain loop in C: decisions", statistics.median(theirs), "/s"),
        Figure(
            "stich-rallye as a share of the loop in C", statistics.median(ours) / statistics.median(theirs), "", 10 / 32
        ),
    ]


def hearts() -> list[Figure]:
    if importlib.util.find_spec("pyspiel") is None:
        print("open_spiel is not installed (make bench installs it): hearts is left out")
        return []
    import pyspiel

    game = pyspiel.load_game("hearts")
    dice = random.Random(1)

    def play() -> int:
        decisions = 0
        for _ in range(30):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, _ = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choice(outcomes))
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    ours, theirs = [], []
    for _ in range(RUNS):  # turn about: the machine's mood changes by the second
        theirs.append(rate(play))
        ours.append(rate(lambda: karacho.simulate("stich-rallye", races=RACES, seats=4, seed=1).decisions))
    return [
        Figure("OpenSpiel hearts from Python: decisions", statistics.median(theirs), "/s"),
        Figure("stich-rallye, times OpenSpiel hearts", statistics.median(ours) / statistics.median(theirs), "×", 40),
    ]
