"""Failures on purpose, for tests of what happens then.

KARACHO_FAILPOINT=after_commit:exit@7 kills the process when it comes by that point for the seventh time. Several are
separated by commas. The variable is read once, when the store is loaded; without it a point is a look into an empty
dict.

Points:   before_commit, after_commit (the writer of the SQLite store)
Failures: exit (as kill -9), eio (a failed fsync), full (no space left)
"""

import os
import signal
import sqlite3
from collections.abc import Callable

from karacho.errors import InvalidOption

VARIABLE = "KARACHO_FAILPOINT"
POINTS = ("before_commit", "after_commit")


def _exit() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _fail(text: str, code: int) -> Callable[[], None]:
    def fail() -> None:
        error = sqlite3.OperationalError(text)
        error.sqlite_errorcode = code
        raise error

    return fail


FAILURES: dict[str, Callable[[], None]] = {
    "exit": _exit,
    "eio": _fail("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC),
    "full": _fail("database or disk is full", sqlite3.SQLITE_FULL),
}


def read(text: str) -> dict[str, dict[int, Callable[[], None]]]:
    """By point and count: what happens there."""
    found: dict[str, dict[int, Callable[[], None]]] = {}
    for each in filter(None, text.split(",")):
        point, _, rest = each.partition(":")
        failure, _, count = rest.partition("@")
        if point not in POINTS or failure not in FAILURES or not (count or "1").isdecimal():
            allowed = f"POINT:FAILURE@COUNT with {', '.join(POINTS)} and {', '.join(FAILURES)}, as after_commit:exit@7"
            raise InvalidOption(VARIABLE, each, allowed)
        found.setdefault(point, {})[int(count or 1)] = FAILURES[failure]
    return found


_planned = read(os.environ.get(VARIABLE, ""))
_passed: dict[str, int] = {}


def reach(point: str) -> None:
    """The code comes by a point."""
    if point in _planned:
        _passed[point] = _passed.get(point, 0) + 1
        failure = _planned[point].get(_passed[point])
        if failure is not None:
            failure()
