"""Room to think: tables that are filled anew for each plan."""

from typing import cast

import numpy as np

from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.sliding import ARRANGEMENT_FACTS, PROGRAM_FACTS, Ways
from karacho.core.record import Box, Ints, dtype_of
from karacho.games.tiny_turbo_cars.components import MOST_SEATS
from karacho.games.tiny_turbo_cars.state import State

# A track to drive on; the rounds of the worlds and the rivals in them; the ways; the finalists and their worths.
Slate = tuple[Box[State], Box[State], Ints, Ways, Ints, Ints]
GROWTH = 2.3  # new arrangements for each that is followed up; on average there are fewer
FIRST_GENERATIONS = 100
NEAR = 7  # times 2 to the slides: there are no more arrangements within so many slides, wherever the gap is
MOST_ARRANGEMENTS = 1 << 20  # then exploring ends; that is 100 MB


def clean_slate(mind: Mind) -> Slate:
    """As large as this mind needs."""
    near = NEAR << int(mind.near)
    most = min(MOST_ARRANGEMENTS, FIRST_GENERATIONS + near + int(GROWTH * mind.plans * mind.slides))
    places = 1 << (2 * most).bit_length()
    ways = (
        np.empty((ARRANGEMENT_FACTS, most), np.int64),
        np.full(places, -1, np.int64),
        np.empty((PROGRAM_FACTS, most), np.int64),
        np.full(places, -1, np.int64),
        np.zeros(2, np.int64),
    )
    worlds = max(1, int(mind.worlds))
    return (
        _states(1),
        _states(MOST_SEATS * worlds),
        np.zeros((worlds, MOST_SEATS), np.int64),
        ways,
        np.zeros(mind.finalists, np.int64),
        np.zeros(mind.finalists),
    )


def _states(count: int) -> Box[State]:
    dtype = dtype_of(State)
    return cast("Box[State]", np.ndarray(count, dtype, bytearray(count * dtype.itemsize)))
