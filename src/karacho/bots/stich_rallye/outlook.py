"""How likely a position after a round is won.

Each car's chance grows by the same factor with each space it has come, more so before the last round. Factor and edge
depend on the kind of the other driver: about what fits races of the own habit against each kind, with the edge of a
seat that looks ahead. Against drivers who play at random it was learned more closely (eight million races of the own
habit): there hills that lie ahead count, and whoever is in front has to lead the next trick, which is no advantage.
"""

import math

from karacho.bots.stich_rallye.desk import reach_of
from karacho.bots.stich_rallye.drivers import ANYHOW
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.state import OVER, State

# By the kind of driver and the round to come.
PULLS = ((0.0, 0.0, 5.6, 8.7), (0.0, 0.0, 6.0, 8.5), (0.0, 0.0, 7.0, 9.0))  # the exponent of the whole way
EDGES = ((0.0, 0.0, 2.1, 1.6), (0.0, 0.0, 1.3, 1.1), (0.0, 0.0, 0.3, 0.3))  # whoever thinks drives better than others
LEADS = (0.0, 0.0, 0.09, 0.21)  # by the round to come: the burden of leading, against ANYHOW


@rule
def outlook(state: State, seat: int, kinds: Ints, desk: Ints) -> float:
    """From 0 to 1; a race that is over counts as lost or won."""
    if state.phase == OVER:
        return 1.0 if state.winner == seat else 0.0
    to_come, way = int(state.round_number), 2.0 * int(state.spaces)
    own = int(state.distances[seat])
    total = 0.0
    for other in range(state.seats):
        if other != seat:
            kind, theirs = int(kinds[other]), int(state.distances[other])
            if kind == ANYHOW:
                behind = reach_of(desk, theirs) - reach_of(desk, own)
                burden = LEADS[to_come] if state.flag == seat else 0.0
            else:
                behind, burden = float(theirs - own), 0.0
            total += math.exp(PULLS[kind][to_come] * behind / way - EDGES[kind][to_come] + burden)
    return 1.0 / (1.0 + total)
