"""How a car moves: steps, jumps, missiles (TTC-13 to TTC-15, TTC-20 to TTC-22)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.abilities import fires_back, fires_sideways
from karacho.games.tiny_turbo_cars.components import M1_FURRY, OBSTACLE, PUDDLE
from karacho.games.tiny_turbo_cars.damage import gain_shields, take_damage
from karacho.games.tiny_turbo_cars.events import (
    AHEAD,
    BACK,
    BY_SMALL_MOVE,
    CAR_BLOCKED,
    CAR_HIT,
    CAR_JUMPED,
    CAR_SLIPPED,
    CAR_STEPPED,
    CAR_STOPPED,
    DAMAGE_AVERTED,
    LEFT,
    MISSILE_FIRED,
    RIGHT,
)
from karacho.games.tiny_turbo_cars.state import State, is_on_track
from karacho.games.tiny_turbo_cars.terrain import is_impassable, other_car_at, terrain_at, terrain_under


@rule
def begin_move(state: State, seat: int, events: Log) -> None:
    """A move of at least one space that begins on a puddle makes slippery, even if it is blocked at once (TTC-21)."""
    if terrain_under(state, seat) == PUDDLE:
        become_slippery(state, seat, events)


@rule
def become_slippery(state: State, seat: int, events: Log) -> None:
    """From the next command on, diagonals go to the other side (TTC-21)."""
    if not state.slippery:
        state.slippery = 1
        emit(events, CAR_SLIPPED, 21, seat, 0, 0, 0, 0, 0)


@rule
def drive(state: State, seat: int, value: int, row_step: int, lane_step: int, harm: int, events: Log) -> None:
    """Step by step, until something ends the move (TTC-13)."""
    begin_move(state, seat, events)
    for _ in range(value):
        row = int(state.rows[seat]) + row_step
        lane = int(state.lanes[seat]) + lane_step
        if is_impassable(state, row, lane):
            emit(events, CAR_BLOCKED, 22, seat, row, lane, 0, 0, 0)
            suffer(state, seat, harm, 22, events)
            return
        state.rows[seat] = row
        state.lanes[seat] = lane
        emit(events, CAR_STEPPED, 13, seat, row, lane, 0, 0, 0)
        if enter(state, seat, harm, events):
            return


@rule
def enter(state: State, seat: int, harm: int, events: Log) -> bool:
    """What the space just entered does to the car; True if it ends the move (TTC-20, TTC-21)."""
    row, lane = int(state.rows[seat]), int(state.lanes[seat])
    terrain = terrain_at(state, row, lane)
    if terrain == PUDDLE:
        become_slippery(state, seat, events)
    other = other_car_at(state, seat, row, lane)
    if terrain != OBSTACLE and other < 0:
        return False
    emit(events, CAR_STOPPED, 20, seat, row, lane, other, 0, 0)
    suffer(state, seat, harm, 20, events)
    return True


@rule
def suffer(state: State, seat: int, harm: int, clause: int, events: Log) -> None:
    """The damage of a move: `harm` points one after the other, none once lying."""
    if harm == 0:
        emit(events, DAMAGE_AVERTED, clause, seat, BY_SMALL_MOVE, 0, 0, 0, 0)
    for point in range(harm):
        if point == 0 or not state.lying[seat]:
            take_damage(state, seat, clause, events)


@rule
def jump(state: State, seat: int, value: int, harm: int, events: Log) -> None:
    """Fly over all spaces but the last; set back from an impassable one (TTC-14)."""
    begin_move(state, seat, events)
    start, lane = int(state.rows[seat]), int(state.lanes[seat])
    target = start + value
    landing = target
    while landing > start and is_impassable(state, landing, lane):
        landing -= 1
    state.rows[seat] = landing
    emit(events, CAR_JUMPED, 14, seat, start, landing, lane, target, 0)
    if landing == target:
        enter(state, seat, harm, events)
        return
    emit(events, CAR_BLOCKED, 14, seat, landing + 1, lane, 0, 0, 0)
    if terrain_under(state, seat) == PUDDLE:
        become_slippery(state, seat, events)
    suffer(state, seat, harm, 14, events)


@rule
def fire_missiles(state: State, seat: int, clause: int, events: Log) -> None:
    """A volley; a racecar that fires all around gains a shield if it hits (TTC-15)."""
    hits = fire(state, seat, AHEAD, clause, events)
    if fires_back(state, seat):
        hits += fire(state, seat, BACK, clause, events)
    if fires_sideways(state, seat):
        hits += fire(state, seat, LEFT, clause, events)
        hits += fire(state, seat, RIGHT, clause, events)
    if hits > 0 and state.racecars[seat] == M1_FURRY:
        gain_shields(state, seat, 1, clause, events)


@rule
def fire(state: State, seat: int, direction: int, clause: int, events: Log) -> int:
    """One missile: it hits every other car in its way, however far; returns how many."""
    emit(events, MISSILE_FIRED, clause, seat, state.rows[seat], state.lanes[seat], direction, 0, 0)
    hits = 0
    for other in range(state.seats):
        if other != seat and is_on_track(state, other) and lies_in(state, seat, other, direction):
            hits += 1
            emit(events, CAR_HIT, clause, other, seat, 0, 0, 0, 0)
            take_damage(state, other, 15, events)
    return hits


@rule
def lies_in(state: State, seat: int, other: int, direction: int) -> bool:
    """Does the other car lie in this direction? One in the same space lies in none."""
    row = int(state.rows[other]) - state.rows[seat]
    lane = int(state.lanes[other]) - state.lanes[seat]
    if direction == AHEAD:
        return bool(lane == 0 and row > 0)
    if direction == BACK:
        return bool(lane == 0 and row < 0)
    if direction == LEFT:
        return bool(row == 0 and lane < 0)
    return bool(row == 0 and lane > 0)
