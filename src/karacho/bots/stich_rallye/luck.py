"""How much luck a seat had in a race, so that it can be taken off the result.

The deals and the choices of drivers who play at random are chance, and chance is fair in the mean. What a deal or such
a choice brought a seat beyond the mean of all that could have come in its place may therefore be taken off its result:
over many races the mean stays the same, and single races differ less. What a position is worth is judged by playouts of
the true race. That is rough, but a rough judgement only takes less luck off; it favors nobody.
"""

import numpy as np

from karacho.bots.stich_rallye.desk import open_desk
from karacho.bots.stich_rallye.notes import MOST_PLAYS
from karacho.bots.stich_rallye.playout import draw_luck, play_out
from karacho.bots.stich_rallye.weights import OWN_WEIGHTS
from karacho.core.events import Log
from karacho.core.game import MOST_ACTIONS
from karacho.core.jit import rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng
from karacho.games.stich_rallye.preparation import deal_round
from karacho.games.stich_rallye.rules import carry_out, list_actions
from karacho.games.stich_rallye.state import State

TRIES = 64  # playouts of each action that could have been chosen
DEALS = 300  # other deals of a round


@rule
def habit_against(kinds: Ints, seat: int) -> Ints:
    """How the seat drives on in a playout: as against whoever sits next to it."""
    habit: Ints = OWN_WEIGHTS[kinds[(seat + 1) % len(kinds)]]
    return habit


@rule
def luck_of_deal(truth: Box[State], seat: int, kinds: Ints, dice: Rng, trial: Box[State], quiet: Log) -> float:
    """What these hands are worth to a seat beyond the mean of all deals of this round."""
    desk, luck = open_desk(truth[0]), np.zeros(MOST_PLAYS)
    round_number, habit = int(truth[0].round_number), habit_against(kinds, seat)
    gain = 0.0
    for _ in range(DEALS):
        trial[0] = truth[0]  # type: ignore[index]
        draw_luck(trial[0], luck, dice)
        gain += play_out(trial[0], round_number, seat, habit, kinds, luck, dice, desk, quiet)
        trial[0] = truth[0]  # type: ignore[index]
        deal_round(trial[0], round_number, dice, quiet)
        gain -= play_out(trial[0], round_number, seat, habit, kinds, luck, dice, desk, quiet)
    return gain / DEALS


@rule
def luck_of_choice(
    truth: Box[State], actor: int, action: int, seat: int, kinds: Ints, dice: Rng, trial: Box[State], quiet: Log
) -> float:
    """What a choice made at random is worth to a seat beyond the mean of all that could have been chosen."""
    actions = np.zeros(MOST_ACTIONS, np.int16)
    count = list_actions(truth[0], actor, actions)
    if count == 1:
        return 0.0
    desk, luck = open_desk(truth[0]), np.zeros(MOST_PLAYS)
    round_number, habit = int(truth[0].round_number), habit_against(kinds, seat)
    chosen, total = 0.0, 0.0
    for _ in range(TRIES):
        draw_luck(truth[0], luck, dice)
        for i in range(count):
            trial[0] = truth[0]  # type: ignore[index]
            carry_out(trial[0], actor, int(actions[i]), dice, quiet)
            worth = play_out(trial[0], round_number, seat, habit, kinds, luck, dice, desk, quiet)
            total += worth
            if actions[i] == action:
                chosen += worth
    return (chosen - total / count) / TRIES
