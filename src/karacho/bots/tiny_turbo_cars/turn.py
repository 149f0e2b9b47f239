"""A car's whole turn as a driver imagines it: its flight and its shields are decided on the way (TTC-10, TTC-25 – 28).

The rules themselves are the game's; only the choices in between are made here.
"""

from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.abilities import can_fly, fires_at_end
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import LANES, SHIELD_SPACES
from karacho.games.tiny_turbo_cars.driving import drive, fire_missiles
from karacho.games.tiny_turbo_cars.state import MOST_ROWS, State
from karacho.games.tiny_turbo_cars.terrain import is_free_to_fly
from karacho.games.tiny_turbo_cars.turns import begin_turn, end_turn


@rule
def condition(state: State, seat: int) -> int:
    """Batteries, standing or lying, as one number: the greater, the better."""
    return int(state.batteries[seat]) + (0 if state.lying[seat] else 2)


@rule
def outlook(state: State, seat: int, mind: Mind) -> float:
    """How good it is to be where the car is, as it is: the rows behind it and those to expect of the next round."""
    row = int(state.rows[seat])
    return float(row + mind.prospects[min(row, MOST_ROWS), int(state.lanes[seat]), condition(state, seat)])


@rule
def take_turn(state: State, seat: int, slowest: bool, mind: Mind, quiet: Log) -> None:
    """From the slowest's penalty to the last shield."""
    begin_turn(state, seat, slowest, quiet)
    run_program(state, seat, quiet)
    state.slippery = 0
    if can_fly(state, seat):
        state.lanes[seat] = best_lane(state, seat, mind)
    finish_turn(state, seat, mind, quiet)


@rule
def finish_turn(state: State, seat: int, mind: Mind, quiet: Log) -> None:
    """What comes after the flight."""
    if fires_at_end(state, seat):
        fire_missiles(state, seat, 26, quiet)
    finish_shields(state, seat, mind, quiet)


@rule
def finish_shields(state: State, seat: int, mind: Mind, quiet: Log) -> None:
    """What comes after the volley."""
    if state.shields[seat] > 0 and not state.lying[seat]:
        spend_shields(state, seat, best_spending(state, seat, mind, quiet), quiet)
    end_turn(state, seat, quiet)


@rule
def best_lane(state: State, seat: int, mind: Mind) -> int:
    """Where a bird-racer flies, or the lane it is in."""
    row = min(int(state.rows[seat]), MOST_ROWS)
    how = condition(state, seat)
    best = int(state.lanes[seat])
    for lane in range(1, LANES + 1):
        if mind.prospects[row, lane, how] > mind.prospects[row, best, how] and is_free_to_fly(state, seat, lane):
            best = lane
    return best


@rule
def best_spending(state: State, seat: int, mind: Mind, quiet: Log) -> int:
    """How many shields of a standing car to give up for two spaces each; what is kept is lost anyway."""
    row, batteries, shields = int(state.rows[seat]), int(state.batteries[seat]), int(state.shields[seat])
    best, count, spent = outlook(state, seat, mind), 0, 0
    while state.shields[seat] > 0 and not state.lying[seat]:
        spend_shields(state, seat, 1, quiet)
        spent += 1
        worth = outlook(state, seat, mind)
        if worth > best:
            best, count = worth, spent
    state.rows[seat] = row
    state.batteries[seat] = batteries
    state.shields[seat] = shields
    state.lying[seat] = 0
    return count


@rule
def spend_shields(state: State, seat: int, count: int, quiet: Log) -> None:
    """So many shields, one after the other (TTC-27)."""
    for _ in range(count):
        state.shields[seat] -= 1
        drive(state, seat, SHIELD_SPACES, 1, 0, 1, quiet)
        state.slippery = 0
