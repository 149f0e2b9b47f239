"""Actions as numbers and as text, and why one may be refused.

1 … 15 are open sides: one side drives that way, and in phase `turn` they are the way the revealed tile shall lie. From
16 on come the swaps of two cells, smaller first (a swap of a cell with itself can be written, and is refused).
"""

from enum import IntEnum

from karacho.games.rally_run.components import CELL_NAMES, CELLS, SIDES_NAMES

FIRST_SWAP = 16


def _swap_name(a: int, b: int) -> str:
    return f"{CELL_NAMES[a]}-{CELL_NAMES[b]}" if a <= b else ""


NAMES = (*SIDES_NAMES, *(_swap_name(a, b) for a in range(CELLS) for b in range(CELLS)))
ACTIONS = {name: action for action, name in enumerate(NAMES) if name}
READABLE = "expected open sides such as N, EW or NES, or a swap such as B2-D4 (smaller cell first: by row, then column)"


class Refusal(IntEnum):
    """Why an action is refused; 0 stands for none."""

    RACE_OVER = 1
    NOT_YOUR_TURN = 2
    MUST_LAY = 3
    NOTHING_TO_LAY = 4
    NO_ROAD = 5
    OFF_GRID = 6
    NOT_CONNECTED = 7
    NO_ROAD_BACK = 8
    SAME_TILE = 9
    NOT_A_ROAD_TILE = 10
    FACE_UP = 11
    JUST_SWAPPED = 12


CLAUSES = {
    Refusal.RACE_OVER: "RR-10",
    Refusal.NOT_YOUR_TURN: "RR-1",
    Refusal.MUST_LAY: "RR-3",
    Refusal.NOTHING_TO_LAY: "RR-3",
    Refusal.NO_ROAD: "RR-2",
    Refusal.OFF_GRID: "RR-2",
    Refusal.NOT_CONNECTED: "RR-5",
    Refusal.NO_ROAD_BACK: "RR-3",
    Refusal.SAME_TILE: "RR-7",
    Refusal.NOT_A_ROAD_TILE: "RR-7",
    Refusal.FACE_UP: "RR-7",
    Refusal.JUST_SWAPPED: "RR-7",
}

# Plain numbers for compiled code.
RACE_OVER = int(Refusal.RACE_OVER)
NOT_YOUR_TURN = int(Refusal.NOT_YOUR_TURN)
MUST_LAY = int(Refusal.MUST_LAY)
NOTHING_TO_LAY = int(Refusal.NOTHING_TO_LAY)
NO_ROAD = int(Refusal.NO_ROAD)
OFF_GRID = int(Refusal.OFF_GRID)
NOT_CONNECTED = int(Refusal.NOT_CONNECTED)
NO_ROAD_BACK = int(Refusal.NO_ROAD_BACK)
SAME_TILE = int(Refusal.SAME_TILE)
NOT_A_ROAD_TILE = int(Refusal.NOT_A_ROAD_TILE)
FACE_UP = int(Refusal.FACE_UP)
JUST_SWAPPED = int(Refusal.JUST_SWAPPED)


def order(name: str) -> str:
    """Plain text order."""
    return name
