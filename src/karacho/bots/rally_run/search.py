"""Choosing by trying out: every candidate in the same worlds, each played to its end by the drivers of a playout."""

from karacho.bots.rally_run.driving import any_swap, choose_along, correct, correct_here
from karacho.bots.rally_run.hindering import exchange_tiles, hinder, most_dangerous
from karacho.bots.rally_run.mind import BEYOND, SIDES, TARGETS, Mind, target_number
from karacho.bots.rally_run.odds import odds
from karacho.bots.rally_run.plan import FAR, look_ahead, make_plans, sweep
from karacho.bots.rally_run.rivals import expect
from karacho.core.bits import lowest_bit
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints, copy_row
from karacho.core.rng import Rng, draw_below
from karacho.games.rally_run.actions import FIRST_SWAP
from karacho.games.rally_run.components import (
    CELLS,
    CROSSING,
    EAST,
    NORTH,
    PIT,
    PIT_CELL,
    PLACES,
    SOUTH,
    STRAIGHT,
    UNKNOWN,
)
from karacho.games.rally_run.pit import has_canister
from karacho.games.rally_run.preparation import draw_pile
from karacho.games.rally_run.rules import carry_out, end_turn, refusal
from karacho.games.rally_run.state import DRIVE, OVER, State, is_face_down, is_swappable
from karacho.games.rally_run.swapping import larger_cell, smaller_cell, swap_action
from karacho.games.rally_run.thumb import fits
from karacho.games.rally_run.view import copy_visible

HORIZON = 5  # rounds in a playout
HASTE = 0.015  # of a win, for every turn less: whoever wins anyway does not dawdle
HOPE = 0.1  # of a win: whoever loses anyway counts turns like somebody with this chance
PARKED = 5.0  # turns more for a car that does not drive
DISAPPOINTMENT = 0.4  # turns more than expected
RETHINK = 2  # sweeps
LEAST_GAIN = 0.02  # of a win
IN_A_ROW = 3  # turns running in which a swap is tried out


@entry
def prepare(
    view: Box[State],
    seat: int,
    memory: Ints,
    mind: Box[Mind],
    world: Box[State],
    swaps: int,
    actions: Ints,
    worths: Ints,
) -> int:
    """Make up one's mind about what is known, plan, and list the candidates; returns how many."""
    copy_visible(view[0], world[0])
    believe(world[0], memory, mind[0])
    make_plans(mind[0], world[0].tiles)
    mind[0].from_pit = way_from_pit(world[0], mind[0])
    for other in range(view[0].seats):
        mind[0].outlook[other] = FAR
        if view[0].phase == DRIVE or other != seat:
            look_out(world[0], other, mind[0])
    count = 0
    for action in range(1, FIRST_SWAP):
        if refusal(view[0], seat, action) == 0:
            actions[count] = action
            count += 1
    if view[0].phase == DRIVE and ((swaps > 0 and mind[0].swapped[seat] < IN_A_ROW) or count == 0):
        count = list_useful_swaps(world[0], seat, mind[0], count, max(swaps, 1), actions, worths)
    if count == 0:  # shut in, and all covered tiles are alike for all one knows
        actions[0] = any_swap(world[0])
        count = 1
    return count


@rule
def way_from_pit(world: State, mind: Mind) -> float:
    """The turns from the pit to a goal that nobody has shown yet, on average."""
    total = 0.0
    count = 0
    for corner in range(len(world.colors)):
        shown = False
        for seat in range(world.seats):
            shown = shown or bool(world.goals[seat] == world.colors[corner])
        if not shown:
            total += look_ahead(mind.plan, corner, PIT_CELL, mind.ahead)
            count += 1
    return total / max(count, 1)


@rule
def look_out(world: State, seat: int, mind: Mind) -> None:
    """How many turns a car has left as things are."""
    phase = world.phase
    world.phase = DRIVE
    choose_along(world, seat, mind.plan, mind.knows, True, mind)
    mind.outlook[seat] = mind.left[seat]
    world.phase = phase


@rule
def believe(world: State, memory: Ints, mind: Mind) -> None:
    """Known tiles onto the grid; the others of the mix are unseen."""
    for kind in range(PIT):
        mind.shares[kind] = float(world.mix[kind])
    for cell in range(CELLS):
        if world.tiles[cell] == UNKNOWN:
            world.tiles[cell] = memory[cell]
        kind = int(world.tiles[cell])
        mind.knows[cell] = 1 if kind != UNKNOWN else 0
        if kind != UNKNOWN and kind != PIT:
            mind.shares[kind] -= 1.0
    take_stock(world, mind)
    count = 0
    for kind in range(STRAIGHT, PIT):
        for _ in range(int(mind.shares[kind])):
            mind.unseen[count] = kind
            count += 1
    mind.unseen_count = count
    for kind in range(STRAIGHT, PIT):
        mind.shares[kind] = max(mind.shares[kind], 0.0) / max(count, 1)
        if mind.hurries:
            mind.shares[kind] = 1.0 if kind == CROSSING else 0.0


@rule
def take_stock(world: State, mind: Mind) -> None:
    """Which tiles could be brought somewhere."""
    mind.supply[0] = 0
    mind.supply[1] = 0
    for cell in range(CELLS):
        if is_face_down(world, cell) and mind.knows[cell]:
            if fits(int(world.tiles[cell]), NORTH, SOUTH):
                mind.supply[0] = 1
            if fits(int(world.tiles[cell]), NORTH, EAST):
                mind.supply[1] = 1


@rule
def list_useful_swaps(world: State, seat: int, mind: Mind, count: int, swaps: int, actions: Ints, worths: Ints) -> int:
    """The most promising swaps, without trying them out; returns how many actions there are then."""
    first = count
    begin_playout(mind)
    for a in range(CELLS):
        if not is_swappable(world, a):
            continue
        for b in range(a + 1, CELLS):
            if world.tiles[a] == world.tiles[b] or not is_swappable(world, b):
                continue
            promise = promise_of_swap(world, seat, a, b, mind)
            if count - first < swaps:
                count += 1
            elif promise <= worths[count - 1]:
                continue
            i = count - 1
            while i > first and worths[i - 1] < promise:
                actions[i] = actions[i - 1]
                worths[i] = worths[i - 1]
                i -= 1
            actions[i] = swap_action(a, b)
            worths[i] = promise
    return count


@rule
def promise_of_swap(world: State, seat: int, a: int, b: int, mind: Mind) -> float:
    """The chance to win after a swap, judged by the turns that everybody has left then."""
    exchange(world, a, b, mind)
    before_a, before_b = world.swapped_a, world.swapped_b
    world.swapped_a, world.swapped_b = a, b
    for i in range(1, int(world.seats) + 1):
        other = (seat + i) % int(world.seats)
        if i == 2:
            world.swapped_a, world.swapped_b = -1, -1
        foresee(world, other, seat, other == seat or mind.swapped[other] == 0, mind)
        arrive(world, other, i, mind)
    world.swapped_a, world.swapped_b = before_a, before_b
    exchange(world, a, b, mind)
    return odds(seat, int(world.seats), mind.arrivals)


@rule
def exchange(world: State, a: int, b: int, mind: Mind) -> None:
    """Two tiles for a trial, and what everybody plans then."""
    exchange_tiles(world, a, b, mind)
    correct(world, a, mind)
    correct(world, b, mind)


@entry
def follow(seat: int, known: Box[State], mind: Box[Mind]) -> int:
    """Without trying out: what a driver of a playout would do."""
    return choose_along(known[0], seat, mind[0].plan, mind[0].knows, mind[0].swapped[seat] == 0, mind[0])


@entry
def try_out(
    seat: int,
    worlds: int,
    count: int,
    choices: Box[Rng],
    mind: Box[Mind],
    boxes: tuple[Box[State], Box[State], Box[State]],
    quiet: Box[Log],
    actions: Ints,
    worths: Ints,
) -> None:
    """The first `count` actions in so many worlds: worths[world, action] is what an action is worth in a world."""
    known, world, trial = boxes
    for drawn in range(worlds):
        world[0] = known[0]  # type: ignore[index]
        draw_world(world[0], mind[0], choices[0])
        for i in range(count):
            trial[0] = world[0]  # type: ignore[index]
            begin_playout(mind[0])
            carry_on(trial[0], seat, int(actions[i]), mind[0], quiet[0])
            worths[drawn, i] = play_on(trial[0], seat, mind[0], quiet[0])


@rule
def draw_world(world: State, mind: Mind, rng: Rng) -> None:
    """Unseen tiles onto the cells where none is known, and the canisters, all equally likely."""
    count = int(mind.unseen_count)
    for cell in range(CELLS):
        if world.tiles[cell] == UNKNOWN:
            pick = draw_below(rng, count)
            kind = mind.unseen[pick]
            count -= 1
            mind.unseen[pick] = mind.unseen[count]
            mind.unseen[count] = kind
            world.tiles[cell] = kind
    draw_pile(world, rng)


@rule
def begin_playout(mind: Mind) -> None:
    """Back to what is known now."""
    for target in range(TARGETS):
        for place in range(PLACES):
            for side in range(SIDES):
                mind.guess[target, place, side] = mind.plan[target, place, side]
    copy_row(mind.learnt, mind.knows)
    copy_row(mind.rested, mind.swapped)
    copy_row(mind.expected, mind.outlook)


@rule
def play_on(state: State, seat: int, mind: Mind, quiet: Log) -> float:
    """Some rounds on, or to the end of the race; returns what that is worth to the seat."""
    begun = int(state.turns)
    last = begun + HORIZON * int(state.seats)
    while state.phase != OVER and (state.turns < last or state.phase != DRIVE):
        actor = int(state.turn)
        if mind.parked[actor] and actor != seat:
            end_turn(state, actor, -1, -1, quiet)
            continue
        action = choose_in_playout(state, actor, seat, mind)
        if actor == seat and action < FIRST_SWAP and state.phase == DRIVE and mind.rested[seat] < IN_A_ROW:
            action = hold_up_or(action, state, seat, mind)
        carry_on(state, actor, action, mind, quiet)
    turns = (int(state.turns) - begun) / int(state.seats)
    chance = 1.0 if state.winner == seat else 0.0
    if state.phase != OVER:
        chance = chance_to_win(state, seat, mind)
    if state.winner != seat:
        turns += turns_left(state, seat, mind)
    return chance - HASTE * (chance + HOPE) * turns


@rule
def hold_up_or(action: int, state: State, seat: int, mind: Mind) -> int:
    """A swap that holds up whoever is about to win, if that is better than the drive."""
    rival = most_dangerous(state, seat, mind)
    if rival < 0 or mind.left[seat] <= 1.0:
        return action
    swap = hinder(state, seat, rival, mind)
    if swap == 0:
        return action
    seats = int(state.seats)
    for i in range(1, seats):
        other = (seat + i) % seats
        mind.left[other] = mind.left[other] if other == rival else mind.expected[other]
        arrive(state, other, i, mind)
    arrive(state, seat, 0, mind)
    driven = odds(seat, seats, mind.arrivals)
    mind.arrivals[seat] += 1.0
    mind.arrivals[rival] += mind.hindered - mind.left[rival]
    if odds(seat, seats, mind.arrivals) < driven + LEAST_GAIN:
        return action
    mind.expected[seat] = mind.left[seat]
    return swap


@rule
def choose_in_playout(state: State, seat: int, own: int, mind: Mind) -> int:
    """Along the plan, which is thought over again when the way has become longer than it was."""
    rested = mind.rested[seat] == 0
    if state.phase != DRIVE:
        return foresee(state, seat, own, rested, mind)
    correct_here(state, seat, mind)
    action = foresee(state, seat, own, rested, mind)
    if mind.left[seat] > mind.expected[seat] + DISAPPOINTMENT:
        for _ in range(RETHINK):
            sweep(mind.guess, target_number(state, seat), mind.learnt, state.tiles, mind)
        action = foresee(state, seat, own, rested, mind)
    mind.expected[seat] = mind.left[seat] - 1.0
    return action


@rule
def foresee(state: State, seat: int, own: int, rested: bool, mind: Mind) -> int:
    """What a driver will do by what is known in the playout: oneself along the plan, others as one expects of them."""
    if seat == own:
        return choose_along(state, seat, mind.guess, mind.learnt, rested, mind)
    return expect(state, seat, mind.guess, mind.learnt, rested, mind)


@rule
def arrive(state: State, seat: int, later: int, mind: Mind) -> None:
    """Note when a car reaches its goal, by the turns it has left; `later`: so many others have their turn before."""
    left = turns_left(state, seat, mind) + later / int(state.seats)
    mind.arrivals[seat] = left + (PARKED if mind.parked[seat] else 0.0)


@rule
def turns_left(state: State, seat: int, mind: Mind) -> float:
    """To the goal, over the pit if need be."""
    return float(mind.left[seat]) + (0.0 if has_canister(state, seat) else mind.from_pit)


@rule
def chance_to_win(state: State, seat: int, mind: Mind) -> float:
    """Judged by the turns that everybody has left, and by who is next."""
    for i in range(state.seats):
        other = (int(state.turn) + i) % int(state.seats)
        foresee(state, other, seat, mind.rested[other] == 0, mind)
        arrive(state, other, i, mind)
    return odds(seat, int(state.seats), mind.arrivals)


@rule
def carry_on(state: State, seat: int, action: int, mind: Mind, quiet: Log) -> None:
    """An action, and what everybody learns by it."""
    if action >= FIRST_SWAP:
        a, b = smaller_cell(action), larger_cell(action)
        known = mind.learnt[a]
        mind.learnt[a] = mind.learnt[b]
        mind.learnt[b] = known
        carry_out(state, seat, action, quiet)
        correct(state, a, mind)
        correct(state, b, mind)
        mind.rested[seat] += 1
        return
    if state.phase == DRIVE:
        mind.rested[seat] = 0
        end = int(BEYOND[int(state.cars[seat]), lowest_bit(action)])
        if end < CELLS:
            mind.learnt[end] = 1
    carry_out(state, seat, action, quiet)
