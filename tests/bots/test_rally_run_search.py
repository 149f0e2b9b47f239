"""Planning and trying out in Rally Run: finds the way, remembers, breaks circles, and sees no more than its seat."""

import itertools

import pytest

import karacho
from karacho.core.jit import COMPILED
from tests.games.rally_run.boards import at

WORLDS = 30 if COMPILED else 2
SPECS = [f"search:worlds={WORLDS},swaps=4", "search:worlds=0", "learner", "driver", f"racer:worlds={WORLDS}"]


def bot(spec=SPECS[0], seed=1):
    return karacho.make_bot("rally-run", spec, seed)


def drive(race, bots, most=10_000):
    events = race.opening
    for _ in range(most):
        for seat, each in enumerate(bots):
            each.notice(race.redact(events, seat))
        if race.over:
            break
        seat = race.actors[0]
        events = race.act(bots[seat].choose(race.view(seat)), seat)
    return race


def test_a_learner_does_not_drive_into_the_same_dead_end_for_ever():
    race = karacho.Race("rally-run", seats=4, seed=1)
    bots = [bot("learner", 10), *(bot("random", 10 + seat) for seat in (1, 2, 3))]
    assert drive(race, bots).winner == 0
    own = " ".join(action for seat, action, _ in race.log if seat == 0)
    assert "N S NW N S NW N S NW" not in own


@pytest.mark.parametrize("spec", SPECS)
def test_it_takes_the_winning_drive(spec):
    tiles = ("XIIII", "IIIII", "II*II", "IIIII", "IIIII")
    race = at(tiles, cars=("A1", "SE"), open={"A1": "NESW"}, goals=["red", None])
    assert bot(spec).choose(race.view(0)) == "W"


@pytest.mark.parametrize("spec", SPECS[:2])
def test_it_prefers_a_tile_known_to_fit(spec):
    # B3 is known to lead straight into the pit; A2 and A4 are unknown, and lead there by a detour only.
    tiles = ("ILTTD", "LTIID", "XI*LL", "IDTLI", "XLLLD")
    race = at(tiles, cars=("A3", "SE"), open={"A3": "NESW"}, open_memory=True, seen=["B3"])
    assert bot(spec).choose(race.view(0)) == "E"


def test_it_swaps_a_known_dead_end_for_a_tile_known_to_fit():
    tiles = ("IIIII", "IIIII", "ID*LL", "IIIII", "IIIIT")
    race = at(tiles, cars=("A3", "SE"), open={"A3": "EW"}, open_memory=True, seen=["B3", "E5"])
    assert bot("search:worlds=0").choose(race.view(0)) == "B3-E5"


def test_it_swaps_a_known_dead_end_for_an_unknown_tile_if_nothing_better_is_known():
    tiles = ("IIIII", "IIIII", "ID*LL", "IIIII", "IIIIT")
    race = at(tiles, cars=("A3", "SE"), open={"A3": "EW"}, open_memory=True, seen=["B3"])
    assert "B3" in bot("search:worlds=0").choose(race.view(0)).split("-")


def test_it_holds_up_whoever_is_about_to_win():
    # The other car is two turns from NW over A1, its own three turns from SE over E4 and E5; E1 is a dead end.
    tiles = ("IILTD", "LTIIL", "LL*LI", "ILTXL", "XLLTL")
    race = at(
        tiles,
        cars=("D4", "B1"),
        open={"D4": "NESW", "B1": "EW"},
        open_memory=True,
        seen=["A1", "E1", "E4", "E5"],
        goals=["green", "red"],
    )
    assert "A1" in bot().choose(race.view(0)).split("-")


def test_without_swaps_it_drives():
    tiles = ("IIIII", "IIIII", "ID*LL", "IIIII", "IIIIT")
    race = at(tiles, cars=("A3", "SE"), open={"A3": "EW"}, open_memory=True, seen=["B3", "E5"])
    assert "-" not in bot(f"search:worlds={WORLDS},swaps=0").choose(race.view(0))
    assert "-" not in bot("search:worlds=0,swaps=0").choose(race.view(0))


def test_it_does_not_swap_for_ever_if_it_can_drive():
    for spec, most in ((SPECS[0], 3), ("search:worlds=0", 1)):
        race = karacho.Race("rally-run", seats=2, seed=4)
        drive(race, [bot(spec, seat) for seat in range(2)], 60 if COMPILED else 16)
        taken = ["-" in action for seat, action, _ in race.log if seat == 0]
        assert all(len(list(turns)) <= most for swapped, turns in itertools.groupby(taken) if swapped)


def test_a_car_that_cannot_drive_swaps():
    tiles = ("DLIII", "IIIII", "II*II", "IIIII", "IIIII")
    race = at(tiles, cars=("A1", "B1"), open={"A1": "E", "B1": "NE"})
    assert "-" in bot().choose(race.view(0))
    assert "-" in bot("search:worlds=0,swaps=0").choose(race.view(0))


@pytest.mark.parametrize("spec", SPECS)
def test_the_choice_does_not_depend_on_what_the_seat_cannot_know(spec):
    """Same events, same seed; covered tiles that were never seen and the pile are drawn anew."""
    race = karacho.Race("rally-run", seats=3, seed=8)
    told = list(race.opening)
    drivers = [karacho.make_bot("rally-run", "rule", seat) for seat in range(3)]
    for each in drivers:
        each.notice(told)
    for step in range(30):
        seat, view = race.actors[0], race.view(race.actors[0])
        if step % (6 if COMPILED else 15) == 5:
            chosen = set()
            for seed in range(4):
                other = karacho.resample(view, seed=seed)
                fresh = bot(spec, seed=3)
                fresh.notice(told)
                chosen.add(fresh.choose(other.view(seat)))
            assert len(chosen) == 1
        events = race.act(drivers[seat].choose(view))
        told += events
        for each in drivers:
            each.notice(events)


def test_a_bot_made_anew_chooses_like_one_that_was_there_all_the_time():
    race = karacho.Race("rally-run", seats=2, seed=6)
    watcher, drivers = bot("driver"), [karacho.make_bot("rally-run", "rule", seat) for seat in range(2)]
    told, events = [], race.opening
    for _ in range(24):
        told += events
        for each in (watcher, *drivers):
            each.notice(events)
        seat = race.actors[0]
        if seat == 0:
            fresh = bot("driver")
            fresh.notice(told)
            assert fresh.choose(race.view(0)) == watcher.choose(race.view(0))
        events = race.act(drivers[seat].choose(race.view(seat)))


def test_the_same_seed_gives_the_same_race():
    def logs():
        race = karacho.Race("rally-run", seats=2, seed=2)
        drive(race, [bot(seed=seat) for seat in range(2)], 40 if COMPILED else 6)
        return [(seat, action) for seat, action, _ in race.log]

    assert logs() == logs()


def test_compiled_or_not_the_choices_are_the_same():
    race = karacho.Race("rally-run", seats=2, seed=2)
    drive(race, [bot("search:worlds=3,swaps=2", seat) for seat in range(2)], 16)
    expected = "E W NE E NEW N SW A1-C1 C4-E5 E W NE B1-C2 N S NES"
    assert " ".join(action for _, action, _ in race.log) == expected


def test_a_budget_of_time_ends():
    race = karacho.Race("rally-run", seats=2, seed=2)
    assert bot("search:time=0.005").choose(race.view(race.actors[0])) in race.legal_actions()


@pytest.mark.skipif(not COMPILED, reason="whole races")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seats", [2, 4])
def test_races_end_with_a_winner(spec, seats):
    for seed in range(4):
        race = karacho.Race("rally-run", seats=seats, seed=seed, turn_limit=1000)
        assert drive(race, [bot(spec, seat) for seat in range(seats)]).winner is not None


class SwapsForEver:
    """Always the same two tiles, if it may."""

    def notice(self, events):
        pass

    def choose(self, view):
        legal = view["legal_actions"]
        return "A3-E3" if "A3-E3" in legal else legal[-1]


@pytest.mark.skipif(not COMPILED, reason="whole races")
@pytest.mark.parametrize("spec", [*SPECS, "champion:worlds=60"])
def test_it_wins_against_a_car_that_only_swaps(spec):
    for seed in range(3):
        race = karacho.Race("rally-run", seats=2, seed=seed)
        assert drive(race, [bot(spec), SwapsForEver()]).winner == 0


@pytest.mark.skipif(not COMPILED, reason="whole races")
def test_it_beats_the_rules_of_thumb():
    wins = 0
    for index in range(40):
        race = karacho.Race("rally-run", seats=2, seed=karacho.race_seed(7, index))
        mine = index % 2
        bots = [bot(SPECS[0] if seat == mine else "rule", seat) for seat in range(2)]
        wins += drive(race, bots).winner == mine
    assert wins >= 22, "fair would be 20"


@pytest.mark.parametrize(
    "spec",
    [
        "search:worlds=x",
        "search:worlds=-1",
        "search:swaps=300",
        "search:memory=good",
        "search:memory=-3",
        "search:overlook=2,memory=5",
        "search:overlook=0.5",
        "search:memory=perfect,distraction=1",
        "search:hurry=maybe",
        "search:time=0",
        "search:flat",
    ],
)
def test_bad_settings_are_refused(spec):
    with pytest.raises(karacho.InvalidOption):
        bot(spec)
