"""The door: names, errors and bad input, the same for every game."""

import pickle

import pytest

import karacho
from karacho.registry import game_names, load_game

GAMES = game_names()


def test_readme_numbers_of_seats():
    assert [(load_game(name).seats[0], load_game(name).seats[-1]) for name in GAMES] == [(3, 5), (2, 4), (2, 4)]


@pytest.mark.parametrize("game", ["chess", "", None, 5, "Stich Rallye"])
def test_unknown_games(game):
    with pytest.raises(karacho.InvalidOption, match="one of stich-rallye, rally-run, tiny-turbo-cars"):
        karacho.Race(game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [0, 1, 6, -3, 10**20, "4", 3.0, None, True])
def test_seats_out_of_range(game, seats):
    with pytest.raises(karacho.InvalidOption, match="seats"):
        karacho.Race(game, seats=seats)


@pytest.mark.parametrize("game", GAMES)
def test_options_that_do_not_exist_are_refused_by_name(game):
    with pytest.raises(karacho.InvalidOption, match="nitro"):
        karacho.Race(game, nitro=True)


BAD_OPTIONS = [
    ("stich-rallye", {"track": 5}),
    ("stich-rallye", {"track": "moon"}),
    ("stich-rallye", {"flag": 4}),
    ("stich-rallye", {"flag": -1}),
    ("stich-rallye", {"flag": "0"}),
    ("stich-rallye", {"track": {"spaces": 32}}),
    ("rally-run", {"turn_limit": 0}),
    ("rally-run", {"turn_limit": 10**9}),
    ("rally-run", {"open_memory": 1}),
    ("rally-run", {"first": 7}),
    ("rally-run", {"corners": ["NW"]}),
    ("rally-run", {"corners": ["NW", "NW", "SE", "SW"]}),
    ("rally-run", {"mix": {"I": 3}}),
    ("tiny-turbo-cars", {"length": 5}),
    ("tiny-turbo-cars", {"mode": "fast"}),
    ("tiny-turbo-cars", {"mode": ["relaxed"]}),
    ("tiny-turbo-cars", {"edition": "de"}),
    ("tiny-turbo-cars", {"draft": None}),
    ("tiny-turbo-cars", {"round_limit": 0}),
    ("tiny-turbo-cars", {"play_on": "yes"}),
    ("tiny-turbo-cars", {"boards": []}),
]


@pytest.mark.parametrize(("game", "options"), BAD_OPTIONS, ids=str)
def test_options_that_do_not_fit_name_the_field(game, options):
    with pytest.raises(karacho.InvalidOption) as caught:
        karacho.Race(game, **options)
    assert caught.value.field == next(iter(options))
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "action", ["", "x", " R5", "R5 ", "r5", "D4-B2", "fly 6", "fly", "1.9", 5, None, b"R5", ["R5"], "U" * 10**5]
)
def test_unreadable_actions(game, action):
    race = karacho.Race(game, seed=1)
    with pytest.raises(karacho.InvalidNotation) as caught:
        race.act(action, race.actors[0])
    assert len(str(caught.value)) < 400
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [-1, 4, 99, "0", 1.0, True])
def test_seats_that_do_not_exist(game, seat):
    race = karacho.Race(game, seed=1)
    action = race.legal_actions()[0]
    for call in (lambda: race.act(action, seat), lambda: race.view(seat), lambda: race.legal_actions(seat)):
        with pytest.raises(karacho.InvalidOption, match="seat"):
            call()


def test_a_seat_must_be_named_when_several_may_act():
    race = karacho.Race("tiny-turbo-cars", seats=2, seed=1, draft="random")
    race.act(race.legal_actions()[0])
    race.act(race.legal_actions()[0])
    assert race.actors == (0, 1)
    with pytest.raises(karacho.InvalidOption, match="several seats may act now: 0, 1"):
        race.act("done")
    with pytest.raises(karacho.InvalidOption, match="several"):
        race.legal_actions()


@pytest.mark.parametrize("game", ["stich-rallye", "rally-run"])
def test_only_one_game_has_a_countdown(game):
    with pytest.raises(karacho.InvalidOption, match="no countdown"):
        karacho.Race(game, seed=1).timeout(0)


def test_errors_survive_a_process_border():
    race = karacho.Race("stich-rallye", seed=1)
    errors = []
    for call in (
        lambda: race.act("turbo"),
        lambda: race.act("x"),
        lambda: karacho.Race("chess"),
        lambda: karacho.Race.from_position({"game": "stich-rallye"}),
    ):
        with pytest.raises(karacho.KarachoError) as caught:
            call()
        errors.append(caught.value)
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)


def test_without_a_seed_every_race_is_different():
    assert karacho.Race("stich-rallye").position() != karacho.Race("stich-rallye").position()


def test_a_race_says_what_it_is():
    race = karacho.Race("rally-run", seats=2, seed=1)
    assert repr(race) == f"<Race rally-run, 2 seats, 0 actions, to act: {race.actors[0]}>"


@pytest.mark.parametrize("view", [None, 5, "x", {}, {"game": "chess"}, {"game": "rally-run"}])
def test_resample_refuses_what_is_no_view(view):
    with pytest.raises(karacho.InvalidPosition):
        karacho.resample(view)


def test_a_replay_does_not_change_when_the_caller_changes_its_options():
    track = {"spaces": 32, "downhill": [], "uphill": []}
    race = karacho.Race("stich-rallye", seats=3, seed=1, track=track)
    track["uphill"].append([10, 12])
    assert race.replay().options["track"]["uphill"] == []


def test_races_can_be_played_in_several_threads_at_once():
    from concurrent.futures import ThreadPoolExecutor

    def play(seed):
        race, told = karacho.Race("stich-rallye", seats=4, seed=seed), []
        while not race.over:
            told += race.act(race.legal_actions()[0])
        return told, race.position()

    alone = [play(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(8))) == alone


DEEP = []
for _ in range(100_000):
    DEEP = [DEEP]


class Unwritable:
    def __repr__(self):
        raise RuntimeError("no")


STRANGE = {
    "deep": DEEP,
    "unwritable": Unwritable(),
    "long": "a" * 300,
    "very long": "a" * 10**6,
    "nan": float("nan"),
    "huge": 10**5000,
    "surrogate": "\ud800",
    "bytes": b"x",
}


@pytest.mark.parametrize("value", STRANGE.values(), ids=STRANGE)
def test_strange_values_get_the_same_clear_errors(value):
    race = karacho.Race("stich-rallye", seats=3, seed=1)
    position = race.position()
    calls = [
        lambda: karacho.Race(value),
        lambda: karacho.Race("stich-rallye", seats=value),
        lambda: karacho.Race("stich-rallye", seed=value if value != 10**5000 else -1),
        lambda: karacho.Race("stich-rallye", track=value),
        lambda: karacho.Race("rally-run", mix=value),
        lambda: karacho.Race("tiny-turbo-cars", boards=[value] * 5),
        lambda: race.act(value),
        lambda: race.act("R5", value),
        lambda: race.act(race.legal_actions()[0], at=value),
        lambda: race.view(value),
        lambda: karacho.Race.from_position(value),
        *(lambda key=key: karacho.Race.from_position({**position, key: value}) for key in position),
        lambda: karacho.simulate("rally-run", races=1, bots=value),
        lambda: karacho.make_bot("rally-run", value),
        lambda: karacho.race_seed(1, value),
        lambda: karacho.Replay.load(value),
        lambda: karacho.resample(value),
    ]
    for call in calls:
        with pytest.raises(karacho.KarachoError) as caught:
            call()
        assert len(str(caught.value)) < 1000
    assert race.position() == position


def test_mappings_of_any_kind_become_plain_options():
    import types

    track = types.MappingProxyType({"spaces": 32, "downhill": ((7, 10),), "uphill": ()})
    race = karacho.Race("stich-rallye", seats=3, seed=1, track=track)
    assert race.replay().options == {"track": {"spaces": 32, "downhill": [[7, 10]], "uphill": []}}
    assert karacho.Replay.parse(race.replay().text()).race().position() == race.position()


def test_a_bot_needs_a_view_of_a_seat_that_may_act():
    for game in GAMES:
        race = karacho.Race(game, seats=3, seed=1)
        for spec in ("random", "rule"):
            bot = karacho.make_bot(game, spec, 1)
            view = race.view(race.actors[0])
            for actors in (None, [], "x", ["x"], [99], [-1], [True]):
                if actors is None or game != "stich-rallye" or not actors:
                    with pytest.raises(karacho.InvalidPosition):
                        bot.choose({**view, "actors": actors})
            with pytest.raises(karacho.InvalidPosition):
                bot.choose(race.position())
    waiting = karacho.Race("stich-rallye", seats=3, seed=1, flag=0)
    for seat in (1, None):
        with pytest.raises(karacho.InvalidPosition, match="nothing that seat"):
            karacho.make_bot("stich-rallye", "random", 1).choose(waiting.view(seat))
