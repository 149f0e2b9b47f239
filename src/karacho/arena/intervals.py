"""Shares with their uncertainty."""

import math
from collections.abc import Sequence

Z_95 = 1.959963984540054
# Student's t where the formula for it is too small.
FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706}


def wilson(wins: float, races: float) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson: sensible near 0 and 1 too."""
    if races == 0:
        return 0.0, 1.0
    share = wins / races
    weight = Z_95**2 / races
    middle = (share + weight / 2) / (1 + weight)
    half = Z_95 / (1 + weight) * math.sqrt(max(0.0, share * (1 - share)) / races + weight / (4 * races))
    return max(0.0, middle - half), min(1.0, middle + half)


def share_interval(wins: Sequence[float], cars: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a win share, from the wins and cars on each deal.

    Races on one deal are no independent draws: the deal is the unit. The spread between deals tells how many
    independent races would be as uncertain, and Wilson's interval is taken for so many. One deal tells nothing of that.
    """
    entered = sum(cars)
    deals = sum(1 for count in cars if count)
    if deals < 2:
        return 0.0, 1.0
    share = sum(wins) / entered
    spread = sum((won - share * count) ** 2 for won, count in zip(wins, cars, strict=True))
    variance = spread / entered**2 * deals / (deals - 1)
    worth = share * (1 - share) / variance * (Z_95 / student(deals - 1)) ** 2 if variance > 0 else deals
    return wilson(share * worth, worth)


def student(freedom: int) -> float:
    """What takes the place of 1.96 where the spread itself is only guessed from a few deals (Student's t, nearly)."""
    if freedom in FEW:
        return FEW[freedom]
    z = Z_95
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
