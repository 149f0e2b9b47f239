"""The weights that habits are made of can be learned anew."""

import numpy as np
import pytest

from karacho.bots.stich_rallye.drivers import KINDS
from karacho.bots.stich_rallye.learning import imitate, read_lesson, scales_of
from karacho.bots.stich_rallye.match import match
from karacho.bots.stich_rallye.practice import add_gains, practise, share_chances
from karacho.bots.stich_rallye.scores import COLUMNS, ROWS, SITUATIONS, TURBO_ROW, situation_of
from karacho.bots.stich_rallye.settings import settings_of
from karacho.bots.stich_rallye.weights import OWN_WEIGHTS, SHREWD_WEIGHTS
from karacho.core.jit import COMPILED
from karacho.games.stich_rallye.notation import read_position
from karacho.games.stich_rallye.thumb import RULE
from tests.games.stich_rallye.tables import FLAT, table

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


def test_every_third_of_the_last_round_has_its_own_weights():
    hands = [[f"{color}{value}" for value in range(2, 11)] for color in "RGB"]
    for left, stage in ((9, 1), (7, 1), (6, 2), (4, 2), (3, 3), (1, 3)):
        race = table([hand[:left] for hand in hands], round_number=3, track=FLAT)
        assert situation_of(read_position(race.position())[0]) == stage * ROWS
    race = table([hand[:5] for hand in hands], round_number=1, track=FLAT)
    assert situation_of(read_position(race.position())[0]) == 0


def test_what_is_worth_more_than_the_mean_becomes_likelier():
    features, shares, gradient = np.zeros((2, COLUMNS)), np.zeros(2), np.zeros(COLUMNS)
    features[:, 0] = 1.0, 3.0
    share_chances(features, 2, np.zeros(COLUMNS), shares)
    assert list(shares) == [0.5, 0.5]
    add_gains(features, 2, shares, np.array([0.2, 0.6]), gradient)
    assert gradient[0] == pytest.approx(0.5 * -0.2 * 1 + 0.5 * 0.2 * 3)
    share_chances(features, 2, gradient, shares)
    assert shares[1] > 0.5


def test_the_rules_of_thumb_can_be_imitated(races):
    lesson = read_lesson(*races)
    weights = imitate(lesson, scales_of(lesson))
    assert agreement(lesson, weights) > 0.8
    assert agreement(lesson, np.zeros_like(weights)) < 0.6


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
