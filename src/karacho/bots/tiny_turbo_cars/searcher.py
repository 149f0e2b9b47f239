"""The bot: plans a round's slides at once and then makes them one by one."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karacho.bots.bot import read_view
from karacho.bots.tiny_turbo_cars.choosing import choose_aside, look_along
from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.planning import make_plan
from karacho.bots.tiny_turbo_cars.slate import clean_slate
from karacho.core.events import silent_log
from karacho.core.game import MOST_ACTIONS
from karacho.core.record import Box, new
from karacho.core.rng import CHOICES, seeded
from karacho.games.tiny_turbo_cars.actions import NAMES
from karacho.games.tiny_turbo_cars.components import GAP
from karacho.games.tiny_turbo_cars.controller import sliding_cell
from karacho.games.tiny_turbo_cars.game import GAME
from karacho.games.tiny_turbo_cars.state import PROGRAM, State

LONGEST_PLAN = 60  # the most slides of a mind, and done
FIRST_PLANS, MOST_PLANS = 100, 20_000  # by time: twice as many again and again
GROWTH = 3.0  # all the thinking so far, and a plan that takes twice as long as the last one


class SearchBot:
    """A driver with a mind of its own, on a budget of work, or of seconds for a plan."""

    def __init__(self, mind: Box[Mind], seconds: float, seed: int) -> None:
        self._mind = mind
        self._seconds = seconds
        self._choices = seeded(seed, CHOICES)
        self._quiet = silent_log()
        self._tracks = new(State)
        self._looked_along: tuple[bytes, int] | None = None
        self._plan: list[int] = []
        self._expected: tuple[int, bytes] | None = None  # the round and the controller that the plan goes on from

    def notice(self, events: Sequence[Any]) -> None:
        """All that matters lies open in the view."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """The next action."""
        seen, seat = read_view(GAME, view)
        return NAMES[self.act(seen, seat)]

    def act(self, seen: Box[State], seat: int) -> int:
        """The next action as a number."""
        self._look_along(seen, seat)
        if seen[0].phase != PROGRAM:
            aside = (np.zeros(MOST_ACTIONS, np.int16), np.zeros(MOST_ACTIONS))
            return choose_aside(seen, seat, self._mind, self._tracks, self._choices, self._quiet, *aside)
        round_number, controller = int(seen[0].round_number), seen[0].controllers[seat].tobytes()
        if self._expected != (round_number, controller):
            self._make_plan(seen, seat)
        action = self._plan.pop(0)
        self._expected = (round_number, after(controller, action)) if self._plan else None
        return action

    def _look_along(self, seen: Box[State], seat: int) -> None:
        track = (seen[0].terrain.tobytes(), int(seen[0].racecars[seat]))
        if self._looked_along != track:
            look_along(seen, seat, self._mind, self._tracks, self._choices, self._quiet)
            self._looked_along = track

    def _make_plan(self, seen: Box[State], seat: int) -> None:
        began, mind = time.perf_counter(), self._mind[0]
        if self._seconds > 0.0:
            mind.plans = FIRST_PLANS
        self._plan = self._think(seen, seat)
        while mind.plans < MOST_PLANS and GROWTH * (time.perf_counter() - began) < self._seconds:
            mind.plans *= 2
            self._plan = self._think(seen, seat)

    def _think(self, seen: Box[State], seat: int) -> list[int]:
        actions = np.zeros(LONGEST_PLAN, np.int64)
        slate = clean_slate(self._mind[0])
        count = make_plan(seen, seat, self._mind, slate, self._choices, self._quiet, actions)
        return [int(action) for action in actions[:count]]


def after(controller: bytes, slide: int) -> bytes:
    """The controller after a slide."""
    pieces = bytearray(controller)
    gap = pieces.index(GAP)
    cell = sliding_cell(gap, slide)
    pieces[gap], pieces[cell] = pieces[cell], GAP
    return bytes(pieces)
