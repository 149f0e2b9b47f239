"""Room to think: arrays that are filled anew for each plan."""

import numpy as np

from karacho.bots.tiny_turbo_cars.habits import Habits
from karacho.bots.tiny_turbo_cars.sliding import FACTS, PROGRAM_FACTS
from karacho.core.record import Box, Ints, dtype_of
from karacho.games.tiny_turbo_cars.components import MOST_SEATS
from karacho.games.tiny_turbo_cars.state import State

Desk = tuple[Box[State], Box[State], Ints, Ints, Ints, Ints, Ints, Ints, Ints]
GROWTH = 2.2  # new arrangements for each that is followed up, a little more than there can be on average
MOST_NODES = 1 << 19


def clear_desk(habits: Habits) -> Desk:
    """As large as these habits need."""
    nodes = min(MOST_NODES, 100 + int(GROWTH * habits.plans * max(1, habits.slides)))
    table = 1 << (2 * nodes).bit_length()
    worlds = max(1, habits.worlds)
    dtype = dtype_of(State)  # type: ignore[arg-type]
    return (
        np.recarray(1, dtype),
        np.recarray(MOST_SEATS * worlds, dtype),
        np.zeros((worlds, MOST_SEATS), np.int64),
        np.empty((FACTS, nodes), np.int64),
        np.full(table, -1, np.int64),
        np.empty((PROGRAM_FACTS, nodes), np.int64),
        np.full(table, -1, np.int64),
        np.zeros(habits.finalists, np.int64),
        np.zeros(habits.finalists),
    )
