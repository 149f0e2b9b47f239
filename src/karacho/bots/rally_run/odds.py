"""Who wins? Judged by the turns that every car has left.

The nearer the end, the less can still happen: by so much the turns of a car may come out otherwise as the nearest car
has left, roughly. The numbers are near those that fit recorded races of four `rule` best (docs/bots.md).
"""

import math

from karacho.core.jit import rule
from karacho.core.record import Ints

SPREAD = 0.1  # turns, at the goal
GROWTH = 0.12  # of a turn more, for every turn that the nearest car has left


@rule
def odds(seat: int, seats: int, arrivals: Ints) -> float:
    """The chance to win of a seat, from the turns after which each car would arrive."""
    soonest = float(arrivals[0])
    for other in range(1, seats):
        soonest = min(soonest, float(arrivals[other]))
    spread = SPREAD + GROWTH * soonest
    total = 0.0
    for other in range(seats):
        total += math.exp((soonest - arrivals[other]) / spread)
    return math.exp((soonest - arrivals[seat]) / spread) / total
