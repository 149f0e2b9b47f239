"""No bot's choice depends on what its seat cannot know.

Races are driven by the rules of thumb. In every phase a seat's history is kept: all events it saw, and its view. Then
the truth is drawn anew, with everything that the seat cannot know permuted (hands, tiles, controllers, the chance to
come), and a bot with the same seed is told the same history while that other truth is the one that exists. For
several seeds, which stand for the distribution of its choices, it must choose as before.
"""

import gc
import random
from functools import cache

import pytest

import karacho
from karacho.bots.levels import LEVELS
from karacho.bots.making import rehearsal_specs
from karacho.core.jit import COMPILED
from karacho.race import Race
from karacho.registry import load_game

SEEDS = 3 if COMPILED else 1
TWINS = 3 if COMPILED else 1
EACH = 2 if COMPILED else 1  # moments of a kind
MOST_RACES = 60
SEATS = (3, 4, 2)
# None with `time=`: how far such a bot comes depends on what else the machine does, so it may choose otherwise where
# nothing differs. It is given the same as without.
SPECS = [
    (game, spec)
    for game in karacho.game_names()
    for spec in dict.fromkeys(["random", "rule", *LEVELS, *rehearsal_specs(load_game(game))])
]


# Phases and rounds in which a seat has to choose; Rally Run has no rounds.
KINDS = {
    "stich-rallye": {(phase, number) for phase in ("play", "turbo") for number in (1, 2, 3)},
    "rally-run": {("turn", None), ("drive", None)},
    "tiny-turbo-cars": {("draft", 1), ("grid", 1), ("program", 1), ("program", 2), ("shield", 2), ("fly", 1)},
}
# Here nothing in the position is hidden, only the chance to come; programs are open while cars drive.
OPEN = {"tiny-turbo-cars": {"draft", "grid", "shield", "fly"}}
FLIER = "bird-racer"  # else nobody would fly: no rule of thumb picks it early


@cache
def moments(game):
    """Replays with the seat that has to choose and the events it saw; some of each kind, with few and many seats."""
    found = {kind: [] for kind in KINDS[game]}
    sizes = [seats for seats in SEATS if seats in load_game(game).seats]
    for seed in range(MOST_RACES):
        for kind, moment in one_race(game, sizes[seed % len(sizes)], seed).items():
            if kind in found and len(found[kind]) < EACH:
                found[kind].append(moment)
        if all(len(those) == EACH for those in found.values()):
            return [moment for those in found.values() for moment in those]
    pytest.fail(f"too few moments: { {kind: len(those) for kind, those in found.items()} }")


def one_race(game, seats, seed):
    """At most one moment of every kind that this race brings up."""
    dice = random.Random(f"{game} {seed}")
    race = Race(game, seats=seats, seed=seed)
    drivers = [karacho.make_bot(game, "rule", seed * 10 + seat) for seat in range(seats)]
    histories = [[] for _ in range(seats)]
    events = race.opening
    found = {}
    while not race.over and not found.keys() >= KINDS[game]:
        for seat, driver in enumerate(drivers):
            seen = race.redact(events, seat)
            driver.notice(seen)
            histories[seat] += seen
        seat = dice.choice(race.actors)
        view = race.view(seat)
        if len(view["legal_actions"]) > 1 and dice.random() < 0.5:  # not always the first of its kind
            found.setdefault((view["phase"], view.get("round")), (race.replay(), seat, tuple(histories[seat])))
        action = FLIER if FLIER in view["legal_actions"] else drivers[seat].choose(view)
        events = race.act(action, seat)
    return found


def choices(make, truth, seat, history):
    """What bots with several seeds choose while this truth exists."""
    chosen = []
    for seed in range(SEEDS):
        bot = make(seed)
        bot.notice(history)
        chosen.append(bot.choose(truth.view(seat)))
    return chosen


def peeks(make, game):
    """Does the choice change with what the seat cannot know?"""
    different = 0
    hidden = set()
    for replay, seat, history in moments(game):
        race = replay.race()
        view = race.view(seat)
        before = choices(make, race, seat, history)
        race._state[0] = karacho.resample(view, seed=1)._state[0]  # also the race that the bots have seen begin
        for seed in range(TWINS):
            twin = karacho.resample(view, seed=seed)
            if twin.position() != race.position():
                hidden.add(view["phase"])
            assert twin.view(seat) == view
            different += choices(make, twin, seat, history) != before
    assert hidden == {phase for phase, _ in KINDS[game]} - OPEN.get(game, set()), "some truths must really differ"
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
