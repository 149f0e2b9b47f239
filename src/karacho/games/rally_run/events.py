"""What happens in a Rally Run race, each with the clause that made it happen."""

from typing import Annotated, NamedTuple

from karacho.core.events import EventTable, named
from karacho.games.rally_run.components import COLORS, CORNERS, KIND_LETTERS, PLACE_NAMES, SIDES_NAMES
from karacho.games.rally_run.state import END_REASONS

(
    RACE_BEGAN,
    TURN_BEGAN,
    TILE_REVEALED,
    TILE_LAID,
    CAR_DROVE,
    TILE_COVERED,
    TILES_SWAPPED,
    CANISTER_TAKEN,
    RACE_ENDED,
) = range(9)

Place = Annotated[str, named(PLACE_NAMES)]
Tile = Annotated[str, named(KIND_LETTERS)]
Sides = Annotated[str, named(SIDES_NAMES)]
Color = Annotated[str, named(COLORS)]
Corner = Annotated[str, named(CORNERS)]
Winner = Annotated[int | None, named((0, 1, 2, 3, None))]
Reason = Annotated[str, named(END_REASONS)]


class RaceBegan(NamedTuple):
    """Tiles and canisters are mixed; `seat` has the first turn."""

    clause: str
    seat: int


class TurnBegan(NamedTuple):
    """The turn goes on to a seat; `turn` counts from 1."""

    clause: str
    seat: int
    turn: int


class TileRevealed(NamedTuple):
    """A face-down tile is turned up where it lies, for all to see."""

    clause: str
    seat: int
    cell: Place
    tile: Tile


class TileLaid(NamedTuple):
    """How the revealed tile lies now: by its only way (RR-3), by choice (RR-3), or turned away (RR-4)."""

    clause: str
    seat: int
    cell: Place
    sides: Sides


class CarDrove(NamedTuple):
    """A car is on the next cell or start-finish tile."""

    clause: str
    seat: int
    start: Place
    end: Place


class TileCovered(NamedTuple):
    """The tile that the last car has left is turned face down."""

    clause: str
    cell: Place


class TilesSwapped(NamedTuple):
    """Two face-down tiles have changed places, unseen."""

    clause: str
    seat: int
    a: Place
    b: Place


class CanisterTaken(NamedTuple):
    """A seat takes the top canister; `goal` is the start-finish tile of its color."""

    clause: str
    seat: int
    color: Color
    goal: Corner


class RaceEnded(NamedTuple):
    """A seat has won, or nobody (`seat` is None)."""

    clause: str
    seat: Winner
    reason: Reason


EVENTS = EventTable(
    "RR",
    17,
    {
        RACE_BEGAN: RaceBegan,
        TURN_BEGAN: TurnBegan,
        TILE_REVEALED: TileRevealed,
        TILE_LAID: TileLaid,
        CAR_DROVE: CarDrove,
        TILE_COVERED: TileCovered,
        TILES_SWAPPED: TilesSwapped,
        CANISTER_TAKEN: CanisterTaken,
        RACE_ENDED: RaceEnded,
    },
)
