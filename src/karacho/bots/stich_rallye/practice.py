"""Practice: the weights of a driver improve by racing, without search.

The learner chooses among its actions by chance, the likelier the higher the score. At every choice each action is tried
in the true race, with the same luck for all and the rest of the round driven by habit. What would have brought its car
closer to winning than the mean becomes likelier, and the other way round: a policy gradient over all actions.
"""

import numpy as np

from karacho.bots.stich_rallye.desk import MOST_SCORES, open_desk
from karacho.bots.stich_rallye.drivers import KINDS, SHREWD, drive_like
from karacho.bots.stich_rallye.learning import Floats, fill_features, unit_weights
from karacho.bots.stich_rallye.notes import MOST_PLAYS
from karacho.bots.stich_rallye.playout import draw_luck, play_out
from karacho.bots.stich_rallye.scores import (
    COLUMNS,
    choose_likely,
    raise_scores,
    situation_of,
)
from karacho.core.events import Log, silent_log
from karacho.core.game import MOST_ACTIONS
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints, duplicate, fill_row, new
from karacho.core.rng import Rng, draw_unit, seed_race, seeded
from karacho.games.stich_rallye.preparation import deal_race, prepare
from karacho.games.stich_rallye.rules import carry_out, decider, list_actions
from karacho.games.stich_rallye.state import OVER, State

SAME = KINDS  # after the kinds of drivers: one with the learner's own weights
# How often the other seats are of each kind, for each kind that the learner is to drive against.
MIXTURES = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.5, 0.5))
CERTAIN = 50.0  # a score that only the winning turbo has
RATE = 0.2
LEAST_SCALE = 0.1
MOMENTUM, SPREAD = 0.9, 0.99


@entry
def practise_races(
    prepared: Box[State],
    setup: Ints,
    master: Box[Rng],
    first: int,
    races: int,
    weights: Ints,
    mixture: Ints,
    scratch: tuple[Box[State], Box[State], Box[Rng], Box[Rng], Box[Log]],
    units: Ints,
    gradient: Ints,
) -> int:
    """Add up the gradient over some races, in turn from each seat; returns how many were won."""
    boxes, trial, chance, choices, quiet = scratch
    seats = int(prepared[0].seats)
    desk = open_desk(prepared[0])
    features = np.zeros((MOST_SCORES, COLUMNS))
    actions = np.zeros(MOST_ACTIONS, np.int16)
    shares, worths = np.zeros(MOST_SCORES), np.zeros(MOST_SCORES)
    luck = np.zeros(MOST_PLAYS)
    kinds = np.zeros(seats, np.int64)
    wins = 0
    for i in range(first, first + races):
        seed_race(chance[0], choices[0], master[0].key, i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state, rng, learner = boxes[0], choices[0], i % seats
        deal_race(state, setup, chance[0], quiet[0])
        kind = draw_rivals(mixture, rng)
        fill_row(kinds, min(kind, SHREWD))  # its like is shrewd
        while state.phase != OVER:
            seat = decider(state)
            if seat == learner:
                count = list_actions(state, seat, actions)
                action = int(actions[0])  # the turbo that wins comes first; it needs no weight
                if count > 1:
                    fill_features(state, seat, units, desk, features)
                    if features[0, 0] < CERTAIN:
                        row = situation_of(state)
                        share_chances(features, count, weights[row], shares)
                        try_all(boxes, trial, actions, count, weights, kinds, rng, quiet[0], luck, desk, worths)
                        add_gains(features, count, shares, worths, gradient[row])
                        action = int(actions[draw_pick(shares, count, rng)])
            elif kind == SAME:
                action = choose_likely(state, seat, weights, desk, draw_unit(rng))
            else:
                action = drive_like(state, seat, kind, draw_unit(rng), desk, quiet[0])
            carry_out(state, seat, action, chance[0], quiet[0])
        wins += state.winner == learner
    return wins


@rule
def draw_rivals(mixture: Ints, rng: Rng) -> int:
    """The kind of all other drivers in a race."""
    mark = draw_unit(rng)
    kind = 0
    while kind < SAME and mark >= mixture[kind]:
        mark -= mixture[kind]
        kind += 1
    return kind


@rule
def share_chances(features: Ints, count: int, row: Ints, shares: Ints) -> None:
    """How likely each action is chosen."""
    for i in range(count):
        shares[i] = 0.0
        for column in range(COLUMNS):
            shares[i] += features[i, column] * row[column]
    total = raise_scores(shares, count)
    for i in range(count):
        shares[i] /= total


@rule
def try_all(
    truth: Box[State],
    trial: Box[State],
    actions: Ints,
    count: int,
    habit: Ints,
    kinds: Ints,
    rng: Rng,
    quiet: Log,
    luck: Ints,
    desk: Ints,
    worths: Ints,
) -> None:
    """What each action is worth with the same luck, the rest of the round driven by habit."""
    seat, round_number = decider(truth[0]), int(truth[0].round_number)
    draw_luck(truth[0], luck, rng)
    for i in range(count):
        trial[0] = truth[0]  # type: ignore[index]
        carry_out(trial[0], seat, int(actions[i]), rng, quiet)
        worths[i] = play_out(trial[0], round_number, seat, habit, kinds, luck, rng, desk, quiet)


@rule
def add_gains(features: Ints, count: int, shares: Ints, worths: Ints, gradient: Ints) -> None:
    """What would have been worth more than the mean becomes likelier."""
    mean = 0.0
    for i in range(count):
        mean += shares[i] * worths[i]
    for i in range(count):
        for column in range(COLUMNS):
            gradient[column] += shares[i] * (worths[i] - mean) * features[i, column]


@rule
def draw_pick(shares: Ints, count: int, rng: Rng) -> int:
    """One of the actions, each as likely as its share."""
    mark = draw_unit(rng)
    pick = 0
    while pick < count - 1 and mark >= shares[pick]:
        mark -= shares[pick]
        pick += 1
    return pick


def practise(weights: Floats, scales: Floats, kind: int, steps: int, races: int, seed: int) -> Floats:
    """Weights against a kind of driver after so many steps of so many races each.

    Adam on scaled features, the mean of the last quarter. What varies little is scaled little: it must not jump about.
    """
    scales = np.maximum(scales, LEAST_SCALE)
    momentum, spread, mean = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    scaled = weights * scales
    tracks = [prepare(4, {"track": track, "flag": None}) for track in ("volcano", "beach")]
    units = unit_weights()
    last = max(1, steps // 4)
    for step in range(1, steps + 1):
        prepared, setup = tracks[step % 2]
        gradient = np.zeros_like(weights)
        scratch = duplicate(prepared), new(State), seeded(seed), seeded(seed), silent_log()
        where = setup, seeded(seed), step * races, races
        wins = practise_races(prepared, *where, scaled / scales, np.array(MIXTURES[kind]), scratch, units, gradient)
        gradient /= scales * races
        momentum = MOMENTUM * momentum + (1 - MOMENTUM) * gradient
        spread = SPREAD * spread + (1 - SPREAD) * gradient**2
        direction = momentum / (1 - MOMENTUM**step) / (np.sqrt(spread / (1 - SPREAD**step)) + 1e-8)
        scaled = scaled + RATE * (1 - step / (steps + 1)) * direction
        if step > steps - last:
            mean += scaled / last
        if step % 10 == 0:
            print(
                f"practice against kind {kind}, step {step} of {steps}: {wins / races:.1%} of {races} races won",
                flush=True,
            )
    return mean / scales
