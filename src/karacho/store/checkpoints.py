"""What has gathered in SQLite's write-ahead log moves to the file in the background: moves wait only for the last bit.

A checkpoint by a connection of its own hinders no writer, but what is written meanwhile stays behind, and under steady
load the log would grow for ever. So a log that has grown long is asked to be finished by the writer, between two
commits: nearly everything has moved by then, and the log begins again at its start. What somebody wants to be forgotten
stays in a log that has moved until it is overwritten: then it is emptied.
"""

import sqlite3
import threading
from collections.abc import Callable

FAILURES = (sqlite3.Error, MemoryError)  # what SQLite says, or Python says for it
Failure = sqlite3.Error | MemoryError
EVERY_SECONDS = 1.0
WAITS_MS = 50  # for readers, when the log is emptied: writers wait as long
LONG_PAGES = 4000  # 16 MB
LONGEST_PAGES = 20 * LONG_PAGES  # then SQLite does it by itself, while all wait: a thread may have been kept away


class Checkpoints:
    """A thread that looks after the log."""

    def __init__(self, connection: sqlite3.Connection, failed: Callable[[Failure], None]) -> None:
        self._connection = connection
        self._connection.execute(f"PRAGMA busy_timeout = {WAITS_MS}")
        self._failed = failed
        self._written = threading.Event()
        self._ended = threading.Event()
        self._finish = False
        self._must_empty = False
        self._thread = threading.Thread(target=self._work, name="karacho-checkpoints", daemon=True)
        self._thread.start()

    def note_commit(self, writing: sqlite3.Connection) -> None:
        """Something was written. If the log has grown long, the writer's own connection moves the rest of it."""
        if self._finish:
            self._finish = False
            move(writing)
        self._written.set()

    def empty(self) -> None:
        """Soon nothing of what was written up to now is in the log."""
        self._must_empty = True
        self._written.set()

    def close(self) -> None:
        """The thread lets go of the file."""
        self._ended.set()
        self._written.set()
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while not self._ended.wait(EVERY_SECONDS):
            self._written.wait()
            self._written.clear()
            try:
                self._finish = move(self._connection) >= LONG_PAGES
                if self._must_empty:
                    self._empty()
            except FAILURES as error:
                self._failed(error)

    def _empty(self) -> None:
        """Nearly everything has moved just now, so it is done at once; if somebody reads for long, again later."""
        self._must_empty, busy = False, True
        try:
            busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            if busy:
                self.empty()


def move(connection: sqlite3.Connection) -> int:
    """What can be moved without waiting for anybody; how many pages the log has."""
    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)
