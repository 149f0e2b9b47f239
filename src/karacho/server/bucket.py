"""So many a second, with some in reserve: for messages, frames, words, requests."""

import time


class Bucket:
    """Fills by itself; whoever finds it empty has been too fast."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._most = self._left = burst
        self._at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Is there so much left?"""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    @property
    def is_full(self) -> bool:
        """Has nobody taken anything for a while?"""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most
