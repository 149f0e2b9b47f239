"""Whole races in one compiled call."""

from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, seed_race
from karacho.games.stich_rallye.components import HAND_SIZES
from karacho.games.stich_rallye.preparation import deal_race
from karacho.games.stich_rallye.rules import carry_out, decider
from karacho.games.stich_rallye.state import OVER, State
from karacho.games.stich_rallye.thumb import RULE, choose_random, choose_rule
from karacho.games.stich_rallye.view import copy_visible


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
    decisions = 0
    for i in range(len(winners)):
        seed_race(chance[0], choices[0], master[0].key, first + i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state = boxes[0]
        deal_race(state, setup, chance[0], quiet)
        decisions += play_on(state, policies, views[0], chance[0], choices[0], quiet)
        winners[i] = state.winner
        reasons[i] = state.reason
        turns[i] = cards_played(state)
        rounds[i] = state.round_number
    return decisions


@rule
def play_on(state: State, policies: Ints, view: State, chance: Rng, choices: Rng, quiet: Log) -> int:
    """From here to the end; returns the decisions taken."""
    decisions = 0
    while state.phase != OVER:
        seat = decider(state)
        if policies[seat] == RULE:
            copy_visible(state, seat, view)
            action = choose_rule(view, seat, quiet)
        else:
            action = choose_random(state, seat, choices)
        carry_out(state, seat, action, chance, quiet)
        decisions += 1
    return decisions


@rule
def cards_played(state: State) -> int:
    """A turn is one card of one seat."""
    cards = int(state.played + state.in_trick)
    for round_number in range(1, state.round_number):
        cards += HAND_SIZES[round_number] * int(state.seats)
    return cards
