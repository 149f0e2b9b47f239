"""What is tried in a decision: its actions, and what came of each."""

from typing import Annotated

from karacho.core.jit import rule
from karacho.core.record import I64, Ints, Record, fill_row
from karacho.core.rng import Rng, draw_below, draw_unit

MOST_TRIALS = 9  # cards in a hand


class Trials(Record):
    """The actions of a decision, the best first, and what came of them."""

    count: I64  # of actions
    playouts: I64
    actions: Annotated[Ints, "i2", MOST_TRIALS]
    tries: Annotated[Ints, "i8", MOST_TRIALS]
    worths: Annotated[Ints, "f8", MOST_TRIALS]  # sums


@rule
def open_trials(trials: Trials) -> None:
    """Nothing has been tried yet."""
    fill_row(trials.tries, 0)
    fill_row(trials.worths, 0)


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
    action, tries, worth = int(trials.actions[one]), int(trials.tries[one]), float(trials.worths[one])
    trials.actions[one] = trials.actions[other]
    trials.tries[one] = trials.tries[other]
    trials.worths[one] = trials.worths[other]
    trials.actions[other] = action
    trials.tries[other] = tries
    trials.worths[other] = worth
