"""What a bot is.

A bot is told the events of the race as its seat sees them, so that it can remember, and is asked for an action with
the view of its seat.
"""

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from karacho.core.game import MOST_ACTIONS, Game
from karacho.core.reading import is_whole
from karacho.core.record import Box
from karacho.errors import InvalidPosition, KarachoError, brief, visible


class Bot(Protocol):
    """Anything that can take a seat."""

    def notice(self, events: Sequence[Any]) -> None:
        """What has just happened, as this seat saw it."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """An action, for the view of this seat."""


class BotFailed(KarachoError):
    """What a bot did wrong, in words."""


def describe(error: BaseException) -> str:
    """An exception in a few words, also one that cannot be written."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    return visible(f"{type(error).__name__}: {text[:200]}".removesuffix(": "))


def describe_with_place(error: BaseException) -> str:
    """The same, with the line of the program where it happened."""
    lines = traceback.extract_tb(error.__traceback__)
    return f"{describe(error)} ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else describe(error)


def not_an_action(answer: object) -> str:
    """What is wrong with an answer."""
    written = brief(str.__str__(answer)) if isinstance(answer, str) else f"a thing of the type {type(answer).__name__}"
    return f"answered {written}, which is no legal action"


def read_view(game: Game, view: Mapping[str, Any]) -> tuple[Box[Any], int]:
    """A view as a state, and the seat that has to choose."""
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
