"""How likely a position after a round is won.

Each car's chance grows by the same factor with each space it has come, more so before the last round. Factor and edge
depend on the kind of the other driver: about what fits races of the own habit against each kind, with the edge of a
seat that looks ahead.
"""

import math

from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.state import OVER, State

# By the kind of driver and the round to come.
PULLS = ((0.0, 0.0, 6.0, 8.0), (0.0, 0.0, 6.0, 8.5), (0.0, 0.0, 7.0, 9.0))  # the exponent of the whole way
EDGES = ((0.0, 0.0, 1.9, 1.4), (0.0, 0.0, 1.3, 1.1), (0.0, 0.0, 0.3, 0.3))  # whoever thinks drives better than others


@rule
def outlook(state: State, seat: int, kinds: Ints) -> float:
    """From 0 to 1; a race that is over counts as lost or won."""
    if state.phase == OVER:
        return 1.0 if state.winner == seat else 0.0
    to_come, way = int(state.round_number), 2.0 * int(state.spaces)
    total = 0.0
    for other in range(state.seats):
        if other != seat:
            kind = int(kinds[other])
            behind = (int(state.distances[other]) - int(state.distances[seat])) / way
            total += math.exp(PULLS[kind][to_come] * behind - EDGES[kind][to_come])
    return 1.0 / (1.0 + total)
