"""The search for programs and ways to slide: what it finds, and that it sees only a view."""

import json
import os
import subprocess
import sys

import pytest

import karacho
from karacho.core.jit import COMPILED
from tests.games.tiny_turbo_cars.tables import OPEN, car, controller, race

GAME = "tiny-turbo-cars"
SMALL = "search:slides=6,plans=10,finalists=8,worlds=4,looks=12" if COMPILED else "search:slides=2,plans=2,looks=1"
SLIDES = ("U", "D", "L", "R")


def bot(spec=SMALL, seed=1):
    return karacho.make_bot(GAME, spec, seed)


def program(table, driver, seat):
    """Let the bot slide until it is done; the slides it made."""
    slides = []
    while seat in table.actors and table.position()["phase"] == "program":
        action = driver.choose(table.view(seat))
        table.act(action, seat)
        if action == "done":
            break
        slides.append(action)
    return slides


def drive_on(table, bots):
    while not table.over:
        seat = table.actors[-1]
        table.act(bots[seat].choose(table.view(seat)), seat)


# What it finds.
def test_it_crosses_the_line_when_it_can():
    # As it lies there the program drives four rows; seven are needed, and one more slide brings the F2 in.
    text = "B1 M L1 L2  F1 J - _  F1 R1 b .  T R2 + F2"
    table = race([car("brick-gang", 5, 3), car("sonic-fish", 1, 1)], [text, text], finish_row=11)
    assert program(table, bot(), 0)
    table.act("done", 1)
    while not table.over:
        table.act(table.legal_actions()[0])
    assert table.winner == 0


def test_a_good_program_is_left_as_it_is():
    text = controller("F2 L2 R2 J + T F1 F1")
    table = race([car("brick-gang", 1, 3), car("sonic-fish", 1, 1)], [text, text], finish_row=12)
    assert program(table, bot(), 0) == [], "it crosses the line at once, and nobody is quicker"


def test_it_does_not_drive_into_a_wall_that_it_sees():
    track = [*OPEN[:3], "..#..", *OPEN]
    text = controller("F2 b _ F1 F1 B1 - .")
    table = race([car("brick-gang", 3, 3), car("sonic-fish", 1, 1)], [text, text], track=track)
    driver = bot("search:slides=10,plans=60,worlds=4,looks=12" if COMPILED else "search:slides=3,plans=9,looks=1")
    before = table.position()["cars"][0]["row"]
    program(table, driver, 0)
    table.act("done", 1)
    drive_on_to_next_round(table)
    assert table.position()["cars"][0]["row"] > before


def drive_on_to_next_round(table):
    while not table.over and table.position()["phase"] in ("fly", "shield"):
        table.act(table.legal_actions()[-1])


def test_it_flies_and_shields_with_all_programs_open():
    still = controller("_ b B1 F1 - F1 . +")
    track = [*OPEN[:4], "..o..", *OPEN]
    for row, expected in (("..o..", "keep"), (".....", "shield")):
        track[4] = row
        cars = [car("brick-gang", 4, 3, batteries=1, shields=1), car("dogtor", 12, 5)]
        table = race(cars, [still, still], track=track)
        table.act("done", 0)
        table.act("done", 1)
        assert table.position()["phase"] == "shield"
        assert bot().choose(table.view(0)) == expected


# A plan.
def test_a_plan_is_followed_slide_by_slide():
    from karacho.server.drivers import choose

    table = karacho.Race(GAME, seats=3, seed=8, draft="random")
    while table.position()["phase"] != "program":
        table.act(table.legal_actions()[0])
    view = table.view(1)
    planned = choose(GAME, SMALL, 1, [], view, 5)
    assert planned[-1] == "done"
    assert set(planned[:-1]) <= set(SLIDES)
    assert [*program(table, bot(seed=5), 1), "done"] == planned


def test_a_disturbed_plan_is_made_anew():
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)])
    driver = bot()
    first = driver.choose(table.view(0))
    other = next(slide for slide in table.legal_actions(0) if slide not in (first, "done"))
    table.act(other, 0)
    assert driver.choose(table.view(0)) in table.legal_actions(0)


@pytest.mark.parametrize("slides", [0, 1, 3])
def test_it_keeps_to_its_slides(slides):
    for seed in range(3):
        table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)])
        assert len(program(table, bot(f"search:slides={slides},plans=5,worlds=1,looks=1", seed), 0)) <= slides
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)], slides=[30, 0])
    assert bot("search:slides=30,plans=5,worlds=0,looks=1").choose(table.view(0)) == "done"


def test_a_budget_of_seconds_gives_a_plan_too():
    table = race([car("dogtor", 3, 3), car("brick-gang", 3, 1)])
    slides = 30 if COMPILED else 1
    assert bot(f"search:slides={slides},worlds=1,looks=1,time=0.01").choose(table.view(0)) in table.legal_actions(0)


# Every phase, every option.
OPTIONS = [
    {},
    {"draft": "random", "mode": "relaxed", "edition": "en"},
    {"draft": "random", "same_scramble": True, "length": 4},
    {"draft": "random", "play_on": True, "round_limit": 5},
    {"mode": "relaxed", "play_on": True, "same_scramble": True, "edition": "en", "draft": "random"},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("spec", [SMALL, "learner:plans=4,looks=4,slides=2"])
def test_whole_races_in_every_way(options, spec):
    phases = set()
    for seats in range(2, 5) if COMPILED else (2,):
        for seed in range(3) if COMPILED else (1,):
            table = karacho.Race(GAME, seats=seats, seed=seed, **(options if COMPILED else {"round_limit": 1}))
            bots = [bot(spec, seat) for seat in range(seats)]
            turn = 0
            while not table.over:
                phases.add(table.position()["phase"])
                seat = table.actors[turn % len(table.actors)]
                table.act(bots[seat].choose(table.view(seat)), seat)  # raises if it is not allowed
                turn += 1
    assert {"grid", "program"} <= phases
    if COMPILED:
        assert "shield" in phases


# Only what its seat sees, and the same again.
@pytest.mark.parametrize("mode", ["realtime", "relaxed"])
@pytest.mark.parametrize("same_scramble", [False, True])
@pytest.mark.parametrize("spec", [SMALL, "learner:plans=4,looks=4", "racer:plans=4,looks=4,slides=4"])
def test_no_peeking(mode, same_scramble, spec):
    """Whatever the others have on their controllers and however often they have slid: the same view, the same plan."""
    table = karacho.Race(GAME, seats=4, seed=3, mode=mode, same_scramble=same_scramble)
    helpers = [bot(SMALL, seat) for seat in range(4)]
    for turn in range(30 if COMPILED else 12):
        if table.over:
            break
        seat = table.actors[turn % len(table.actors)]
        view = table.view(seat)
        plans = set()
        for seed in range(3):
            world = karacho.resample(view, seed=seed)
            plans.add(bot(spec, 7).choose(world.view(seat)))
        plans.add(bot(spec, 7).choose(view))
        assert len(plans) == 1
        table.act(helpers[seat].choose(view), seat)


def test_others_slides_and_pieces_do_not_change_a_plan():
    cars = [car("dogtor", 3, 3), car("brick-gang", 3, 1), car("sonic-fish", 2, 2)]
    own = "F1 M L1 L2  R1 R2 J T  + F1 - B1  _ F2 b ."
    plans = set()
    for theirs in ("F2 L2 R2 J + T F1 F1", "B1 _ - b M L1 R1 F1"):
        for slides in (0, 9):
            table = race(cars, [own, controller(theirs), controller(theirs)], slides=[0, slides, slides])
            plans.add(tuple(program(table, bot(), 0)))
    assert len(plans) == 1


def test_the_same_seed_gives_the_same_race():
    def actions(seed):
        table = karacho.Race(GAME, seats=2, seed=4, round_limit=2 if COMPILED else 1)
        bots = [bot(SMALL, seed + seat) for seat in range(2)]
        done = []
        while not table.over:
            seat = table.actors[0]
            done.append(bots[seat].choose(table.view(seat)))
            table.act(done[-1], seat)
        return done

    assert actions(1) == actions(1)


PARITY = """
import json, karacho
table = karacho.Race("tiny-turbo-cars", seats=2, seed=4, round_limit=1, draft="random")
spec = "search:slides=4,plans=3,finalists=4,worlds=2,looks=2,overlook=20,dry"
bots = [karacho.make_bot("tiny-turbo-cars", spec, seat) for seat in range(2)]
done = []
while not table.over:
    seat = table.actors[0]
    done.append(bots[seat].choose(table.view(seat)))
    table.act(done[-1], seat)
print(json.dumps(done))
"""


def test_it_plays_the_same_uncompiled():
    if not COMPILED:
        pytest.skip("the other half of the comparison")
    races = []
    for jit in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", PARITY], env={**os.environ, "KARACHO_JIT": jit}, capture_output=True, check=True
        )
        races.append(json.loads(done.stdout))
    assert races[0] == races[1]
    assert len(races[0]) > 4


# Settings.
@pytest.mark.parametrize(
    "spec",
    [
        "search:slides=60",
        "search:plans=0",
        "search:plans=x",
        "search:finalists=0",
        "search:worlds=401",
        "search:sight=9",
        "search:overlook=101",
        "search:dry=maybe",
        "search:content=-1",
        "search:content=nan",
        "search:time=61",
        "search:depth=3",
        "champion:flat",
    ],
)
def test_bad_settings_are_refused(spec):
    with pytest.raises(karacho.InvalidOption):
        karacho.make_bot(GAME, spec)


def test_a_refusal_names_the_settings():
    with pytest.raises(karacho.InvalidOption, match="slides, near, plans, finalists, worlds"):
        karacho.make_bot(GAME, "search:depth=3")
