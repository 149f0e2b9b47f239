"""What the server writes to its log: lines for people, or one JSON object a line. Nobody outside can forge a line."""

import json
import logging
import time
from datetime import UTC, datetime
from typing import Any

MOST_PER_SECOND = 10  # lines of one kind
MOST_KINDS = 500
START = "karacho.start"  # for whoever waits in front of the machine
USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "left_out"}


def start_logging(*, as_json: bool, quiet: bool) -> None:
    """To stderr, from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    handler.addFilter(Sampling())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler], force=True)
    logging.getLogger(START).setLevel(logging.INFO)  # who asked for quiet waits as well
    logging.getLogger("alembic").setLevel(logging.WARNING)  # new formats of the database concern nobody who plays


class Sampling(logging.Filter):
    """Of one kind so many a second; the next one that is told says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, str], tuple[int, int, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Shall it be told?"""
        kind, second = (record.name, str(record.msg)), int(time.monotonic())
        since, told, left_out = self._kinds.get(kind, (second, 0, 0))
        if since != second:
            since, told = second, 0
        if told >= MOST_PER_SECOND:
            self._kinds[kind] = (since, told, left_out + 1)
            return False
        if kind not in self._kinds and len(self._kinds) >= MOST_KINDS:
            self._kinds.clear()
        self._kinds[kind] = (since, told + 1, 0)
        record.left_out = left_out
        return True


class PlainLines(logging.Formatter):
    """LEVEL logger: message, or karacho: message while it starts.

    What belongs to an error is indented, so that it cannot pass for a line of its own.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One record."""
        source = "karacho" if record.name == START else f"{record.levelname} {record.name}"
        text = f"{source}: {escaped(record.getMessage())}"
        left_out = getattr(record, "left_out", 0)
        if left_out:
            text += f" ({left_out} more like it were left out)"
        return "\n    ".join([text, *map(escaped, _error_lines(self, record))])


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, kind (the message before anything was filled in), and more."""

    def format(self, record: logging.LogRecord) -> str:
        """One record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "kind": str(record.msg),
        }
        line.update({name: value for name, value in record.__dict__.items() if name not in USUAL})
        if getattr(record, "left_out", 0):
            line["left_out"] = record.left_out  # type: ignore[attr-defined]
        if error := _error_lines(self, record):
            line["error"] = error
        return json.dumps(line, ensure_ascii=True, default=str).replace("\x7f", "\\u007f")


def escaped(text: str) -> str:
    """Whatever could move the cursor or begin a line is shown, not done."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _error_lines(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    return formatter.formatException(record.exc_info).splitlines() if record.exc_info else []
