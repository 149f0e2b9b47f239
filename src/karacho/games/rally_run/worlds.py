"""Truths compatible with a view.

A view tells the mix, the tiles that are face up and the ghosts: every way to put the other tiles on the other cells is
equally likely. So is every order of the canisters whose colors have not been shown.
"""

import numpy as np

from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.rally_run.components import CELLS, PIT_CELL, ROAD_TILES, UNKNOWN
from karacho.games.rally_run.preparation import draw_pile, draw_tile
from karacho.games.rally_run.state import OVER, State
from karacho.games.rally_run.view import copy_visible


@entry
def resample(view: Box[State], _owner: int, chance: Box[Rng], box: Box[State]) -> None:
    """Draw what nobody can see; all views are the same, whoever owns them."""
    copy_visible(view[0], box[0])
    if box[0].phase != OVER:
        draw_tiles(box[0], chance[0])
        draw_pile(box[0], chance[0])


@rule
def draw_tiles(state: State, rng: Rng) -> None:
    """The tiles that lie nowhere in the view onto the cells where it shows none."""
    kinds = np.zeros(ROAD_TILES, np.int16)
    count = fill_unseen(state, kinds)
    for cell in range(CELLS):
        if state.tiles[cell] == UNKNOWN:
            count = draw_tile(state, cell, kinds, count, rng)


@rule
def fill_unseen(state: State, kinds: Ints) -> int:
    """The tiles of the mix that the view does not show; returns how many."""
    count = 0
    for kind in range(len(state.mix)):
        unseen = int(state.mix[kind])
        for cell in range(CELLS):
            if cell != PIT_CELL and state.tiles[cell] == kind:
                unseen -= 1
        for _ in range(unseen if kind != UNKNOWN else 0):
            kinds[count] = kind
            count += 1
    return count
