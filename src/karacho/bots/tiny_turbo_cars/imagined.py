"""What a driver imagines of a program: its own car alone on the track, perhaps with something overlooked."""

from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.turn import outlook, take_turn
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Box
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.components import BLANK, EMPTY, GAP, PROGRAM_CELLS, PROGRAM_START, PUDDLE
from karacho.games.tiny_turbo_cars.state import State


@rule
def imagine(view: Box[State], seat: int, mind: Mind, track: Box[State]) -> None:
    """The track as the driver takes it, without the others."""
    track[0] = view[0]  # type: ignore[index]
    state = track[0]
    for other in range(state.seats):
        if other != seat:
            state.rows[other] = 0
    if mind.dry:
        for space in range(len(state.terrain)):
            if state.terrain[space] == PUDDLE:
                state.terrain[space] = EMPTY


@rule
def draw_missed(mind: Mind, rng: Rng) -> None:
    """The pieces that the driver overlooks in this round."""
    for piece in range(GAP):
        mind.missed[piece] = mind.overlook > 0 and draw_below(rng, 100) < mind.overlook


@rule
def imagined_worth(inner: int, track: State, seat: int, mind: Mind, quiet: Log) -> float:
    """Drive the program alone, judge where the car is then, and put it back."""
    for cell in range(PROGRAM_CELLS):
        piece = inner >> 4 * cell & 15
        if cell >= mind.sight:
            piece = GAP
        elif mind.missed[piece]:
            piece = BLANK
        track.controllers[seat, PROGRAM_START + cell] = piece
    row, lane = int(track.rows[seat]), int(track.lanes[seat])
    batteries, shields, lying = int(track.batteries[seat]), int(track.shields[seat]), int(track.lying[seat])
    take_turn(track, seat, False, mind, quiet)
    worth = outlook(track, seat, mind)
    track.rows[seat] = row
    track.lanes[seat] = lane
    track.batteries[seat] = batteries
    track.shields[seat] = shields
    track.lying[seat] = lying
    return worth
