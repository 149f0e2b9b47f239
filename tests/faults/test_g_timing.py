"""G12: when an automatic move comes tells nothing about what is hidden."""

import random
from types import SimpleNamespace

import pytest

from karacho.server import pace
from karacho.server.evenness import LATELY, MOST, Evenness
from tests.faults import g_twins
from tests.server.conftest import run


class Clock:
    """A clock that only thinking moves."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds


class Thinker:
    """A bot whose decisions take long or short, depending on what only it knows."""

    def __init__(self, clock, dice):
        self.evenness = Evenness()
        self.fallbacks = 0
        self._clock = clock
        self._dice = dice

    async def think(self, game, spec, seat, memories, view):
        hard = len(view["legal_actions"]) > 1
        self._clock.now += self._dice.expovariate(1 / (0.06 if hard else 0.002))
        return view["legal_actions"][:1]


def largest_gap(one, other):
    """Kolmogorov and Smirnov: how far two distributions are apart, in units that do not depend on their sizes."""
    both = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    counts, largest = [0, 0], 0.0
    for place, (value, which) in enumerate(both):
        counts[which] += 1
        if place + 1 == len(both) or both[place + 1][0] != value:
            largest = max(largest, abs(counts[0] / len(one) - counts[1] / len(other)))
    return largest * (len(one) * len(other) / (len(one) + len(other))) ** 0.5


WORTH_NOTICING = 1.63  # p = 0.01


def times(monkeypatch, count, speed=1.0):
    """How long a bot seems to think with one legal card in its hand, and with several."""
    clock, dice = Clock(), random.Random(12)
    monkeypatch.setattr(pace, "time", clock)
    monkeypatch.setattr(pace, "asyncio", SimpleNamespace(sleep=clock.sleep))
    course = g_twins.fresh("stich-rallye", dice)
    views = [{"legal_actions": ["R1"]}, {"legal_actions": ["R1", "R2"]}]
    self = SimpleNamespace(_drivers=Thinker(clock, dice), _speed=speed)
    self._choose = lambda course, seat, spec: pace.Pace._choose(self, course, seat, spec)
    race = SimpleNamespace(game=course.race.game)
    found = ([], [])

    async def think():
        for _ in range(count):
            which = dice.randrange(2)
            race.view = lambda seat, which=which: views[which]
            before = clock.now
            await pace.Pace._think(self, SimpleNamespace(race=race, memories=lambda _: []), 0, "champion")
            found[which].append(clock.now - before)

    run(think())
    return found


def test_g12_forced_and_free_decisions_seem_to_take_equally_long(monkeypatch):
    easy, hard = times(monkeypatch, 20_000)
    easy, hard = easy[LATELY:], hard[LATELY:]  # what is usual has to be learned once
    assert largest_gap(easy, hard) < WORTH_NOTICING
    assert max(easy) <= MOST


def test_g12_without_it_the_difference_would_be_noticed(monkeypatch):
    easy, hard = times(monkeypatch, 2_000, speed=0.0)
    assert largest_gap(easy, hard) > 10 * WORTH_NOTICING


@pytest.mark.parametrize("name", ["stich-rallye", "rally-run", "tiny-turbo-cars"])
def test_g12_the_pause_before_a_move_depends_on_what_everybody_sees(name):
    """The pause of twin worlds is the same, for every seat."""
    dice = random.Random(name)
    with g_twins.standing_clocks():
        for number, course in enumerate(g_twins.moments(name, dice)):
            twin = g_twins.twin_of(course, None, dice)
            worlds = [g_twins.World(each, None) for each in (course, twin)]
            pauses = [
                (world.table.clocks._show_seconds(world.course), world.table.clocks._first_due(world.course, 0))
                for world in worlds
            ]
            assert pauses[0] == pauses[1]
            seen = course.race.redact(course.steps[-1].events, None)
            assert pauses[0][0] == pytest.approx(pace.LEAST_PAUSE + pace.PER_EVENT * len(seen))
            if number == 60:
                return
