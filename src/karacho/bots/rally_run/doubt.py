"""Which candidates are worth trying on: such as may be the best for all one can tell, and not too many of them."""

import math

import numpy as np

from karacho.core.record import Ints

DOUBT = 2.5  # standard errors of a difference
FEW = ((160, 3), (80, 4), (0, 6))  # from so many worlds on: so many candidates


def still_in_doubt(worths: Ints) -> Ints:
    """The candidates to go on with, the best first; worths[world, candidate], every row in the same world."""
    few = next(few for worlds, few in FEW if len(worths) >= worlds)
    means = worths.mean(axis=0)
    best = int(np.argmax(means))
    behind = means[best] - means
    doubt = DOUBT * (worths - worths[:, best : best + 1]).std(axis=0) / math.sqrt(len(worths))
    order: Ints = np.argsort(behind, kind="stable")
    kept: Ints = order[(order == best) | (behind < doubt)[order]]
    return kept[:few]
