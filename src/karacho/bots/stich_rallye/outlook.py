"""How likely a position after a round is won.

Each car's chance grows by the same factor with each space it has come, more so before the last round: about what fits
240,000 races between `rule` and `random` on both tracks. The edge is a guess.
"""

import math

from karacho.core.jit import rule
from karacho.games.stich_rallye.state import OVER, State

PULLS = (0.0, 0.0, 6.0, 8.5)  # by the round to come: the exponent of the whole way
EDGE = 1.0  # whoever thinks drives better than the others


@rule
def outlook(state: State, seat: int) -> float:
    """From 0 to 1; a race that is over counts as lost or won."""
    if state.phase == OVER:
        return 1.0 if state.winner == seat else 0.0
    pull = PULLS[state.round_number] / (2.0 * int(state.spaces))
    total = 0.0
    for other in range(state.seats):
        if other != seat:
            total += math.exp(pull * (int(state.distances[other]) - int(state.distances[seat])) - EDGE)
    return 1.0 / (1.0 + total)
