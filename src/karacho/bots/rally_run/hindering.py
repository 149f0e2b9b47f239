"""Holding up another car: the tile ahead of it is swapped for one that does not let it through."""

from karacho.bots.rally_run.mind import BEYOND, Mind
from karacho.bots.rally_run.rivals import expect
from karacho.core.bits import lowest_bit
from karacho.core.jit import rule
from karacho.games.rally_run.actions import FIRST_SWAP
from karacho.games.rally_run.components import CELLS
from karacho.games.rally_run.pit import has_canister
from karacho.games.rally_run.state import State, is_swappable
from karacho.games.rally_run.swapping import swap_action

NEAR = 3.5  # turns: a car that has more left is not held up yet


@rule
def most_dangerous(state: State, seat: int, mind: Mind) -> int:
    """The other car that has the fewest turns left to its goal, as it saw it in its last turn; −1: none is near."""
    rival, least = -1, NEAR
    for other in range(state.seats):
        if other != seat and not mind.parked[other] and has_canister(state, other) and mind.expected[other] < least:
            rival, least = other, float(mind.expected[other])
    return rival


@rule
def hinder(state: State, seat: int, rival: int, mind: Mind) -> int:
    """The swap that costs a rival the most turns, or 0; `mind.left` and `mind.hindered`: its turns before and after."""
    free = mind.rested[rival] == 0
    action = expect(state, rival, mind.guess, mind.learnt, free, mind)
    before = float(mind.left[rival])
    mind.hindered = before
    if action >= FIRST_SWAP:
        return 0
    cell = int(BEYOND[int(state.cars[rival]), lowest_bit(action)])
    if cell >= CELLS or not is_swappable(state, cell):
        return 0
    a, b = state.swapped_a, state.swapped_b
    best, tried = 0, 0
    for other in range(CELLS):
        kind = int(state.tiles[other])
        if other == cell or not mind.learnt[other] or tried >> kind & 1 or not is_swappable(state, other):
            continue
        tried |= 1 << kind
        exchange_tiles(state, cell, other, mind)
        if (seat + 1) % int(state.seats) == rival:
            state.swapped_a, state.swapped_b = cell, other
        else:
            state.swapped_a, state.swapped_b = -1, -1
        expect(state, rival, mind.guess, mind.learnt, free, mind)
        if mind.left[rival] > mind.hindered:
            mind.hindered = mind.left[rival]
            best = swap_action(cell, other)
        state.swapped_a, state.swapped_b = a, b
        exchange_tiles(state, cell, other, mind)
    mind.left[rival] = before
    return best


@rule
def exchange_tiles(state: State, a: int, b: int, mind: Mind) -> None:
    """Two tiles for a trial, and what is known of them."""
    kind, known = state.tiles[a], mind.learnt[a]
    state.tiles[a], mind.learnt[a] = state.tiles[b], mind.learnt[b]
    state.tiles[b], mind.learnt[b] = kind, known
