"""What happened, written by the rules themselves.

Rules append rows of small numbers to a buffer: the kind of event, the clause that made it happen, and up to six facts.
An empty buffer makes that free. Outside the compiled core a row becomes a named tuple of the game's `events.py`, whose
fields after `clause` stand for the columns in order.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, get_type_hints

import numpy as np

from karacho.core.jit import inlined, rule
from karacho.core.record import Ints

WIDTH = 8
CAPACITY = 2048  # the longest action known, a whole racing phase of four Tiny Turbo Cars, needs fewer than 700 rows

Event: TypeAlias = Any
"""A named tuple declared by a game: `clause` first, then its facts."""


class Columns(NamedTuple):
    """How a field is read from the row: from how many columns, and by what."""

    width: int
    read: Callable[..., object]


def named(names: Sequence[object]) -> Columns:
    """One column that holds a place in a list of names; −1 is the last one (often None)."""
    return Columns(1, names.__getitem__)


_NUMBER = Columns(1, int)


def buffer() -> Ints:
    """Room for everything that one action can cause. Row 0 holds the count."""
    return np.zeros((CAPACITY + 1, WIDTH), np.int16)


def silence() -> Ints:
    """A buffer that keeps nothing."""
    return np.zeros((0, WIDTH), np.int16)


@inlined
def emit(events: Ints, kind: int, clause: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    """Append an event, if anybody listens."""
    if events.shape[0] == 0:
        return
    count = events[0, 0] + 1
    events[0, 0] = count
    events[count, 0] = kind
    events[count, 1] = clause
    events[count, 2] = a
    events[count, 3] = b
    events[count, 4] = c
    events[count, 5] = d
    events[count, 6] = e
    events[count, 7] = f


@rule
def clear(events: Ints) -> None:
    """Forget what an earlier action caused."""
    if events.shape[0] > 0:
        events[0, 0] = 0


class EventTable:
    """The events of one game: from numbers to named tuples to plain data."""

    def __init__(self, prefix: str, clauses: int, kinds: Mapping[int, type]) -> None:
        self.clauses = [f"{prefix}-{number}" for number in range(clauses + 1)]
        self.kinds = {kind: _snake(kind.__name__) for kind in kinds.values()}
        self._readers = {number: self._reader(kind) for number, kind in kinds.items()}

    def decode(self, events: Ints) -> list[Event]:
        """The rows of the buffer as named tuples."""
        readers = self._readers
        return [readers[row[0]](row) for row in events[1 : events[0, 0] + 1].tolist()]

    def data(self, event: Event) -> dict[str, object]:
        """An event as plain data: `{"kind": "card_played", "clause": "SR-3", …}`."""
        return {"kind": self.kinds[type(event)], **event._asdict()}

    def _reader(self, kind: Any) -> Callable[[list[int]], Event]:
        hints = get_type_hints(kind, include_extras=True)
        plan = [_columns(hints[name]) for name in kind._fields if name != "clause"]
        clauses = self.clauses
        if all(columns is _NUMBER for columns in plan):
            end = 2 + len(plan)
            return lambda row: kind(clauses[row[1]], *row[2:end])
        starts = [2 + sum(columns.width for columns in plan[:i]) for i in range(len(plan))]
        steps = [(start, start + columns.width, columns.read) for start, columns in zip(starts, plan, strict=True)]
        return lambda row: kind(clauses[row[1]], *[read(*row[start:end]) for start, end, read in steps])


def _columns(hint: Any) -> Columns:
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, Columns):
            return extra
    return _NUMBER


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
