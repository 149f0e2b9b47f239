"""The others, as far as they can be guessed: programs that are good for their cars, and how long they take.

A world is a round as it may go. It is kept as a row of states: the track before the driver's own turn, if it is
happiest, second, third, saddest.
"""

import numpy as np

from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.turn import outlook, take_turn
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Box, Ints, copy_row
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.components import CELLS, MOST_SEATS, REALTIME
from karacho.games.tiny_turbo_cars.controller import shuffle_pieces
from karacho.games.tiny_turbo_cars.state import State, is_on_track
from karacho.games.tiny_turbo_cars.thumb import keep_cars, restore_cars

TRIES = 40  # random programs of which a rival has the best
PACE = 10  # slides of a rival: two draws below this, added


@rule
def draw_worlds(
    view: Box[State], seat: int, mind: Mind, rounds: Box[State], orders: Ints, rng: Rng, quiet: Log
) -> None:
    """Fill the states and, for each world, the rivals from happiest to saddest; unused places have −1."""
    for world in range(mind.worlds):
        first = MOST_SEATS * world
        rounds[first] = view[0]  # type: ignore[index]
        state = rounds[first]
        for rival in range(state.seats):
            if rival != seat and is_on_track(state, rival):
                draw_program(state, rival, mind, rng, quiet)
                state.slides[rival] = draw_below(rng, PACE) + draw_below(rng, PACE)
        count = put_in_order(state, seat, orders[world])
        for place in range(count):
            rounds[first + place + 1] = rounds[first + place]  # type: ignore[index]
            take_turn(rounds[first + place + 1], int(orders[world, place]), False, mind, quiet)


@rule
def draw_program(state: State, rival: int, mind: Mind, rng: Rng, quiet: Log) -> None:
    """The best of some random programs, with the others where they are now."""
    pieces = np.zeros(CELLS, np.int8)
    chosen = np.zeros(CELLS, np.int8)
    saved = np.zeros((5, MOST_SEATS), np.int16)
    keep_cars(state, saved)
    best = -1000.0
    for _ in range(TRIES):
        shuffle_pieces(pieces, rng)
        copy_row(state.controllers[rival], pieces)
        take_turn(state, rival, False, mind, quiet)
        worth = outlook(state, rival, mind)
        restore_cars(state, saved)
        if worth > best:
            best = worth
            copy_row(chosen, pieces)
    copy_row(state.controllers[rival], chosen)


@rule
def put_in_order(state: State, seat: int, order: Ints) -> int:
    """The rivals by their smiles: those who are done already, then by slides; returns how many there are."""
    count = 0
    for place in range(len(order)):
        order[place] = -1
    for rival in range(state.seats):
        if rival == seat or not is_on_track(state, rival):
            continue
        place = count
        while place > 0 and comes_before(state, rival, int(order[place - 1])):
            order[place] = order[place - 1]
            place -= 1
        order[place] = rival
        count += 1
    return count


@rule
def comes_before(state: State, one: int, other: int) -> bool:
    """Is the one rival likely happier than the other? Against the clock whoever is done is (TTC-5, TTC-6)."""
    if state.mode == REALTIME:
        for i in range(state.done_count):
            if state.done[i] in (one, other):
                return bool(state.done[i] == one)
    if state.slides[one] != state.slides[other]:
        return bool(state.slides[one] < state.slides[other])
    if state.rows[one] != state.rows[other]:
        return bool(state.rows[one] < state.rows[other])
    return one < other


@rule
def place_among(state: State, seat: int, slides: int, order: Ints) -> int:
    """How many rivals are happier than a driver who needs so many slides."""
    state.slides[seat] = slides
    place = 0
    while place < len(order) and order[place] >= 0 and comes_before(state, int(order[place]), seat):
        place += 1
    return place
