"""The chance to win, judged by the turns that every car has left."""

import numpy as np
import pytest

from karacho.bots.rally_run.odds import odds


def test_somebody_wins():
    arrivals = np.array([4.0, 4.25, 7.5, 3.75])
    assert sum(odds(seat, 4, arrivals) for seat in range(4)) == pytest.approx(1.0)


def test_whoever_is_nearer_is_likelier_to_win():
    arrivals = np.array([4.0, 4.25, 7.5, 3.75])
    assert odds(3, 4, arrivals) > odds(0, 4, arrivals) > odds(1, 4, arrivals) > odds(2, 4, arrivals)


def test_a_lead_is_worth_more_near_the_end():
    assert odds(0, 2, np.array([1.0, 2.0, 0.0, 0.0])) > 0.95
    assert 0.5 < odds(0, 2, np.array([12.0, 13.0, 0.0, 0.0])) < 0.8
