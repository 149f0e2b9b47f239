"""What lies on a space, and who (TTC-17, TTC-20 to TTC-22)."""

from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.components import EMPTY, IMPASSABLE, LANES, OBSTACLE, STARTING_GRID
from karacho.games.tiny_turbo_cars.state import State


@rule
def terrain_at(state: State, row: int, lane: int) -> int:
    """The terrain of a space: impassable beyond the sides and behind row 1, empty past the last board."""
    if row < 1 or lane < 1 or lane > LANES:
        return IMPASSABLE
    if row > state.map_rows:
        return EMPTY
    return int(state.terrain[(row - 1) * LANES + lane - 1])


@rule
def terrain_under(state: State, seat: int) -> int:
    """The terrain of the space a car stands on."""
    return terrain_at(state, int(state.rows[seat]), int(state.lanes[seat]))


@rule
def is_on_grid(state: State, seat: int) -> bool:
    """Does the car stand on the starting grid?"""
    return terrain_under(state, seat) == STARTING_GRID


@rule
def is_impassable(state: State, row: int, lane: int) -> bool:
    """Can no car enter?"""
    return terrain_at(state, row, lane) == IMPASSABLE


@rule
def other_car_at(state: State, mover: int, row: int, lane: int) -> int:
    """Another car on the space, standing or lying, or −1."""
    for seat in range(state.seats):
        if seat != mover and state.rows[seat] == row and state.lanes[seat] == lane:
            return seat
    return -1


@rule
def is_free_to_fly(state: State, seat: int, lane: int) -> bool:
    """May a Bird Racer fly to this lane of its row: another space, no car, no obstacle, not impassable (TTC-25)?"""
    row = int(state.rows[seat])
    if lane == state.lanes[seat] or other_car_at(state, seat, row, lane) >= 0:
        return False
    terrain = terrain_at(state, row, lane)
    return terrain not in (OBSTACLE, IMPASSABLE)
