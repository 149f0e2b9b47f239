"""The company one is in: which kinds of drivers the others are, by how well each kind fits what they played.

Mostly all others are of one kind, since friends are alike and so are the bots of a level. So what one seat shows tells
of the others, too, and a few tricks are enough to know whom one races against.
"""

import numpy as np

from karacho.bots.stich_rallye.drivers import ANYHOW, KINDS
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.core.rng import Rng, draw_unit

ALIKE = 0.8  # how likely all others are of one kind; whichever that is, and each kind of a mixed company, is as likely
HARDLY = 0.003


@rule
def weigh_company(fits: Ints, seat: int, seats: int, shares: Ints) -> float:
    """How well it fits that all others are of one kind, by kind, and that each is of any."""
    apart = 1.0 - ALIKE
    for kind in range(KINDS):
        shares[kind] = ALIKE / KINDS
    for other in range(seats):
        if other != seat:
            for kind in range(KINDS):
                shares[kind] *= fits[other, kind]
            apart *= fits[other].sum() / KINDS
    return apart


@rule
def draw_company(fits: Ints, seat: int, seats: int, rng: Rng, shares: Ints, kinds: Ints) -> float:
    """A kind for every other seat, the likelier the better it fits; returns how well all fits on the whole."""
    apart = weigh_company(fits, seat, seats, shares)
    whole = float(apart + shares.sum())
    if draw_unit(rng) * whole < apart:
        for other in range(seats):
            if other != seat:
                kinds[other] = draw_kind(fits[other], rng)
    else:
        common = draw_kind(shares, rng)
        for other in range(seats):
            kinds[other] = common
    return whole


@rule
def draw_kind(fits: Ints, rng: Rng) -> int:
    """A kind of driver, the likelier the better it fits."""
    mark = draw_unit(rng) * (fits[0] + fits[1] + fits[2])
    return 0 if mark < fits[0] else 1 if mark < fits[0] + fits[1] else 2


@rule
def rule_out(fits: Ints, seat: int, seats: int) -> None:
    """Kinds that a seat is hardly likely to be are not thought of in every world: that takes time."""
    shares = np.zeros(KINDS)
    apart = weigh_company(fits, seat, seats, shares)
    hardly = HARDLY * (apart + shares.sum())
    for other in range(seats):
        if other != seat:
            total = fits[other].sum()
            for kind in range(KINDS):
                if shares[kind] + apart * fits[other, kind] / total < hardly:
                    fits[other, kind] = 0.0


@rule
def all_drive_anyhow(fits: Ints, seat: int, seats: int) -> bool:
    """Is every other kind ruled out for every other seat?"""
    for other in range(seats):
        if other != seat:
            for kind in range(KINDS):
                if kind != ANYHOW and fits[other, kind] > 0.0:
                    return False
    return True
