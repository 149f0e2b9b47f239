"""The review: what a seat could have done by what it could know."""

import pytest

import karacho
from karacho.replay import Replay

LINE_UPS = {
    "stich-rallye": ("random", "search:worlds=400", "rule"),
    "rally-run": ("random", "search"),
    "tiny-turbo-cars": ("learner", "champion"),
}


def drive(game, specs, seed, **options):
    race = karacho.Race(game, seats=len(specs), seed=seed, **options)
    bots = [karacho.make_bot(game, spec, seed=seat) for seat, spec in enumerate(specs)]
    told = race.opening
    while not race.over:
        for seat, bot in enumerate(bots):
            bot.notice(race.redact(told, seat))
        seat = race.actors[0]
        told = race.act(bots[seat].choose(race.view(seat)), seat)
    return race.replay()


def missed(decisions):
    return sum(decision.missed for decision in decisions) / len(decisions)


@pytest.mark.parametrize("game", LINE_UPS)
def test_whoever_thinks_misses_less(game):
    options = {"round_limit": 3} if game == "tiny-turbo-cars" else {}
    replays = [drive(game, LINE_UPS[game], seed, **options) for seed in (1, 2)]
    careless, careful = (
        [decision for replay in replays for decision in karacho.review(replay, seat)] for seat in (0, 1)
    )
    assert 2 * missed(careful) < missed(careless)
    for decision in (*careless, *careful):
        assert 0.0 <= decision.taken.worth <= decision.best.worth <= 1.0
        assert decision.missed > 0 or decision.best == decision.taken


@pytest.mark.parametrize("game", LINE_UPS)
def test_every_decision_is_one_of_the_seat(game):
    options = {"round_limit": 2} if game == "tiny-turbo-cars" else {}
    replay = drive(game, LINE_UPS[game], 3, **options)
    seen = []
    decisions = karacho.review(replay, 0, progress=lambda done, every: seen.append((done, every)))
    assert decisions == karacho.review(replay, 0)
    assert seen[-1] == (len(replay.actions), len(replay.actions))
    numbers = [decision.number for decision in decisions]
    assert numbers == sorted(set(numbers))
    for decision in decisions:
        _, seat, action = replay.actions[decision.number - 1]
        assert seat == 0
        if action != "done":
            race = replay.race(decision.number - 1)
            assert decision.taken.action == action
            assert {action, decision.best.action} <= set(race.legal_actions(0))
            assert len(race.legal_actions(0)) > 1


def test_a_program_is_weighed_with_its_slides():
    replay = drive("tiny-turbo-cars", ("learner", "rule"), 5, round_limit=2)
    programs = [each for each in karacho.review(replay, 0) if each.taken.slides is not None]
    assert len(programs) == 2
    for decision in programs:
        before = replay.race(decision.number - 1).view(0)
        pieces = before["controllers"][0].split()
        assert decision.taken.action.split() == pieces[4:12]
        assert decision.taken.slides == before["slides"][0]
        assert decision.best.slides <= max(12, decision.taken.slides)


def test_a_program_that_time_ran_out_for_counts_as_it_stands():
    race = karacho.Race("tiny-turbo-cars", seats=2, seed=3, draft="random", round_limit=1)
    while race.view(None)["phase"] != "program":
        race.act(race.legal_actions(race.actors[0])[0], race.actors[0])
    race.act(race.legal_actions(0)[0], 0)
    race.act("done", 1)
    race.timeout(0)
    while not race.over:
        race.act(race.legal_actions(race.actors[0])[0], race.actors[0])
    (decision,) = [each for each in karacho.review(race.replay(), 0) if each.taken.slides is not None]
    assert decision.taken.slides == 1


def test_what_the_seat_could_not_know_changes_nothing():
    """Two truths that look the same to the seat up to its first decision are weighed alike."""
    race = karacho.Race("stich-rallye", seats=4, seed=12, flag=0)
    card = race.legal_actions(0)[0]
    reviews = []
    for seed in (1, 2):
        twin = karacho.resample(race.view(0), seed=seed)
        twin.act(card, 0)
        reviews.append(karacho.review(twin.replay(), 0))
    assert reviews[0] == reviews[1]
    assert len(reviews[0]) == 1


@pytest.mark.parametrize("seat", [2, -1, None])
def test_a_seat_that_is_none(seat):
    replay = Replay.of(karacho.Race("rally-run", seats=2, seed=1))
    with pytest.raises(karacho.InvalidOption, match=f"seat cannot be {seat}: a seat of this race is 0 to 1"):
        karacho.review(replay, seat)


@pytest.mark.parametrize("thing", [karacho.Race("rally-run", seats=2, seed=1), "my-race.replay", None])
def test_what_is_no_replay(thing):
    with pytest.raises(karacho.InvalidOption, match=r"replay cannot be .+: a Replay; of a race it is race\.replay\(\)"):
        karacho.review(thing, 0)
