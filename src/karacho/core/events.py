"""What happened, written by the rules themselves.

Rules append rows of small numbers to a log: the kind of event, the clause that made it happen, and up to six facts.
A log to which nobody listens makes that free. Outside the compiled core a row becomes a named tuple of the game's
`events.py`, whose fields after `clause` stand for the columns in order.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias, cast, get_type_hints

from karacho.core.jit import inlined
from karacho.core.record import I16, Box, Ints, Record, new

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


class Log(Record):
    """The rows that one action has caused. (A record, since an array argument costs nine registers in every call.)"""

    listening: I16  # 0: nobody wants to know
    count: I16
    rows: Annotated[Ints, "i2", CAPACITY, WIDTH]


def listening_log() -> Box[Log]:
    """Room for everything that one action can cause."""
    box = new(Log)
    box[0].listening = 1
    return box


def silent_log() -> Box[Log]:
    """A log that keeps nothing."""
    return new(Log)


@inlined
def emit(events: Log, kind: int, clause: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    """Append an event, if anybody listens."""
    if events.listening == 0 or events.count == CAPACITY:  # a full log may lose rows, memory must not
        return
    row = events.rows[events.count]
    row[0] = kind
    row[1] = clause
    row[2] = a
    row[3] = b
    row[4] = c
    row[5] = d
    row[6] = e
    row[7] = f
    events.count += 1


@inlined
def clear(events: Log) -> None:
    """Forget what an earlier action caused."""
    events.count = 0


class EventTable:
    """The events of one game: from numbers to named tuples to plain data."""

    def __init__(self, prefix: str, clauses: int, kinds: Mapping[int, type]) -> None:
        self.clauses = [f"{prefix}-{number}" for number in range(clauses + 1)]
        self.kinds = {kind: _snake(kind.__name__) for kind in kinds.values()}
        self._writers = {kind: _writer(kind, name) for kind, name in self.kinds.items()}
        self._readers = {number: self._reader(kind) for number, kind in kinds.items()}

    def decode(self, events: Box[Log]) -> list[Event]:
        """The rows of a log as named tuples."""
        readers = self._readers
        log = cast("Ints", events)  # field by field: attributes of a record are slow in Python
        rows = log["rows"][0, : log["count"][0]]
        return [readers[row[0]](row) for row in rows.tolist()]

    def data(self, event: Event) -> dict[str, object]:
        """An event as plain data: `{"kind": "card_played", "clause": "SR-3", …}`."""
        return self._writers[type(event)](event)

    def _reader(self, kind: Any) -> Callable[[list[int]], Event]:
        hints = get_type_hints(kind, include_extras=True)
        fields, place = ["clauses[row[1]]"], 2
        reads: list[Callable[..., object]] = []
        for name in kind._fields[1:]:
            columns = _columns(hints[name])
            row = f"row[{place}]" if columns.width == 1 else f"*row[{place}:{place + columns.width}]"
            fields.append(row if columns is _NUMBER else f"reads[{len(reads)}]({row})")
            reads += [] if columns is _NUMBER else [columns.read]
            place += columns.width
        known = {"make": partial(tuple.__new__, kind), "clauses": self.clauses, "reads": reads}
        reader: Callable[[list[int]], Event] = eval(f"lambda row: make(({', '.join(fields)},))", known)
        return reader


def _writer(kind: Any, name: str) -> Callable[[Event], dict[str, object]]:
    facts = [f"{field!r}: event[{place}]" for place, field in enumerate(kind._fields)]
    writer: Callable[[Event], dict[str, object]] = eval(f"lambda event: {{'kind': {name!r}, {', '.join(facts)}}}")
    return writer


def _columns(hint: Any) -> Columns:
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, Columns):
            return extra
    return _NUMBER


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
