"""Truths compatible with a view: only the others' controllers and slides are unknown, and only while programming.

Every arrangement can be reached from every other, so without seeing the slides each one is equally likely. How often
the others have slid cannot be told from anything; a number that people reach in a round is drawn. With the same
scramble for all, the others' controllers are drawn by sliding from one that the owner's can have come from.
"""

import numpy as np

from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints, copy_row
from karacho.core.rng import Rng, draw_below
from karacho.games.tiny_turbo_cars.actions import SLIDE_UP
from karacho.games.tiny_turbo_cars.components import CELLS, GAP
from karacho.games.tiny_turbo_cars.controller import shuffle_pieces, sliding_cell
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
    """A controller and a number of slides for every other seat still racing."""
    scramble = np.empty(CELLS, np.int8)
    draw_scramble(state, owner, scramble, rng)
    for seat in range(state.seats):
        if seat == owner:
            continue
        state.slides[seat] = 0
        if is_on_track(state, seat):
            slides = draw_below(rng, MOST_SLIDES + 1)
            state.slides[seat] = slides
            if state.same_scramble:
                copy_row(state.controllers[seat], scramble)
                draw_slides(state.controllers[seat], slides, rng)
            else:
                shuffle_pieces(state.controllers[seat], rng)


@rule
def draw_scramble(state: State, owner: int, scramble: Ints, rng: Rng) -> None:
    """A scramble from which the owner's controller can have come with its slides; any, for a spectator."""
    if owner < 0:
        shuffle_pieces(scramble, rng)
        return
    copy_row(scramble, state.controllers[owner])
    slides = int(state.slides[owner])
    if slides > MOST_SLIDES:  # so many lead anywhere; only whether they are even can be told from the gap
        slides = MOST_SLIDES + slides % 2
    draw_slides(scramble, slides, rng)


@rule
def draw_slides(pieces: Ints, slides: int, rng: Rng) -> None:
    """Some slides at random."""
    gap = 0
    while pieces[gap] != GAP:
        gap += 1
    for _ in range(slides):
        cell = -1
        while cell < 0:
            cell = sliding_cell(gap, SLIDE_UP + draw_below(rng, 4))
        pieces[gap] = pieces[cell]
        pieces[cell] = GAP
        gap = cell
