"""What HTTP answers as JSON: the games that are offered, and a finished race; `docs/protocol.md` explains them."""

from typing import Any, Literal

from msgspec import Struct

from karacho.server.protocol import Driver, Outcome


class Level(Struct, frozen=True):
    """A house bot that can be asked for."""

    spec: str
    name: str


class OptionInfo(Struct, frozen=True, omit_defaults=True):
    """An option of a game as a form shows it."""

    name: str
    kind: Literal["choice", "switch", "whole", "seat", "other"]
    default: Any
    choices: list[str] = []
    low: int | None = None
    high: int | None = None


class GameInfo(Struct, frozen=True):
    """A game that can be played here. `secrets`: seats see different things, so a shared device is handed over."""

    name: str
    title: str
    designers: str
    seats: list[int]
    options: list[OptionInfo]
    levels: list[Level]
    secrets: bool
    data: dict[str, Any]


class Shown(Struct, frozen=True, omit_defaults=True):
    """One step of a replay: what was done, what it caused, and the view after it."""

    version: int
    at: float
    view: dict[str, Any]
    events: list[dict[str, Any]] = []
    seat: int | None = None
    action: str | None = None
    driver: Driver | None = None
    progress: list[int] = []
    hints: dict[str, Any] | None = None


class Report(Struct, frozen=True):
    """How the order of dones came about, where the clock decided it: by corrections of at most `most_ms`; dones less
    than `equal_ms` apart were put in a drawn order."""

    most_ms: int
    equal_ms: int
    dones: list[dict[str, Any]]


class ReplayInfo(Struct, frozen=True):
    """A finished race through the eyes of a seat or a spectator."""

    race: str
    game: str
    names: list[str]
    options: dict[str, Any]
    seed: str
    seat: int | None
    outcome: Outcome
    frames: list[Shown]
    report: Report


class OptionWeighed(Struct, frozen=True, omit_defaults=True):
    """Something that could be done, and the chance to win with it, 0 to 1; a program with the slides to it."""

    action: str
    worth: float
    slides: int | None = None


class DecisionInfo(Struct, frozen=True):
    """A decision: the version that it made, who drove, what was done, and what would have been best."""

    version: int
    driver: Driver | None
    taken: OptionWeighed
    best: OptionWeighed


class ReviewInfo(Struct, frozen=True):
    """What a seat could have done in a finished race, by what it could know at each moment."""

    race: str
    seat: int
    decisions: list[DecisionInfo]
