"""Many races at once: the same on any number of cores, each one repeatable, bad input refused."""

import pytest

import karacho


@pytest.mark.parametrize("game", karacho.game_names())
def test_the_result_does_not_depend_on_the_number_of_cores(game):
    one = karacho.simulate(game, races=30, seats=3, seed=4, processes=1)
    two = karacho.simulate(game, races=30, seats=3, seed=4, processes=3)
    assert one.winners.tolist() == two.winners.tolist()
    assert one.turns.tolist() == two.turns.tolist()
    assert (one.wins, one.end_reasons, one.decisions) == (two.wins, two.end_reasons, two.decisions)


def test_chunks_do_not_change_the_races(monkeypatch):
    from karacho.arena import simulate as module

    whole = karacho.simulate("stich-rallye", races=40, seed=2)
    monkeypatch.setattr(module, "CHUNK", 7)
    told = []
    parts = karacho.simulate("stich-rallye", races=40, seed=2, processes=2, progress=told.append)
    assert whole.winners.tolist() == parts.winners.tolist()
    assert told == [7, 14, 21, 28, 35, 40]


def test_counts_add_up():
    result = karacho.simulate("rally-run", races=50, seats=4, seed=1, turn_limit=30)
    assert sum(result.end_reasons.values()) == result.races == 50
    assert sum(result.wins) + (result.winners < 0).sum() == 50
    assert result.end_reasons["TURN_LIMIT"] == result.reasons.count("TURN_LIMIT")
    assert result.turns.max() <= 30
    assert result.decisions >= result.turns.sum()
    assert result.seconds > 0


def test_every_seat_has_the_same_chance_against_its_like():
    result = karacho.simulate("stich-rallye", races=800, seats=4, seed=3)
    assert all(140 < wins < 260 for wins in result.wins)


def test_a_race_of_a_simulation_can_be_set_up_again():
    # The rules of thumb of Stich Rallye leave nothing to chance, so the same deal gives the same race.
    result = karacho.simulate("stich-rallye", races=3, seats=3, seed=6, bots="rule")
    for index in range(3):
        race = karacho.Race("stich-rallye", seats=3, seed=karacho.race_seed(6, index))
        bot = karacho.make_bot("stich-rallye", "rule", 1)
        while not race.over:
            race.act(bot.choose(race.view(race.actors[0])))
        cards = sum(action not in ("turbo", "coast") for _, action, _ in race.log)
        assert (race.winner, race.end_reason, cards) == (
            result.winners[index],
            result.reasons[index],
            result.turns[index],
        )


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"races": 0}, "races"),
        ({"races": -5}, "races"),
        ({"races": "many"}, "races"),
        ({"races": True}, "races"),
        ({"seats": 9}, "seats"),
        ({"processes": 0}, "processes"),
        ({"processes": 1.5}, "processes"),
        ({"bots": "genius"}, "bots"),
        ({"bots": ["rule", "random"]}, "bots"),
        ({"bots": 5}, "bots"),
        ({"bots": [1, 2, 3, 4]}, "bots"),
        ({"seed": -1}, "seed"),
        ({"track": "moon"}, "track"),
        ({"wings": 2}, "option"),
    ],
)
def test_bad_input_is_refused_by_name(arguments, field):
    with pytest.raises(karacho.InvalidOption) as caught:
        karacho.simulate("stich-rallye", **arguments)
    assert caught.value.field == field


def test_unknown_bots_are_refused():
    with pytest.raises(karacho.InvalidOption, match="random, rule"):
        karacho.make_bot("rally-run", "genius")


def test_a_level_with_a_compiled_bot_behind_it_can_be_simulated(monkeypatch):
    monkeypatch.setattr("karacho.bots.making.level_specs", lambda _: {"driver": "rule", "racer": "search:flat"})
    level, rule = (karacho.simulate("stich-rallye", races=50, bots=bot, seed=3) for bot in ("driver", "rule"))
    assert level.winners.tolist() == rule.winners.tolist()
    assert level.bots == ("driver",) * 4
    with pytest.raises(karacho.InvalidOption, match="karacho league runs all others"):
        karacho.simulate("stich-rallye", races=50, bots="racer")
