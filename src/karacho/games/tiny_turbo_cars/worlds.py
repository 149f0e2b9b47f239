"""Truths compatible with a view: only the others' controllers and slides are unknown, and only while programming.

Every arrangement can be reached from every other, so without seeing the slides each one is equally likely. How often
the others have slid cannot be told from anything; a number that people reach in a round is drawn.
"""

from karacho.core.jit import entry, rule
from karacho.core.record import Box
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.controller import shuffle_pieces
from karacho.games.tiny_turbo_cars.state import PROGRAM, State, is_on_track
from karacho.games.tiny_turbo_cars.view import copy_visible

MOST_SLIDES = 60


@entry
def resample(view: Box[State], owner: int, chance: Box[Rng], box: Box[State]) -> None:
    """Draw what the owner of a view cannot see (−1: a spectator)."""
    copy_visible(view[0], owner, box[0])
    if view[0].phase == PROGRAM:
        draw_controllers(box[0], owner, chance[0])


@rule
def draw_controllers(state: State, owner: int, rng: Rng) -> None:
    """A shuffled controller and some slides for every other seat still racing."""
    for seat in range(state.seats):
        if seat != owner:
            state.slides[seat] = 0
            if is_on_track(state, seat):
                shuffle_pieces(state.controllers[seat], rng)
                state.slides[seat] = draw_below(rng, MOST_SLIDES + 1)
