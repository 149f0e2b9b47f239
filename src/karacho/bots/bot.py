"""What a bot is, and the house bots.

A bot is told the events of the race as its seat sees them, so that it can remember, and is asked for an action with
the view of its seat.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from karacho.bots.spec import parse_spec
from karacho.core.events import silent_log
from karacho.core.game import MOST_ACTIONS, Game
from karacho.core.reading import is_whole
from karacho.core.record import Box, new
from karacho.core.rng import CHOICES, seeded
from karacho.errors import InvalidOption, InvalidPosition, brief
from karacho.registry import load_game


class Bot(Protocol):
    """Anything that can take a seat."""

    def notice(self, events: Sequence[Any]) -> None:
        """What has just happened, as this seat saw it."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """An action, for the view of this seat."""


class HouseBot:
    """One of the compiled opponents that every game brings: `random` or `rule`."""

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        self._game = game
        self._policy = game.policies[spec]
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
        seen, seat = _read(self._game, view)
        return self._game.names[self._game.choose(seen, seat, self._policy, self._memory, self._choices, self._quiet)]


class SearchBot:
    """Tries every legal action in so many worlds that fit what it sees."""

    def __init__(self, game: Game, worlds: int, seed: int) -> None:
        self._game = game
        self._worlds = worlds
        self._choices = seeded(seed, CHOICES)
        self._scratch = (new(game.state), new(game.state))
        self._quiet = silent_log()
        self._actions = np.zeros(MOST_ACTIONS, np.int16)
        self._worths = np.zeros(MOST_ACTIONS)

    def notice(self, events: Sequence[Any]) -> None:
        """All that matters lies open in the view."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """The action that did best."""
        seen, seat = _read(self._game, view)
        assert self._game.search is not None
        lists = (self._actions, self._worths)
        action = self._game.search(seen, seat, self._worlds, self._choices, self._scratch, self._quiet, *lists)
        return self._game.names[action]


def _read(game: Game, view: Mapping[str, Any]) -> tuple[Box[Any], int]:
    """A view and the seat that has to choose."""
    seen, seat = game.read_view(view)
    actors = view.get("actors")
    if not isinstance(actors, list | tuple) or not actors:
        raise InvalidPosition([f"actors must be the seats that may act, not {brief(actors)}"])
    if seat < 0:  # all views are alike
        seat = actors[0]
    room = np.zeros(MOST_ACTIONS, np.int16)
    if not is_whole(seat) or not 0 <= seat < int(seen[0]["seats"]) or not game.legal_actions(seen, seat, room):
        raise InvalidPosition([f"this view shows nothing that seat {brief(seat)} could do"])
    return seen, seat


def make_bot(game: str | Game, spec: str, seed: int | None = None) -> Bot:
    """A bot by its spec."""
    rules = load_game(game)
    parsed = parse_spec(spec)
    seed = secrets.randbits(128) if seed is None else seed
    if parsed.name in rules.policies and not parsed.settings:
        return HouseBot(rules, parsed.name, seed)
    if parsed.name == "search" and rules.search is not None and parsed.settings.keys() <= {"worlds", "flat"}:
        return SearchBot(rules, parsed.whole("worlds", 200, 1, 100_000), seed)
    known = [*rules.policies, *(["search:worlds=200,flat"] if rules.search is not None else [])]
    raise InvalidOption("bot", spec, f"one of {', '.join(known)}")
