"""Whom one races against: what one seat shows tells of the others, too."""

import numpy as np
import pytest

from karacho.bots.stich_rallye.company import (
    ALIKE,
    HARDLY,
    all_drive_anyhow,
    draw_company,
    rule_out,
    weigh_company,
)
from karacho.bots.stich_rallye.drivers import ANYHOW, BY_RULE, KINDS, SHREWD
from karacho.core.rng import seeded

SEATS, SEAT = 4, 0


def fits_of(*rows):
    """How well each kind fits the seats after the own one."""
    return np.array([[1.0] * KINDS, *rows])


def companies(fits, number=4000):
    """Drawn companies of the other seats."""
    rng, shares = seeded(5)[0], np.zeros(KINDS)
    drawn = np.zeros((number, SEATS), np.int8)
    for kinds in drawn:
        draw_company(fits, SEAT, SEATS, rng, shares, kinds)
    return drawn[:, 1:]


def test_at_first_every_kind_is_as_likely_and_most_companies_are_of_one():
    drawn = companies(fits_of([1, 1, 1], [1, 1, 1], [1, 1, 1]))
    alike = (drawn == drawn[:, :1]).all(1).mean()
    assert alike == pytest.approx(ALIKE + (1 - ALIKE) / KINDS**2, abs=0.03)
    for kind in range(KINDS):
        assert (drawn == kind).mean() == pytest.approx(1 / KINDS, abs=0.03)


def test_what_one_seat_shows_tells_of_the_others():
    drawn = companies(fits_of([1, 0.01, 0.01], [1, 1, 1], [1, 1, 1]))
    assert (drawn[:, 2] == ANYHOW).mean() > 0.8


def test_a_company_may_be_mixed_all_the_same():
    drawn = companies(fits_of([1, 0.001, 0.001], [0.001, 1, 0.001], [0.001, 0.001, 1]))
    assert (drawn == [ANYHOW, BY_RULE, SHREWD]).all(1).mean() > 0.95


def test_how_well_a_world_fits_is_the_sum_over_all_companies():
    fits = fits_of([0.9, 0.2, 0.4], [0.3, 0.5, 1.0], [0.8, 0.7, 0.1])
    shares = np.zeros(KINDS)
    whole = draw_company(fits, SEAT, SEATS, seeded(1)[0], shares, np.zeros(SEATS, np.int8))
    others = fits[1:]
    mixed = np.prod(others.mean(1))
    assert whole == pytest.approx(ALIKE * others.prod(0).mean() + (1 - ALIKE) * mixed)
    assert weigh_company(fits, SEAT, SEATS, shares) == pytest.approx((1 - ALIKE) * mixed)


def test_kinds_that_nobody_is_likely_to_be_are_ruled_out():
    fits = fits_of([1, 0.01, 0.2], [1, 0.01, 0.1], [1, 0.01, 0.1])
    rule_out(fits, SEAT, SEATS)
    assert (fits[1:, BY_RULE] == 0).all(), "each by itself would be likelier than that: three are not"
    assert (fits[1:, ANYHOW] == 1).all()
    assert fits[1, SHREWD] == 0.2
    assert HARDLY < 0.01


def test_a_kind_that_one_seat_is_likely_to_be_stays_there():
    fits = fits_of([1e-5, 1, 1e-5], [1, 1e-5, 1e-5], [1, 1e-5, 1e-5])
    rule_out(fits, SEAT, SEATS)
    assert [list(row > 0) for row in fits[1:]] == [[False, True, False], [True, False, False], [True, False, False]]


def test_all_drive_at_random_when_no_other_kind_is_left():
    """The own row says nothing: nobody asks what one is oneself."""
    assert all_drive_anyhow(fits_of([1, 0, 0], [0.2, 0, 0], [1, 0, 0]), SEAT, SEATS)
    assert not all_drive_anyhow(fits_of([1, 0, 0], [1, 0, 0.01], [1, 0, 0]), SEAT, SEATS)
