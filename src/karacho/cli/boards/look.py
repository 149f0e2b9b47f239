"""How a game looks on a terminal: the same four functions for each, found by its name.

A *picture* is a view (plain data) that the events shown since then have been applied to, so that a board can be drawn
between two events of one action.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from rich.text import Text

Picture = dict[str, Any]
Event = Mapping[str, Any]

MODULES = {
    "stich-rallye": "karacho.cli.boards.stich_rallye",
    "rally-run": "karacho.cli.boards.rally_run",
    "tiny-turbo-cars": "karacho.cli.boards.tiny_turbo_cars",
}


@dataclass(frozen=True)
class Room:
    """What a board has to know besides the picture: its size, the names of the seats, and what is pointed at."""

    width: int
    height: int
    names: Sequence[str]
    seat: int | None = None
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Look:
    """The face of a game."""

    draw: Callable[[Picture, Room], Text]
    roster: Callable[[Picture, Room], Text]  # one line per seat
    apply: Callable[[Picture, Event], None]  # change the picture as the event says
    tell: Callable[[Event, Sequence[str]], str]  # the event in plain words; empty: not worth a line
    headline: Callable[[Picture], str]  # round, trick, turn
    pause: Callable[[Event], float]  # how long the event stays on screen, in beats; 0: no time at all
    reasons: Mapping[str, str]  # refusal codes in plain words


@cache
def look_of(game: str) -> Look:
    """The look of a game."""
    return cast("Look", importlib.import_module(MODULES[game]).LOOK)


def car_token(seat: int) -> str:
    """A car as people count."""
    return f" {seat + 1} "


def verb(name: str, you: str, other: str) -> str:
    """`You drive`, `Seat 2 drives`."""
    return f"{name} {you if name == 'You' else other}"
