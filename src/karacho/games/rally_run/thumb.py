"""Opponents simple enough to run inside a simulation: `random`, and `rule` with its rules of thumb.

`random` tosses a coin between driving and swapping (if it can drive at all), then takes each such action with equal
chance; a revealed tile lies in each possible way with equal chance. Legal actions depend on open things only.

`rule` sees a view and remembers every tile it has seen (`memory.py`):

1. Plan the cheapest way to the pit, then to the goal, in hundredths of a turn: a known tile that fits costs nothing
   extra, an unknown one as much as it is likely not to fit, a known one that does not fit about a swap.
2. Drive along the plan, and lay a revealed tile so that the best way on lies open.
3. If the next tile is known not to fit, first swap it against one that is known to fit, or else an unknown one.
4. Never swap twice in a row; in a long race sometimes drive anywhere: so no two bots undo each other's swaps for ever.
"""

import numpy as np

from karacho.core.bits import count_bits, nth_bit
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.rally_run.components import (
    CELLS,
    DEAD_END,
    FIRST_CORNER,
    NOWHERE,
    PIT,
    PIT_CELL,
    PLACES,
    UNKNOWN,
    WEST,
)
from karacho.games.rally_run.driving import leads_to, sides_to_drive
from karacho.games.rally_run.memory import swaps_in_a_row
from karacho.games.rally_run.pit import grid_distance, target_of
from karacho.games.rally_run.state import TURN, State, is_swappable
from karacho.games.rally_run.swapping import swap_action
from karacho.games.rally_run.tiles import WAYS_OF_KIND, WAYS_WITH_SIDE, opposite, ways_for_revealed

RANDOM, RULE = 0, 1
POLICIES = {"random": RANDOM, "rule": RULE}

# Costs in hundredths of a turn.
STEP = 100
UNFIT = 170  # a known tile that must be swapped away first
BLIND = 190  # an unknown tile that turns out not to fit: on it and off again, more or less
BLOCKED = 150  # a tile held open by another car, which will drive on some time
FAR = 1_000_000

LONG_RACE = 15  # turns per seat, after which rule 4 shakes things up
SHAKE = 4  # one turn in so many


@entry
def choose(view: Box[State], seat: int, policy: int, memory: Ints, choices: Box[Rng], _quiet: Box[Log]) -> int:
    """The action of a policy."""
    if policy == RULE:
        return choose_rule(view[0], seat, memory, choices[0])
    return choose_random(view[0], seat, choices[0])


# random.
@rule
def choose_random(state: State, seat: int, rng: Rng) -> int:
    """First drive or swap, then which."""
    if state.phase == TURN:
        ways = ways_for_revealed(state)
        return nth_bit(ways, draw_below(rng, count_bits(ways)))
    sides = sides_to_drive(state, seat)
    if sides != 0 and draw_below(rng, 2) == 0:
        return choose_side(sides, rng)
    return choose_swap(state, rng)


@rule
def choose_side(sides: int, rng: Rng) -> int:
    """One of some sides, each equally likely."""
    return 1 << nth_bit(sides, draw_below(rng, count_bits(sides)))


@rule
def choose_swap(state: State, rng: Rng) -> int:
    """One of the allowed swaps, each equally likely: at least 18 cells are always free, so guessing is quick."""
    a = draw_below(rng, CELLS)
    while not is_swappable(state, a):
        a = draw_below(rng, CELLS)
    b = draw_below(rng, CELLS)
    while b == a or not is_swappable(state, b):
        b = draw_below(rng, CELLS)
    return swap_action(a, b)


# rule.
@rule
def choose_rule(view: State, seat: int, memory: Ints, rng: Rng) -> int:
    """The rules of thumb."""
    kinds = np.zeros(CELLS, np.int64)
    recall(view, memory, kinds)
    ways_on = np.zeros((PLACES, WEST + 1), np.int64)
    plan(view, seat, kinds, ways_on)
    if view.phase == TURN:
        return choose_way(view, ways_on)
    sides = sides_to_drive(view, seat)
    if sides == 0:
        return choose_swap(view, rng)
    side = best_side(int(view.cars[seat]), sides, ways_on)
    arrives = leads_to(int(view.cars[seat]), side) == target_of(view, seat)
    if not arrives and view.turns > LONG_RACE * view.seats and draw_below(rng, SHAKE) == 0:
        return choose_side(sides, rng)
    return swap_or_drive(view, seat, side, memory, kinds, ways_on)


@rule
def recall(view: State, memory: Ints, kinds: Ints) -> None:
    """What is known of every cell: what lies open, ghosts, and what was seen before."""
    for cell in range(CELLS):
        kinds[cell] = view.tiles[cell] if view.tiles[cell] != UNKNOWN else memory[cell]


@rule
def fits(kind: int, entrance: int, exit_side: int) -> bool:
    """Can a tile of this kind lie so that a car passes from one side to the other?"""
    return WAYS_OF_KIND[kind] & WAYS_WITH_SIDE[entrance] & WAYS_WITH_SIDE[exit_side] != 0


@rule
def misfits(view: State, kinds: Ints, straight: bool) -> int:
    """How many unseen tiles in a hundred do not let a car through straight on, or round a bend."""
    unseen = 0
    bad = 0
    for kind in range(1, PIT):
        left = int(view.mix[kind])
        for cell in range(CELLS):
            if kinds[cell] == kind:
                left -= 1
        left = max(left, 0)
        unseen += left
        if not fits(kind, 1, 4 if straight else 2):
            bad += left
    return 100 * bad // unseen if unseen > 0 else 0


@rule
def held_by_other(view: State, seat: int, cell: int) -> bool:
    """Does another car keep the tile open as it lies?"""
    held = False
    for other in range(view.seats):
        held = held or bool(other != seat and view.cars[other] == cell)
    return held


@rule
def passing_cost(kind: int, held_sides: int, entrance: int, exit_side: int, straight_cost: int, bend_cost: int) -> int:
    """What it costs to pass over a tile, beyond the step itself (rule 1). `held_sides`: 0 if it is ours to lay."""
    if held_sides != 0:
        through = entrance | exit_side
        return 0 if held_sides & through == through else BLOCKED
    if entrance == exit_side:
        return 0
    if kind == UNKNOWN:
        return straight_cost if exit_side == opposite(entrance) else bend_cost
    return 0 if fits(kind, entrance, exit_side) else UNFIT


@rule
def plan(view: State, seat: int, kinds: Ints, ways_on: Ints) -> None:
    """ways_on[place, side]: the cost from a place, entered from a side, to the target; repeated until it settles."""
    straight_cost = BLIND * misfits(view, kinds, True) // 100
    bend_cost = BLIND * misfits(view, kinds, False) // 100
    target = target_of(view, seat)
    for place in range(PLACES):
        for side in range(WEST + 1):
            ways_on[place, side] = 0 if place == target else FAR
    held = np.zeros(PLACES, np.int64)
    for place in range(PLACES):
        if place == PIT_CELL or place >= FIRST_CORNER or held_by_other(view, seat, place):
            held[place] = view.sides[place]
    settled = False
    while not settled:
        settled = True
        for place in range(PLACES):
            if place != target and improve(place, kinds, held, straight_cost, bend_cost, ways_on):
                settled = False


@rule
def improve(place: int, kinds: Ints, held: Ints, straight_cost: int, bend_cost: int, ways_on: Ints) -> bool:
    """Look one step on from a place; True if a cheaper way was found."""
    better = False
    kind = int(kinds[place]) if place < CELLS else PIT
    for out in range(4):
        exit_side = 1 << out
        end = leads_to(place, exit_side)
        if end == NOWHERE or ways_on[end, opposite(exit_side)] >= FAR:
            continue
        beyond = STEP + ways_on[end, opposite(exit_side)]
        for into in range(4):
            entrance = 1 << into
            cost = beyond + passing_cost(kind, int(held[place]), entrance, exit_side, straight_cost, bend_cost)
            if cost < ways_on[place, entrance]:
                ways_on[place, entrance] = cost
                better = True
    return better


@rule
def cost_through(place: int, side: int, ways_on: Ints) -> int:
    """The cost of leaving a place through a side; FAR if it leads nowhere."""
    end = leads_to(place, side)
    return FAR if end == NOWHERE else STEP + int(ways_on[end, opposite(side)])


@rule
def best_side(place: int, sides: int, ways_on: Ints) -> int:
    """The cheapest of some sides (rule 2)."""
    best = 0
    best_cost = 2 * FAR
    for i in range(4):
        side = 1 << i
        if sides & side and cost_through(place, side, ways_on) < best_cost:
            best_cost = cost_through(place, side, ways_on)
            best = side
    return best


@rule
def choose_way(view: State, ways_on: Ints) -> int:
    """The way to lie with the cheapest way on; of equals the one with the better second exit (rule 2)."""
    cell = int(view.revealed)
    ways = ways_for_revealed(view)
    best = 0
    best_cost = 10 * FAR
    for way in range(16):
        if ways >> way & 1 == 0:
            continue
        first = best_side(cell, way, ways_on)
        second = best_side(cell, way & ~first, ways_on)
        cost = cost_through(cell, first, ways_on) * 4
        if second != 0:
            cost += min(cost_through(cell, second, ways_on), FAR)
        if cost < best_cost:
            best_cost = cost
            best = way
    return best


@rule
def swap_or_drive(view: State, seat: int, side: int, memory: Ints, kinds: Ints, ways_on: Ints) -> int:
    """Drive, unless the tile ahead is known not to fit and there is a better one (rules 3 and 4)."""
    cell = leads_to(int(view.cars[seat]), side)
    if cell >= CELLS or not is_swappable(view, cell) or swaps_in_a_row(memory, seat) > 0:
        return side
    if kinds[cell] == UNKNOWN or cell == target_of(view, seat):
        return side
    entrance = opposite(side)
    exit_side = best_exit(cell, entrance, int(kinds[cell]), ways_on)
    if fits(int(kinds[cell]), entrance, exit_side):
        return side
    other = best_replacement(view, cell, entrance, exit_side, kinds)
    return swap_action(cell, other) if other >= 0 else side


@rule
def best_exit(cell: int, entrance: int, kind: int, ways_on: Ints) -> int:
    """The exit behind the planned cost of a known tile."""
    best = entrance
    best_cost = 2 * FAR
    for i in range(4):
        side = 1 << i
        cost = cost_through(cell, side, ways_on) + (0 if side == entrance or fits(kind, entrance, side) else UNFIT)
        if cost < best_cost:
            best_cost = cost
            best = side
    return best


@rule
def best_replacement(view: State, cell: int, entrance: int, exit_side: int, kinds: Ints) -> int:
    """A tile known to fit, else an unknown one; far away, where it is not needed next. −1: there is none."""
    best = -1
    best_score = 0
    for other in range(CELLS):
        if other == cell or not is_swappable(view, other) or kinds[other] == DEAD_END:
            continue
        score = grid_distance(cell, other)
        if kinds[other] != UNKNOWN:
            score = score + 100 if fits(int(kinds[other]), entrance, exit_side) else 0
        if score > best_score:
            best_score = score
            best = other
    return best
