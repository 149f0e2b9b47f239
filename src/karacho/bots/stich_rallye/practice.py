"""Practice: weights improve by racing, without search.

A driver chooses among its actions by chance, the likelier the higher the score. Whatever was done in a round that
brought the own car closer to winning becomes likelier, and the other way round (policy gradient, with the outlook
before and after each round as the measure).
"""

import numpy as np

from karacho.bots.stich_rallye.learning import Floats, fill_features, unit_weights
from karacho.bots.stich_rallye.outlook import outlook
from karacho.bots.stich_rallye.scores import COLUMNS, SITUATIONS, TURBO_ROW, choose_likely, raise_scores, situation
from karacho.core.bits import lowest_bit
from karacho.core.events import Log, silent_log
from karacho.core.jit import entry
from karacho.core.record import Box, Ints, duplicate
from karacho.core.rng import Rng, draw_below, draw_unit, seed_race, seeded
from karacho.games.stich_rallye.actions import TURBO_ACTION
from karacho.games.stich_rallye.preparation import deal_race, prepare
from karacho.games.stich_rallye.rules import carry_out, decider
from karacho.games.stich_rallye.state import OVER, TURBO, State
from karacho.games.stich_rallye.thumb import choose_random, choose_rule
from karacho.games.stich_rallye.trick import playable

RANDOM, RULE, OTHER, SAME = 0, 1, 2, 3  # whom a seat is driven by


@entry
def practise_races(
    prepared: Box[State],
    setup: Ints,
    master: Box[Rng],
    first: int,
    races: int,
    own: Ints,
    other: Ints,
    mixture: Ints,
    boxes: Box[State],
    chance: Box[Rng],
    choices: Box[Rng],
    quiet: Box[Log],
    units: Ints,
    scores: Ints,
    features: Ints,
    trace: Ints,
    gradient: Ints,
    wins: Ints,
) -> None:
    """Seat `race % seats` learns; the others are drawn from the mixture of RANDOM, RULE, OTHER and SAME."""
    seats = int(prepared[0].seats)
    kinds = np.zeros(5, np.int64)
    for i in range(races):
        seed_race(chance[0], choices[0], master[0].key, first + i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state, rng = boxes[0], choices[0]
        deal_race(state, setup, chance[0], quiet[0])
        learner = (first + i) % seats
        mark = draw_unit(rng)
        kind = 0
        while kind < 3 and mark >= mixture[kind]:
            mark -= mixture[kind]
            kind += 1
        for seat in range(seats):
            kinds[seat] = kind
        before = 1.0 / seats
        while state.phase != OVER:
            round_number = state.round_number
            trace[:, :] = 0.0
            while state.phase != OVER and state.round_number == round_number:
                seat = decider(state)
                if seat != learner:
                    if kinds[seat] == RANDOM:
                        action = choose_random(state, seat, rng)
                    elif kinds[seat] == RULE:
                        action = choose_rule(state, seat, quiet[0])
                    elif kinds[seat] == OTHER:
                        action = choose_likely(state, seat, other, scores, rng)
                    else:
                        action = choose_likely(state, seat, own, scores, rng)
                elif state.phase != TURBO and playable(state, seat) & (playable(state, seat) - 1) == 0:
                    action = lowest_bit(playable(state, seat))
                else:
                    count = fill_features(state, seat, units, scores, features)
                    if state.phase == TURBO:
                        row = TURBO_ROW
                    else:
                        in_trick = int(state.in_trick)
                        row = situation(int(state.round_number), in_trick, seats - in_trick - 1)
                    if row == TURBO_ROW and features[0, 0] > 50.0:
                        action = TURBO_ACTION
                    else:
                        for k in range(count):
                            scores[k] = 0.0
                            for c in range(COLUMNS):
                                scores[k] += features[k, c] * own[row, c]
                        total = raise_scores(scores, count)
                        mark = draw_unit(rng) * total
                        pick = 0
                        while pick < count - 1 and mark >= scores[pick]:
                            mark -= scores[pick]
                            pick += 1
                        for c in range(COLUMNS):
                            mean = 0.0
                            for k in range(count):
                                mean += scores[k] / total * features[k, c]
                            trace[row, c] += features[pick, c] - mean
                        if row == TURBO_ROW:
                            action = TURBO_ACTION + pick
                        else:
                            cards = playable(state, seat)
                            for _ in range(pick):
                                cards &= cards - 1
                            action = lowest_bit(cards)
                carry_out(state, seat, action, chance[0], quiet[0])
            after = outlook(state, learner)
            for r in range(SITUATIONS):
                for c in range(COLUMNS):
                    gradient[r, c] += (after - before) * trace[r, c]
            before = after
        wins[kind, 0] += state.winner == learner
        wins[kind, 1] += 1


def practise(
    own: Floats, other: Floats, scales: Floats, mixture: list[float], steps: int, races: int, rate: float, seed: int
) -> Floats:
    """Weights after so many steps of so many races each (Adam)."""
    own = own * scales
    momentum, spread = np.zeros_like(own), np.zeros_like(own)
    average = np.zeros_like(own)
    chance, choices, master = seeded(seed), seeded(seed), seeded(seed)
    prepared = {track: prepare(4, {"track": track, "flag": None}) for track in ("volcano", "beach")}
    units = unit_weights()
    wins = np.zeros((4, 2))
    for step in range(steps):
        gradient = np.zeros((SITUATIONS, COLUMNS))
        box, setup = prepared["volcano" if step % 2 else "beach"]
        practise_races(
            box, setup, master, step * races, races, own / scales, other, np.array(mixture), duplicate(box), chance,
            choices, silent_log(), units, np.zeros(16), np.zeros((9, COLUMNS)), np.zeros((SITUATIONS, COLUMNS)),
            gradient, wins,
        )
        gradient = gradient / scales / races
        momentum = 0.9 * momentum + 0.1 * gradient
        spread = 0.99 * spread + 0.01 * gradient**2
        own = own + rate * (1 - step / steps) * (momentum / (1 - 0.9 ** (step + 1))) / (
            np.sqrt(spread / (1 - 0.99 ** (step + 1))) + 1e-8
        )
        if step >= steps // 2:
            average += own
        if (step + 1) % max(1, steps // 20) == 0:
            print(step + 1, [f"{a / max(b, 1):.3f}" for a, b in wins], int(wins[:, 1].sum()), flush=True)
            wins[:] = 0
    return average / (steps - steps // 2) / scales
