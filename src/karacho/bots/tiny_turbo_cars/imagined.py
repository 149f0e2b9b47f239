"""What a driver imagines of a program: its own car alone on the track, perhaps with something overlooked."""

from karacho.bots.tiny_turbo_cars.habits import Habits
from karacho.bots.tiny_turbo_cars.turn import standing, take_turn
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.components import (
    BLANK,
    EMPTY,
    GAP,
    PROGRAM_CELLS,
    PROGRAM_START,
    PUDDLE,
)
from karacho.games.tiny_turbo_cars.state import State


@rule
def imagine(view: Box[State], seat: int, habits: Habits, mind: Box[State]) -> None:
    """The track as the driver takes it; the others are not on it."""
    mind[0] = view[0]  # type: ignore[index]
    state = mind[0]
    for other in range(state.seats):
        if other != seat:
            state.rows[other] = 0
    if habits.dry:
        for i in range(len(state.terrain)):
            if state.terrain[i] == PUDDLE:
                state.terrain[i] = EMPTY


@rule
def draw_missed(habits: Habits, missed: Ints, rng: Rng) -> None:
    """The pieces that the driver overlooks in this round: it takes them for blank ones."""
    for piece in range(len(missed)):
        missed[piece] = piece != GAP and draw_below(rng, 100) < habits.overlook


@rule
def as_seen(state: State, seat: int, habits: Habits, missed: Ints) -> None:
    """The program as the driver sees it."""
    for cell in range(PROGRAM_CELLS):
        at = PROGRAM_START + cell
        if cell >= habits.sight:
            state.controllers[seat, at] = GAP
        elif missed[state.controllers[seat, at]]:
            state.controllers[seat, at] = BLANK


@rule
def imagined_worth(mind: State, seat: int, habits: Habits, missed: Ints, prospects: Ints, quiet: Log) -> float:
    """Drive the program alone, judge where the car is then, and put it back; rows from here."""
    as_seen(mind, seat, habits, missed)
    row, lane = int(mind.rows[seat]), int(mind.lanes[seat])
    batteries, shields, lying = int(mind.batteries[seat]), int(mind.shields[seat]), int(mind.lying[seat])
    take_turn(mind, seat, False, prospects, quiet)
    worth = standing(mind, seat, prospects)
    mind.rows[seat] = row
    mind.lanes[seat] = lane
    mind.batteries[seat] = batteries
    mind.shields[seat] = shields
    mind.lying[seat] = lying
    return worth
