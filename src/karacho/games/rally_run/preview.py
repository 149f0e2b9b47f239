"""What is needed to show a race: how far the cars have come, and the tile mixes."""

from typing import Any

from karacho.core.record import Box
from karacho.games.rally_run.components import COLORS, CORNERS, START_CORNERS
from karacho.games.rally_run.mixes import MIXES
from karacho.games.rally_run.pit import has_canister
from karacho.games.rally_run.rules import FAR, way_left
from karacho.games.rally_run.state import State

TO_PIT = 6  # no car is further from the pit
TO_GOAL = 12  # no car is further from its goal


def progress(box: Box[State]) -> list[int]:
    """Steps nearer to the pit, then to the goal (RR-12)."""
    state = box[0]
    return [_steps_made(state, seat) for seat in range(state.seats)]


def _steps_made(state: State, seat: int) -> int:
    left = max(0, way_left(state, seat))
    return TO_PIT + TO_GOAL - left if has_canister(state, seat) else TO_PIT + FAR - left


def data() -> dict[str, Any]:
    """The tile mixes; the colors of the corners, and where so many cars usually start."""
    starts = {str(seats): list(corners) for seats, corners in START_CORNERS.items()}
    return {"mixes": MIXES.own(), "colors": dict(zip(CORNERS, COLORS[1:], strict=True)), "corners": starts}
