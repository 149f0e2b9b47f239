"""How the own car drives in a playout: along the plan, swapping a tile that does not fit for one known to fit.

The plan of the root is kept up to date only where something happens: what is seen corrects the place itself, and
whoever comes back to it finds the corrected number. That is enough to find a way out of every corner.
"""

from karacho.bots.rally_run.mind import BEYOND, SIDES, TARGETS, Mind, target_number
from karacho.bots.rally_run.plan import FAR, ahead_after_swap, improve, look_ahead, passing
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.rally_run.components import CELLS, DEAD_END, NOWHERE, PIT_CELL, UNKNOWN
from karacho.games.rally_run.driving import sides_to_drive
from karacho.games.rally_run.pit import grid_distance
from karacho.games.rally_run.state import TURN, State, is_swappable
from karacho.games.rally_run.swapping import swap_action
from karacho.games.rally_run.thumb import fits
from karacho.games.rally_run.tiles import ways_for_revealed

BLIND = 0.15  # turns that a swap must save before a tile is swapped that may fit for all one knows
SECOND = 0.06  # of the second exit's turns, when a tile is laid


@rule
def choose_along(state: State, seat: int, plan: Ints, knows: Ints, rested: bool, mind: Mind) -> int:
    """What a driver with this plan does; `rested`: it may swap. The turns it has left then are kept in `mind.left`."""
    target = target_number(state, seat)
    if state.phase == TURN:
        return best_way(plan, target, int(state.revealed), ways_for_revealed(state), mind.ahead)
    place = int(state.cars[seat])
    sides = sides_to_drive(state, seat)
    best, best_left = 0, 2 * FAR
    swap_side, swap_exit, swap_left = -1, 0, 2 * FAR
    for side in range(SIDES):
        if sides >> side & 1 == 0:
            continue
        end = int(BEYOND[place, side])
        left = 1.0 + plan[target, end, side ^ 2]
        if end < CELLS and state.sides[end] != 0 and end != PIT_CELL:
            left = 1.0 + as_it_lies(plan, target, end, int(state.sides[end]))
        elif end < CELLS and end != PIT_CELL:
            least = look_ahead(plan, target, end, mind.ahead)
            kind = int(state.tiles[end]) if knows[end] else UNKNOWN
            left = 1.0 + passing(mind.ahead, least, kind, side ^ 2, mind.shares)
            if rested and is_swappable(state, end):
                fitting = ahead_after_swap(mind.ahead, side ^ 2, mind.supply) + (2.0 if knows[end] else 2.0 + BLIND)
                if fitting < swap_left:
                    swap_side, swap_exit, swap_left = side, best_exit(mind.ahead, side ^ 2, mind.supply), fitting
                if knows[end]:
                    unseen = 2.0 + passing(mind.ahead, least, UNKNOWN, side ^ 2, mind.shares)
                    if unseen < swap_left:
                        swap_side, swap_exit, swap_left = side, -1, unseen
        if left < best_left:
            best, best_left = 1 << side, left
    mind.left[seat] = best_left
    if swap_side >= 0 and swap_left < best_left:
        cell = int(BEYOND[place, swap_side])
        other = find_other(state, cell, swap_side ^ 2, swap_exit, knows)
        if other >= 0:
            mind.left[seat] = swap_left
            return swap_action(cell, other)
    return best if best != 0 else any_swap(state)


@rule
def as_it_lies(plan: Ints, target: int, cell: int, sides: int) -> float:
    """The turns left on a tile that another car keeps open."""
    left = FAR
    for side in range(SIDES):
        if sides >> side & 1 and BEYOND[cell, side] != NOWHERE:
            left = min(left, 1.0 + plan[target, BEYOND[cell, side], side ^ 2])
    return left


@rule
def best_exit(ahead: Ints, entrance: int, supply: Ints) -> int:
    """The side with the fewest turns left to which a tile can be brought that leads there."""
    best = (entrance + 1) & 3
    if ahead[(entrance + 3) & 3] < ahead[best]:
        best = (entrance + 3) & 3
    if supply[0] and (not supply[1] or ahead[entrance ^ 2] <= ahead[best]):
        best = entrance ^ 2
    return best


@rule
def best_way(plan: Ints, target: int, cell: int, ways: int, ahead: Ints) -> int:
    """The way to lie with the best way on; of equals the one with the better second exit."""
    look_ahead(plan, target, cell, ahead)
    best, best_left = 0, 4 * FAR
    for way in range(1, 16):
        if ways >> way & 1:
            first, second = FAR, FAR
            for side in range(SIDES):
                if way >> side & 1:
                    left = ahead[side]
                    second = min(second, max(first, left))
                    first = min(first, left)
            if first + SECOND * second < best_left:
                best, best_left = way, first + SECOND * second
    return best


@rule
def find_other(state: State, cell: int, entrance: int, exit_side: int, knows: Ints) -> int:
    """The farthest cell with a tile known to fit, or an unknown one if no exit is named; −1: there is none."""
    best, best_distance = -1, 0
    for other in range(CELLS):
        distance = grid_distance(cell, other)
        if distance <= best_distance or not is_swappable(state, other):
            continue
        if exit_side < 0:
            wanted = not knows[other]
        else:
            wanted = bool(knows[other]) and fits(int(state.tiles[other]), 1 << entrance, 1 << exit_side)
        if wanted:
            best, best_distance = other, distance
    return best


@rule
def any_swap(state: State) -> int:
    """A car that cannot drive swaps: the first two tiles there are."""
    first = -1
    for cell in range(CELLS):
        if is_swappable(state, cell):
            if first >= 0:
                return swap_action(first, cell)
            first = cell
    return 0


@rule
def correct(state: State, cell: int, mind: Mind) -> None:
    """What is known of a cell has changed: all plans of a playout hear of it."""
    kind = int(state.tiles[cell]) if mind.learnt[cell] else UNKNOWN
    for target in range(TARGETS):
        improve(mind.guess, target, cell, kind, mind.ahead, mind.shares, mind.supply)


@rule
def correct_here(state: State, seat: int, mind: Mind) -> None:
    """Whoever comes back finds the corrected number."""
    place = int(state.cars[seat])
    kind = int(state.tiles[place]) if place < CELLS else DEAD_END
    improve(mind.guess, target_number(state, seat), place, kind, mind.ahead, mind.shares, mind.supply)
