"""The weights that habits are made of can be learned anew."""

import numpy as np
import pytest

from karacho.bots.stich_rallye.drivers import KINDS
from karacho.bots.stich_rallye.learning import chances_to_keep, imitate, read_lesson, scales_of
from karacho.bots.stich_rallye.match import match
from karacho.bots.stich_rallye.practice import practise
from karacho.bots.stich_rallye.scores import COLUMNS, SITUATIONS, TURBO_ROW
from karacho.bots.stich_rallye.settings import settings_of
from karacho.bots.stich_rallye.weights import KEEPS, OWN_WEIGHTS, SHREWD_WEIGHTS
from karacho.core.jit import COMPILED
from karacho.games.stich_rallye.thumb import RULE

pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of races")


@pytest.fixture(scope="module")
def races():
    result = match([(RULE, settings_of(1))] * 4, 150, seed=3, written=20_000)
    return result.decided, result.chosen


def agreement(lesson, weights):
    """The share of choices that have the highest score."""
    shares = []
    for row in range(SITUATIONS):
        here = lesson.of(row)
        scores = np.where(here.present, here.features @ weights[row], -np.inf)
        shares.extend(scores.argmax(1) == here.picks)
    return np.mean(shares)


def test_there_are_weights_for_every_situation():
    assert SHREWD_WEIGHTS.shape == (SITUATIONS, COLUMNS)
    assert OWN_WEIGHTS.shape == (KINDS, SITUATIONS, COLUMNS)
    assert np.all((KEEPS >= 0) & (KEEPS <= 1))


def test_the_rules_of_thumb_can_be_imitated(races):
    lesson = read_lesson(*races)
    weights = imitate(lesson, scales_of(lesson))
    assert agreement(lesson, weights) > 0.8
    assert agreement(lesson, np.zeros_like(weights)) < 0.6


def test_the_last_to_play_keeps_the_trick_and_the_first_seldom(races):
    chances = chances_to_keep(*races)
    assert chances[1:, 0].min() > 0.9
    assert np.all(chances[1, 1:, 5] < chances[1, :-1, 5])


def test_turbo_and_coast_are_two_choices(races):
    lesson = read_lesson(*races).of(TURBO_ROW)
    assert set(lesson.counts) == {2}
    assert set(lesson.picks) == {0, 1}


@pytest.mark.parametrize("kind", range(KINDS))
def test_practice_changes_weights_and_can_be_repeated(races, kind):
    scales = scales_of(read_lesson(*races))
    one, two = (practise(SHREWD_WEIGHTS, scales, kind, 2, 50, seed=5) for _ in range(2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, SHREWD_WEIGHTS)
