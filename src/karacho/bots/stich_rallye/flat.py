"""Choosing by trying out: flat Monte Carlo over worlds drawn from what the seat can know.

In every world every legal action is carried out and the round played to its end at random, as in the textbooks. With
`thumb` it is played by the rules of thumb, which look only at their own hand; now and then an opponent plays at random
instead, since not everybody plays like that. A finished race counts as won or lost, a finished round by the lead: the
way to the end is too long to be guessed better.
"""

import math

import numpy as np

from karacho.bots.stich_rallye.quick import choose_quickly
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.stich_rallye.components import MOST_SEATS, VALUES
from karacho.games.stich_rallye.rules import carry_out, decider, list_actions
from karacho.games.stich_rallye.state import OVER, State, hand_size
from karacho.games.stich_rallye.thumb import choose_random
from karacho.games.stich_rallye.view import copy_visible
from karacho.games.stich_rallye.worlds import draw_hand, known_lacks, unseen_cards

RANDOM_PER_CENT = 20  # of the opponents' choices in a playout by the rules of thumb
# How many spaces of lead are worth the same step toward winning, after rounds 1 and 2: early leads are caught up.
LEAD_SCALES = (0.0, 0.0, 14.0, 9.0)


@entry
def search(
    view: Box[State],
    seat: int,
    worlds: int,
    thumb: bool,
    choices: Box[Rng],
    scratch: tuple[Box[State], Box[State]],
    quiet: Box[Log],
    actions: Ints,
    worths: Ints,
) -> int:
    """The action with the highest mean worth; all of them, with their worths, are left in the two lists."""
    return best_of_worlds(view[0], seat, worlds, thumb, choices[0], scratch, quiet[0], actions, worths)


@rule
def best_of_worlds(
    view: State,
    seat: int,
    worlds: int,
    thumb: bool,
    rng: Rng,
    scratch: tuple[Box[State], Box[State]],
    quiet: Log,
    actions: Ints,
    worths: Ints,
) -> int:
    """As `search`, from compiled code."""
    count = list_actions(view, seat, actions)
    for i in range(count):
        worths[i] = 0.0
    if count > 1:
        try_worlds(view, seat, worlds, thumb, count, rng, scratch, quiet, actions, worths)
    best = 0
    for i in range(1, count):
        if worths[i] > worths[best]:
            best = i
    return int(actions[best])


@rule
def try_worlds(
    view: State,
    seat: int,
    worlds: int,
    thumb: bool,
    count: int,
    rng: Rng,
    scratch: tuple[Box[State], Box[State]],
    quiet: Log,
    actions: Ints,
    worths: Ints,
) -> None:
    """Every action in every world; what can be known of the deals is counted once."""
    world, trial = scratch
    unseen = unseen_cards(view, seat)
    lacks = np.zeros(MOST_SEATS, np.int16)
    ways = np.zeros((MOST_SEATS + 1, VALUES + 1, VALUES + 1))
    known_lacks(view, seat, unseen, lacks, ways)
    copy_visible(view, seat, world[0])
    for _ in range(worlds):
        left = unseen
        for other in range(view.seats):
            if other != seat:
                hand = draw_hand(left, hand_size(view, other), int(lacks[other]), ways[other + 1], rng)
                world[0].hands[other] = hand
                left &= ~hand
        for i in range(count):
            trial[0] = world[0]  # type: ignore[index]
            carry_out(trial[0], seat, int(actions[i]), rng, quiet)
            play_round(trial[0], seat, thumb, rng, quiet)
            worths[i] += worth(trial[0], seat) / worlds


@rule
def play_round(state: State, seat: int, thumb: bool, rng: Rng, quiet: Log) -> None:
    """To the end of the round or the race; the new deal does not matter any more."""
    round_number = state.round_number
    while state.phase != OVER and state.round_number == round_number:
        actor = decider(state)
        if not thumb or (actor != seat and draw_below(rng, 100) < RANDOM_PER_CENT):
            action = choose_random(state, actor, rng)
        else:
            action = choose_quickly(state, actor, quiet)
        carry_out(state, actor, action, rng, quiet)


@rule
def worth(state: State, seat: int) -> float:
    """From 0 to 1: lost or won, or how likely the lead makes it, half against the best of the others, half the mean."""
    if state.phase == OVER:
        return 1.0 if state.winner == seat else 0.0
    best = 0
    total = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, int(state.distances[other]))
            total += int(state.distances[other])
    lead = int(state.distances[seat]) - 0.5 * best - 0.5 * total / (int(state.seats) - 1)
    return 1.0 / (1.0 + math.exp(-lead / LEAD_SCALES[state.round_number]))
