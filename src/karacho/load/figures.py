"""The figures of a run."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from karacho.load.history import OK, Operation, Return, Row


@dataclass
class Figures:
    """Latencies in seconds, from when a move was due until its answer."""

    seconds: float = 0.0
    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    returns: list[float] = field(default_factory=list)
    """How long each client that lost its connection did not see the race (from the last start on)."""
    seen_again: list[float] = field(default_factory=list)
    """Instants at which clients saw their race again."""
    first_views: list[float] = field(default_factory=list)
    """From the start of a process until the first client saw its race again."""
    tables: int = 0
    sockets: int = 0
    cpu_seconds: float = 0.0
    memory: int = 0
    outages: int = 0
    starts: list[float] = field(default_factory=list)

    def note_births(self, births: list[float]) -> None:
        """When did each life of the server show somebody a race, and how long did everybody need to get there?"""
        ends = [*births, float("inf")][1:]
        self.returns = [
            min([took, *(back - birth for birth in births if birth < back)])
            for took, back in zip(self.returns, self.seen_again, strict=True)
        ]
        for begin, end in zip(births, ends, strict=True):
            seen = [at for at in self.seen_again if begin < at < end]
            self.first_views += [min(seen) - begin] if seen else []

    def as_data(self) -> dict[str, Any]:
        """All of it in few numbers."""
        return {
            "seconds": round(self.seconds, 2),
            "tables": self.tables,
            "sockets": self.sockets,
            "moves": self.moves,
            "moves_per_second": round(self.moves / self.seconds, 1) if self.seconds else 0.0,
            "p50_ms": _milliseconds(self.latencies, 0.5),
            "p99_ms": _milliseconds(self.latencies, 0.99),
            "max_ms": _milliseconds(self.latencies, 1.0),
            "server_cpu_us_per_move": round(1e6 * self.cpu_seconds / self.moves) if self.moves else None,
            "server_cores": round(self.cpu_seconds / self.seconds, 2) if self.seconds else None,
            "memory_mb": None if self.outages else round(self.memory / 2**20, 1),
            "memory_per_table_kb": round(self.memory / 2**10 / self.tables, 1)
            if self.tables and not self.outages
            else None,
            "refusals": dict(self.refusals),
            "outages": self.outages,
            "clients_back": len(self.returns),
            "back_p50_ms": _milliseconds(self.returns, 0.5),
            "back_p99_ms": _milliseconds(self.returns, 0.99),
            "back_max_ms": _milliseconds(self.returns, 1.0),
            "starts": len(self.starts),
            "start_p50_ms": _milliseconds(self.starts, 0.5),
            "start_max_ms": _milliseconds(self.starts, 1.0),
            "first_view_p50_ms": _milliseconds(self.first_views, 0.5),
            "first_view_max_ms": _milliseconds(self.first_views, 1.0),
        }


def _milliseconds(values: list[float], share: float) -> float | None:
    if not values:
        return None
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)


def figures(rows: Iterable[Row], began: float, ended: float) -> Figures:
    """Those of the time between two instants, after the tables were set up."""
    found = Figures(seconds=ended - began)
    for row in rows:
        if isinstance(row, Operation) and began <= row.ended <= ended:
            if row.outcome == OK and row.kind in ("act", "program"):
                found.moves += 1
                found.latencies.append(row.ended - row.due)
            elif row.outcome != OK:
                found.refusals[row.code] += 1
        elif isinstance(row, Return):
            found.returns.append(row.back - row.lost)
            found.seen_again.append(row.back)
    return found
