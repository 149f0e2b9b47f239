"""Has the process been standing still? A machine that was suspended, or a process that was stopped, costs nobody time.

A clock that ran out while nothing could be heard waits until what has arrived meanwhile has been read.
"""

import asyncio
import time
from collections import deque

BEAT = 0.25
STILL = 1.0  # a gap longer than this was no busy moment
OVERLOAD = 0.5  # so late, again and again: nobody new is let in
AGAIN = 4  # beats; once is nothing, a process may have been stopped


class Pulse:
    """Counts the seconds during which the event loop did not run."""

    def __init__(self) -> None:
        self.lost = 0.0
        self.late: deque[float] = deque(maxlen=AGAIN)
        """How late the latest beats were."""
        self._last: float | None = None
        self._worst = 0.0

    async def beat(self) -> None:
        """For ever."""
        self._last = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            gap = now - self._last - BEAT
            self._worst = max(self._worst, gap)
            self.late.append(gap)
            if gap > STILL:
                self.lost += gap
            self._last = now

    def take_worst(self) -> float:
        """How late the event loop was at worst since this was asked last."""
        worst, self._worst = self._worst, 0.0
        return worst

    @property
    def is_overloaded(self) -> bool:
        """Is there so much to do that whoever comes now would make it worse for those who are there?"""
        return len(self.late) == AGAIN and min(self.late) > OVERLOAD

    @property
    def is_late(self) -> bool:
        """Has it stood still just now, without having been counted yet?"""
        return self._last is not None and time.monotonic() - self._last > BEAT + STILL
