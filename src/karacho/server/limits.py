"""How much of something one client, one address or one name may have."""

import time

MOST_KEYS = 10_000


class Bucket:
    """So many messages a second, with some in reserve."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._most = self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Is there one left?"""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each of many; of too many, the one that was not asked for longest is forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Is there one left for this one?"""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()
