"""Free play (RR-17): no race, only a carpet to lay road tiles on, turn them, and drive cars around.

The 24 road tiles of the mix can be laid face up on any cell, in any way their kind allows; a road need not lead
anywhere. RR-2 alone says where a car may go: out through a road end of its own tile, onto the tile that lies there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from karacho.core.reading import Reader, is_whole
from karacho.errors import IllegalAction, InvalidOption, brief
from karacho.games.rally_run import mixes
from karacho.games.rally_run.components import (
    ALL_SIDES,
    CELL_NAMES,
    CORNER_ENDS,
    CORNERS,
    KIND_LETTERS,
    MOST_SEATS,
    NOWHERE,
    PIT_CELL,
    PLACE_NAMES,
    SIDE_LETTERS,
    SIDES_NAMES,
)
from karacho.games.rally_run.driving import leads_to
from karacho.games.rally_run.tiles import WAYS_OF_KIND

PIT_NAME = CELL_NAMES[PIT_CELL]
ROAD_CELL_NAMES = tuple(name for name in CELL_NAMES if name != PIT_NAME)
_FIXED = {PIT_NAME: ALL_SIDES, **dict(zip(CORNERS, CORNER_ENDS, strict=True))}


class Carpet:
    """The grid with its pit and start-finish tiles, the tiles laid so far, and four cars, each anywhere or nowhere.

    >>> carpet = Carpet()
    >>> carpet.lay("A1", "L", "SW")
    >>> carpet.put(0, "NW")
    >>> carpet.drive(0, "E")
    'A1'
    """

    def __init__(self, mix: str | Mapping[str, int] = mixes.STANDARD) -> None:
        self._mix = mixes.find_mix(mix)
        self._tiles: dict[str, str] = {}
        self._sides: dict[str, int] = dict(_FIXED)
        self._cars: list[str | None] = [None] * MOST_SEATS

    # What is the case.
    def left(self, tile: str) -> int:
        """How many tiles of a kind can still be laid."""
        return self._mix[_letter(tile)] - sum(laid == tile for laid in self._tiles.values())

    def roads(self, car: int) -> list[str]:
        """The sides through which a car can drive now."""
        _checked_car(car)
        return [side for side in SIDE_LETTERS if self._cars[car] and not self._refusal(car, side)]

    def data(self) -> dict[str, Any]:
        """The carpet as plain data."""
        laid = sorted(self._tiles, key=CELL_NAMES.index)
        return {
            "mix": dict(self._mix),
            "laid": {cell: {"tile": self._tiles[cell], "sides": SIDES_NAMES[self._sides[cell]]} for cell in laid},
            "cars": list(self._cars),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Carpet":
        """A carpet from its plain data; every reason why it cannot be is told."""
        reader = Reader(data, "carpet")
        mix, laid = reader.value("mix", mixes.STANDARD), reader.value("laid", {})
        cars = reader.listed("cars", MOST_SEATS, MOST_SEATS, (None,) * MOST_SEATS)
        reader.refuse_unknown()
        carpet = _noting(reader, "mix", cls, mix) or cls()
        for cell, found in dict(laid).items() if isinstance(laid, Mapping) else [("laid", laid)]:
            tile = found if isinstance(found, Mapping) else {}
            _noting(reader, brief(cell), carpet.lay, cell, tile.get("tile"), tile.get("sides"))
        for car, place in enumerate(cars):
            _noting(reader, f"cars[{car}]", carpet.put, car, place)
        reader.finish()
        return carpet

    # What is done.
    def lay(self, cell: str, tile: str, sides: str | None = None) -> None:
        """Lay a tile on a cell, in place of one that lies there; without sides in the first way it can lie."""
        _checked_cell(cell)
        ways = _ways(tile)
        if sides is not None and sides not in ways:
            raise InvalidOption("sides", sides, f"{tile} can lie as {', '.join(ways)}")
        if self._tiles.get(cell) != tile and self.left(tile) == 0:
            raise InvalidOption("tile", tile, "all tiles of this kind are laid")
        self._tiles[cell] = tile
        self._sides[cell] = SIDES_NAMES.index(sides if sides is not None else ways[0])

    def turn(self, cell: str, quarter_turns: int = 1) -> str:
        """Turn a tile clockwise, whoever stands on it; returns its open sides."""
        self._checked_laid(cell)
        if not is_whole(quarter_turns):
            raise InvalidOption("quarter_turns", quarter_turns, "a whole number")
        sides, turns = self._sides[cell], quarter_turns % 4
        self._sides[cell] = (sides << turns | sides >> 4 - turns) & ALL_SIDES
        return SIDES_NAMES[self._sides[cell]]

    def lift(self, cell: str) -> None:
        """Take a tile off the carpet again; not from under a car."""
        self._checked_laid(cell)
        if cell in self._cars:
            raise InvalidOption("cell", cell, "a car stands on this tile")
        del self._tiles[cell], self._sides[cell]

    def put(self, car: int, place: str | None) -> None:
        """Put a car on a tile, the pit or a start-finish tile, or take it away (None)."""
        _checked_car(car)
        if place is not None and (not isinstance(place, str) or place not in self._sides):
            raise InvalidOption("place", place, f"a cell with a tile, {PIT_NAME}, or one of {', '.join(CORNERS)}")
        self._cars[car] = place

    def drive(self, car: int, side: str) -> str:
        """Drive through a road end; returns where the car is now (RR-2)."""
        _checked_car(car)
        if not isinstance(side, str) or side not in tuple(SIDE_LETTERS):
            raise InvalidOption("side", side, f"one of {', '.join(SIDE_LETTERS)}")
        if self._cars[car] is None:
            raise InvalidOption("car", car, "put the car somewhere first")
        if code := self._refusal(car, side):
            raise IllegalAction(code, "RR-2", side, car)
        end = PLACE_NAMES[self._beyond(car, side)]
        self._cars[car] = end
        return end

    def _beyond(self, car: int, side: str) -> int:
        return leads_to(PLACE_NAMES.index(self._cars[car] or ""), SIDES_NAMES.index(side))

    def _refusal(self, car: int, side: str) -> str:
        if not self._sides[self._cars[car] or ""] & SIDES_NAMES.index(side):
            return "NO_ROAD"
        end = self._beyond(car, side)
        if end == NOWHERE:
            return "OFF_GRID"
        return "" if PLACE_NAMES[end] in self._sides else "NO_TILE"

    def _checked_laid(self, cell: str) -> None:
        _checked_cell(cell)
        if cell not in self._tiles:
            raise InvalidOption("cell", cell, "no tile lies there")


def find_roads(data: Mapping[str, Any]) -> dict[str, Any]:
    """For a page that shows a carpet: the sides through which each car can drive.

    `tiles` gives the open sides of the tile on each cell, `cars` where the cars are (or None).
    """
    reader = Reader(data, "carpet")
    tiles, cars = reader.value("tiles", {}), reader.listed("cars", 0, MOST_SEATS, ())
    reader.refuse_unknown()
    carpet = Carpet()
    for cell, sides in dict(tiles).items() if isinstance(tiles, Mapping) else [("tiles", tiles)]:
        _noting(reader, brief(cell), lambda cell=cell, sides=sides: carpet.lay(cell, _kind_lying(sides), sides))
    for car, place in enumerate(cars):
        _noting(reader, f"cars[{car}]", carpet.put, car, place)
    reader.finish()
    return {"roads": [carpet.roads(car) for car in range(len(cars))]}


def _kind_lying(sides: object) -> str:
    """The only kind of tile that can be open to exactly these sides."""
    for letter in mixes.LETTERS:
        if sides in _ways(letter):
            return letter
    raise InvalidOption("sides", sides, "open sides in the order N, E, S, W, such as N, NS or NES")


def _noting(reader: Reader, where: str, attempt: Callable[..., Any], *args: object) -> Any:
    """What the attempt returns; if it fails, why."""
    try:
        return attempt(*args)
    except InvalidOption as error:
        reader.refuse(f"{where}: {error}")
        return None


def _letter(tile: object) -> str:
    if not isinstance(tile, str) or tile not in mixes.LETTERS:
        raise InvalidOption("tile", tile, f"one of {', '.join(mixes.LETTERS)}")
    return tile


def _ways(tile: object) -> list[str]:
    ways = WAYS_OF_KIND[KIND_LETTERS.index(_letter(tile))]
    return [name for sides, name in enumerate(SIDES_NAMES) if ways >> sides & 1]


def _checked_cell(cell: object) -> None:
    if not isinstance(cell, str) or cell not in ROAD_CELL_NAMES:
        raise InvalidOption("cell", cell, f"a cell from A1 to E5, except the pit {PIT_NAME}")


def _checked_car(car: object) -> None:
    if not is_whole(car) or not 0 <= car < MOST_SEATS:  # type: ignore[operator]
        raise InvalidOption("car", car, f"0 to {MOST_SEATS - 1}")
