"""Grid, road tiles, start-finish tiles and canisters of Rally Run.

A place is a number: 0 … 24 the cells of the grid row by row from the north-west, 25 … 28 the start-finish tiles. Sides
are bits, so that the open sides of a tile are one number.
"""

import numpy as np

SEATS = range(2, 5)
MOST_SEATS = 4

# Sides.
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
ALL_SIDES = 15
SIDE_LETTERS = "NESW"
SIDES_NAMES = tuple("".join(letter for i, letter in enumerate(SIDE_LETTERS) if sides >> i & 1) for sides in range(16))

# The grid.
WIDTH = 5
CELLS = WIDTH * WIDTH
PIT_CELL = 12
ROAD_CELLS = tuple(cell for cell in range(CELLS) if cell != PIT_CELL)
CELL_NAMES = tuple(f"{column}{row}" for row in range(1, WIDTH + 1) for column in "ABCDE")

# The start-finish tiles, clockwise: the cell each is joined to and its one road end.
CORNERS = ("NW", "NE", "SE", "SW")
FIRST_CORNER = CELLS
PLACES = CELLS + len(CORNERS)
PLACE_NAMES = (*CELL_NAMES, *CORNERS)
CORNER_CELLS = (0, 4, 24, 20)
CORNER_ENDS = (EAST, SOUTH, WEST, NORTH)
START_CORNERS = {2: ("NW", "SE"), 3: ("NW", "NE", "SE"), 4: CORNERS}

# Kinds of tiles. UNKNOWN is what a view does not know.
UNKNOWN, STRAIGHT, CURVE, JUNCTION, CROSSING, DEAD_END, PIT = range(7)
KIND_LETTERS = "?ILTXD*"
ROAD_KINDS = range(STRAIGHT, PIT)
ROAD_TILES = 24

# Colors of canisters and start-finish tiles; 0 is none, or one that a view does not know.
COLORS = ("", "red", "blue", "green", "yellow")
NO_COLOR = 0

# Row and column of every place; a start-finish tile lies one step beyond its corner cell.
ROWS = (*(cell // WIDTH for cell in range(CELLS)), 0, -1, 4, 5)
COLUMNS = (*(cell % WIDTH for cell in range(CELLS)), -1, 4, 5, 0)

NOWHERE = -1


def _next_places() -> np.ndarray:
    """The place beyond each side of each place (RR-2): a neighbouring cell, a start-finish tile, or nowhere."""
    at = {(ROWS[place], COLUMNS[place]): place for place in range(PLACES)}
    table = np.full((PLACES, WEST + 1), NOWHERE, np.int64)
    for place in range(PLACES):
        for side, down, right in ((NORTH, -1, 0), (EAST, 0, 1), (SOUTH, 1, 0), (WEST, 0, -1)):
            beyond = at.get((ROWS[place] + down, COLUMNS[place] + right), NOWHERE)
            table[place, side] = beyond
    return table


NEXT_PLACE = _next_places()
