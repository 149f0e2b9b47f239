"""Whole races in one compiled call."""

import numpy as np

from karacho.core.events import Log, clear
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, seed_race
from karacho.games.rally_run import memory as memories
from karacho.games.rally_run.memory import forget, note
from karacho.games.rally_run.preparation import deal_race
from karacho.games.rally_run.rules import carry_out
from karacho.games.rally_run.state import OVER, State
from karacho.games.rally_run.thumb import RULE, choose_random, choose_rule
from karacho.games.rally_run.view import copy_visible

MEMORY = memories.SIZE


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
    memory = np.zeros(MEMORY, np.int16)
    events = logs[0]
    events.listening = remembers(policies)
    decisions = 0
    for i in range(len(winners)):
        seed_race(chance[0], choices[0], master[0].key, first + i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state = boxes[0]
        clear(events)
        deal_race(state, setup, chance[0], events)
        forget(memory)
        decisions += play_on(state, policies, views[0], memory, choices[0], events)
        winners[i] = state.winner
        reasons[i] = state.reason
        turns[i] = state.turns
        rounds[i] = (state.turns + state.seats - 1) // state.seats
    return decisions


@rule
def remembers(policies: Ints) -> bool:
    """Does any seat want to know what happened?"""
    wanted = False
    for seat in range(len(policies)):
        wanted = wanted or bool(policies[seat] == RULE)
    return wanted


@rule
def play_on(state: State, policies: Ints, view: State, memory: Ints, choices: Rng, events: Log) -> int:
    """From here to the end; returns the decisions taken. Everybody saw the same, so one memory serves all seats."""
    decisions = 0
    while state.phase != OVER:
        seat = int(state.turn)
        if policies[seat] == RULE:
            copy_visible(state, view)
            action = choose_rule(view, seat, memory, choices)
        else:
            action = choose_random(state, seat, choices)
        clear(events)
        carry_out(state, seat, action, events)
        if events.listening:
            note(memory, events)
        decisions += 1
    return decisions
