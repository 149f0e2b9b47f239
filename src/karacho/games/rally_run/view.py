"""What a seat may see: the only way from the truth to anybody.

Everybody sees the same: what is face up now, the cars, the goals of those who made their pit stop, the size of the
pile and the swap just made; with open memory also the ghosts. When the race is over, everything.
"""

from collections.abc import Sequence
from typing import Any, cast

from karacho.core.events import Event
from karacho.core.jit import entry, rule
from karacho.core.record import Box, copy_row, fill_row, plain
from karacho.games.rally_run import notation
from karacho.games.rally_run.components import CELL_NAMES, CELLS, KIND_LETTERS, UNKNOWN
from karacho.games.rally_run.events import (
    CanisterTaken,
    CarDrove,
    RaceBegan,
    RaceEnded,
    TileCovered,
    TileLaid,
    TileRevealed,
    TilesSwapped,
    TurnBegan,
)
from karacho.games.rally_run.state import OVER, State, is_face_down


@entry
def see(box: Box[State], _seat: int, view: Box[State]) -> None:
    """Copy what anybody may know into a blank state; nothing depends on the seat."""
    copy_visible(box[0], view[0])


@rule
def is_visible(state: State, cell: int) -> bool:
    """Face up, just revealed, or a ghost (RR-15); all of them after the end (RR-16)."""
    return bool(not is_face_down(state, cell) or cell == state.revealed or state.seen[cell] != 0 or state.phase == OVER)


@rule
def copy_visible(state: State, view: State) -> None:
    """Field by field; face-down tiles and the pile stay blank."""
    view.seats = state.seats
    view.phase = state.phase
    view.winner = state.winner
    view.reason = state.reason
    view.turn = state.turn
    view.turns = state.turns
    view.turn_limit = state.turn_limit
    view.open_memory = state.open_memory
    view.revealed = state.revealed
    view.entered_from = state.entered_from
    view.swapped_a = state.swapped_a
    view.swapped_b = state.swapped_b
    view.pile = state.pile
    copy_row(view.cars, state.cars)
    copy_row(view.goals, state.goals)
    copy_row(view.colors, state.colors)
    copy_row(view.mix, state.mix)
    copy_row(view.sides, state.sides)
    copy_row(view.seen, state.seen)
    for cell in range(CELLS):
        view.tiles[cell] = state.tiles[cell] if is_visible(state, cell) else UNKNOWN
    if state.phase == OVER:
        copy_row(view.canisters, state.canisters)
    else:
        fill_row(view.canisters, 0)


def write_common(view: Box[State]) -> dict[str, Any]:
    """A view as plain data: `?` for face-down tiles, the pile as a number, ghosts by cell."""
    state = plain(view)
    if state.phase == OVER:
        data = notation.describe_all(state)
    else:
        data = notation.describe(state, _face_up(state), state.pile)
    if state.open_memory:
        seen, tiles = state.seen, state.tiles
        del data["seen"]
        data["ghosts"] = {CELL_NAMES[cell]: KIND_LETTERS[tiles[cell]] for cell in range(CELLS) if seen[cell]}
    return data


def _face_up(state: Any) -> Sequence[int]:
    """The tiles that lie open now; what is seen beside them are ghosts."""
    if not state.open_memory:
        return cast("bytes", state.tiles)
    sides, revealed = state.sides, state.revealed
    return [tile if sides[cell] or cell == revealed else UNKNOWN for cell, tile in enumerate(state.tiles)]


def write_own(_view: Box[State], _seat: int) -> dict[str, Any]:
    """Nobody sees anything that the others do not."""
    return {}


_PUBLIC = {
    RaceBegan,
    TurnBegan,
    TileRevealed,
    TileLaid,
    CarDrove,
    TileCovered,
    TilesSwapped,
    CanisterTaken,
    RaceEnded,
}


def redact(event: Event, _seat: int) -> Event | None:
    """The event as the seat sees it: what happens on the table happens for all to see."""
    return event if type(event) in _PUBLIC else None
