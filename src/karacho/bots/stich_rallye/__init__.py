"""Opponents for Stich Rallye."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karacho.bots.bot import Bot, read_view
from karacho.bots.spec import Spec
from karacho.bots.stich_rallye.flat import search
from karacho.core.events import silent_log
from karacho.core.game import MOST_ACTIONS
from karacho.core.record import new
from karacho.core.rng import CHOICES, seeded
from karacho.games.stich_rallye.game import GAME
from karacho.games.stich_rallye.state import State


class SearchBot:
    """Tries every legal action in so many worlds that fit what it sees."""

    def __init__(self, worlds: int, seed: int) -> None:
        self._worlds = worlds
        self._choices = seeded(seed, CHOICES)
        self._scratch = (new(State), new(State))
        self._quiet = silent_log()
        self._actions = np.zeros(MOST_ACTIONS, np.int16)
        self._worths = np.zeros(MOST_ACTIONS)

    def notice(self, events: Sequence[Any]) -> None:
        """All that matters lies open in the view."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """The action that did best."""
        seen, seat = read_view(GAME, view)
        lists = (self._actions, self._worths)
        return GAME.names[search(seen, seat, self._worlds, self._choices, self._scratch, self._quiet, *lists)]


def _make_search(spec: Spec, seed: int) -> Bot:
    spec.allow("worlds", "flat")
    return SearchBot(spec.whole("worlds", 200, 1, 100_000), seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:worlds=1,flat",)
