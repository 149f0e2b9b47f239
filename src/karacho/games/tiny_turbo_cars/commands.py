"""Running a program, command by command (TTC-7, TTC-11, TTC-12, TTC-16, TTC-18, TTC-19, TTC-24)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.abilities import (
    battery_value,
    carpet_value,
    drives_on_battery,
    harm_of,
    increase_of,
    slippery_bonus,
    turbo_value,
)
from karacho.games.tiny_turbo_cars.components import (
    BACKWARD_1,
    BATTERY,
    BLANK,
    CARPET,
    DECREASE,
    DIAGONAL_LEFT_1,
    DIAGONAL_LEFT_2,
    DIAGONAL_RIGHT_2,
    FULL_BATTERIES,
    GAP,
    INCREASE,
    JUMP,
    MISSILE,
    OWN_VALUES,
    PROGRAM_CELLS,
    PROGRAM_START,
    SPEEDER,
    TURBO,
)
from karacho.games.tiny_turbo_cars.damage import recover, turn_batteries_up
from karacho.games.tiny_turbo_cars.driving import drive, fire_missiles, jump
from karacho.games.tiny_turbo_cars.events import (
    BY_ABILITY,
    BY_CARPET,
    BY_SPEEDER,
    COMMAND_BEGAN,
    COMMAND_IGNORED,
    MODIFIER_SET,
)
from karacho.games.tiny_turbo_cars.state import State
from karacho.games.tiny_turbo_cars.terrain import is_on_grid, terrain_under


@rule
def is_diagonal(piece: int) -> bool:
    """L1, R1, L2 or R2?"""
    return DIAGONAL_LEFT_1 <= piece <= DIAGONAL_RIGHT_2


@rule
def goes_left(piece: int) -> bool:
    """A diagonal to the left, before any puddle has its say?"""
    return piece in (DIAGONAL_LEFT_1, DIAGONAL_LEFT_2)


@rule
def run_program(state: State, seat: int, events: Log) -> None:
    """Lines 2 and 3 from left to right; a gap among them is no command (TTC-7)."""
    modifier = 0
    for cell in range(PROGRAM_CELLS):
        piece = int(state.controllers[seat, PROGRAM_START + cell])
        if piece == GAP:
            continue
        if state.lying[seat]:
            emit(events, COMMAND_IGNORED, 24, seat, cell, piece, 0, 0, 0)
            recover(state, seat, events)
        else:
            modifier = run_command(state, seat, cell, piece, modifier, events)
        if state.lying[seat]:
            modifier = 0  # a sum is lost when the car falls (TTC-11)


@rule
def run_command(state: State, seat: int, cell: int, piece: int, modifier: int, events: Log) -> int:
    """One command of a standing car; returns the sum of modifiers for the next one (TTC-11, TTC-19)."""
    why = 0
    if terrain_under(state, seat) == SPEEDER:
        modifier += increase_of(state, seat)
        why = BY_SPEEDER
    if piece in (INCREASE, DECREASE):
        modifier += increase_of(state, seat) if piece == INCREASE else -1
        emit(events, MODIFIER_SET, 11, seat, cell, piece, modifier, why, 0)
        return modifier
    if piece == BLANK:
        emit(events, COMMAND_BEGAN, 16, seat, cell, piece, 0, modifier, why)
    elif piece == BATTERY:
        run_battery(state, seat, cell, modifier, why, events)
    elif piece == BACKWARD_1 and is_on_grid(state, seat):
        emit(events, COMMAND_IGNORED, 17, seat, cell, piece, 0, 0, 0)
    else:
        run_move(state, seat, cell, piece, modifier, why, events)
    return 0


@rule
def run_battery(state: State, seat: int, cell: int, modifier: int, why: int, events: Log) -> None:
    """Turn batteries up, or drive with the right racecar when all are up (TTC-16)."""
    value = max(0, battery_value(state, seat) + modifier)
    if drives_on_battery(state, seat):
        why |= BY_ABILITY
    emit(events, COMMAND_BEGAN, 16, seat, cell, BATTERY, value, modifier, why)
    if not (drives_on_battery(state, seat) and state.batteries[seat] == FULL_BATTERIES):
        turn_batteries_up(state, seat, value, 16, events)
    elif value > 0:
        drive(state, seat, value, 1, 0, 1, events)


@rule
def run_move(state: State, seat: int, cell: int, piece: int, modifier: int, why: int, events: Log) -> None:
    """A command that moves the car: its value, its missile, its way (TTC-12 to TTC-15)."""
    value = move_value(state, seat, piece, modifier)
    why |= move_why(state, seat, piece)
    emit(events, COMMAND_BEGAN, 12, seat, cell, piece, value, modifier, why)
    # Slippery counts from the next command on, so this command's way is settled before it moves.
    lane_step = lane_step_of(state, piece)
    harm = harm_of(state, seat, piece, value)
    if piece == MISSILE:
        fire_missiles(state, seat, 15, events)
    if value == 0:
        return
    if piece == JUMP:
        jump(state, seat, value, harm, events)
    elif piece == BACKWARD_1:
        drive(state, seat, value, -1, 0, harm, events)
    else:
        drive(state, seat, value, 1, lane_step, harm, events)


@rule
def move_value(state: State, seat: int, piece: int, modifier: int) -> int:
    """Own value, then carpet, then modifiers, speeder and ability; below 0 counts as 0 (TTC-12)."""
    value = turbo_value(state, seat) if piece == TURBO else OWN_VALUES[piece]
    if terrain_under(state, seat) == CARPET:
        value = carpet_value(state, seat)
    value += modifier
    if state.slippery and is_diagonal(piece):
        value += slippery_bonus(state, seat)
    return max(0, value)


@rule
def move_why(state: State, seat: int, piece: int) -> int:
    """What besides the piece and the modifiers made the value what it is."""
    why = 0
    if terrain_under(state, seat) == CARPET:
        why |= BY_CARPET
        if carpet_value(state, seat) != 1:
            why |= BY_ABILITY
    elif piece == TURBO and turbo_value(state, seat) != state.batteries[seat]:
        why |= BY_ABILITY
    if state.slippery and is_diagonal(piece) and slippery_bonus(state, seat) > 0:
        why |= BY_ABILITY
    return why


@rule
def lane_step_of(state: State, piece: int) -> int:
    """Toward lane 1 (left), toward lane 5 (right), or straight; slippery turns diagonals round (TTC-13, TTC-21)."""
    if not is_diagonal(piece):
        return 0
    left = goes_left(piece) != bool(state.slippery)
    return -1 if left else 1
