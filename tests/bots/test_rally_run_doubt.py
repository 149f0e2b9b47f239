"""Dropping candidates that are certainly not the best."""

import numpy as np

from karacho.bots.rally_run.doubt import still_in_doubt


def test_a_candidate_that_is_always_worse_is_dropped():
    luck = np.linspace(0.0, 1.0, 40)
    assert list(still_in_doubt(np.column_stack((luck - 0.2, luck)))) == [1]


def test_a_candidate_that_is_worse_now_and_then_stays_in_doubt():
    dice = np.random.default_rng(1)
    worths = dice.random((40, 2))
    assert sorted(still_in_doubt(worths)) == [0, 1]
    assert still_in_doubt(worths)[0] == int(worths.mean(axis=0).argmax())


def test_of_candidates_that_come_to_the_same_one_is_enough():
    luck = np.linspace(0.0, 1.0, 40)
    assert list(still_in_doubt(np.column_stack((luck, luck, luck)))) == [0]


def test_the_more_worlds_the_fewer_go_on():
    dice = np.random.default_rng(2)
    assert len(still_in_doubt(dice.random((40, 12)))) == 6
    assert len(still_in_doubt(dice.random((400, 12)))) == 3
