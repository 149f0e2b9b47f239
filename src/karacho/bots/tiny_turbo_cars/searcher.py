"""The bot."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karacho.bots.bot import read_view
from karacho.bots.tiny_turbo_cars.choosing import choose_aside, see_ahead
from karacho.bots.tiny_turbo_cars.desk import clear_desk
from karacho.bots.tiny_turbo_cars.habits import Habits
from karacho.bots.tiny_turbo_cars.planning import make_plan
from karacho.bots.tiny_turbo_cars.prospects import blank_prospects
from karacho.core.events import silent_log
from karacho.core.record import Box, new
from karacho.core.rng import CHOICES, seeded
from karacho.games.tiny_turbo_cars.actions import NAMES
from karacho.games.tiny_turbo_cars.game import GAME
from karacho.games.tiny_turbo_cars.state import PROGRAM, State

LONGEST_PLAN = 64


class SearchBot:
    """Plans a round's slides at once and then makes them one by one."""

    def __init__(self, habits: Box[Habits], seed: int) -> None:
        self._habits = habits
        self._choices = seeded(seed, CHOICES)
        self._quiet = silent_log()
        self._mind = new(State)
        self._prospects = blank_prospects()
        self._looked_at: tuple[bytes, int] | None = None
        self._plan: list[int] = []
        self._expected: tuple[int, bytes] | None = None

    def notice(self, events: Sequence[Any]) -> None:
        """All that matters lies open in the view."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """The next action."""
        seen, seat = read_view(GAME, view)
        return NAMES[self.act(seen, seat)]

    def act(self, seen: Box[State], seat: int) -> int:
        """The next action as a number."""
        state = seen[0]
        self._look(seen, seat)
        if state.phase != PROGRAM:
            return choose_aside(seen, seat, self._prospects, self._mind, self._quiet)
        situation = (int(state.round_number), int(state.slides[seat]))
        if self._expected != situation:
            self._make_plan(seen, seat)
        action = self._plan.pop(0)
        self._expected = (situation[0], situation[1] + 1) if self._plan else None
        return action

    def _look(self, seen: Box[State], seat: int) -> None:
        track = (seen[0].terrain.tobytes(), int(seen[0].racecars[seat]))
        if self._looked_at != track:
            see_ahead(seen, seat, self._habits, self._mind, self._prospects, self._choices, self._quiet)
            self._looked_at = track

    def _make_plan(self, seen: Box[State], seat: int) -> None:
        desk = clear_desk(self._habits[0])
        plan = np.zeros(LONGEST_PLAN, np.int64)
        count = make_plan(seen, seat, self._habits, self._prospects, desk, self._choices, self._quiet, plan)
        self._plan = [int(action) for action in plan[:count]]
