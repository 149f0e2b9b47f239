"""Practice: the weights of a driver improve by racing, without search.

The learner chooses among its actions by chance, the likelier the higher the score. Whatever was done in a round that
brought its car closer to winning becomes likelier, and the other way round: a policy gradient, with the outlook before
and after each round as the measure.
"""

import numpy as np

from karacho.bots.stich_rallye.drivers import KINDS, SHREWD, drive_like
from karacho.bots.stich_rallye.learning import Floats, fill_features, unit_weights
from karacho.bots.stich_rallye.outlook import outlook
from karacho.bots.stich_rallye.scores import (
    COLUMNS,
    MOST_SCORES,
    SITUATIONS,
    choose_likely,
    raise_scores,
    situation_of,
)
from karacho.core.bits import count_bits, nth_bit
from karacho.core.events import Log, silent_log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints, duplicate, fill_row
from karacho.core.rng import Rng, draw_unit, seed_race, seeded
from karacho.games.stich_rallye.actions import TURBO_ACTION
from karacho.games.stich_rallye.preparation import deal_race, prepare
from karacho.games.stich_rallye.rules import carry_out, decider
from karacho.games.stich_rallye.state import OVER, TURBO, State
from karacho.games.stich_rallye.trick import playable

SAME = KINDS  # after the kinds of drivers: one with the learner's own weights
# How often the other seats are of each kind, for each kind that the learner is to drive against.
MIXTURES = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.5, 0.5))
CERTAIN = 50.0  # a score that only the winning turbo has
RATE = 0.04
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
    scratch: tuple[Box[State], Box[Rng], Box[Rng], Box[Log]],
    units: Ints,
    gradient: Ints,
) -> int:
    """Add up the gradient over some races, in turn from each seat; returns how many were won."""
    boxes, chance, choices, quiet = scratch
    seats = int(prepared[0].seats)
    scores = np.zeros(MOST_SCORES)
    features = np.zeros((MOST_SCORES, COLUMNS))
    trace = np.zeros((SITUATIONS, COLUMNS))
    kinds = np.zeros(seats, np.int64)
    wins = 0
    for i in range(first, first + races):
        seed_race(chance[0], choices[0], master[0].key, i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state, rng, learner = boxes[0], choices[0], i % seats
        deal_race(state, setup, chance[0], quiet[0])
        kind = draw_rivals(mixture, rng)
        fill_row(kinds, min(kind, SHREWD))  # its like is shrewd
        before = 1.0 / seats
        while state.phase != OVER:
            round_number = state.round_number
            clear(trace)
            while state.phase != OVER and state.round_number == round_number:
                seat = decider(state)
                if seat == learner:
                    action = choose_and_trace(state, seat, weights, units, scores, features, trace, rng)
                elif kind == SAME:
                    action = choose_likely(state, seat, weights, scores, draw_unit(rng))
                else:
                    action = drive_like(state, seat, kind, draw_unit(rng), scores, quiet[0])
                carry_out(state, seat, action, chance[0], quiet[0])
            after = outlook(state, learner, kinds)
            add_to(gradient, trace, after - before)
            before = after
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
def clear(table: Ints) -> None:
    """All zeros."""
    for row in range(SITUATIONS):
        for column in range(COLUMNS):
            table[row, column] = 0.0


@rule
def add_to(gradient: Ints, trace: Ints, gain: float) -> None:
    """What was done counts by what it brought."""
    for row in range(SITUATIONS):
        for column in range(COLUMNS):
            gradient[row, column] += gain * trace[row, column]


@rule
def choose_and_trace(
    state: State, seat: int, weights: Ints, units: Ints, scores: Ints, features: Ints, trace: Ints, rng: Rng
) -> int:
    """An action by chance; the trace grows by how its features differ from what was to be expected."""
    if state.phase != TURBO and count_bits(playable(state, seat)) == 1:
        return nth_bit(playable(state, seat), 0)
    row = situation_of(state)
    count = fill_features(state, seat, units, scores, features)
    if state.phase == TURBO and features[0, 0] > CERTAIN:
        return TURBO_ACTION
    for i in range(count):
        scores[i] = 0.0
        for column in range(COLUMNS):
            scores[i] += features[i, column] * weights[row, column]
    total = raise_scores(scores, count)
    mark = draw_unit(rng) * total
    pick = 0
    while pick < count - 1 and mark >= scores[pick]:
        mark -= scores[pick]
        pick += 1
    for column in range(COLUMNS):
        expected = 0.0
        for i in range(count):
            expected += scores[i] / total * features[i, column]
        trace[row, column] += features[pick, column] - expected
    return TURBO_ACTION + pick if state.phase == TURBO else nth_bit(playable(state, seat), pick)


def practise(weights: Floats, scales: Floats, kind: int, steps: int, races: int, seed: int) -> Floats:
    """Weights against a kind of driver after so many steps of so many races each.

    Adam on scaled features, the mean of the second half. What varies little is scaled little: it must not jump about.
    """
    scales = np.maximum(scales, LEAST_SCALE)
    momentum, spread, mean = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    scaled = weights * scales
    tracks = [prepare(4, {"track": track, "flag": None}) for track in ("volcano", "beach")]
    units = unit_weights()
    for step in range(1, steps + 1):
        prepared, setup = tracks[step % 2]
        gradient = np.zeros_like(weights)
        scratch = duplicate(prepared), seeded(seed), seeded(seed), silent_log()
        where = setup, seeded(seed), step * races, races
        wins = practise_races(prepared, *where, scaled / scales, np.array(MIXTURES[kind]), scratch, units, gradient)
        gradient /= scales * races
        momentum = MOMENTUM * momentum + (1 - MOMENTUM) * gradient
        spread = SPREAD * spread + (1 - SPREAD) * gradient**2
        direction = momentum / (1 - MOMENTUM**step) / (np.sqrt(spread / (1 - SPREAD**step)) + 1e-8)
        scaled = scaled + RATE * (1 - step / (steps + 1)) * direction
        if step > steps // 2:
            mean += scaled / (steps - steps // 2)
        if step % 10 == 0:
            print(
                f"practice against kind {kind}, step {step} of {steps}: {wins / races:.1%} of {races} races won",
                flush=True,
            )
    return mean / scales
