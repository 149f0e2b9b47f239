"""How close the programs of Tiny Turbo Cars' search come to the best: `python -m benchmarks.programs 100`.

For each scramble the bot plans with few slides, as a champion does. Then every program within that many slides is found
by plain breadth-first sliding, and judged by the same value in the same imagined rounds as the bot's.
"""

import statistics
import sys

import numpy as np

import karacho
from karacho.bots.bot import read_view
from karacho.bots.making import resolve
from karacho.bots.spec import parse_spec
from karacho.bots.tiny_turbo_cars.choosing import look_along
from karacho.bots.tiny_turbo_cars.mind import read_mind
from karacho.bots.tiny_turbo_cars.planning import make_plan
from karacho.bots.tiny_turbo_cars.slate import clean_slate
from karacho.bots.tiny_turbo_cars.trying import judge_programs
from karacho.core.events import silent_log
from karacho.core.record import Box, Ints, duplicate, new
from karacho.core.rng import CHOICES, seeded
from karacho.games.tiny_turbo_cars.actions import DONE
from karacho.games.tiny_turbo_cars.components import GAP
from karacho.games.tiny_turbo_cars.controller import sliding_cell
from karacho.games.tiny_turbo_cars.game import GAME
from karacho.games.tiny_turbo_cars.state import State

SEATS = 4
SEED = 77
Controller = tuple[int, ...]


def main(scrambles: int, slides: int = 12, spec: str = "champion") -> None:
    shares, firsts = [], 0
    for index in range(scrambles):
        seen, seat = scramble(index)
        share = share_of_best(seen, seat, f"{spec}{',' if ':' in spec else ':'}slides={slides}", index)
        shares.append(share)
        firsts += share == 1.0
        if (index + 1) % 100 == 0:
            print(f"{index + 1} of {scrambles}: {statistics.mean(shares):.4f}", file=sys.stderr)
    mean, margin = statistics.mean(shares), 1.96 * statistics.pstdev(shares) / scrambles**0.5
    print(
        f"{spec} within {slides} slides: {mean:.4f} of the best value ({mean - margin:.4f} – {mean + margin:.4f}) over "
        f"{scrambles} scrambles (lowest {min(shares):.3f}; {firsts} times the very best)"
    )


def scramble(index: int) -> tuple[Box[State], int]:
    """The beginning of a round between rule bots: rounds 1 to 3 in turn, every seat in turn."""
    race = karacho.Race("tiny-turbo-cars", seats=SEATS, seed=karacho.race_seed(SEED, index))
    bots = [karacho.make_bot("tiny-turbo-cars", "rule", seat) for seat in range(SEATS)]
    wanted = 1 + index % 3
    while True:
        view = race.view(index % SEATS)
        if (view["phase"] == "program" and view["round"] == wanted) or race.over:
            break
        seat = race.actors[0]
        race.act(bots[seat].choose(race.view(seat)), seat)
    if race.over:  # a short race: another one
        return scramble(index + 100_000)
    return read_view(GAME, view)


def share_of_best(seen: Box[State], seat: int, spec: str, seed: int) -> float:
    """The value of the bot's program as a share of the best one's."""
    mind = read_mind(resolve(GAME, parse_spec(spec)))
    slate, tracks, rng, quiet = clean_slate(mind[0]), new(State), seeded(seed, CHOICES), silent_log()
    look_along(seen, seat, mind, tracks, rng, quiet)
    plan = np.zeros(64, np.int64)
    count = make_plan(duplicate(seen), seat, mind, slate, rng, quiet, plan)
    start = tuple(int(piece) for piece in seen[0].controllers[seat])
    chosen = after(start, plan[:count])
    reached = reachable(start, mind[0].slides)
    inners = np.array([*reached, program_of(chosen)], np.int64)
    needed = np.array([*reached.values(), count - 1], np.int64)
    worths = np.zeros(len(inners))
    judge_programs(inners, needed, seat, mind, tracks, slate[1], slate[2], quiet, worths)
    return float(worths[-1] / worths.max())


def after(controller: Controller, plan: Ints) -> Controller:
    for slide in plan:
        if slide != DONE:
            gap = controller.index(GAP)
            controller = moved(controller, gap, sliding_cell(gap, int(slide)))
    return controller


def moved(controller: Controller, gap: int, cell: int) -> Controller:
    pieces = list(controller)
    pieces[gap], pieces[cell] = pieces[cell], GAP
    return tuple(pieces)


def program_of(controller: Controller) -> int:
    """Lines 2 and 3, as the bot writes a program."""
    return sum(piece << 4 * place for place, piece in enumerate(controller[4:12]))


def reachable(start: Controller, slides: int) -> dict[int, int]:
    """Every program within so many slides, and how many it needs."""
    generation, known = {start}, {start}
    programs = {program_of(start): 0}
    for count in range(1, slides + 1):
        following = set()
        for controller in generation:
            gap = controller.index(GAP)
            for cell in (gap - 4, gap + 4, gap - 1 if gap % 4 else -1, gap + 1 if gap % 4 < 3 else -1):
                if 0 <= cell < 16:
                    following.add(moved(controller, gap, cell))
        generation = following - known
        known |= generation
        for controller in generation:
            programs.setdefault(program_of(controller), count)
    return programs


if __name__ == "__main__":
    _, how_many, *more = sys.argv
    main(int(how_many), int(more[0]) if more else 12, more[1] if len(more) > 1 else "champion")
