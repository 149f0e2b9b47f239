"""Learning from races how bots that look ahead choose: the decisions of a match, put into weights for `scores.py`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from karacho.bots.stich_rallye.scores import (
    COLUMNS,
    MOST_HIGHER,
    MOST_SCORES,
    SITUATIONS,
    higher_unseen,
    score_cards,
    score_turbo,
    situation_of,
)
from karacho.core.bits import count_bits
from karacho.core.jit import entry, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.actions import TURBO_ACTION
from karacho.games.stich_rallye.components import CARDS, MOST_SEATS
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.trick import color_of, playable, winning_place

Floats = NDArray[np.float64]
PULL = 10.0  # how many cases of the mean are added to those counted
RIDGE = 3.0
NEWTON_STEPS = 12
MOST_COLORS = 3


@entry
def count_keeps(decided: Ints, chosen: Ints, tried: Ints, kept: Ints) -> None:
    """How often a card that took the trick as it lay had it at the end.

    By the order of its color in the trick, the seats to come, the higher cards unseen.
    """
    for i in range(len(chosen)):
        state = decided[i]
        start, in_trick, seats = int(state.played), int(state.in_trick), int(state.seats)
        last = i + seats - 1 - in_trick
        if state.phase == TURBO or last >= len(chosen) or decided[last].in_trick != seats - 1:
            continue
        end = decided[last]
        end.cards[start + seats - 1] = chosen[last, 2]
        if winning_place(end.cards, start, in_trick + 1) != in_trick:
            continue
        colors = 0
        for place in range(in_trick + 1):
            colors |= 1 << color_of(end.cards[start + place])
        higher = min(higher_unseen(state, int(chosen[i, 1]), int(chosen[i, 2])), MOST_HIGHER)
        tried[count_bits(colors), seats - in_trick - 1, higher] += 1
        if winning_place(end.cards, start, seats) == in_trick:
            kept[count_bits(colors), seats - in_trick - 1, higher] += 1


def chances_to_keep(decided: Ints, chosen: Ints) -> Floats:
    """The shares of tricks kept, drawn a little toward the mean of the same order and seats to come.

    What cannot be with so many seats is guessed: with each seat to come the chance falls by the same factor.
    """
    shape = (MOST_COLORS + 1, MOST_SEATS, MOST_HIGHER + 1)
    tried, kept = np.zeros(shape), np.zeros(shape)
    count_keeps(decided, chosen, tried, kept)
    means = (kept.sum(2, keepdims=True) + 1) / (tried.sum(2, keepdims=True) + 2)
    chances = (kept + PULL * means) / (tried + PULL)
    for to_come in range(2, MOST_SEATS):
        untried = tried[:, to_come].sum(1) == 0
        chances[untried, to_come] = chances[untried, to_come - 1] ** 2 / chances[untried, to_come - 2]
    return np.asarray(chances)


@rule
def fill_features(state: State, seat: int, units: Ints, scores: Ints, features: Ints) -> int:
    """What speaks for each action: the score with each column's weight alone. For coasting nothing speaks."""
    if state.phase == TURBO:
        for column in range(COLUMNS):
            features[0, column] = score_turbo(state, seat, units[column])
            features[1, column] = 0.0
        return 2
    count = 0
    for column in range(COLUMNS):
        count = score_cards(state, seat, units[column], scores)
        for i in range(count):
            features[i, column] = scores[i]
    return count


def unit_weights() -> Floats:
    """For each column weights that count only that column."""
    units = np.zeros((COLUMNS, SITUATIONS, COLUMNS))
    for column in range(COLUMNS):
        units[column, :, column] = 1.0
    return units


class Lesson(NamedTuple):
    """Decisions to learn from, each with the features of its actions."""

    features: Floats  # decision, action, column
    counts: NDArray[np.int64]  # of actions; 1: nothing to learn
    picks: NDArray[np.int64]  # which action was chosen
    rows: NDArray[np.int64]  # of the weights

    def of(self, row: int) -> "Lesson":
        """The decisions in one situation that were a choice."""
        here = (self.rows == row) & (self.counts > 1)
        return Lesson(self.features[here], self.counts[here], self.picks[here], self.rows[here])

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which actions there were."""
        return np.arange(MOST_SCORES)[None, :] < self.counts[:, None]


@entry
def list_features(
    decided: Ints, chosen: Ints, units: Ints, scores: Ints, features: Ints, counts: Ints, picks: Ints, rows: Ints
) -> None:
    """Fill in a lesson."""
    for i in range(len(chosen)):
        state, seat, action = decided[i], int(chosen[i, 1]), int(chosen[i, 2])
        counts[i] = fill_features(state, seat, units, scores, features[i])
        rows[i] = situation_of(state)
        if action < CARDS:
            picks[i] = count_bits(playable(state, seat) & ((1 << action) - 1))
        else:
            picks[i] = action - TURBO_ACTION
            if features[i, 0, COLUMNS - 1] != 0.0:  # the turbo that wins has a score without any weight
                counts[i] = 1


def read_lesson(decided: Ints, chosen: Ints) -> Lesson:
    """The decisions of a match."""
    number = len(chosen)
    counts, picks, rows = (np.zeros(number, np.int64) for _ in range(3))
    lesson = Lesson(np.zeros((number, MOST_SCORES, COLUMNS)), counts, picks, rows)
    list_features(decided, chosen, unit_weights(), np.zeros(MOST_SCORES), *lesson)
    return lesson


def scales_of(lesson: Lesson) -> Floats:
    """How much each feature varies in each situation."""
    scales = np.ones((SITUATIONS, COLUMNS))
    for row in range(SITUATIONS):
        here = lesson.of(row)
        spread = here.features[here.present].std(0)
        scales[row] = np.where(spread > 0.0, np.maximum(spread, 0.05), 1.0)
    return scales


def fit_choices(lesson: Lesson, scales: Floats) -> Floats:
    """The weights under which the choices are likeliest (multinomial logit, by Newton's method)."""
    features = lesson.features / scales
    weights = np.zeros(COLUMNS)
    for _ in range(NEWTON_STEPS):
        scores = np.where(lesson.present, features @ weights, -np.inf)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        means = np.einsum("na,nac->nc", shares, features)
        gradient = features[np.arange(len(means)), lesson.picks].sum(0) - means.sum(0) - RIDGE * weights
        rooted = (features * np.sqrt(shares)[:, :, None]).reshape(-1, COLUMNS)
        curvature = rooted.T @ rooted - means.T @ means + RIDGE * np.eye(COLUMNS)
        weights += np.linalg.solve(curvature, gradient)
    return np.asarray(weights / scales)


def imitate(lesson: Lesson, scales: Floats) -> Floats:
    """The weights of drivers who choose like that."""
    return np.array([fit_choices(lesson.of(row), scales[row]) for row in range(SITUATIONS)])
