"""The kinds of drivers that other seats may have.

ANYHOW plays at random, BY_RULE by the rules of thumb. A SHREWD one looks ahead: how it chooses was learned from races
of `search:worlds=200,flat,thumb` (`weights.py`).
"""

from karacho.bots.stich_rallye.quick import choose_quickly
from karacho.bots.stich_rallye.scores import chance_of, choose_likely
from karacho.bots.stich_rallye.weights import SHREWD_WEIGHTS
from karacho.core.bits import count_bits, nth_bit
from karacho.core.events import Log
from karacho.core.jit import inlined, rule
from karacho.core.record import Ints
from karacho.games.stich_rallye.actions import COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.components import CARDS
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.trick import playable

ANYHOW, BY_RULE, SHREWD = 0, 1, 2
KINDS = 3
SLIP = 0.02  # nobody is sure to play as expected


@rule
def weigh_play(past: State, seat: int, action: int, quiet: Log, desk: Ints, fits: Ints) -> None:
    """Multiply how well each kind fits by how likely it would have been to play so."""
    others = count_bits(playable(past, seat)) - 1 if action < CARDS else 1
    if others == 0:
        return
    fits[ANYHOW] *= 1.0 / (others + 1)
    if fits[BY_RULE] > 0.0:
        fits[BY_RULE] *= 1.0 - SLIP if choose_quickly(past, seat, quiet) == action else SLIP / others
    if fits[SHREWD] > 0.0:
        fits[SHREWD] *= (1.0 - SLIP) * chance_of(past, seat, action, SHREWD_WEIGHTS, desk) + SLIP / (others + 1)


@rule
def drive_like(state: State, seat: int, kind: int, luck: float, desk: Ints, quiet: Log) -> int:
    """What such a driver does with this luck, a number from 0 up to 1."""
    if kind == BY_RULE:
        return choose_quickly(state, seat, quiet)
    if kind == SHREWD:
        return choose_likely(state, seat, SHREWD_WEIGHTS, desk, luck)
    return choose_anyhow(state, seat, luck)


@inlined
def choose_anyhow(state: State, seat: int, luck: float) -> int:
    """Every legal action is equally likely."""
    if state.phase == TURBO:
        return TURBO_ACTION if luck < 0.5 else COAST_ACTION
    cards = playable(state, seat)
    return nth_bit(cards, int(luck * count_bits(cards)))
