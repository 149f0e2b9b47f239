"""Opponents for Rally Run."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karacho.bots.bot import Bot, read_view
from karacho.bots.rally_run.mind import Mind
from karacho.bots.rally_run.search import follow, prepare, try_out
from karacho.bots.spec import Spec
from karacho.core.events import silent_log
from karacho.core.game import MOST_ACTIONS
from karacho.core.record import new
from karacho.core.rng import CHOICES, seeded
from karacho.games.rally_run.components import CELLS
from karacho.games.rally_run.game import GAME
from karacho.games.rally_run.state import State


class SearchBot:
    """Tries candidates out in worlds that fit what it has seen."""

    def __init__(self, worlds: int, swaps: int, seed: int) -> None:
        self._swaps = swaps
        self._worlds = worlds
        self._choices = seeded(seed, CHOICES)
        self._mind = new(Mind)
        self._boxes = (new(State), new(State), new(State))
        self._quiet = silent_log()
        self._actions = np.zeros(MOST_ACTIONS, np.int16)
        self._worths = np.zeros(MOST_ACTIONS)
        self._memory = np.zeros(max(1, GAME.memory), np.int16)

    def notice(self, events: Sequence[Any]) -> None:
        """Remember."""
        for event in events:
            GAME.remember(self._memory, event)

    def choose(self, view: Mapping[str, Any]) -> str:
        """The action that did best."""
        seen, seat = read_view(GAME, view)
        self._mind[0].swapped[:] = self._memory[CELLS:] > 0
        count = prepare(seen, seat, self._memory, self._mind, self._boxes[0], self._swaps, self._actions, self._worths)
        self._worths[:count] = 0
        done = 0
        if self._worlds == 0:
            return GAME.names[follow(seen, seat, self._boxes[0], self._mind)]
        if count > 1:
            for share, keep in ((8, 6), (2.7, 3), (1, 1)):
                worlds = max(2, int(self._worlds / share)) - done
                try_out(seat, worlds, count, self._choices, self._mind, self._boxes, self._quiet, self._actions, self._worths)
                done += worlds
                order = np.argsort(-self._worths[:count], kind="stable")
                count = min(count, keep)
                self._actions[:count] = self._actions[order[:count]]
                self._worths[:count] = self._worths[order[:count]]
        return GAME.names[self._actions[0]]


def _make_search(spec: Spec, seed: int) -> Bot:
    spec.allow("worlds", "swaps")
    return SearchBot(spec.whole("worlds", 1000, 0, 100_000), spec.whole("swaps", 10, 0, 250), seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:worlds=1",)
