"""Learning from races how bots that look ahead choose: the decisions of a match, put into weights for `scores.py`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from karacho.bots.stich_rallye.desk import MOST_SCORES, open_desk
from karacho.bots.stich_rallye.scores import (
    COLUMNS,
    SITUATIONS,
    score_cards,
    score_turbo,
    situation_of,
)
from karacho.core.bits import count_bits
from karacho.core.jit import entry, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.actions import TURBO_ACTION
from karacho.games.stich_rallye.components import CARDS
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.trick import playable

Floats = NDArray[np.float64]
RIDGE = 3.0
NEWTON_STEPS = 12


@rule
def fill_features(state: State, seat: int, units: Ints, desk: Ints, features: Ints) -> int:
    """What speaks for each action: the score with each column's weight alone. For coasting nothing speaks."""
    if state.phase == TURBO:
        for column in range(COLUMNS):
            features[0, column] = score_turbo(state, seat, units[column], desk)
            features[1, column] = 0.0
        return 2
    count = 0
    for column in range(COLUMNS):
        count = score_cards(state, seat, units[column], desk)
        for i in range(count):
            features[i, column] = desk[i]
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
    decided: Ints, chosen: Ints, units: Ints, features: Ints, counts: Ints, picks: Ints, rows: Ints
) -> None:
    """Fill in a lesson; all its races are on one track."""
    desk = open_desk(decided[0])
    for i in range(len(chosen)):
        state, seat, action = decided[i], int(chosen[i, 1]), int(chosen[i, 2])
        counts[i] = fill_features(state, seat, units, desk, features[i])
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
    list_features(decided, chosen, unit_weights(), *lesson)
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
