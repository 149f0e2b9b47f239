"""How the others are expected to drive: along the plan as well, but by rules of thumb where it comes to swaps.

They choose their way as if every tile known not to fit could be swapped, and if it may not be swapped just then they
drive onto it all the same. They leave tiles alone that they do not know.
"""

from karacho.bots.rally_run.driving import any_swap, as_it_lies, best_exit, best_way, find_other
from karacho.bots.rally_run.mind import BEYOND, SIDES, Mind, target_number
from karacho.bots.rally_run.plan import FAR, ahead_after_swap, look_ahead, passing
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.rally_run.components import CELLS, PIT_CELL, UNKNOWN
from karacho.games.rally_run.driving import sides_to_drive
from karacho.games.rally_run.state import TURN, State, is_swappable
from karacho.games.rally_run.swapping import swap_action
from karacho.games.rally_run.tiles import ways_for_revealed

RELUCTANCE = 0.4  # turns more, for which a swap is counted when a way is chosen


@rule
def expect(state: State, seat: int, plan: Ints, knows: Ints, rested: bool, mind: Mind) -> int:
    """What another driver will do; `rested`: it may swap. The turns it has left then are kept in `mind.left`."""
    target = target_number(state, seat)
    if state.phase == TURN:
        return best_way(plan, target, int(state.revealed), ways_for_revealed(state), mind.ahead)
    place = int(state.cars[seat])
    sides = sides_to_drive(state, seat)
    best, best_hope, best_left = -1, 2 * FAR, 2 * FAR
    exit_side, best_swap = -1, 2 * FAR
    for side in range(SIDES):
        if sides >> side & 1 == 0:
            continue
        end = int(BEYOND[place, side])
        left, swap, leads = 1.0 + plan[target, end, side ^ 2], 2 * FAR, -1
        if end < CELLS and end != PIT_CELL:
            if state.sides[end] != 0:
                left = 1.0 + as_it_lies(plan, target, end, int(state.sides[end]))
            else:
                least = look_ahead(plan, target, end, mind.ahead)
                kind = int(state.tiles[end]) if knows[end] else UNKNOWN
                left = 1.0 + passing(mind.ahead, least, kind, side ^ 2, mind.shares)
                if knows[end]:
                    swap = 2.0 + passing(mind.ahead, least, UNKNOWN, side ^ 2, mind.shares)
                    fitting = 2.0 + ahead_after_swap(mind.ahead, side ^ 2, mind.supply)
                    if fitting <= swap:
                        swap, leads = fitting, best_exit(mind.ahead, side ^ 2, mind.supply)
        hope = min(left, swap + RELUCTANCE)
        if hope < best_hope:
            best, best_hope, best_left = side, hope, left
            exit_side, best_swap = leads, swap
    mind.left[seat] = best_left
    if best < 0:
        return any_swap(state)
    cell = int(BEYOND[place, best])
    if rested and best_swap + RELUCTANCE < best_left and is_swappable(state, cell):
        other = find_other(state, cell, best ^ 2, exit_side, knows)
        if other >= 0:
            mind.left[seat] = best_swap
            return swap_action(cell, other)
    return 1 << best
