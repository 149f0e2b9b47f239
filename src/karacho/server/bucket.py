"""So many a second, with some in reserve: for messages, frames, words, requests."""

import time

MOST_ADDRESSES = 10_000  # that are kept without a look whether they still matter


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


class Buckets:
    """One for everybody who comes by; whoever has not come for a while is forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._by_address: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Is there something left for this address?"""
        if address not in self._by_address:
            if len(self._by_address) >= MOST_ADDRESSES:
                self._by_address = {name: each for name, each in self._by_address.items() if not each.is_full}
            self._by_address[address] = Bucket(self._rate, self._burst)
        return self._by_address[address].take()
