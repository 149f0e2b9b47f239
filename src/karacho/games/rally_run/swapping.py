"""Swapping two face-down tiles, unseen (RR-7)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.rally_run.actions import FACE_UP, FIRST_SWAP, JUST_SWAPPED, NOT_A_ROAD_TILE, SAME_TILE
from karacho.games.rally_run.components import CELLS, PIT_CELL
from karacho.games.rally_run.events import TILES_SWAPPED
from karacho.games.rally_run.state import State, is_face_down, is_swappable


# Questions.
@rule
def swap_action(a: int, b: int) -> int:
    """The action that swaps two cells."""
    return FIRST_SWAP + min(a, b) * CELLS + max(a, b)


@rule
def smaller_cell(action: int) -> int:
    """The first cell of a swap."""
    return (action - FIRST_SWAP) // CELLS


@rule
def larger_cell(action: int) -> int:
    """The second cell of a swap."""
    return (action - FIRST_SWAP) % CELLS


@rule
def swap_refusal(state: State, a: int, b: int) -> int:
    """Why the two cells may not be swapped, or 0 (RR-7)."""
    if a == b:
        return SAME_TILE
    if a == PIT_CELL or b == PIT_CELL:
        return NOT_A_ROAD_TILE
    if not is_face_down(state, a) or not is_face_down(state, b):
        return FACE_UP
    if not is_swappable(state, a) or not is_swappable(state, b):
        return JUST_SWAPPED
    return 0


@rule
def swappable_cells(state: State) -> int:
    """Every cell whose tile may be swapped now, as bits."""
    cells = 0
    for cell in range(CELLS):
        if is_swappable(state, cell):
            cells |= 1 << cell
    return cells


# Changes.
@rule
def swap(state: State, seat: int, a: int, b: int, events: Log) -> None:
    """Exchange two tiles; ghosts go with them (RR-7, RR-15)."""
    kind, ghost = int(state.tiles[a]), int(state.seen[a])
    state.tiles[a] = state.tiles[b]
    state.seen[a] = state.seen[b]
    state.tiles[b] = kind
    state.seen[b] = ghost
    emit(events, TILES_SWAPPED, 7, seat, a, b, 0, 0, 0)
