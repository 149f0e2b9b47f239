"""Setting up a race: cars, tiles, canisters and the first seat (Components, RR-1)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.core.record import Box, Ints, new
from karacho.core.rng import Rng, draw_below
from karacho.games.rally_run.components import (
    ALL_SIDES,
    CELLS,
    COLORS,
    CORNER_ENDS,
    CORNERS,
    FIRST_CORNER,
    PIT,
    PIT_CELL,
    PLACE_NAMES,
    ROAD_TILES,
    START_CORNERS,
)
from karacho.games.rally_run.events import RACE_BEGAN
from karacho.games.rally_run.mixes import find_mix, put_mix
from karacho.games.rally_run.state import DRIVE, State


def prepare(seats: int, options: Mapping[str, Any]) -> tuple[Box[State], Ints]:
    """A state with cars and face-up tiles; the set-up number is the first seat, −1 for a random one."""
    box = new(State)
    state = box[0]
    state.seats = seats
    state.turn_limit = options["turn_limit"]
    state.open_memory = int(options["open_memory"])
    put_mix(state, find_mix(options["mix"]))
    lay_fixed(state)
    state.colors[:] = range(1, len(COLORS))
    for seat, corner in enumerate(options["corners"] or START_CORNERS[seats]):
        state.cars[seat] = PLACE_NAMES.index(corner)
    first = options["first"]
    return box, np.array([-1 if first is None else first], np.int16)


def lay_fixed(state: State) -> None:
    """Pit and start-finish tiles are always face up; nothing is revealed, swapped or won."""
    state.winner = state.revealed = state.swapped_a = state.swapped_b = -1
    state.tiles[PIT_CELL] = PIT
    state.sides[PIT_CELL] = ALL_SIDES
    for corner in range(len(CORNERS)):
        state.sides[FIRST_CORNER + corner] = CORNER_ENDS[corner]


@rule
def deal_race(state: State, setup: Ints, rng: Rng, events: Log) -> None:
    """Mix the tiles and the canisters, both face down, and name the first seat (RR-1)."""
    state.phase = DRIVE
    state.turns = 0
    state.turn = setup[0] if setup[0] >= 0 else draw_below(rng, int(state.seats))
    emit(events, RACE_BEGAN, 1, state.turn, 0, 0, 0, 0, 0)
    deal_tiles(state, rng)
    deal_canisters(state, rng)


@rule
def deal_tiles(state: State, rng: Rng) -> None:
    """The tiles of the mix on all cells but the pit."""
    kinds = np.zeros(ROAD_TILES, np.int16)
    count = 0
    for kind in range(len(state.mix)):
        for _ in range(state.mix[kind]):
            kinds[count] = kind
            count += 1
    for cell in range(CELLS):
        if cell != PIT_CELL:
            count = draw_tile(state, cell, kinds, count, rng)


@rule
def draw_tile(state: State, cell: int, kinds: Ints, count: int, rng: Rng) -> int:
    """One of `count` tiles, each equally likely, onto a cell; returns how many are left."""
    pick = draw_below(rng, count)
    state.tiles[cell] = kinds[pick]
    kinds[pick] = kinds[count - 1]
    return count - 1


@rule
def deal_canisters(state: State, rng: Rng) -> None:
    """One per seat, of different colors, stacked face down on the pit."""
    state.pile = state.seats
    draw_pile(state, rng)


@rule
def draw_pile(state: State, rng: Rng) -> None:
    """Fill the pile from the colors that no seat has shown, every order equally likely."""
    colors = np.zeros(len(COLORS), np.int16)
    count = 0
    for color in range(1, len(COLORS)):
        shown = False
        for seat in range(state.seats):
            shown = shown or bool(state.goals[seat] == color)
        if not shown:
            colors[count] = color
            count += 1
    for i in range(state.pile):
        pick = draw_below(rng, count - i)
        state.canisters[i] = colors[pick]
        colors[pick] = colors[count - i - 1]
