"""The kinds of drivers that other seats may have.

ANYHOW plays at random, BY_RULE by the rules of thumb. A SHREWD one looks ahead: how it chooses was learned from races
of `search:worlds=200,flat` (`weights.py`).
"""

from karacho.bots.stich_rallye.quick import choose_quickly
from karacho.bots.stich_rallye.scores import chance_of, choose_likely
from karacho.bots.stich_rallye.weights import SHREWD_WEIGHTS
from karacho.core.bits import count_bits
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.core.rng import Rng
from karacho.games.stich_rallye.components import CARDS
from karacho.games.stich_rallye.state import State
from karacho.games.stich_rallye.thumb import choose_random
from karacho.games.stich_rallye.trick import playable

ANYHOW, BY_RULE, SHREWD = 0, 1, 2
KINDS = 3
PRIORS = (0.2, 0.4, 0.4)
SLIP = 0.02  # nobody is sure to play as expected


@rule
def weigh_play(past: State, seat: int, action: int, quiet: Log, scores: Ints, fits: Ints) -> None:
    """Multiply how well each kind fits by how likely it would have been to play so."""
    others = count_bits(playable(past, seat)) - 1 if action < CARDS else 1
    if others == 0:
        return
    fits[ANYHOW] *= 1.0 / (others + 1)
    if fits[BY_RULE] > 0.0:
        fits[BY_RULE] *= 1.0 - SLIP if choose_quickly(past, seat, quiet) == action else SLIP / others
    if fits[SHREWD] > 0.0:
        fits[SHREWD] *= (1.0 - SLIP) * chance_of(past, seat, action, SHREWD_WEIGHTS, scores) + SLIP / (others + 1)


@rule
def drive_like(state: State, seat: int, kind: int, rng: Rng, scores: Ints, quiet: Log) -> int:
    """What such a driver does."""
    if kind == BY_RULE:
        return choose_quickly(state, seat, quiet)
    if kind == SHREWD:
        return choose_likely(state, seat, SHREWD_WEIGHTS, scores, rng)
    return choose_random(state, seat, rng)
