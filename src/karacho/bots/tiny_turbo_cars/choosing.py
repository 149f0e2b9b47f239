"""Everything but sliding: the draft, the place on the grid, the flight, the shields."""

import numpy as np

from karacho.bots.tiny_turbo_cars.habits import Habits
from karacho.bots.tiny_turbo_cars.imagined import imagine
from karacho.bots.tiny_turbo_cars.prospects import look_ahead
from karacho.bots.tiny_turbo_cars.trying import drive_rest, outcome
from karacho.bots.tiny_turbo_cars.turn import best_spending, finish_turn, spend_shields
from karacho.core.events import Log
from karacho.core.game import MOST_ACTIONS
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.tiny_turbo_cars.actions import FLY_TO, PLACE, SPEND_SHIELD, STAY
from karacho.games.tiny_turbo_cars.components import (
    BIRD_RACER,
    BRICK_GANG,
    DIE_LINER,
    DOGTOR,
    GRIM_THRESHER,
    LANES,
    M1_FURRY,
    SONIC_FISH,
    TURBOTBOT,
)
from karacho.games.tiny_turbo_cars.finish import smile_of
from karacho.games.tiny_turbo_cars.refusals import list_actions
from karacho.games.tiny_turbo_cars.state import DRAFT, FLY, GRID, State
from karacho.games.tiny_turbo_cars.turns import end_turn

FAVOURITES = (TURBOTBOT, DIE_LINER, DOGTOR, GRIM_THRESHER, BRICK_GANG, BIRD_RACER, M1_FURRY, SONIC_FISH)


@entry
def see_ahead(
    view: Box[State],
    seat: int,
    habits: Box[Habits],
    mind: Box[State],
    prospects: Ints,
    rng: Box[Rng],
    quiet: Box[Log],
) -> None:
    """What each space of the track is good for."""
    imagine(view, seat, habits[0], mind)
    look_ahead(mind[0], seat, rng[0], prospects, quiet[0])


@entry
def choose_aside(view: Box[State], seat: int, prospects: Ints, trial: Box[State], quiet: Box[Log]) -> int:
    """The best action of these phases."""
    actions = np.zeros(MOST_ACTIONS, np.int16)
    count = list_actions(view[0], seat, actions)
    best, best_worth = int(actions[0]), -1000.0
    for i in range(count):
        action = int(actions[i])
        if view[0].phase == DRAFT:
            worth = 0.0 - favour(action)
        elif view[0].phase == GRID:
            worth = start_worth(action - PLACE, prospects)
        else:
            trial[0] = view[0]  # type: ignore[index]
            worth = rest_worth(trial[0], seat, action, prospects, quiet[0])
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@rule
def favour(racecar: int) -> int:
    """The place of a racecar on the list of favourites."""
    for place in range(len(FAVOURITES)):
        if FAVOURITES[place] == racecar:
            return place
    return len(FAVOURITES)


@rule
def start_worth(space: int, prospects: Ints) -> float:
    """The row, and the way ahead."""
    row = space // LANES + 1
    return float(row + prospects[row, space % LANES + 1])


@rule
def rest_worth(state: State, seat: int, action: int, prospects: Ints, quiet: Log) -> float:
    """How the round ends with this action; all programs lie open now."""
    place = smile_of(state, seat)
    if state.phase == FLY:
        if action != STAY:
            state.lanes[seat] = action - FLY_TO + 1
        finish_turn(state, seat, prospects, quiet)
    else:
        if action == SPEND_SHIELD:
            spend_shields(state, seat, 1, quiet)
            spend_shields(state, seat, best_spending(state, seat, prospects, quiet), quiet)
        end_turn(state, seat, quiet)
    drive_rest(state, place + 1, prospects, quiet)
    return outcome(state, seat, prospects)
