"""Shares, quantiles and counts."""

import numpy as np
import pytest

from karacho.cli.numbers import counted, spread, wilson


def test_wilson_holds_the_share_and_narrows():
    low, high = wilson(25, 100)
    assert (low, high) == pytest.approx((0.1755, 0.3430), abs=1e-3)
    narrow = wilson(2500, 10_000)
    assert low < narrow[0] < 0.25 < narrow[1] < high


def test_wilson_at_the_edges():
    assert wilson(0, 50)[0] == 0.0
    assert wilson(50, 50)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_spread():
    assert spread(np.arange(101, dtype=np.int16)) == {"p5": 5.0, "median": 50.0, "p95": 95.0}


def test_counted():
    assert [counted(number, "race") for number in (0, 1, 2000)] == ["0 races", "1 race", "2,000 races"]
