"""Board faces: six rows of five lanes, read from data files (Components).

Any faces can be joined in any order: no impassable space in the first row of a track or finish face, and from every
passable space some space ahead is passable.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from karacho.core.datafiles import Shelf, load_toml
from karacho.core.reading import is_whole
from karacho.errors import InvalidData, brief
from karacho.games.tiny_turbo_cars.components import FACE_ROWS, LANES, TERRAIN_LETTERS

KINDS = ("start", "track", "finish")
KEYS = ("kind", "board", "theme", "finish", "map")
GRID_IN_ROW = 4

Fault = tuple[str, str]  # the place and the reason


@dataclass(frozen=True)
class Face:
    """One side of a board; `finish` is the row before which the finish line lies (0: no line)."""

    name: str
    kind: str
    board: str
    theme: str
    rows: tuple[str, ...]
    finish: int

    @cached_property
    def terrain(self) -> list[int]:
        """The spaces as numbers, row 1 first."""
        return [TERRAIN_LETTERS.index(letter) for row in self.rows for letter in row]


def box_boards() -> list[list[Face]]:
    """Our six double-sided boards: start, four track boards, finish; two faces each.

    Random tracks use only these: the same seed must give the same track on every machine.
    """
    boards: dict[str, list[Face]] = {}
    for face in FACES.own().values():
        boards.setdefault(face.board, []).append(face)
    return sorted(boards.values(), key=lambda sides: (KINDS.index(sides[0].kind), sides[0].board))


def load_face(path: Path) -> Face:
    """A face from its file."""
    data = load_toml(path)
    for place, reason in faults(data):
        raise InvalidData(str(path), place, reason)
    return Face(
        path.stem,
        data["kind"],
        data["board"],
        data["theme"],
        tuple(data["map"]),
        data.get("finish", 0),
    )


FACES = Shelf("tiny-turbo-cars", "faces", load_face)


def join_faults(names: Sequence[object]) -> Iterator[str]:
    """Every reason why these faces, in this order, make no track."""
    known = []
    for name in names:
        face = FACES.find(name)
        if face is None:
            yield f"{brief(name)} is not a face; there are {', '.join(FACES.names())}"
        else:
            known.append(face)
    if len(known) < len(names):
        return
    if [face.kind for face in known] != ["start", *["track"] * (len(known) - 2), "finish"]:
        yield "give a start face, three or four track faces and a finish face, in this order"
    for i, face in enumerate(known):
        for other in known[:i]:
            if face.board == other.board:
                yield f"{other.name} and {face.name} are the two sides of one board, or the same face"


def faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Every reason why the data is no valid face."""
    for key in data:
        if key not in KEYS:
            yield brief(key), f"unknown; a face has {', '.join(KEYS)}"
    kind = data.get("kind")
    if kind not in KINDS:
        yield "kind", f"must be one of {', '.join(KINDS)}, not {brief(kind)}"
    for key in ("board", "theme"):
        if not isinstance(data.get(key), str) or not data[key]:
            yield key, f"must be a word, not {brief(data.get(key))}"
    finish = data.get("finish")
    if kind == "finish" and not (is_whole(finish) and 2 <= finish <= FACE_ROWS):  # type: ignore[operator]
        yield "finish", f"must be the row behind the finish line, 2 to {FACE_ROWS}, not {brief(finish)}"
    if kind != "finish" and finish is not None:
        yield "finish", "only a finish face has a finish line"
    yield from _map_faults(data.get("map"), kind)


def _map_faults(rows: object, kind: object) -> Iterator[Fault]:
    if not isinstance(rows, list) or len(rows) != FACE_ROWS:
        yield "map", f"must be a list of {FACE_ROWS} rows, row 1 first, not {brief(rows)}"
        return
    for number, row in enumerate(rows, 1):
        if not isinstance(row, str) or len(row) != LANES or any(letter not in TERRAIN_LETTERS for letter in row):
            yield f"row {number}", f"must be {LANES} letters of {TERRAIN_LETTERS}, not {brief(row)}"
            return
    for number, row in enumerate(rows, 1):
        due = GRID_IN_ROW if kind == "start" and number <= 2 else 0
        if row.count("S") != due:
            yield f"row {number}", f"must have {due} starting-grid spaces (S), not {row.count('S')}"
    if kind != "start" and "#" in rows[0]:
        yield "row 1", "must have no impassable space (#), so that every face can come before it"
    for number in range(1, FACE_ROWS):
        for lane in range(1, LANES + 1):
            ahead = rows[number][max(0, lane - 2) : lane + 1]
            if rows[number - 1][lane - 1] != "#" and set(ahead) == {"#"}:
                yield f"row {number}, lane {lane}", "no space straight or diagonally ahead is passable"
