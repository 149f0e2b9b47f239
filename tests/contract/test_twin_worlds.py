"""Two truths that differ only in what a seat cannot know give it equal views, legal actions, events and refusals."""

import pytest

import karacho
from karacho.core.jit import COMPILED
from tests.contract.cases import CASES, IDS, play, races

COUNT = 6 if COMPILED else 1
# Here the rules themselves tell something new (a finished Rally Run race shows everything, RR-16).
REVEALING = {
    "stich-rallye": set(),
    "rally-run": {"TileRevealed", "CanisterTaken", "RaceEnded"},
    "tiny-turbo-cars": {"ProgramShown"},
}


def answers(race, seat, names):
    """What every text would be answered, as far as the seat can tell: a refusal, or the events it sees."""
    told = []
    for name in names:
        copy = race.copy()
        try:
            events = copy.redact(copy.act(name, seat), seat)
        except karacho.IllegalAction as error:
            told.append((name, error.code, error.clause, str(error)))
            continue
        kinds = {type(event).__name__ for event in events}
        told.append((name, "revealed" if kinds & REVEALING[race.game.name] else (events, copy.view(seat))))
    return told


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_nothing_a_seat_sees_depends_on_what_it_cannot_know(case):
    twins = 0
    for race, dice in races(case, COUNT, first_seed=200):
        names = [name for name in race.game.actions if name]
        for _ in play(race, dice):
            if dice.random() > 0.06 or race.over:
                continue
            for seat in (*range(race.seats), None):
                twin = karacho.resample(race.view(seat), seed=dice.getrandbits(64))
                twin._chance = race.copy()._chance  # the same chance to come
                twins += twin.position() != race.position()
                assert twin.view(seat) == race.view(seat)
                if seat is None:
                    continue
                assert twin.legal_actions(seat) == race.legal_actions(seat)
                tried = sorted({*dice.sample(names, min(25, len(names))), *race.legal_actions(seat)[:12]})
                assert answers(twin, seat, tried) == answers(race, seat, tried)
    assert twins > 0, "some of the twins must really differ"


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_spectators_and_seats_are_told_nothing_more_by_the_opening(case):
    name, seats, options = case
    race = karacho.Race(name, seats=seats, seed=3, **options)
    for seat in (*range(seats), None):
        for event in race.redact(race.opening, seat):
            data = race.game.events.data(event)
            hidden = [value for value in data.values() if isinstance(value, list)]
            assert not hidden or data["seat"] == seat


def test_the_real_truth_is_not_favoured_by_resampling():
    for name in karacho.game_names():
        race = karacho.Race(name, seats=3, seed=4, **({"draft": "random"} if name == "tiny-turbo-cars" else {}))
        while name == "tiny-turbo-cars" and race.position()["phase"] == "grid":
            race.act(race.legal_actions()[0])
        same = sum(karacho.resample(race.view(0), seed=s).position() == race.position() for s in range(30))
        assert same == 0, "with so many truths, none of thirty is the real one"
