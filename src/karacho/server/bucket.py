"""So many a second, with some in reserve: for messages, frames, words, requests."""

import time

FEW = 1000  # are kept without a look whether they still matter


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

    def has(self, cost: float = 1) -> bool:
        """Would there be so much?"""
        return self._left + (time.monotonic() - self._at) * self._rate >= cost

    @property
    def is_full(self) -> bool:
        """Has nobody taken anything for a while?"""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Buckets:
    """One for everybody who comes by; whoever has not come for a while is forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._by_name: dict[str, Bucket] = {}
        self._room = FEW

    def take(self, name: str) -> bool:
        """Is there something left for this address, this player?"""
        if name not in self._by_name:
            if len(self._by_name) >= self._room:
                self._forget()
            self._by_name[name] = Bucket(self._rate, self._burst)
        return self._by_name[name].take()

    def has(self, name: str) -> bool:
        """Would there be something?"""
        return name not in self._by_name or self._by_name[name].has()

    def _forget(self) -> None:
        """A full bucket is as good as none. The next look comes when there are twice as many: it takes a while."""
        self._by_name = {name: each for name, each in self._by_name.items() if not each.is_full}
        self._room = max(FEW, 2 * len(self._by_name))
