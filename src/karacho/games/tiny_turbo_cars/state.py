"""The state of a Tiny Turbo Cars race.

A car in row 0 is not on the track: not placed yet, or past the line and taken off (TTC-31). Between two commands of a
turn there is never a decision, so modifiers need no place here, and `slippery` is 0 wherever somebody has to choose.
"""

from typing import Annotated

from karacho.core.jit import rule
from karacho.core.record import I16, Ints, Record
from karacho.games.tiny_turbo_cars.components import CELLS, LANES, MOST_SEATS

DRAFT, GRID, PROGRAM, FLY, SHIELD, OVER = range(6)
PHASES = ("draft", "grid", "program", "fly", "shield", "over")

NOT_OVER, FINISH, ROUND_LIMIT = 0, 1, 2
END_REASONS = ("", "FINISH", "ROUND_LIMIT")

MOST_ROWS = 60


class State(Record):
    """Everything there is to know."""

    slides: Annotated[Ints, "i8", MOST_SEATS]  # −1: a view does not know
    seats: I16
    phase: I16
    winner: I16
    reason: I16
    round_number: I16
    mode: I16
    edition: I16
    round_limit: I16
    same_scramble: I16
    play_on: I16
    turn: I16  # the seat that chooses in FLY and SHIELD, else −1
    finish_row: I16
    map_rows: I16
    slippery: I16  # of the car whose turn it is
    done_count: I16
    smile_count: I16
    finished_count: I16
    racecars: Annotated[Ints, "i2", MOST_SEATS]
    rows: Annotated[Ints, "i2", MOST_SEATS]
    lanes: Annotated[Ints, "i2", MOST_SEATS]
    batteries: Annotated[Ints, "i2", MOST_SEATS]
    shields: Annotated[Ints, "i2", MOST_SEATS]
    lying: Annotated[Ints, "i2", MOST_SEATS]
    done: Annotated[Ints, "i2", MOST_SEATS]  # seats in the order in which they said done
    smiles: Annotated[Ints, "i2", MOST_SEATS]  # seats from happiest to saddest
    finished: Annotated[Ints, "i2", MOST_SEATS]  # seats in the order of their places (TTC-31)
    controllers: Annotated[Ints, "i1", MOST_SEATS, CELLS]
    terrain: Annotated[Ints, "i1", MOST_ROWS * LANES]


@rule
def is_on_track(state: State, seat: int) -> bool:
    """Does the car stand or lie on the track?"""
    return bool(state.rows[seat] > 0)


@rule
def is_done(state: State, seat: int) -> bool:
    """Has the seat finished programming?"""
    for i in range(state.done_count):
        if state.done[i] == seat:
            return True
    return False


@rule
def still_racing(state: State) -> int:
    """How many cars have not been taken off."""
    return int(state.seats) - state.finished_count


@rule
def decider(state: State) -> int:
    """The seat that must choose in every phase but PROGRAM and OVER."""
    if state.phase == DRAFT:  # clockwise from seat 0 (TTC-1)
        for seat in range(state.seats):
            if state.racecars[seat] < 0:
                return seat
    if state.phase == GRID:  # counter-clockwise from the last to pick (TTC-2)
        for seat in range(state.seats - 1, -1, -1):
            if not is_on_track(state, seat):
                return seat
    return int(state.turn)
