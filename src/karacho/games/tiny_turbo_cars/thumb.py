"""Opponents simple enough to run inside a simulation: `random`, and `rule` with its rules of thumb.

The rule bot sees a view, never the truth.

1. Draft: the strongest racecar left, from a fixed list. Grid: the front row, near the middle.
2. Programming: look three slides ahead; slide toward the best program found, if it is enough better than the present
   one, judged by driving it with all other cars standing still. Otherwise, or after many slides, say done.
3. A program is worth the rows it wins, and some batteries; lying down at the end is bad.
4. Fly to the lane with the clearest way ahead. Spend a shield when two spaces ahead are clear.
"""

import numpy as np

from karacho.core.bits import count_bits, nth_bit
from karacho.core.events import Log
from karacho.core.game import MOST_ACTIONS
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.actions import DONE, FLY_TO, KEEP_SHIELDS, PLACE, SLIDE_UP, SPEND_SHIELD, STAY
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import (
    BIRD_RACER,
    BRICK_GANG,
    CARPET,
    DIE_LINER,
    DOGTOR,
    EMPTY,
    GAP,
    GRIM_THRESHER,
    LANES,
    M1_FURRY,
    MOST_SEATS,
    SONIC_FISH,
    SPEEDER,
    TURBOTBOT,
)
from karacho.games.tiny_turbo_cars.controller import gap_cell, possible_slides, sliding_cell
from karacho.games.tiny_turbo_cars.refusals import list_actions, refusal
from karacho.games.tiny_turbo_cars.state import DRAFT, FLY, GRID, PROGRAM, State
from karacho.games.tiny_turbo_cars.terrain import other_car_at, terrain_at

RANDOM, RULE = 0, 1
POLICIES = {"random": RANDOM, "rule": RULE}

FAVOURITES = (TURBOTBOT, DIE_LINER, DOGTOR, GRIM_THRESHER, BRICK_GANG, BIRD_RACER, M1_FURRY, SONIC_FISH)
PATIENCE = 40  # slides in a round
ROW_WORTH, BATTERY_WORTH, FALL_COST, SLIDE_COST = 100, 25, 150, 12


@entry
def choose(view: Box[State], seat: int, policy: int, memory: Ints, choices: Box[Rng], quiet: Box[Log]) -> int:  # noqa: ARG001 the contract
    """The action of a policy; nothing needs to be remembered."""
    if policy == RULE:
        return choose_rule(view[0], seat, quiet[0])
    return choose_random(view[0], seat, np.zeros(MOST_ACTIONS, np.int16), choices[0])


@rule
def choose_random(state: State, seat: int, room: Ints, rng: Rng) -> int:
    """Every legal action is equally likely."""
    if state.phase == PROGRAM:  # by far the most frequent: every possible slide, and done behind them
        bits = possible_slides(gap_cell(state, seat)) | 1 << (DONE - SLIDE_UP)
        return SLIDE_UP + nth_bit(bits, draw_below(rng, count_bits(bits)))
    return int(room[draw_below(rng, list_actions(state, seat, room))])


@rule
def choose_rule(view: State, seat: int, quiet: Log) -> int:
    """The rules of thumb."""
    if view.phase == DRAFT:
        return choose_racecar(view, seat)
    if view.phase == GRID:
        return choose_space(view, seat)
    if view.phase == PROGRAM:
        return choose_slide(view, seat, quiet)
    if view.phase == FLY:
        return choose_lane(view, seat)
    clear = clear_ahead(view, seat, int(view.lanes[seat]))
    return SPEND_SHIELD if clear >= 2 else KEEP_SHIELDS


@rule
def choose_racecar(view: State, seat: int) -> int:
    """The favourite that is left."""
    for racecar in FAVOURITES:
        if refusal(view, seat, racecar) == 0:
            return racecar
    return FAVOURITES[0]


@rule
def choose_space(view: State, seat: int) -> int:
    """The front of the grid, near the middle."""
    best, best_score = PLACE, -1000
    for space in range(int(view.map_rows) * LANES):
        if refusal(view, seat, PLACE + space) == 0:
            score = 10 * (space // LANES) - abs(space % LANES - LANES // 2)
            if score > best_score:
                best, best_score = PLACE + space, score
    return best


@rule
def choose_slide(view: State, seat: int, quiet: Log) -> int:
    """The first slide toward the best program within reach, or done."""
    if view.slides[seat] >= PATIENCE:
        return DONE
    saved = np.empty((5, MOST_SEATS), np.int16)
    best = program_worth(view, seat, saved, quiet)
    choice = DONE
    for first in range(SLIDE_UP, DONE):
        worth = best_after(view, seat, first, 1, saved, quiet)
        if worth > best:
            best, choice = worth, first
    return choice


@rule
def best_after(view: State, seat: int, first: int, depth: int, saved: Ints, quiet: Log) -> int:
    """The worth of the best program within some slides that begin with this one, less what the slides cost."""
    gap = gap_cell(view, seat)
    cell = sliding_cell(gap, first)
    if cell < 0:
        return -1000000
    move_piece(view, seat, cell, gap)
    best = program_worth(view, seat, saved, quiet) - SLIDE_COST * depth
    for second in range(SLIDE_UP, DONE):
        target = sliding_cell(cell, second)
        if target < 0 or target == gap:  # sliding back leads nowhere
            continue
        move_piece(view, seat, target, cell)
        best = max(best, program_worth(view, seat, saved, quiet) - SLIDE_COST * (depth + 1))
        for third in range(SLIDE_UP, DONE):
            last = sliding_cell(target, third)
            if last >= 0 and last != cell:
                move_piece(view, seat, last, target)
                best = max(best, program_worth(view, seat, saved, quiet) - SLIDE_COST * (depth + 2))
                move_piece(view, seat, target, last)
        move_piece(view, seat, cell, target)
    move_piece(view, seat, gap, cell)
    return best


@rule
def move_piece(view: State, seat: int, cell: int, gap: int) -> None:
    """The piece of a cell into the gap."""
    view.controllers[seat, gap] = view.controllers[seat, cell]
    view.controllers[seat, cell] = GAP


@rule
def program_worth(view: State, seat: int, saved: Ints, quiet: Log) -> int:
    """Drive the program with all others standing still, judge, and put everything back."""
    keep_cars(view, saved)
    run_program(view, seat, quiet)
    worth = ROW_WORTH * int(view.rows[seat]) + BATTERY_WORTH * int(view.batteries[seat])
    if view.lying[seat]:
        worth -= FALL_COST
    if terrain_at(view, int(view.rows[seat]), int(view.lanes[seat])) == CARPET:
        worth -= ROW_WORTH // 4
    restore_cars(view, saved)
    view.slippery = 0
    return worth


@rule
def keep_cars(view: State, saved: Ints) -> None:
    """Remember what driving can change."""
    for seat in range(view.seats):
        saved[0, seat] = view.rows[seat]
        saved[1, seat] = view.lanes[seat]
        saved[2, seat] = view.batteries[seat]
        saved[3, seat] = view.shields[seat]
        saved[4, seat] = view.lying[seat]


@rule
def restore_cars(view: State, saved: Ints) -> None:
    """Put everything back."""
    for seat in range(view.seats):
        view.rows[seat] = saved[0, seat]
        view.lanes[seat] = saved[1, seat]
        view.batteries[seat] = saved[2, seat]
        view.shields[seat] = saved[3, seat]
        view.lying[seat] = saved[4, seat]


@rule
def choose_lane(view: State, seat: int) -> int:
    """The lane with the clearest way ahead, this one included."""
    choice = STAY
    best = clear_ahead(view, seat, int(view.lanes[seat]))
    for lane in range(1, LANES + 1):
        if refusal(view, seat, FLY_TO + lane - 1) == 0:
            clear = clear_ahead(view, seat, lane)
            if clear > best:
                choice, best = FLY_TO + lane - 1, clear
    return choice


@rule
def clear_ahead(view: State, seat: int, lane: int) -> int:
    """How many of the next four spaces can be driven before something bad."""
    row = int(view.rows[seat])
    for ahead in range(1, 5):
        terrain = terrain_at(view, row + ahead, lane)
        if terrain not in (EMPTY, SPEEDER, CARPET) or other_car_at(view, seat, row + ahead, lane) >= 0:
            return ahead - 1
    return 4
