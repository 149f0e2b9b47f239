"""What has been played already, on disk: a league that was interrupted goes on where it stood.

The folder has the plan, `league.json`, and a line of JSON per finished race, `races.jsonl`, in the order in which they
were finished.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from karacho.arena.plan import Plan
from karacho.arena.racing import Result
from karacho.errors import KarachoError


class Journal:
    """The finished races of a plan, and where they are kept, if anywhere."""

    def __init__(self, plan: Plan, folder: Path | None = None, *, resume: bool = False) -> None:
        self.results: dict[int, Result] = {}
        self._file: TextIO | None = None
        if folder is None:
            if resume:
                raise KarachoError("--resume needs the folder of the league: --out")
            return
        described = plan.data()
        if resume:
            _check_same(folder, described)
            self._read(folder / "races.jsonl", plan)
        elif (folder / "races.jsonl").exists():
            raise KarachoError(f"{folder} has a league already: add --resume to go on with it, or name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "league.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
        self._file = (folder / "races.jsonl").open("a", encoding="utf-8")

    def add(self, result: Result) -> None:
        """A race is finished: from now on it is kept."""
        self.results[result["race"]] = result
        if self._file is not None:
            self._file.write(json.dumps(result, separators=(",", ":")) + "\n")
            self._file.flush()

    def missing(self, races: Iterable[int]) -> list[int]:
        """The races still to be played."""
        return [race for race in races if race not in self.results]

    def in_order(self) -> list[Result]:
        """By the number of the race, whoever was faster."""
        return [self.results[race] for race in sorted(self.results)]

    def close(self) -> None:
        """Nothing more will come."""
        if self._file is not None:
            self._file.close()

    def _read(self, path: Path, plan: Plan) -> None:
        """What is there; a last line that was cut off is cut off for good. Any other damage is left for people."""
        if not path.exists():
            return
        with path.open("rb") as file:
            lines = list(file)
        cut_off = len(lines.pop()) if lines and not lines[-1].endswith(b"\n") else 0
        for number, line in enumerate(lines, 1):
            try:
                result = json.loads(line)
            except ValueError:
                raise _damaged_line(path, number) from None
            if result["sitting"] != list(plan.sitting(result["race"])):
                raise KarachoError(f"{path} belongs to another league")
            self.results[result["race"]] = result
        if cut_off:
            with path.open("rb+") as file:
                file.truncate(path.stat().st_size - cut_off)


def _damaged_line(path: Path, number: int) -> KarachoError:
    return KarachoError(f"{path} is damaged in line {number}: remove that line, and --resume plays its race again")


def _check_same(folder: Path, described: dict[str, Any]) -> None:
    try:
        before = json.loads((folder / "league.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise KarachoError(f"{folder} has no league to resume") from None
    except ValueError:
        raise KarachoError(f"{folder / 'league.json'} is damaged") from None
    others = [name for name in described if before.get(name) != json.loads(json.dumps(described[name]))]
    if others:
        raise KarachoError(f"the league in {folder} was begun with other {', '.join(others)}")
