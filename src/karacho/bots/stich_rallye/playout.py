"""A round played to its end in one world: each other seat by its kind, the own one by habit."""

from karacho.bots.stich_rallye.drivers import drive_like
from karacho.bots.stich_rallye.outlook import outlook
from karacho.bots.stich_rallye.scores import choose_best
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints
from karacho.core.rng import Rng, draw_below
from karacho.games.stich_rallye.components import CARDS, HAND_SIZES
from karacho.games.stich_rallye.rules import carry_out, decider
from karacho.games.stich_rallye.state import OVER, TURBO, State

FINE = 1 << 15  # as fine as luck has to be: three times as quick to draw as what is finer


@rule
def draw_luck(state: State, luck: Ints, rng: Rng) -> None:
    """The luck of each seat in each trick to come: the same whatever is tried, so that chance makes no difference."""
    seats, tricks = int(state.seats), HAND_SIZES[state.round_number]
    for i in range(int(state.played), tricks * seats):
        luck[i] = draw_below(rng, FINE) / FINE
    for trick in range(int(state.played) // seats, tricks):
        luck[CARDS + trick] = draw_below(rng, FINE) / FINE


@rule
def play_out(
    state: State,
    round_number: int,
    seat: int,
    habit: Ints,
    kinds: Ints,
    luck: Ints,
    rng: Rng,
    desk: Ints,
    quiet: Log,
) -> float:
    """To the end of the race or of this round, which may have ended already, and what that is worth."""
    while state.phase != OVER and state.round_number == round_number:
        actor = decider(state)
        if actor != seat:
            trick = int(state.played) // int(state.seats)
            chance = luck[CARDS + trick if state.phase == TURBO else int(state.played) + actor]
            action = drive_like(state, actor, int(kinds[actor]), chance, desk, quiet)
        else:
            action = choose_best(state, seat, habit, desk)
        carry_out(state, actor, action, rng, quiet)
    return outlook(state, seat, kinds, desk)
