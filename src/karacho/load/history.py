"""What the clients of a run saw, line by line: the checker compares it with the store.

One clock for all: CLOCK_MONOTONIC is the same in every process of a machine.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from msgspec import Struct, json

OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"


class Operation(Struct, array_like=True, tag="op"):
    """A command and what became of it."""

    client: int
    op: str
    kind: str
    table: str
    race: str
    seat: int
    payload: str
    """An action; for a program its slides, with `.` for done."""
    due: float
    sent: float
    ended: float
    outcome: str
    code: str = ""
    version: int = 0
    slides: int = -1
    sendings: int = 1


class Sight(Struct, array_like=True, tag="see"):
    """A frame that a client was sent."""

    client: int
    race: str
    seat: int
    """−1: a spectator's eyes."""
    since: int
    version: int
    reset: bool
    digest: int


class Return(Struct, array_like=True, tag="back"):
    """A client that had lost its connection sees the race again."""

    client: int
    lost: float
    back: float
    code: int


Row = Operation | Sight | Return
_decoder = json.Decoder(Row)
_encoder = json.Encoder()


def write(file: IO[bytes], row: Row) -> None:
    """Append a line."""
    file.write(_encoder.encode(row) + b"\n")


def read(paths: list[Path]) -> Iterator[Row]:
    """All lines of all drivers; one that was cut off by the driver's end is left out."""
    for place, path in enumerate(paths):
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    row = _decoder.decode(line)
                    row.client += place << 32
                    yield row
