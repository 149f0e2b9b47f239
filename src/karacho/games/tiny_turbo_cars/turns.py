"""The programs run one after another, happiest first (TTC-9, TTC-10, TTC-25 to TTC-28).

Only Bird Racer's flight and the shields stop them for a choice; the turn then goes on from there.
"""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.abilities import can_fly, fires_at_end
from karacho.games.tiny_turbo_cars.actions import (
    FLY_TO,
    STAY,
)
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import (
    SHIELD_SPACES,
)
from karacho.games.tiny_turbo_cars.damage import turn_battery_down
from karacho.games.tiny_turbo_cars.driving import drive, fire_missiles
from karacho.games.tiny_turbo_cars.events import (
    CAR_FLEW,
    SHIELD_SPENT,
    SHIELDS_DROPPED,
    TURN_BEGAN,
    TURN_ENDED,
)
from karacho.games.tiny_turbo_cars.finish import close_round, smile_of
from karacho.games.tiny_turbo_cars.preparation import deal_round
from karacho.games.tiny_turbo_cars.state import (
    FLY,
    OVER,
    SHIELD,
    State,
)


@rule
def race_on(state: State, place: int, rng: Rng, events: Log) -> None:
    """Turn after turn from the smile `place` on, until a seat has to choose or the round is over (TTC-9)."""
    while place < state.smile_count:
        seat = int(state.smiles[place])
        begin_turn(state, seat, place == state.smile_count - 1, events)
        run_program(state, seat, events)
        if can_fly(state, seat):
            rest(state, FLY, seat)
            return
        if ends_commands(state, seat, events):
            return
        end_turn(state, seat, events)
        place += 1
    close_round(state, events)
    if state.phase == OVER:
        state.turn = -1
    else:
        state.round_number += 1
        deal_round(state, rng, events)


@rule
def begin_turn(state: State, seat: int, slowest: bool, events: Log) -> None:
    """The saddest seat first turns one battery down; that is no damage (TTC-10)."""
    emit(events, TURN_BEGAN, 9, seat, slowest, 0, 0, 0, 0)
    if slowest:
        turn_battery_down(state, seat, 10, events)


@rule
def rest(state: State, phase: int, seat: int) -> None:
    """Wait for the seat's choice; no diagonal can follow, so slippery means nothing any more."""
    state.phase = phase
    state.turn = seat
    state.slippery = 0


@rule
def ends_commands(state: State, seat: int, events: Log) -> bool:
    """The closing volley, then the choice about shields; True if the seat has to choose (TTC-26, TTC-27)."""
    if fires_at_end(state, seat):
        fire_missiles(state, seat, 26, events)
    if state.shields[seat] > 0 and not state.lying[seat]:
        rest(state, SHIELD, seat)
        return True
    return False


@rule
def fly(state: State, seat: int, action: int, rng: Rng, events: Log) -> None:
    """Sideways to a free space of its row, or not (TTC-25)."""
    if action != STAY:
        lane = action - FLY_TO + 1
        emit(events, CAR_FLEW, 25, seat, state.rows[seat], state.lanes[seat], lane, 0, 0)
        state.lanes[seat] = lane
    if not ends_commands(state, seat, events):
        close_turn(state, seat, rng, events)


@rule
def spend_shield(state: State, seat: int, rng: Rng, events: Log) -> None:
    """Another one can follow as long as there is one and the car stands (TTC-27)."""
    drive_by_shield(state, seat, events)
    if state.shields[seat] == 0 or state.lying[seat]:
        close_turn(state, seat, rng, events)


@rule
def drive_by_shield(state: State, seat: int, events: Log) -> None:
    """One shield for two spaces forward: movement, but no command (TTC-27)."""
    state.shields[seat] -= 1
    emit(events, SHIELD_SPENT, 27, seat, state.shields[seat], 0, 0, 0, 0)
    drive(state, seat, SHIELD_SPACES, 1, 0, 1, events)
    state.slippery = 0


@rule
def close_turn(state: State, seat: int, rng: Rng, events: Log) -> None:
    """The chosen turn is over; the next smile's begins."""
    end_turn(state, seat, events)
    race_on(state, smile_of(state, seat) + 1, rng, events)


@rule
def end_turn(state: State, seat: int, events: Log) -> None:
    """Shields that are left go for nothing, and the car dries (TTC-28)."""
    if state.shields[seat] > 0:
        emit(events, SHIELDS_DROPPED, 28, seat, state.shields[seat], 0, 0, 0, 0)
        state.shields[seat] = 0
    state.slippery = 0
    emit(events, TURN_ENDED, 28, seat, 0, 0, 0, 0, 0)
