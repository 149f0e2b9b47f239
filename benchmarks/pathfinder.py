"""An all-knowing pathfinder for Rally Run: the fewest turns to win for one car alone on the grid.

It sees every tile and the canister on top, and chooses drives, how tiles lie, and swaps. Ways are tried in the order of
their turns: every walk over the pit to the goal with so many drives, and as many swaps as turns are left. A swap is
made at the last moment, when the next tile does not fit: an earlier one could do no more. The one exception, that the
tile needed is the one the car stands on, is allowed if the car could have come there over the other tile too.
"""

from collections.abc import Mapping
from typing import Any

from karacho.games.rally_run.components import (
    DEAD_END,
    FIRST_CORNER,
    KIND_LETTERS,
    NEXT_PLACE,
    NOWHERE,
    PIT_CELL,
    PLACE_NAMES,
)
from karacho.games.rally_run.pit import grid_distance
from karacho.games.rally_run.thumb import fits
from karacho.games.rally_run.tiles import opposite

SIDES = (1, 2, 4, 8)
MOST_TURNS = 30


def fewest_turns(position: Mapping[str, Any], seat: int) -> int:
    """From a position in which the seat has no canister yet."""
    tiles = [KIND_LETTERS.index(letter) for row in position["tiles"] for letter in row]
    corners = {color: corner for corner, color in position["colors"].items()}
    goal = PLACE_NAMES.index(corners[position["canisters"][-1]])
    start = PLACE_NAMES.index(position["cars"][seat])
    out = next(side for side in SIDES if NEXT_PLACE[start, side] != NOWHERE)
    for turns in range(MOST_TURNS):
        if _Walk(tiles, goal, turns).reaches(start, 0, out, False, turns):
            return turns
    raise ValueError("no way within reason")


class _Walk:
    def __init__(self, tiles: list[int], goal: int, turns: int) -> None:
        self._tiles = tiles
        self._turns = turns
        self._goal = goal

    def reaches(self, place: int, entrance: int, out: int, fueled: bool, turns: int) -> bool:
        """Can the car on a place, which it entered by a side, win with so many turns if it leaves by another side?"""
        end = int(NEXT_PLACE[place, out])
        if end == NOWHERE or turns < 1 + self._at_least(end, fueled or end == PIT_CELL):
            return False
        if end == self._goal and fueled:
            return True
        if end >= FIRST_CORNER:
            return self.reaches(end, opposite(out), opposite(out), fueled, turns - 1)
        fueled = fueled or end == PIT_CELL
        back = opposite(out)
        for exit_side in SIDES:
            if end == PIT_CELL or exit_side == back or self._leads_on(end, back, exit_side, turns):
                if self.reaches(end, back, exit_side, fueled, turns - 1):
                    return True
            elif self._reaches_after_swap(place, entrance, out, end, exit_side, fueled, turns):
                return True
        return False

    def _reaches_after_swap(
        self, place: int, entrance: int, out: int, end: int, exit_side: int, fueled: bool, turns: int
    ) -> bool:
        """The same with a swap that makes the next tile fit."""
        beyond = int(NEXT_PLACE[end, exit_side])
        if beyond == NOWHERE or turns < 3 + self._at_least(beyond, fueled):
            return False
        tiles, back = self._tiles, opposite(out)
        for other in range(len(tiles)):
            if other in (end, PIT_CELL) or not fits(tiles[other], back, exit_side):
                continue
            if other == place and not fits(tiles[end], entrance, out):
                continue
            tiles[end], tiles[other] = tiles[other], tiles[end]
            found = self.reaches(end, back, exit_side, fueled, turns - 2)
            tiles[end], tiles[other] = tiles[other], tiles[end]
            if found:
                return True
        return False

    def _leads_on(self, cell: int, entrance: int, exit_side: int, turns: int) -> bool:
        """A tile that fits, or a dead end that may be turned away in the very first turn (RR-4)."""
        kind = self._tiles[cell]
        return fits(kind, entrance, exit_side) or (kind == DEAD_END and turns == self._turns)

    def _at_least(self, place: int, fueled: bool) -> int:
        """No way is shorter than the steps on the grid."""
        if fueled:
            return grid_distance(place, self._goal)
        return grid_distance(place, PIT_CELL) + grid_distance(PIT_CELL, self._goal)
