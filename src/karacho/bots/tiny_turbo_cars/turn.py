"""A car's whole turn as the driver imagines it, with its flight and its shields decided on the way (TTC-10, TTC-25 to TTC-28).

The rules themselves are the game's; only the choices in between are made here.
"""

from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.tiny_turbo_cars.abilities import can_fly, fires_at_end
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import FULL_BATTERIES, LANES, SHIELD_SPACES
from karacho.games.tiny_turbo_cars.driving import drive, fire_missiles
from karacho.games.tiny_turbo_cars.state import State
from karacho.games.tiny_turbo_cars.terrain import is_free_to_fly
from karacho.games.tiny_turbo_cars.turns import begin_turn, end_turn

# In rows.
BATTERY_WORTH = 0.7
LYING_COST = 1.0


@rule
def standing(state: State, seat: int, prospects: Ints) -> float:
    """How good it is to be where the car is, in rows: the way behind it, the way ahead, its batteries."""
    row = min(int(state.rows[seat]), len(prospects) - 1)
    worth = int(state.rows[seat]) + prospects[row, int(state.lanes[seat])]
    worth -= BATTERY_WORTH * (FULL_BATTERIES - int(state.batteries[seat]))
    if state.lying[seat]:
        worth -= LYING_COST
    return float(worth)


@rule
def take_turn(state: State, seat: int, slowest: bool, prospects: Ints, quiet: Log) -> None:
    """From the slowest's penalty to the last shield."""
    begin_turn(state, seat, slowest, quiet)
    run_program(state, seat, quiet)
    state.slippery = 0
    if can_fly(state, seat):
        state.lanes[seat] = best_lane(state, seat, prospects)
    finish_turn(state, seat, prospects, quiet)


@rule
def finish_turn(state: State, seat: int, prospects: Ints, quiet: Log) -> None:
    """What comes after the flight."""
    if fires_at_end(state, seat):
        fire_missiles(state, seat, 26, quiet)
    spend_shields(state, seat, best_spending(state, seat, prospects, quiet), quiet)
    end_turn(state, seat, quiet)


@rule
def best_lane(state: State, seat: int, prospects: Ints) -> int:
    """Where a bird-racer flies, or the lane it is in."""
    here = int(state.lanes[seat])
    row = min(int(state.rows[seat]), len(prospects) - 1)
    best = here
    for lane in range(1, LANES + 1):
        if prospects[row, lane] > prospects[row, best] and is_free_to_fly(state, seat, lane):
            best = lane
    return best


@rule
def best_spending(state: State, seat: int, prospects: Ints, quiet: Log) -> int:
    """How many shields to give up for two spaces each; what is kept is lost anyway."""
    if state.shields[seat] == 0 or state.lying[seat]:
        return 0
    row, lane = int(state.rows[seat]), int(state.lanes[seat])
    batteries, shields = int(state.batteries[seat]), int(state.shields[seat])
    best, count, spent = standing(state, seat, prospects), 0, 0
    while state.shields[seat] > 0 and not state.lying[seat]:
        spend_shields(state, seat, 1, quiet)
        spent += 1
        worth = standing(state, seat, prospects)
        if worth > best:
            best, count = worth, spent
    state.rows[seat] = row
    state.lanes[seat] = lane
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
