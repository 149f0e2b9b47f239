"""Ways to slide: with room enough every arrangement is found, and the best program of them all."""

import numpy as np
import pytest
from benchmarks.programs import after, program_of, reachable, scramble, share_of_best

import karacho
from karacho.bots.spec import parse_spec
from karacho.bots.tiny_turbo_cars.choosing import look_along
from karacho.bots.tiny_turbo_cars.mind import read_mind
from karacho.bots.tiny_turbo_cars.planning import make_plan
from karacho.bots.tiny_turbo_cars.slate import clean_slate
from karacho.bots.tiny_turbo_cars.sliding import ARRANGEMENT, DEPTH, PROGRAM
from karacho.core.events import silent_log
from karacho.core.jit import COMPILED
from karacho.core.record import new
from karacho.core.rng import CHOICES, seeded
from karacho.games.tiny_turbo_cars.state import State

SLIDES = 8 if COMPILED else 2


def explored(spec, seen, seat):
    mind = read_mind(parse_spec(spec))
    slate, quiet, rng = clean_slate(mind[0]), silent_log(), seeded(1, CHOICES)
    look_along(seen, seat, mind, new(State), rng, quiet)
    plan = np.zeros(64, np.int64)
    count = make_plan(seen, seat, mind, slate, rng, quiet, plan)
    arrangements, _, programs, _, counts = slate[3]
    found = {int(programs[PROGRAM, i]): int(arrangements[DEPTH, programs[ARRANGEMENT, i]]) for i in range(counts[1])}
    return found, [int(action) for action in plan[:count]]


@pytest.mark.parametrize("index", range(3))
def test_with_room_for_all_every_program_is_found_with_the_fewest_slides(index):
    seen, seat = scramble(index)
    start = tuple(int(piece) for piece in seen[0].controllers[seat])
    found, _ = explored(f"search:slides={SLIDES},plans=20000,worlds=0,looks=1", seen, seat)
    assert found == reachable(start, SLIDES)


def test_nearby_nothing_is_left_out_however_few_are_followed_up_beyond():
    seen, seat = scramble(1)
    start = tuple(int(piece) for piece in seen[0].controllers[seat])
    near = SLIDES - 1
    found, _ = explored(f"search:slides={SLIDES},near={near},plans=1,worlds=0,looks=1", seen, seat)
    assert {program: slides for program, slides in found.items() if slides <= near} == reachable(start, near)
    assert len(found) < len(reachable(start, SLIDES))


def test_with_less_room_programs_need_no_fewer_slides_and_the_plan_leads_to_one():
    seen, seat = scramble(1)
    start = tuple(int(piece) for piece in seen[0].controllers[seat])
    found, plan = explored(f"search:slides={SLIDES},plans=15,worlds=0,looks=1", seen, seat)
    truth = reachable(start, SLIDES)
    assert all(slides >= truth[program] for program, slides in found.items())
    assert found[program_of(after(start, plan))] == len(plan) - 1


def test_the_chosen_program_is_close_to_the_best_within_few_slides():
    spec = f"search:slides={SLIDES},plans=100,finalists=60,worlds=12,looks=24"
    if not COMPILED:
        spec = "search:slides=2,plans=9,finalists=9,worlds=1,looks=1"
    shares = [share_of_best(*scramble(index), spec, index) for index in range(12 if COMPILED else 1)]
    assert sum(shares) / len(shares) >= 0.97


def test_looking_leaves_no_trace_in_the_view():
    seen, seat = scramble(2)
    before = bytes(np.asarray(seen).tobytes())
    explored("search:slides=3,plans=5,worlds=2,looks=1", seen, seat)
    assert np.asarray(seen).tobytes() == before


def test_the_reference_slides_by_the_rules():
    race = karacho.Race("tiny-turbo-cars", seats=2, seed=1, draft="random")
    while race.position()["phase"] != "program":
        race.act(race.legal_actions()[0])
    from karacho.bots.bot import read_view
    from karacho.games.tiny_turbo_cars.game import GAME

    seen, _ = read_view(GAME, race.view(0))
    start = tuple(int(piece) for piece in seen[0].controllers[0])
    one = {program_of(start)}
    for slide in race.legal_actions(0):
        if slide != "done":
            fork = race.copy()
            fork.act(slide, 0)
            then, _ = read_view(GAME, fork.view(0))
            one.add(program_of(tuple(int(piece) for piece in then[0].controllers[0])))
    assert set(reachable(start, 1)) == one
