"""Trying a program against the others: a round is driven to its end and judged."""

import math

from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.rivals import place_among
from karacho.bots.tiny_turbo_cars.turn import outlook, take_turn
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.games.tiny_turbo_cars.components import MOST_SEATS, PROGRAM_CELLS, PROGRAM_START
from karacho.games.tiny_turbo_cars.finish import cars_ahead, front_car, has_crossed
from karacho.games.tiny_turbo_cars.state import State, is_on_track, still_racing

SHIELD_WORTH = 1.2  # in rows
SCALE = 4.0  # rows of lead that make one e times as likely to win as another
CONSOLATION = 0.02  # for each car left behind in a race that is lost


@entry
def judge_programs(
    inners: Ints,
    slides: Ints,
    seat: int,
    minds: Box[Mind],
    tracks: Box[State],
    rounds: Box[State],
    orders: Ints,
    quiet: Box[Log],
    worths: Ints,
) -> None:
    """The mean worth of each of these programs in worlds drawn before."""
    for i in range(len(inners)):
        worths[i] = 0.0
        for world in range(minds[0].worlds):
            worth = try_in_world(
                int(inners[i]), int(slides[i]), seat, minds[0], world, rounds, orders, tracks, quiet[0]
            )
            worths[i] += worth / minds[0].worlds


@rule
def try_in_world(
    inner: int,
    slides: int,
    seat: int,
    mind: Mind,
    world: int,
    rounds: Box[State],
    orders: Ints,
    tracks: Box[State],
    quiet: Log,
) -> float:
    """The worth of a program that needs so many slides, in one world."""
    order = orders[world]
    place = place_among(rounds[MOST_SEATS * world], seat, slides, order)
    tracks[0] = rounds[MOST_SEATS * world + place]  # type: ignore[index]
    state = tracks[0]
    for cell in range(PROGRAM_CELLS):
        state.controllers[seat, PROGRAM_START + cell] = inner >> 4 * cell & 15
    fill_smiles(state, seat, place, order)
    take_turn(state, seat, place == state.smile_count - 1, mind, quiet)
    drive_rest(state, place + 1, mind, quiet)
    return outcome(state, seat, mind)


@rule
def fill_smiles(state: State, seat: int, place: int, order: Ints) -> None:
    """The rivals in their order with the driver between them."""
    count = 0
    for i in range(still_racing(state)):
        state.smiles[i] = seat if i == place else order[count]
        count += i != place
    state.smile_count = still_racing(state)


@rule
def drive_rest(state: State, place: int, mind: Mind, quiet: Log) -> None:
    """The turns from the smile `place` on."""
    for i in range(place, int(state.smile_count)):
        take_turn(state, int(state.smiles[i]), i == state.smile_count - 1, mind, quiet)


@rule
def outcome(state: State, seat: int, mind: Mind) -> float:
    """At the end of a round, from 0 to 1: won or lost, or how likely the standing makes it."""
    front = front_car(state)
    if has_crossed(state, front) or state.round_number >= state.round_limit:
        behind = still_racing(state) - 1 - cars_ahead(state, seat)
        return 1.0 if front == seat else CONSOLATION * behind
    own = outlook(state, seat, mind) + SHIELD_WORTH * cars_ahead(state, seat)
    total = 0.0
    for other in range(state.seats):
        if is_on_track(state, other):
            theirs = outlook(state, other, mind) + SHIELD_WORTH * cars_ahead(state, other)
            total += math.exp(min(50.0, (theirs - own) / SCALE))
    return 1.0 / total
