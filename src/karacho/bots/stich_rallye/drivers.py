"""The kinds of drivers that other seats may have.

ANYHOW plays at random, BY_RULE by the rules of thumb. A SHREWD one looks ahead; how often such a one does what the
rules of thumb say was counted in races of `search:worlds=200,flat`, by the number of cards it could choose from.
"""

from karacho.bots.stich_rallye.habit import drive_by_habit
from karacho.bots.stich_rallye.quick import choose_card
from karacho.core.bits import count_bits
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.stich_rallye.components import CARDS
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.thumb import choose_random, choose_turbo
from karacho.games.stich_rallye.trick import playable

ANYHOW, BY_RULE, SHREWD = 0, 1, 2
KINDS = 3
PRIORS = (0.2, 0.4, 0.4)

SLIP = 0.02  # nobody is sure to play as expected
SHREWD_CARDS = (1.0, 0.62, 0.48, 0.35, 0.26, 0.21, 0.17, 0.15, 0.1)  # by how many others could be played
SHREWD_TURBOS = 0.8
SHREWD_RANDOM = 20  # per cent of its choices in a playout, the others by habit


@rule
def weigh_play(past: State, seat: int, action: int, quiet: Log, fits: Ints) -> None:
    """Multiply how well each kind fits by how likely it would have been to play so."""
    if action < CARDS:
        others = count_bits(playable(past, seat)) - 1
        if others == 0:
            return
        by_rule = choose_card(past, seat) == action
        shrewd = SHREWD_CARDS[others]
    else:
        others = 1
        by_rule = choose_turbo(past, seat, quiet) == action
        shrewd = SHREWD_TURBOS
    fits[ANYHOW] *= 1.0 / (others + 1)
    fits[BY_RULE] *= 1.0 - SLIP if by_rule else SLIP / others
    fits[SHREWD] *= shrewd if by_rule else (1.0 - shrewd) / others


@rule
def drive_like(state: State, seat: int, kind: int, rng: Rng, quiet: Log) -> int:
    """What such a driver does."""
    if kind == BY_RULE:
        return choose_turbo(state, seat, quiet) if state.phase == TURBO else choose_card(state, seat)
    if kind == SHREWD and draw_below(rng, 100) >= SHREWD_RANDOM:
        return drive_by_habit(state, seat)
    return choose_random(state, seat, rng)
