"""The tables of Stich Rallye's `weights.py`, learned anew, one command after the other:

`python -m benchmarks.stich_rallye_weights record races.npz 700`: races of four `search:worlds=200,flat,thumb`, written
down.
`python -m benchmarks.stich_rallye_weights shrewd races.npz`: the weights of drivers who choose as in those races.
`python -m benchmarks.stich_rallye_weights own races.npz`: from there on by practice against each kind of driver.

Every step rewrites its table in `weights.py`, which the next one imports. Same numbers, same tables.
"""

import sys
from pathlib import Path

import numpy as np

from karacho.bots.stich_rallye import weights
from karacho.bots.stich_rallye.drivers import KINDS
from karacho.bots.stich_rallye.learning import Floats, imitate, read_lesson, scales_of
from karacho.bots.stich_rallye.match import FLAT, match
from karacho.bots.stich_rallye.practice import practise
from karacho.bots.stich_rallye.settings import settings_of
from karacho.core.record import Ints, dtype_of
from karacho.games.stich_rallye.state import State

SEED = 4711
MOST_DECISIONS = 110  # of all seats in a race
STEPS, RACES = 400, 2500  # of practice against each kind of driver
HEAD = '"""Tables learned from races by `benchmarks/stich_rallye_weights.py`; what they mean: `scores.py`."""\n'
TABLES = {"shrewd": "SHREWD_WEIGHTS", "own": "OWN_WEIGHTS"}


def record(file: str, races: int) -> None:
    """Play the races to learn from."""
    settings = settings_of(200)
    settings[0].thumb = True
    result = match([(FLAT, settings)] * 4, races, seed=SEED, written=MOST_DECISIONS * races)
    np.savez(file, decided=result.decided, chosen=result.chosen)


def learn(table: str, decided: Ints, chosen: Ints) -> Floats:
    """One of the tables."""
    lesson = read_lesson(decided, chosen)
    scales = scales_of(lesson)
    if table == "shrewd":
        return imitate(lesson, scales)
    return np.array([practise(weights.SHREWD_WEIGHTS, scales, kind, STEPS, RACES, SEED) for kind in range(KINDS)])


def write(learned: dict[str, Floats]) -> None:
    """All tables as source."""
    parts = [HEAD, "import numpy as np\n", "# fmt: off"]
    for name, table in learned.items():
        digits = np.array2string(
            table.round(6),
            separator=", ",
            threshold=table.size,
            max_line_width=110,
            formatter={"float_kind": "{:.4g}".format},
        )
        parts.append(f"{name} = np.array(\n{digits}\n)\n")
    assert weights.__file__
    Path(weights.__file__).write_text("\n".join(parts) + "# fmt: on\n")


def main(step: str, file: str, races: int = 700) -> None:
    if step == "record":
        record(file, races)
        return
    with np.load(file) as recorded:
        learned = learn(step, recorded["decided"].view(dtype_of(State)), recorded["chosen"])
    write({name: learned if table == step else getattr(weights, name) for table, name in TABLES.items()})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
