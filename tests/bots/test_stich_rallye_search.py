"""Looking ahead in weighed worlds: sees only views, learns from what was played, finds what a look ahead shows."""

import json
import os
import subprocess
import sys
import time
from random import Random

import pytest

import karacho
from karacho.bots.making import resolve
from karacho.bots.spec import parse_spec
from karacho.bots.stich_rallye.ahead import SLOWNESS, WHOLE, affordable
from karacho.bots.stich_rallye.drivers import ANYHOW, KINDS
from karacho.core.jit import COMPILED
from karacho.games.stich_rallye.notation import read_position
from karacho.registry import load_game
from tests.games.stich_rallye.tables import FLAT, table

WORLDS = 60 if COMPILED else 12


def bot(settings="", seed=1, worlds=WORLDS):
    return karacho.make_bot("stich-rallye", f"search:worlds={worlds}{settings}", seed)


def drive(race, bots):
    """To the end of a race; returns all actions."""
    events, actions = race.opening, []
    while True:
        for seat, each in enumerate(bots):
            each.notice(race.redact(events, seat))
        if race.over:
            return actions
        seat = race.actors[0]
        actions.append(bots[seat].choose(race.view(seat)))
        events = race.act(actions[-1], seat)


def test_it_wins_the_race_when_it_can():
    race = table(
        [["R5", "R10"], ["R9", "B2"], ["R8", "B3"]], flag=1, distances=[62, 0, 61], motors=[0, 0, 15], track=FLAT
    )
    race.act("R9")
    race.act("R8")
    assert bot().choose(race.view(0)) == "R10"


def test_it_turbos_over_the_line():
    race = table([["R9"], ["R2"], ["R8"]], motors=[1, 0, 0], distances=[62, 0, 63], track=FLAT, round_number=3)
    for card in ("R9", "R2", "R8"):
        race.act(card)
    assert bot().choose(race.view(0)) == "turbo"


def test_it_keeps_a_motor_that_runs_after_the_last_trick_anyway():
    # Coasting rolls down the hill first (8 → 10 → 13), and then the motor leads past the rival; turbo stops short.
    hill = {"spaces": 32, "downhill": [[10, 12]], "uphill": []}
    race = table([["R4"], ["R2"], ["R3"]], motors=[15, 0, 0], distances=[8, 27, 1], track=hill, round_number=3)
    for card in ("R4", "R2", "R3"):
        race.act(card)
    assert bot().choose(race.view(0)) == "coast"


def test_the_last_choice_of_a_round_is_judged_before_the_next_one():
    # The same position a round earlier. All that follows is known, so a single world is enough.
    hill = {"spaces": 32, "downhill": [[10, 12]], "uphill": []}
    race = table([["R4"], ["R2"], ["R3"]], motors=[15, 0, 0], distances=[8, 27, 1], track=hill, round_number=2)
    for card in ("R4", "R2", "R3"):
        race.act(card)
    assert {bot(seed=seed, worlds=1).choose(race.view(0)) for seed in range(20)} == {"coast"}


def test_it_loses_the_last_trick_to_be_released_first():
    # The last trick of the race. Taking it (R10) drives two spaces. Losing it (R3) winds the motor from 10 to 15.
    race = table(
        [["R3", "R10"], ["R9", "B2"], ["R2", "B3"]],
        flag=1,
        distances=[20, 30, 1],
        motors=[10, 0, 0],
        track=FLAT,
        round_number=3,
    )
    race.act("R9")
    race.act("R2")
    assert bot(worlds=300 if COMPILED else 20).choose(race.view(0)) == "R3"


def test_a_single_legal_action_needs_no_search():
    race = table([["R9", "B2"], ["R2", "B3"], ["R8", "B4"]])
    race.act("R9")
    assert bot().choose(race.view(1)) == "R2"


@pytest.mark.parametrize("most", [20, 400] if not COMPILED else [20, 400, 2500, 8000])
def test_many_actions_share_the_playouts(most):
    """Twenty plays are to come, and nobody has shown yet that it does not take its time."""
    race = karacho.Race("stich-rallye", seats=4, seed=5)
    assert len(race.legal_actions()) == 5
    one = bot(f",playouts={most}", worlds=4000)
    assert one.choose(race.view(race.actors[0])) in race.legal_actions()
    shares = [most * WHOLE / 20 / slowness for slowness in SLOWNESS]
    assert any(share * 0.7 < one._trials[0].playouts <= share for share in shares)


def test_short_playouts_are_cheap_and_shrewd_drivers_are_dear():
    race = table([["R3", "R10"], ["R9", "B2"], ["R2", "B3"]], track=FLAT, round_number=3)
    state = read_position(race.position())[0]
    at_random, by_rule, shrewd = (affordable(state, 1000, kind) for kind in range(KINDS))
    assert at_random == 1000 * WHOLE // 6 > by_rule > shrewd
    assert affordable(read_position(race.position())[0], 10, ANYHOW) == 60


@pytest.mark.skipif(not COMPILED, reason="a champion takes minutes then")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_decision_of_a_champion_takes_much_longer_than_another(seats):
    most = int(resolve(load_game("stich-rallye"), parse_spec("champion")).settings["playouts"])
    race = karacho.Race("stich-rallye", seats=seats, seed=6)
    champion = karacho.make_bot("stich-rallye", "champion", 1)
    others = Random(3)
    while not race.over:
        if race.actors[0] == 0:
            position = read_position(race.position())[0]
            before = int(champion._trials[0].playouts)
            action = champion.choose(race.view(0))
            work = int(champion._trials[0].playouts) - before
            assert work <= affordable(position, most, ANYHOW)
        else:
            action = others.choice(race.legal_actions())
        events = race.act(action)
        champion.notice(race.redact(events, 0))


@pytest.mark.parametrize("settings", ["", ",forget=50,overlook=30,hurry=20,eager=20"])
@pytest.mark.parametrize("steps", [2, 11, 31])
def test_the_same_view_and_seed_give_the_same_choice_whatever_the_truth(settings, steps):
    race = karacho.Race("stich-rallye", seats=4, seed=5)
    told = [race.opening]
    for _ in range(steps):
        told.append(race.act(race.legal_actions()[-1]))
    seat = race.actors[0]
    chosen = set()
    for seed in range(8 if COMPILED else 3):
        other = karacho.resample(race.view(seat), seed=seed)
        one = bot(settings, seed=3)
        for events in told:
            one.notice(race.redact(events, seat))
        chosen.add(one.choose(other.view(seat)))
    assert len(chosen) == 1


def test_what_it_remembers_is_what_all_have_seen():
    race = karacho.Race("stich-rallye", seats=4, seed=8)
    bots = [bot(seed=seat, worlds=2) for seat in range(4)]
    events = race.opening
    while race.position()["round"] < 3:
        for seat, each in enumerate(bots):
            each.notice(race.redact(events, seat))
        seat = race.actors[0]
        action = bots[seat].choose(race.view(seat))
        mind = bots[seat]
        assert mind._public[0].hands.tolist() == [0] * 5
        assert mind._notes[0].count >= race.view(seat)["trick"].__len__() + len(race.view(seat)["played"])
        events = race.act(action, seat)


def test_the_same_seed_drives_the_same_race():
    one, two = (
        drive(
            karacho.Race("stich-rallye", seats=3, seed=4),
            [bot(",forget=20", seed, worlds=WORLDS // 6) for seed in (1, 2, 3)],
        )
        for _ in range(2)
    )
    assert one == two


PARITY = """
import json, karacho
race = karacho.Race("stich-rallye", seats=4, seed=12)
specs = ["search:worlds=3", "rule", "search:worlds=2,forget=20,overlook=10", "random"]
bots = [karacho.make_bot("stich-rallye", spec, seat) for seat, spec in enumerate(specs)]
events, actions = race.opening, []
while True:
    for seat, bot in enumerate(bots):
        bot.notice(race.redact(events, seat))
    if race.over:
        break
    seat = race.actors[0]
    actions.append(bots[seat].choose(race.view(seat)))
    events = race.act(actions[-1], seat)
print(json.dumps(actions))
"""


def test_it_drives_the_same_race_uncompiled():
    if not COMPILED:
        pytest.skip("the other half of the comparison")
    races = []
    for jit in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", PARITY],
            env={**os.environ, "KARACHO_JIT": jit},
            capture_output=True,
            check=True,
        )
        races.append(json.loads(done.stdout))
    assert races[0] == races[1]
    assert len(races[0]) > 60


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("track", ["volcano", "beach", {"spaces": 20, "downhill": [[8, 10]], "uphill": []}])
def test_it_drives_whole_races_with_any_number_of_seats(seats, track):
    race = karacho.Race("stich-rallye", seats=seats, seed=2, track=track)
    drive(race, [bot(seed=seat, worlds=4 if COMPILED else 1) for seat in range(seats)])
    assert race.over


def test_who_comes_late_can_still_choose():
    race = karacho.Race("stich-rallye", seats=4, seed=6)
    late = bot()
    for step in range(60):
        seat = race.actors[0]
        view = race.view(seat)
        action = late.choose(view) if seat == 2 and step > 30 else race.legal_actions()[0]
        assert action in view["legal_actions"]
        late.notice(race.redact(race.act(action), 2))


def test_the_clock_can_decide_how_long_it_thinks():
    race = karacho.Race("stich-rallye", seats=4, seed=6)
    seat = race.actors[0]
    choice = karacho.make_bot("stich-rallye", "search:worlds=2,time=0.01", 1).choose(race.view(seat))
    assert choice in race.legal_actions()


@pytest.mark.skipif(not COMPILED, reason="a look at a time is long then")
def test_with_the_clock_a_decision_fails_as_often_as_without():
    race = karacho.Race("stich-rallye", seats=4, seed=6)
    view = race.view(race.actors[0])

    def ends_early(seed, settings, seconds=0.02):
        one = karacho.make_bot("stich-rallye", f"search:worlds=60,time={seconds},{settings}", seed)
        began = time.perf_counter()
        one.choose(view)
        return time.perf_counter() - began < seconds

    ends_early(0, "hurry=0")  # loads the machine code
    for failing in ("hurry", "eager"):
        assert 1 <= sum(ends_early(seed, f"{failing}=10") for seed in range(40)) < 15
    assert sum(ends_early(seed, "overlook=40") for seed in range(40)) < 15
    assert all(ends_early(seed, "overlook=100") for seed in range(10))


def test_the_clock_can_decide_in_a_whole_race():
    race = karacho.Race("stich-rallye", seats=3, seed=3)
    drive(race, [karacho.make_bot("stich-rallye", "search:worlds=2,time=0.001", seat) for seat in range(3)])
    assert race.over


@pytest.mark.parametrize(
    "spec",
    [
        "search:worlds=0",
        "search:worlds=1000000",
        "search:time=0",
        "search:time=x",
        "search:forget=101",
        "search:forget=-1",
        "search:hurry=often",
        "search:flat,time=1",
        "search:flat,forget=10",
        "champion:depth=3",
    ],
)
def test_bad_settings_are_refused(spec):
    with pytest.raises(karacho.InvalidOption):
        karacho.make_bot("stich-rallye", spec)


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ([], ["B3", "G9", "R5"], "G9"),  # leading: the highest
        (["R6", "R9"], ["R2", "R10", "R12"], "R12"),  # higher than all of the color
        (["R6", "R9"], ["R2", "R8", "G13"], "R2"),  # it must follow and cannot win: the lowest
        (["R6", "R9"], ["B4", "G7"], "G7"),  # a new color takes it
        (["R6", "G9"], ["G5", "B2"], "B2"),
        (["R6", "G9"], ["G5", "G7"], "G5"),
    ],
)
def test_who_is_eager_takes_the_trick_at_any_price(trick, hand, card):
    rest = iter(["B5", "B6", "B7", "B8", "B9", "B10", "B11", "B12", "B13"])
    hands = [[played] for played in trick] + [hand] + [[] for _ in range(3 - len(trick))]
    race = table([each + [next(rest) for _ in range(len(hand) - len(each))] for each in hands], flag=0, track=FLAT)
    for played in trick:
        race.act(played)
    assert bot(",eager=100").choose(race.view(len(trick))) == card


def test_who_is_eager_never_keeps_the_motor():
    race = table([["R9", "G2"], ["R2", "G3"], ["R8", "G4"]], motors=[1, 0, 0], track=FLAT)
    for card in ("R9", "R2", "R8"):
        race.act(card)
    assert bot(",eager=100").choose(race.view(0)) == "turbo"


def test_it_beats_the_rules_of_thumb():
    races = 40 if COMPILED else 1
    wins = 0
    for index in range(races):
        race = karacho.Race("stich-rallye", seats=4, seed=karacho.race_seed(7, index))
        bots = [karacho.make_bot("stich-rallye", "rule", 1) for _ in range(4)]
        bots[index % 4] = bot(worlds=100 if COMPILED else 1)
        drive(race, bots)
        wins += race.winner == index % 4
    assert wins >= 0.3 * races - 1, "fair would be a quarter"
