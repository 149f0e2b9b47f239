"""Learning habits from races: how bots that look ahead choose, put into the weights of `scores.py`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from karacho.bots.stich_rallye.scores import (
    COLUMNS,
    MOST_HIGHER,
    SITUATIONS,
    TURBO_ROW,
    score_cards,
    score_turbo,
    situation,
)
from karacho.core.bits import count_bits, lowest_bit
from karacho.core.jit import entry, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.actions import TURBO_ACTION
from karacho.games.stich_rallye.components import CARDS, COLOR_BITS, HIGHEST_VALUE, LOWEST_VALUE, MOST_SEATS, VALUES
from karacho.games.stich_rallye.state import TURBO
from karacho.games.stich_rallye.trick import color_of, playable, winning_place

MOST_CARDS = 9
Floats = NDArray[np.float64]


@entry
def count_keeps(decided: Ints, chosen: Ints, tried: Ints, kept: Ints) -> None:
    """How often a card that took the trick as it lay had it at the end: by the order of its color, seats to come,
    higher cards unseen."""
    for i in range(len(chosen)):
        state = decided[i]
        card = int(chosen[i, 2])
        if state.phase == TURBO:
            continue
        start, in_trick, seats = int(state.played), int(state.in_trick), int(state.seats)
        last = i + seats - 1 - in_trick
        if last >= len(chosen) or decided[last].played != start or chosen[last, 0] != chosen[i, 0]:
            continue
        end = decided[last]
        end.cards[start + seats - 1] = chosen[last, 2]
        if winning_place(end.cards, start, in_trick + 1) != in_trick:
            continue
        colors = 0
        gone = 0
        for place in range(start + in_trick):
            gone |= 1 << int(state.cards[place])
        for place in range(in_trick + 1):
            colors |= 1 << color_of(end.cards[start + place])
        span = ((1 << HIGHEST_VALUE[seats]) - 1) & ~((1 << (LOWEST_VALUE[seats] - 1)) - 1)
        unseen = (span | span << VALUES | span << 2 * VALUES) & ~gone & ~int(state.hands[chosen[i, 1]])
        higher = count_bits((unseen >> (color_of(card) * VALUES) & COLOR_BITS) >> (card % VALUES + 1))
        order, to_come = count_bits(colors), seats - in_trick - 1
        tried[order, to_come, min(higher, MOST_HIGHER)] += 1
        if winning_place(end.cards, start, seats) == in_trick:
            kept[order, to_come, min(higher, MOST_HIGHER)] += 1


def keep_table(decided: Ints, chosen: Ints) -> Floats:
    """The chances to keep a trick, drawn a little toward the mean of the same order and seats to come."""
    shape = (4, MOST_SEATS, MOST_HIGHER + 1)
    tried, kept = np.zeros(shape), np.zeros(shape)
    count_keeps(decided, chosen, tried, kept)
    means = (kept.sum(2, keepdims=True) + 1) / (tried.sum(2, keepdims=True) + 2)
    return (kept + 10 * means) / (tried + 10)


@rule
def fill_features(state: Any, seat: int, units: Ints, scores: Ints, features: Ints) -> int:
    """What speaks for each action: every column alone, once. Turbo is compared with a coast that nothing speaks for."""
    if state.phase == TURBO:
        for column in range(COLUMNS):
            features[0, column] = score_turbo(state, seat, units[column])
            features[1, column] = 0.0
        return 2
    count = 0
    for column in range(COLUMNS):
        count = score_cards(state, seat, units[column], scores)
        for card in range(count):
            features[card, column] = scores[card]
    return count


@entry
def list_features(
    decided: Ints, chosen: Ints, units: Ints, scores: Ints, features: Ints, counts: Ints, picks: Ints, rows: Ints
) -> None:
    """For each decision: its features, how many actions there were, which was chosen, the row of its situation."""
    for i in range(len(chosen)):
        state = decided[i]
        seat, action = int(chosen[i, 1]), int(chosen[i, 2])
        counts[i] = fill_features(state, seat, units, scores, features[i])
        if action < CARDS:
            picks[i] = count_bits(playable(state, seat) & ((1 << action) - 1))
            rows[i] = situation(int(state.round_number), int(state.in_trick), int(state.seats) - int(state.in_trick) - 1)
        else:
            picks[i] = 0 if action == TURBO_ACTION else 1
            rows[i] = TURBO_ROW
            if features[i, 0, 0] > 50.0:
                counts[i] = 1


def unit_weights() -> Floats:
    units = np.zeros((COLUMNS, SITUATIONS, COLUMNS))
    for column in range(COLUMNS):
        units[column, :, column] = 1.0
    return units


def fit_choices(features: Floats, counts: Ints, picks: Ints, ridge: float = 3.0) -> Floats:
    """The weights under which the choices are likeliest (multinomial logit, by Newton's method)."""
    n, width, columns = features.shape
    absent = np.arange(width)[None, :] >= counts[:, None]
    scales = features[~absent].std(0) + 1e-3
    scaled = features / scales
    weights = np.zeros(columns)
    for _ in range(12):
        scores = scaled @ weights
        scores[absent] = -np.inf
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        mean = np.einsum("nw,nwc->nc", shares, scaled)
        gradient = scaled[np.arange(n), picks].sum(0) - mean.sum(0) - ridge * weights
        root = scaled * np.sqrt(shares)[:, :, None]
        flat = root.reshape(-1, columns)
        hessian = flat.T @ flat - mean.T @ mean + ridge * np.eye(columns)
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < 1e-4:
            break
    return weights / scales


def learn(decided: Ints, chosen: Ints) -> Floats:
    """The weights of drivers who choose like that."""
    n = len(chosen)
    features = np.zeros((n, MOST_CARDS, COLUMNS))
    counts, picks, rows = (np.zeros(n, np.int64) for _ in range(3))
    list_features(decided, chosen, unit_weights(), np.zeros(16), features, counts, picks, rows)
    weights = np.zeros((SITUATIONS, COLUMNS))
    for row in range(SITUATIONS):
        here = (rows == row) & (counts > 1)
        weights[row] = fit_choices(features[here], counts[here], picks[here])
        scores = features[here] @ weights[row]
        scores[np.arange(MOST_CARDS)[None, :] >= counts[here][:, None]] = -np.inf
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        at = np.arange(len(scores)), picks[here]
        print(
            f"row {row}: {here.sum()} decisions, agreement {np.mean(scores.argmax(1) == picks[here]):.3f}, "
            f"log likelihood {np.log(shares[at]).mean():.3f}, guessing {-np.log(counts[here]).mean():.3f}"
        )
    return weights
