"""No bot's choice depends on what its seat cannot know.

A race is driven by the rules of thumb. Now and then a seat's history is kept: all events it saw, and its view. Then the
truth is drawn anew, with everything that the seat cannot know permuted (hands, tiles, controllers, the chance to come),
and a bot with the same seed is told the same history while that other truth is the one that exists. For several seeds,
which stand for the distribution of its choices, it must choose as before.
"""

import gc
import random

import pytest

import karacho
from karacho.bots.levels import LEVELS
from karacho.bots.making import rehearsal_specs
from karacho.core.jit import COMPILED
from karacho.race import Race
from karacho.registry import load_game

SEEDS = 3 if COMPILED else 1
TWINS = 3 if COMPILED else 1
MOMENTS = 6 if COMPILED else 2
SEATS = (3, 4, 2)
# None with `time=`: how far such a bot comes depends on what else the machine does, so it may choose otherwise where
# nothing differs. It is given the same as without.
SPECS = [
    (game, spec)
    for game in karacho.game_names()
    for spec in dict.fromkeys(["random", "rule", *LEVELS, *rehearsal_specs(load_game(game))])
]


def moments(game, count):
    """Views with the events that led there, of seats that have to choose; with few and with many seats in turn."""
    dice = random.Random(game)
    found = []
    sizes = [seats for seats in SEATS if seats in load_game(game).seats]
    for seed in range(count):
        seats = sizes[seed % len(sizes)]
        race = Race(game, seats=seats, seed=seed)
        drivers = [karacho.make_bot(game, "rule", seed * 10 + seat) for seat in range(seats)]
        histories = [[] for _ in range(seats)]
        events = race.opening
        stop = dice.randrange(4, 60)
        while True:
            for seat, driver in enumerate(drivers):
                seen = race.redact(events, seat)
                driver.notice(seen)
                histories[seat] += seen
            seat = dice.choice(race.actors)
            if stop <= 0 and len(race.legal_actions(seat)) > 1:
                break
            stop -= 1
            events = race.act(drivers[seat].choose(race.view(seat)), seat)
            if race.over:
                break
        if not race.over:
            found.append((race, seat, histories[seat]))
    return found


def choices(make, truth, seat, history):
    """What bots with several seeds choose while this truth exists."""
    chosen = []
    for seed in range(SEEDS):
        bot = make(seed)
        bot.notice(history)
        chosen.append(bot.choose(truth.view(seat)))
    return chosen


def peeks(make, game, count=MOMENTS):
    """Does the choice change with what the seat cannot know?"""
    different = twins = 0
    for race, seat, history in moments(game, count):
        view = race.view(seat)
        before = choices(make, race, seat, history)
        race._state[0] = karacho.resample(view, seed=1)._state[0]  # also the race that the bots have seen begin
        for seed in range(TWINS):
            twin = karacho.resample(view, seed=seed)
            twins += twin.position() != race.position()
            assert twin.view(seat) == view
            different += choices(make, twin, seat, history) != before
    assert twins > 0, "some of the truths must really differ"
    return different > 0


@pytest.mark.parametrize(("game", "spec"), SPECS, ids=[f"{game}-{spec}" for game, spec in SPECS])
def test_no_bot_peeks(game, spec):
    assert not peeks(lambda seed: karacho.make_bot(game, spec, seed), game)


class Peeker:
    """Finds the race among all objects there are."""

    def notice(self, events):
        pass

    def choose(self, view):
        races = [thing for thing in gc.get_objects() if isinstance(thing, Race)]
        legal = view["legal_actions"]
        return legal[hash(tuple(sorted(str(race.position()) for race in races))) % len(legal)]


@pytest.mark.parametrize("game", karacho.game_names())
def test_a_bot_that_peeks_is_caught(game):
    assert peeks(lambda seed: Peeker(), game)
