"""What a seat has seen: derived from events, never part of a view (RR-13, RR-14).

A perfect memory is a row of numbers: the kind of tile on each cell (0: never seen), then for each seat how many turns
in a row it has swapped, so that bots notice when they go round in circles.
"""

from karacho.core.events import Event, Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.rally_run.components import CELLS, KIND_LETTERS, MOST_SEATS, PLACE_NAMES
from karacho.games.rally_run.events import CAR_DROVE, TILE_REVEALED, TILES_SWAPPED, CarDrove, TileRevealed, TilesSwapped

SIZE = CELLS + MOST_SEATS


# Questions.
@rule
def swaps_in_a_row(memory: Ints, seat: int) -> int:
    """How many turns the seat has swapped since it last drove."""
    return int(memory[CELLS + seat])


# Changes.
@rule
def forget(memory: Ints) -> None:
    """A new race."""
    for i in range(SIZE):
        memory[i] = 0


@rule
def note(memory: Ints, events: Log) -> None:
    """Take in the rows of a log."""
    for i in range(events.count):
        row = events.rows[i]
        if row[0] == TILE_REVEALED:
            note_tile(memory, int(row[3]), int(row[4]))
        elif row[0] == TILES_SWAPPED:
            note_swap(memory, int(row[2]), int(row[3]), int(row[4]))
        elif row[0] == CAR_DROVE:
            note_drive(memory, int(row[2]))


@rule
def note_tile(memory: Ints, cell: int, kind: int) -> None:
    """A tile was turned up."""
    memory[cell] = kind


@rule
def note_swap(memory: Ints, seat: int, a: int, b: int) -> None:
    """What was known of two tiles moves with them."""
    kind = int(memory[a])
    memory[a] = memory[b]
    memory[b] = kind
    memory[CELLS + seat] += 1


@rule
def note_drive(memory: Ints, seat: int) -> None:
    """A seat has driven: it is not going round in circles."""
    memory[CELLS + seat] = 0


def remember(memory: Ints, event: Event) -> None:
    """Take in one event as a seat saw it."""
    if isinstance(event, TileRevealed):
        note_tile(memory, PLACE_NAMES.index(event.cell), KIND_LETTERS.index(event.tile))
    elif isinstance(event, TilesSwapped):
        note_swap(memory, event.seat, PLACE_NAMES.index(event.a), PLACE_NAMES.index(event.b))
    elif isinstance(event, CarDrove):
        note_drive(memory, event.seat)
