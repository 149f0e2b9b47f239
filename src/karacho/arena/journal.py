"""What has been played already, on disk: a league that was interrupted goes on where it stood.

The folder has the plan, `league.json`, and a line of JSON per finished race, `races.jsonl`, in the order in which they
were finished.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, TextIO

import msgspec

from karacho.arena.files import RESULTS, naming
from karacho.arena.plan import Plan
from karacho.arena.plots import KINDS, PLOTS
from karacho.arena.racing import Result, read_result
from karacho.core.reading import is_whole
from karacho.errors import KarachoError
from karacho.locking import take

SETTINGS = {*(field.name for field in fields(Plan)), "rules_version"}  # what `league.json` has
BEHIND = "behind"  # the bots as they were then; leagues of earlier versions have nothing behind their bots
UNTYPED = {"game": "the game", "rules_version": "rules version"}  # what no option names
WRITTEN = ("league.json", "races.jsonl", *RESULTS, *(f"{name}.{kind}" for name in PLOTS for kind in KINDS))


class Journal:
    """The finished races of a plan, and where they are kept, if anywhere."""

    def __init__(self, plan: Plan, folder: Path | None = None, *, resume: bool = False) -> None:
        self.results: dict[int, Result] = {}
        self._file: TextIO | None = None
        self._made: tuple[Path, ...] = ()  # by this command
        if folder is None:
            if resume:
                raise KarachoError("--resume needs the folder of the league: --out")
            return
        if resume:
            _check_same(folder, plan.data())
        else:
            _check_free(folder)
            folder.mkdir(parents=True, exist_ok=True)
            self._made = (folder / "league.json", folder / "races.jsonl")
            (folder / "league.json").write_text(json.dumps(plan.data(), indent=2) + "\n", encoding="utf-8")
        self._file = (folder / "races.jsonl").open("a", encoding="utf-8")
        try:
            self._begin(folder, plan)
        except BaseException:
            self.close()
            raise

    def add(self, result: Result) -> None:
        """A race is finished: from now on it is kept."""
        if self._file is not None:
            with naming(Path(self._file.name)):
                self._file.write(json.dumps(result, separators=(",", ":")) + "\n")
                self._file.flush()
        self.results[result["race"]] = result

    def missing(self, races: Iterable[int]) -> list[int]:
        """The races still to be played."""
        return [race for race in races if race not in self.results]

    def in_order(self) -> list[Result]:
        """By the number of the race, whoever was faster."""
        return [self.results[race] for race in sorted(self.results)]

    def close(self) -> None:
        """Nothing more will come."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written was told when it was added
                self._file.close()

    def discard_unbegun(self) -> None:
        """A league without a race that failed was never begun: the same command, put right, may begin it."""
        if not self.results:
            for path in self._made:
                path.unlink(missing_ok=True)

    def _begin(self, folder: Path, plan: Plan) -> None:
        """Two that go on with one league would both play all that is missing."""
        assert self._file is not None
        if not take(self._file.fileno()):
            raise KarachoError(f"another command races the league in {folder}: wait for it, or name another folder")
        self._read(folder / "races.jsonl", plan)

    def _read(self, path: Path, plan: Plan) -> None:
        """What is there; a last line that was cut off is cut off for good. Any other damage is left for people."""
        with path.open("rb") as file:
            lines = list(file)
        cut_off = len(lines.pop()) if lines and not lines[-1].endswith(b"\n") else 0
        for number, line in enumerate(lines, 1):
            result = read_result(line, plan)
            if result is None:
                raise KarachoError(
                    f"{path} is damaged in line {number}: remove that line, and --resume plays its race again"
                )
            if result["sitting"] != list(plan.sitting(result["race"])):
                raise KarachoError(f"{path} belongs to another league")
            self.results[result["race"]] = result
        if cut_off:
            with path.open("rb+") as file:
                file.truncate(path.stat().st_size - cut_off)


def begun_seed(folder: Path) -> int:
    """The seed of the league in a folder."""
    seed: int = _read_settings(folder)["seed"]
    return seed


def _check_free(folder: Path) -> None:
    """Nothing in the folder of a new league may be overwritten."""
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise KarachoError(f"--out needs a folder, and {path} is a file: name another")
    path = folder / "league.json"
    if path.exists() and _settings(path) is not None:
        raise KarachoError(f"{folder} has a league already: add --resume to go on with it, or name another folder")
    taken = [name for name in WRITTEN if (folder / name).exists()]
    if taken:
        raise KarachoError(f"the league would overwrite {', '.join(taken)} in {folder}: name another folder")


def _check_same(folder: Path, described: dict[str, Any]) -> None:
    before = _read_settings(folder)
    now = json.loads(json.dumps(described))
    others = [
        f"{_typed(name, before[name])}, not {_typed(name, now[name])}"
        for name in now
        if name != BEHIND and before[name] != now[name]
    ]
    if before["bots"] == now["bots"]:
        others += [
            f"{bot} as {old}, not as {new}"
            for bot, old, new in zip(now["bots"], before.get(BEHIND, before["bots"]), now[BEHIND], strict=True)
            if old != new
        ]
    if others:
        raise KarachoError(
            f"the league in {folder} was begun with {'; with '.join(others)}: say the same, or name another folder"
        )


def _typed(name: str, value: Any) -> str:
    """A setting as people type it."""
    if name in UNTYPED:
        return f"{UNTYPED[name]} {value}"
    if isinstance(value, dict):
        return " ".join(f"--option {option}={_plain(value[option])}" for option in value) or "no --option"
    text = ",".join(map(str, value)) if isinstance(value, list) else _plain(value)
    return f"--{name.replace('_', '-')} {text}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _read_settings(folder: Path) -> dict[str, Any]:
    """What the league in a folder was begun with."""
    path = folder / "league.json"
    try:
        settings = _settings(path)
    except (FileNotFoundError, NotADirectoryError):
        raise KarachoError(f"{folder} has no league to resume") from None
    if settings is None:
        raise KarachoError(f"{path} is damaged: put it back from a copy, or begin anew in another folder")
    return settings


def _settings(path: Path) -> dict[str, Any] | None:
    """What a league was begun with; None where the file is damaged, or not of a league."""
    data = _parsed(path.read_bytes())
    return data if isinstance(data, dict) and data.keys() >= SETTINGS and _are_settings(data) else None


def _are_settings(data: dict[str, Any]) -> bool:
    try:
        msgspec.convert(data, Plan)
        behind = msgspec.convert(data.get(BEHIND, data["bots"]), list[str])
    except msgspec.ValidationError:
        return False
    return len(behind) == len(data["bots"]) and is_whole(data["rules_version"])


def _parsed(text: bytes) -> Any:
    """JSON as data; None where it cannot be read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
