"""Whole races in one compiled call."""

import numpy as np

from karacho.core.events import Log
from karacho.core.game import MOST_ACTIONS
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_below, seed_race
from karacho.games.tiny_turbo_cars.preparation import deal_race
from karacho.games.tiny_turbo_cars.refusals import is_programming
from karacho.games.tiny_turbo_cars.rules import carry_out
from karacho.games.tiny_turbo_cars.state import OVER, PROGRAM, State, decider
from karacho.games.tiny_turbo_cars.thumb import RULE, choose_random, choose_rule
from karacho.games.tiny_turbo_cars.view import copy_visible


@entry
def playout(
    prepared: Box[State],
    setup: Ints,
    master: Box[Rng],
    first: int,
    policies: Ints,
    scratch: tuple[Box[State], Box[State], Box[Rng], Box[Rng], Box[Log]],
    winners: Ints,
    reasons: Ints,
    turns: Ints,
    rounds: Ints,
) -> int:
    """Races number `first` and following, one for each place in `winners`; returns the decisions taken."""
    boxes, views, chance, choices, logs = scratch
    quiet = logs[0]
    room = np.zeros(MOST_ACTIONS, np.int16)
    decisions = 0
    for i in range(len(winners)):
        seed_race(chance[0], choices[0], master[0].key, first + i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state = boxes[0]
        deal_race(state, setup, chance[0], quiet)
        decisions += play_on(state, policies, views[0], room, chance[0], choices[0], quiet)
        winners[i] = state.winner
        reasons[i] = state.reason
        turns[i] = int(state.round_number) * state.seats
        rounds[i] = state.round_number
    return decisions


@rule
def play_on(state: State, policies: Ints, view: State, room: Ints, chance: Rng, choices: Rng, quiet: Log) -> int:
    """From here to the end; returns the decisions taken. While several program, each is as likely to be next."""
    decisions = 0
    while state.phase != OVER:
        seat = draw_programmer(state, choices) if state.phase == PROGRAM else decider(state)
        if policies[seat] == RULE:
            copy_visible(state, seat, view)
            action = choose_rule(view, seat, quiet)
        else:
            action = choose_random(state, seat, room, choices)
        carry_out(state, seat, action, chance, quiet)
        decisions += 1
    return decisions


@rule
def draw_programmer(state: State, rng: Rng) -> int:
    """One of the seats still programming."""
    seat = draw_below(rng, int(state.seats))
    while not is_programming(state, seat):
        seat = (seat + 1) % int(state.seats)
    return seat
