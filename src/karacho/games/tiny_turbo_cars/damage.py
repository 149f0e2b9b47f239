"""Damage, batteries and shields (TTC-17, TTC-23, TTC-24, TTC-28)."""

from karacho.core.events import Log, emit
from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.components import FULL_BATTERIES
from karacho.games.tiny_turbo_cars.events import (
    BATTERY_DOWN,
    BATTERY_UP,
    BY_GRID,
    BY_LYING,
    CAR_DAMAGED,
    CAR_FELL,
    CAR_STOOD_UP,
    DAMAGE_AVERTED,
    SHIELD_GAINED,
    SHIELD_USED,
)
from karacho.games.tiny_turbo_cars.state import State
from karacho.games.tiny_turbo_cars.terrain import is_on_grid


@rule
def take_damage(state: State, seat: int, clause: int, events: Log) -> None:
    """One point of damage, unless the starting grid or lying down protects."""
    if is_on_grid(state, seat):
        emit(events, DAMAGE_AVERTED, 17, seat, BY_GRID, 0, 0, 0, 0)
    elif state.lying[seat]:
        emit(events, DAMAGE_AVERTED, 24, seat, BY_LYING, 0, 0, 0, 0)
    else:
        emit(events, CAR_DAMAGED, clause, seat, 0, 0, 0, 0, 0)
        turn_battery_down(state, seat, 23, events)


@rule
def turn_battery_down(state: State, seat: int, clause: int, events: Log) -> None:
    """A shield goes instead of a battery; without the last battery the car lies down (TTC-23, TTC-28)."""
    if state.batteries[seat] == 0:  # a lying car that has regained none: nothing would be turned down (TTC-10)
        return
    if state.shields[seat] > 0:
        state.shields[seat] -= 1
        emit(events, SHIELD_USED, 28, seat, state.shields[seat], 0, 0, 0, 0)
        return
    state.batteries[seat] -= 1
    emit(events, BATTERY_DOWN, clause, seat, state.batteries[seat], 0, 0, 0, 0)
    if state.batteries[seat] == 0 and not state.lying[seat]:
        state.lying[seat] = 1
        emit(events, CAR_FELL, 23, seat, 0, 0, 0, 0, 0)


@rule
def turn_batteries_up(state: State, seat: int, count: int, clause: int, events: Log) -> None:
    """Some batteries more, never above three."""
    gained = min(count, FULL_BATTERIES - int(state.batteries[seat]))
    if gained > 0:
        state.batteries[seat] += gained
        emit(events, BATTERY_UP, clause, seat, gained, state.batteries[seat], 0, 0, 0)


@rule
def recover(state: State, seat: int, events: Log) -> None:
    """An ignored command turns one battery up; at three the car stands up (TTC-24)."""
    turn_batteries_up(state, seat, 1, 24, events)
    if state.batteries[seat] == FULL_BATTERIES:
        state.lying[seat] = 0
        emit(events, CAR_STOOD_UP, 24, seat, 0, 0, 0, 0, 0)


@rule
def gain_shields(state: State, seat: int, count: int, clause: int, events: Log) -> None:
    """Shields from the common supply, which never runs out."""
    if count > 0:
        state.shields[seat] += count
        emit(events, SHIELD_GAINED, clause, seat, count, state.shields[seat], 0, 0, 0)
