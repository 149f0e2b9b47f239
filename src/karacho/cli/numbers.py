"""Small statistics for tables: shares with their uncertainty, quantiles, and counts in words."""

import numpy as np
from numpy.typing import NDArray

from karacho.arena.intervals import wilson

__all__ = ["counted", "spread", "wilson"]


def spread(values: NDArray[np.int16]) -> dict[str, float]:
    """The median and the range that holds the middle nine tenths."""
    low, median, high = np.quantile(values, [0.05, 0.5, 0.95])
    return {"p5": float(low), "median": float(median), "p95": float(high)}


def counted(number: int, noun: str) -> str:
    """`1 race`, `2,000 races`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
