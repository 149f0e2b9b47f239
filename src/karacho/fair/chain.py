"""A race as lines that hang together: each carries a hash of itself and of the line before.

    karacho-race 1
    HASH {"race": …, "game": …, "commitment": …, "pledges": …}     the head: fixed before the deal
    HASH [1, 1, 0.0, "begin", null, null, null, {}]                the entries of the log
    …
    HASH {"salt": …, "secret": …, "values": …, "outcome": …}       the tail: revealed after the end

The last hash is the race's fingerprint: no letter above it can change without changing it.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from karacho.errors import InvalidReplay, brief

FIRST_LINE = "karacho-race 1"
SIZE_LIMIT = 4 * 1024 * 1024
HASH_LENGTH = 64
CUT_OFF = "the file ends too soon: its last lines are missing"

_encode = json.JSONEncoder(separators=(",", ":")).encode


def line_of(content: Any) -> str:
    """The one way in which something is written into a line."""
    return _encode(content)


def link(previous: str, content: Any) -> str:
    """The hash of a line after the line with the hash `previous` (empty for the head)."""
    return _hash(previous, line_of(content))


def chained(contents: Iterable[Any]) -> str:
    """The text of a whole race."""
    lines, last = [FIRST_LINE], ""
    for content in contents:
        last = link(last, content)
        lines.append(f"{last} {line_of(content)}")
    return "\n".join([*lines, ""])


def unchained(text: str) -> tuple[list[Any], str]:
    """What the lines of a race say, and its fingerprint; InvalidReplay names the first line that was altered."""
    if len(text) > SIZE_LIMIT:
        raise InvalidReplay(f"larger than {SIZE_LIMIT} letters, no race is")
    if f"{FIRST_LINE}\n".startswith(text):
        raise InvalidReplay(CUT_OFF)
    lines = text.split("\n")
    if lines[0] != FIRST_LINE:
        raise InvalidReplay(f"line 1 must be {FIRST_LINE!r}, not {brief(lines[0])}")
    if len(lines) < 4 or lines.pop() != "":
        raise InvalidReplay(CUT_OFF)
    contents, last = [], ""
    for number, line in enumerate(lines[1:], 2):
        content = line[HASH_LENGTH + 1 :]
        last = _hash(last, content)
        if line[: HASH_LENGTH + 1] != f"{last} ":
            raise InvalidReplay(f"line {number} was altered, or one before it is missing")
        try:
            contents.append(json.loads(content))
        except (ValueError, RecursionError):
            raise InvalidReplay(f"line {number} cannot be read") from None
    return contents, last


def _hash(previous: str, line: str) -> str:
    return hashlib.sha256(f"{previous}\n{line}\n".encode()).hexdigest()
