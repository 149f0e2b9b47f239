"""What a decision is worked out on: room for scores, and how far a car at each distance has really come.

A car that has a slope before it may gain or lose by it: its reach is the mean of where it stands and of where it would
stand after two moves of ordinary tricks on an empty track.
"""

import numpy as np

from karacho.core.jit import inlined, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.movement import roll_end
from karacho.games.stich_rallye.state import State

MOST_SCORES = 9  # cards in a hand; their scores come first
REACH = MOST_SCORES  # where the reaches begin
MOST_REACH = 200  # more than the longest track and the farthest drive
MOVES = (0.0, 0.0, 0.3, 0.25, 0.18, 0.12, 0.09, 0.06)  # about how often a trick drives so many spaces


@rule
def open_desk(state: State) -> Ints:
    """A desk for this track."""
    desk = np.zeros(REACH + MOST_REACH)
    longest = len(MOVES) - 1
    once = np.zeros(MOST_REACH)
    for distance in range(MOST_REACH - longest):
        once[distance] = mean_over_moves(state, distance, once, True)
    for distance in range(MOST_REACH - 3 * longest):
        desk[REACH + distance] = (distance + mean_over_moves(state, distance, once, False)) / 2
    return desk


@rule
def mean_over_moves(state: State, distance: int, worths: Ints, plain: bool) -> float:
    """The mean distance after one move, or the mean of what the distances after it are worth."""
    total = 0.0
    for spaces in range(2, len(MOVES)):
        end = roll_end(state, distance + spaces, 0)
        total += MOVES[spaces] * (end if plain else worths[end])
    return total


@inlined
def reach_of(desk: Ints, distance: int) -> float:
    """How far a car at this distance has come, the hills ahead counted."""
    reach: float = desk[REACH + distance]
    return reach


@inlined
def promise_of(desk: Ints, distance: int) -> float:
    """What the hills ahead promise a car at this distance."""
    promise: float = desk[REACH + distance] - distance
    return promise
