"""One measured number and what it should be."""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from rich.table import Table

RUNS = 5


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    goal: float | None = None
    less_is_better: bool = False

    @property
    def text(self) -> str:
        return f"{_short(self.value)} {self.unit}"

    @property
    def goal_text(self) -> str:
        if self.goal is None:
            return ""
        return f"{'≤' if self.less_is_better else '≥'} {_short(self.goal)} {self.unit}"

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        reached = self.value <= self.goal if self.less_is_better else self.value >= self.goal
        return "reached" if reached else "MISSED"

    def data(self) -> dict[str, object]:
        return {**asdict(self), "verdict": self.verdict}


def _short(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    if value >= 1e4:
        return f"{value / 1e3:.0f} k"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def table_of(title: str, figures: Iterable[Figure]) -> Table:
    """Figures to be printed, with their goals."""
    table = Table(title=title)
    for column in ("figure", "measured", "goal", ""):
        table.add_column(column, justify="left" if column in ("figure", "") else "right")
    for figure in figures:
        table.add_row(figure.name, figure.text, figure.goal_text, figure.verdict)
    return table


def median_rate(work: Callable[[], int]) -> float:
    """Things done per second: the median over several runs of work that tells how many it did."""
    return statistics.median(rate(work) for _ in range(RUNS))


def rate(work: Callable[[], int]) -> float:
    """Things done per second in one run."""
    began = time.perf_counter()
    count = work()
    return count / (time.perf_counter() - began)
