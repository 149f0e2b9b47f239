"""Setting up a race: track, racecars, rounds (Components, TTC-1 to TTC-3)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.core.record import Box, Ints, fill_row, new
from karacho.core.rng import Rng, draw_below
from karacho.errors import InvalidOption
from karacho.games.tiny_turbo_cars.boards import FACES, box_boards
from karacho.games.tiny_turbo_cars.components import (
    EDITIONS,
    FACE_ROWS,
    FACE_SPACES,
    FULL_BATTERIES,
    MODES,
    RACECARS,
)
from karacho.games.tiny_turbo_cars.controller import shuffle_controllers
from karacho.games.tiny_turbo_cars.events import RACECAR_PICKED, ROUND_BEGAN
from karacho.games.tiny_turbo_cars.state import DRAFT, GRID, PROGRAM, State

# The set-up numbers: is the draft random, how many track boards to draw (0: the track is laid already), then the twelve
# faces, start A and B, four track boards A and B, finish A and B, each as its spaces and its finish row.
_DRAFT_RANDOM, _BOARDS_TO_DRAW, _FACES = 0, 1, 2
_FACE_SIZE = FACE_SPACES + 1
TRACK_BOARDS = 4
DEFAULT_LENGTH = 3


def prepare(seats: int, options: Mapping[str, Any]) -> tuple[Box[State], Ints]:
    """A state with its options; with chosen boards the track is laid, else the faces to draw from come along."""
    box = new(State)
    state = box[0]
    state.seats = seats
    state.mode = MODES.index(options["mode"])
    state.edition = EDITIONS.index(options["edition"])
    state.round_limit = options["round_limit"]
    state.same_scramble = options["same_scramble"]
    state.play_on = options["play_on"]
    header = [int(options["draft"] == "random"), options["length"]]
    chosen = options["boards"]
    if chosen is not None and options["length"] not in (DEFAULT_LENGTH, len(chosen) - 2):
        raise InvalidOption("length", options["length"], f"the boards chosen have {len(chosen) - 2} track boards")
    if chosen is not None:
        for number, name in enumerate(chosen):
            face = FACES.find(name)
            assert face is not None  # the option was checked
            lay_face(state, number, np.array([*face.terrain, face.finish], np.int16), 0)
        return box, np.array([header[0], 0], np.int16)
    drawn = [[*face.terrain, face.finish] for sides in box_boards() for face in sides]
    return box, np.array([*header, *np.ravel(drawn)], np.int16)


@rule
def lay_face(state: State, number: int, faces: Ints, start: int) -> None:
    """The next face of the track, from a row of numbers; a finish face also sets the finish row."""
    for i in range(FACE_SPACES):
        state.terrain[number * FACE_SPACES + i] = faces[start + i]
    state.map_rows = (number + 1) * FACE_ROWS
    finish = int(faces[start + FACE_SPACES])
    if finish > 0:
        state.finish_row = number * FACE_ROWS + finish


@rule
def deal_race(state: State, setup: Ints, rng: Rng, events: Log) -> None:
    """Track, empty grid, and the draft; a random one is over at once (TTC-1)."""
    state.winner = -1
    state.turn = -1
    state.round_number = 1
    if setup[_BOARDS_TO_DRAW] > 0:
        deal_track(state, setup, rng)
    for seat in range(state.seats):
        state.racecars[seat] = -1
        state.batteries[seat] = FULL_BATTERIES
    state.phase = DRAFT
    if setup[_DRAFT_RANDOM]:
        deal_racecars(state, rng, events)
        state.phase = GRID


@rule
def deal_track(state: State, setup: Ints, rng: Rng) -> None:
    """Start, some of the four track boards in random order, finish; every board with a random side up."""
    boards = int(setup[_BOARDS_TO_DRAW])
    order = np.arange(TRACK_BOARDS)
    lay_face(state, 0, setup, face_start(0, draw_below(rng, 2)))
    for i in range(boards):
        pick = i + draw_below(rng, TRACK_BOARDS - i)
        board = order[pick]
        order[pick] = order[i]
        lay_face(state, i + 1, setup, face_start(1 + board, draw_below(rng, 2)))
    lay_face(state, boards + 1, setup, face_start(TRACK_BOARDS + 1, draw_below(rng, 2)))


@rule
def face_start(board: int, side: int) -> int:
    """Where a face begins in the set-up numbers."""
    return _FACES + (2 * board + side) * _FACE_SIZE


@rule
def deal_racecars(state: State, rng: Rng, events: Log) -> None:
    """A different racecar for every seat."""
    order = np.arange(RACECARS)
    for seat in range(state.seats):
        pick = seat + draw_below(rng, RACECARS - seat)
        state.racecars[seat] = order[pick]
        order[pick] = order[seat]
        emit(events, RACECAR_PICKED, 1, seat, state.racecars[seat], 0, 0, 0, 0)


@rule
def deal_round(state: State, rng: Rng, events: Log) -> None:
    """Fresh controllers, no smiles: programming begins (TTC-3)."""
    state.phase = PROGRAM
    state.turn = -1
    state.done_count = 0
    state.smile_count = 0
    fill_row(state.done, 0)
    fill_row(state.smiles, 0)
    emit(events, ROUND_BEGAN, 3, state.round_number, 0, 0, 0, 0, 0)
    shuffle_controllers(state, rng, events)
