"""What the eight racecars do differently. A lying car has no ability (TTC-24), but it has no commands either.

`die-liner`, `brick-gang`, `sonic-fish`, `dogtor` and `turbotbot` change numbers, `grim-thresher` and `turbotbot` change
what a move costs, `m1-furry` its missiles, `bird-racer` the end of its turn.
"""

from karacho.core.jit import rule
from karacho.games.tiny_turbo_cars.components import (
    BIRD_RACER,
    BRICK_GANG,
    DIE_LINER,
    DOGTOR,
    ENGLISH,
    FORWARD_1,
    FORWARD_2,
    GRIM_THRESHER,
    JUMP,
    LANES,
    M1_FURRY,
    MISSILE,
    SONIC_FISH,
    TURBO,
    TURBOTBOT,
)
from karacho.games.tiny_turbo_cars.state import State
from karacho.games.tiny_turbo_cars.terrain import is_free_to_fly


@rule
def increase_of(state: State, seat: int) -> int:
    """What one + adds, a speeder's too (die-liner)."""
    return 2 if state.racecars[seat] == DIE_LINER else 1


@rule
def carpet_value(state: State, seat: int) -> int:
    """What the value of a command begun on carpet becomes (brick-gang)."""
    return 2 if state.racecars[seat] == BRICK_GANG else 1


@rule
def turbo_value(state: State, seat: int) -> int:
    """The own value of a turbo (turbotbot)."""
    return 4 if state.racecars[seat] == TURBOTBOT else int(state.batteries[seat])


@rule
def slippery_bonus(state: State, seat: int) -> int:
    """What a slippery diagonal gains (sonic-fish)."""
    return 1 if state.racecars[seat] == SONIC_FISH else 0


@rule
def battery_value(state: State, seat: int) -> int:
    """How many batteries a battery command turns up, or how far it drives with three up (dogtor)."""
    return 2 if state.racecars[seat] == DOGTOR else 1


@rule
def drives_on_battery(state: State, seat: int) -> bool:
    """Does the racecar drive when a battery command finds three up (dogtor)?"""
    return bool(state.racecars[seat] == DOGTOR)


@rule
def harm_of(state: State, seat: int, piece: int, value: int) -> int:
    """How many points each damage of a move counts: none for a small straight one (grim-thresher), two in a turbo
    (turbotbot)."""
    racecar = state.racecars[seat]
    if racecar == GRIM_THRESHER and value == 1 and piece in (FORWARD_1, FORWARD_2, JUMP, MISSILE, TURBO):
        return 0
    if racecar == TURBOTBOT and piece == TURBO:
        return 2
    return 1


@rule
def fires_back(state: State, seat: int) -> bool:
    """Do its missiles also go back (m1-furry)?"""
    return bool(state.racecars[seat] == M1_FURRY)


@rule
def fires_sideways(state: State, seat: int) -> bool:
    """Do its missiles also go left and right (m1-furry, edition fr)?"""
    return bool(state.racecars[seat] == M1_FURRY and state.edition != ENGLISH)


@rule
def fires_at_end(state: State, seat: int) -> bool:
    """One more volley at the end of its turn (m1-furry, edition en; TTC-26)?"""
    return bool(state.racecars[seat] == M1_FURRY and state.edition == ENGLISH and not state.lying[seat])


@rule
def can_fly(state: State, seat: int) -> bool:
    """Is there a space to fly to (bird-racer; TTC-25)? Without one there is nothing to choose."""
    if state.racecars[seat] != BIRD_RACER or state.lying[seat]:
        return False
    for lane in range(1, LANES + 1):
        if is_free_to_fly(state, seat, lane):
            return True
    return False
