"""Planning: the expected turns to a target from everywhere, through known and unknown tiles.

A car that comes onto a tile goes on through the best exit that the tile allows; for an unseen tile that is the mean
over the kinds it may be. A tile that does not fit can be swapped, which takes a turn. The numbers depend on each other,
so they are improved place by place, outward from the target, until they settle.
"""

from karacho.bots.rally_run.mind import BEYOND, OUTWARD, SIDES, TARGET_PLACES, TARGETS, Mind
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.games.rally_run.components import (
    CELLS,
    CROSSING,
    CURVE,
    DEAD_END,
    JUNCTION,
    NOWHERE,
    PIT_CELL,
    PLACES,
    STRAIGHT,
    UNKNOWN,
)
from karacho.games.rally_run.pit import grid_distance

FAR = 99.0
SWAP = 1.1  # turns for bringing another tile: the swap itself, and the chance that it may not be made just then
SETTLED = 0.02
SWEEPS = 12


@rule
def make_plans(mind: Mind, tiles: Ints) -> None:
    """All five plans, by what is known of the tiles."""
    for target in range(TARGETS):
        for place in range(PLACES):
            for side in range(SIDES):
                mind.plan[target, place, side] = grid_distance(place, TARGET_PLACES[target])
        for _ in range(SWEEPS):
            if sweep(mind.plan, target, mind.knows, tiles, mind) < SETTLED:
                break


@rule
def sweep(plan: Ints, target: int, knows: Ints, tiles: Ints, mind: Mind) -> float:
    """Improve a plan once everywhere; returns the largest change."""
    change = 0.0
    for i in range(1, PLACES):
        place = int(OUTWARD[target, i])
        kind = DEAD_END if place >= CELLS else (int(tiles[place]) if knows[place] else UNKNOWN)
        change = max(change, improve(plan, target, place, kind, mind.ahead, mind.shares, mind.supply))
    return change


@rule
def improve(plan: Ints, target: int, place: int, kind: int, ahead: Ints, shares: Ints, supply: Ints) -> float:
    """What a plan says of one place, from what it says of the places around; returns the largest change."""
    least = look_ahead(plan, target, place, ahead)
    change = 0.0
    for side in range(SIDES):
        if BEYOND[place, side] == NOWHERE:
            continue
        left = passing(ahead, least, kind, side, shares)
        if place < CELLS and place != PIT_CELL:
            left = min(left, SWAP + ahead_after_swap(ahead, side, supply))
            if kind != UNKNOWN:
                left = min(left, SWAP + passing(ahead, least, UNKNOWN, side, shares))
        change = max(change, abs(left - plan[target, place, side]))
        plan[target, place, side] = left
    return change


@rule
def ahead_after_swap(ahead: Ints, side: int, supply: Ints) -> float:
    """The turns left for a car come in by a side onto a tile that was brought there because it fits."""
    straight = ahead[side ^ 2] if supply[0] else FAR
    bend = min(ahead[(side + 1) & 3], ahead[(side + 3) & 3]) if supply[1] else FAR
    return min(straight, bend)


@rule
def look_ahead(plan: Ints, target: int, place: int, ahead: Ints) -> float:
    """The turns left through each side of a place; returns the least."""
    least = FAR
    for side in range(SIDES):
        end = BEYOND[place, side]
        ahead[side] = FAR if end == NOWHERE else 1.0 + plan[target, end, side ^ 2]
        least = min(least, ahead[side])
    return least


@rule
def passing(ahead: Ints, least: float, kind: int, side: int, shares: Ints) -> float:
    """The turns left for a car come in by a side, through the best exit of a kind; unknown: the mean of all kinds."""
    back = float(ahead[side])
    straight = min(back, float(ahead[side ^ 2]))
    bend = min(back, float(ahead[(side + 1) & 3]), float(ahead[(side + 3) & 3]))
    if kind == UNKNOWN:
        through = shares[STRAIGHT] * straight + shares[CURVE] * bend
        return float(through + shares[DEAD_END] * back + (shares[JUNCTION] + shares[CROSSING]) * least)
    if kind == STRAIGHT:
        return straight
    if kind == CURVE:
        return bend
    return back if kind == DEAD_END else least
