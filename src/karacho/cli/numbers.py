"""Small statistics for tables: shares with their uncertainty, and quantiles."""

import math

import numpy as np
from numpy.typing import NDArray

Z_95 = 1.959963984540054


def wilson(wins: int, races: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson: sensible near 0 and 1 too."""
    if races == 0:
        return 0.0, 1.0
    share = wins / races
    weight = Z_95**2 / races
    middle = (share + weight / 2) / (1 + weight)
    half = Z_95 / (1 + weight) * math.sqrt(share * (1 - share) / races + weight / (4 * races))
    return max(0.0, middle - half), min(1.0, middle + half)


def spread(values: NDArray[np.int16]) -> dict[str, float]:
    """The median and the range that holds the middle nine tenths."""
    low, median, high = np.quantile(values, [0.05, 0.5, 0.95])
    return {"p5": float(low), "median": float(median), "p95": float(high)}
