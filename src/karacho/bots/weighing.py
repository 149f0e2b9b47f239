"""Weighing a decision afterwards: what was done, and what would have been best by what could be known then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Option:
    """Something that could be done: an action, or a program and the slides to it; `worth` is the chance to win."""

    action: str
    worth: float
    slides: int | None = None


@dataclass(frozen=True)
class Weighed:
    """A decision between several options."""

    taken: Option
    best: Option


class Weigher(Protocol):
    """Follows a race as a seat sees it, as a bot does, and weighs what the seat does."""

    def notice(self, events: Sequence[Any]) -> None:
        """What has just happened, as this seat saw it."""

    def weigh(self, view: Mapping[str, Any], action: str) -> Weighed | None:
        """What the seat does now; None if that is no decision, or not yet one."""


def weigh_by(worths: Iterable[tuple[str, float]], action: str) -> Weighed:
    """A decision by what every action is worth."""
    options = {other: Option(other, worth) for other, worth in worths}
    best = max(options.values(), key=lambda option: (option.worth, option.action == action))
    return Weighed(options[action], best)
