"""H6: shuffles are unbiased. (The long run: `make peek`.)"""

import math

import numpy as np
import pytest

from karacho.registry import game_names, load_game
from tests.faults import h_shuffles

DEALS = 60_000
CASES = [(name, seats) for name in game_names() for seats in load_game(name).seats]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_h6_deals_are_unbiased(name, seats):
    found = h_shuffles.probabilities(name, seats, DEALS)
    least = min(found, key=found.__getitem__)
    assert found[least] * len(found) > 0.001, (least, found[least])


def test_h6_the_probabilities_are_right():
    assert h_shuffles.survival(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert h_shuffles.survival(23.209, 10) == pytest.approx(0.01, abs=1e-5)
    assert h_shuffles.survival(100, 100) == pytest.approx(0.4812, abs=1e-4)
    assert h_shuffles.overlap(5, 27).sum() == pytest.approx(1)


def test_h6_a_careless_shuffle_would_be_noticed():
    """Every card changed for any other; a remainder in place of a rejection; a deal that looks at the one before."""
    dice = np.random.default_rng(3)
    careless = np.tile(np.arange(16), (DEALS, 1))
    rows = np.arange(DEALS)
    for cell in range(16):
        other = dice.integers(0, 16, DEALS)
        careless[rows, cell], careless[rows, other] = careless[rows, other], careless[rows, cell].copy()
    worst = min(h_shuffles.subsets((careless == piece).sum(0), DEALS, 1) for piece in range(16))
    assert worst < 1e-9
    remainder = dice.integers(0, 2**8, 20 * DEALS) % 45
    assert h_shuffles.even(np.bincount(remainder)) < 1e-9
    flags = dice.integers(0, 3, DEALS)
    sticky = np.where(dice.random(DEALS) < 0.05, np.roll(flags, 1), flags)
    assert h_shuffles.together(sticky[:-1:2], sticky[1::2], 3) < 1e-9
    fair = dice.permuted(np.tile(np.arange(16), (DEALS, 1)), axis=1)
    found = [h_shuffles.subsets((fair == piece).sum(0), DEALS, 1) for piece in range(16)]
    assert min(found) > 1e-4
    assert math.isclose(np.mean(found), 0.5, abs_tol=0.35)
