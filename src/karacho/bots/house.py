"""The compiled opponents that every game brings: `random` and `rule`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karacho.bots.bot import read_view
from karacho.core.events import silent_log
from karacho.core.game import Game
from karacho.core.rng import CHOICES, seeded


class HouseBot:
    """Plays by one of the game's policies."""

    def __init__(self, game: Game, policy: str, seed: int) -> None:
        self._game = game
        self._policy = game.policies[policy]
        self._choices = seeded(seed, CHOICES)
        self._quiet = silent_log()
        self._memory = np.zeros(max(1, game.memory), np.int16)

    def notice(self, events: Sequence[Any]) -> None:
        """Remember, if the game gives a reason to."""
        if self._game.remember is not None:
            for event in events:
                self._game.remember(self._memory, event)

    def choose(self, view: Mapping[str, Any]) -> str:
        """The policy's choice."""
        seen, seat = read_view(self._game, view)
        return self._game.names[self._game.choose(seen, seat, self._policy, self._memory, self._choices, self._quiet)]
