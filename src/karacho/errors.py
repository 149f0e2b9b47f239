"""Everything Karacho raises on purpose.

KarachoError
├── IllegalAction      the rules refuse this action now (.code, .clause)
├── InvalidNotation    a text that is no action of the game
├── InvalidPosition    a position nobody could play on from (.reasons: all of them)
├── InvalidOption      a game, seat, seed or option that does not exist or does not fit (.field, .value)
├── InvalidReplay      a replay file that is damaged, foreign or does not replay
└── InvalidData        a track, tile mix or board file that breaks its rules (.file, .place, .reason)

All of them are ValueErrors, and none of them changes anything.
"""

import reprlib
from collections.abc import Sequence

# Looks only at the beginning of long and deep things.
_WRITER = reprlib.Repr()
_WRITER.maxstring = _WRITER.maxother = _WRITER.maxlong = 200
_WRITER.maxlist = _WRITER.maxtuple = _WRITER.maxdict = 12


class KarachoError(ValueError):
    """What went wrong, in a sentence for people."""

    def __reduce__(self) -> tuple[object, ...]:
        return (_revive, (type(self), str(self)), self.__dict__)


class IllegalAction(KarachoError):
    """The rules refuse the action; `code` names the reason and `clause` the rule."""

    def __init__(self, code: str, clause: str, action: str, seat: int) -> None:
        super().__init__(f"seat {seat} may not do {action!r}: {code} ({clause})")
        self.code = code
        self.clause = clause


class InvalidNotation(KarachoError):
    """The text is no action of this game."""

    def __init__(self, text: object, allowed: str) -> None:
        super().__init__(f"cannot read the action {brief(text)}: {allowed}")


class InvalidPosition(KarachoError):
    """The position cannot be played on; `reasons` lists everything that is wrong with it."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


class InvalidOption(KarachoError):
    """A choice made before or around a race does not fit."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field} cannot be {brief(value)}: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class InvalidReplay(KarachoError):
    """The file is no replay that this version can play."""


class InvalidData(KarachoError):
    """A data file breaks its rules."""

    def __init__(self, file: str, place: str, reason: str) -> None:
        super().__init__(f"{file}, {place}: {reason}")
        self.file = file
        self.place = place
        self.reason = reason


def brief(value: object, limit: int = 60) -> str:
    """The value as Python writes it, cut short: bad input may be huge."""
    try:
        text = _WRITER.repr(value)
    except Exception:  # a number with too many digits, an object that cannot be written
        text = f"a {type(value).__name__} that cannot be written"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def visible(text: str) -> str:
    """The text with all that a terminal would obey, or nobody could see, written out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _revive(kind: type[KarachoError], message: str) -> KarachoError:
    """Errors cross process borders; their message is already written."""
    error = kind.__new__(kind)
    error.args = (message,)
    return error
