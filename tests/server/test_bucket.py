"""What is known of those who come by: as long as it matters, and no longer (E11)."""

import pytest

from karacho.server import bucket
from karacho.server.bucket import FEW, Buckets


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 1000.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(bucket, "time", clock)
    return clock


def test_e11_whoever_has_not_come_for_a_while_is_forgotten(clock):
    buckets = Buckets(rate=1, burst=5)
    for stranger in range(10 * FEW):
        assert buckets.take(f"stranger {stranger}")
        clock.now += 1.0
    assert len(buckets._by_name) <= FEW


def test_e6_whoever_has_taken_all_is_known_however_many_there_are(clock):
    buckets = Buckets(rate=1, burst=1)
    crowd = [f"greedy {number}" for number in range(5 * FEW)]
    assert all(map(buckets.take, crowd))
    assert not any(map(buckets.take, crowd))
    clock.now += 1.0
    assert all(map(buckets.take, crowd))
