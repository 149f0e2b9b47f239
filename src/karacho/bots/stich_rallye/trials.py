"""What is tried in a decision: its actions, alone or with a plan for the own next choice.

A playout goes on by habit. A plan replaces the habit once: at the next card that has to be played it names the card, if
it may be played then; at the next choice between turbo and coast it names that. So it needs nothing that the seat will
not know by then.
"""

from typing import Annotated

import numpy as np

from karacho.core.bits import lowest_bit
from karacho.core.jit import rule
from karacho.core.record import I64, Ints, Record
from karacho.core.rng import Rng, draw_below, draw_unit
from karacho.games.stich_rallye.actions import COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.components import CARDS

NO_PLAN = -1
FINALISTS = 3  # actions that get plans
MOST_TRIALS = 40  # each finalist alone, with every other card of a full hand, with turbo and with coast


class Trials(Record):
    """The actions of a decision, the best first, and what came of them."""

    count: I64  # of actions
    tried: I64  # with plans
    playouts: I64
    actions: Annotated[Ints, "i2", MOST_TRIALS]
    plans: Annotated[Ints, "i2", MOST_TRIALS]
    tries: Annotated[Ints, "i8", MOST_TRIALS]
    worths: Annotated[Ints, "f8", MOST_TRIALS]  # sums


@rule
def open_trial(trials: Trials, place: int, action: int, plan: int) -> None:
    """Something that has not been tried yet."""
    trials.actions[place] = action
    trials.plans[place] = plan
    trials.tries[place] = 0
    trials.worths[place] = 0.0


@rule
def keep_noticed(trials: Trials, noticed: int) -> None:
    """Leave out the actions that are not in a set."""
    count = 0
    for i in range(trials.count):
        if noticed >> int(trials.actions[i]) & 1:
            trials.actions[count] = trials.actions[i]
            count += 1
    trials.count = count


@rule
def overlook_some(trials: Trials, chance: float, rng: Rng) -> None:
    """Each action but one, whichever that is, may be overlooked."""
    seen = draw_below(rng, trials.count)
    count = 0
    for i in range(trials.count):
        if i == seen or draw_unit(rng) >= chance:
            trials.actions[count] = trials.actions[i]
            count += 1
    trials.count = count
    trials.tried = count


@rule
def make_plans(trials: Trials, finalists: int, hand: int) -> None:
    """Go on with the first few actions, each alone and with every plan."""
    actions = np.zeros(FINALISTS, np.int64)
    for i in range(finalists):
        actions[i] = trials.actions[i]
    count = 0
    for i in range(finalists):
        action = int(actions[i])
        open_trial(trials, count, action, NO_PLAN)
        count += 1
        cards = hand & ~(1 << action) if action < CARDS else hand
        if cards & (cards - 1) != 0:  # the last card needs no plan
            while cards != 0:
                open_trial(trials, count, action, lowest_bit(cards))
                cards &= cards - 1
                count += 1
        if action < CARDS:
            open_trial(trials, count, action, TURBO_ACTION)
            open_trial(trials, count + 1, action, COAST_ACTION)
            count += 2
    trials.tried = count


@rule
def rank(trials: Trials, count: int) -> None:
    """Sort the first few by their mean, the best first."""
    for last in range(1, count):
        i = last
        while i > 0 and trials.worths[i] * trials.tries[i - 1] > trials.worths[i - 1] * trials.tries[i]:
            swap(trials, i, i - 1)
            i -= 1


@rule
def swap(trials: Trials, one: int, other: int) -> None:
    """Let two trials change places."""
    action, plan = int(trials.actions[one]), int(trials.plans[one])
    tries, worth = int(trials.tries[one]), float(trials.worths[one])
    trials.actions[one] = trials.actions[other]
    trials.plans[one] = trials.plans[other]
    trials.tries[one] = trials.tries[other]
    trials.worths[one] = trials.worths[other]
    trials.actions[other] = action
    trials.plans[other] = plan
    trials.tries[other] = tries
    trials.worths[other] = worth
