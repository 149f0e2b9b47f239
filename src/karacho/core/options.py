"""The options of a game: what may be chosen before a race, and clear words when a choice does not fit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karacho.core.reading import is_whole
from karacho.errors import InvalidOption


@dataclass(frozen=True)
class Option:
    """A choice with a name, a default and a test. `allowed` says in words what passes the test."""

    name: str
    default: Any
    allowed: str
    fits: Callable[[Any, int], bool]
    about: str
    words: Callable[[], Sequence[str]] | None = None  # where one of some words is asked for
    range: tuple[int, int] | None = None  # where a number is asked for
    seat: bool = False  # where a seat is asked for


def whole(name: str, default: int, low: int, high: int, about: str) -> Option:
    """A whole number from low to high."""
    return Option(
        name,
        default,
        f"a whole number from {low} to {high}",
        lambda v, _: is_whole(v) and low <= v <= high,
        about,
        range=(low, high),
    )


def switch(name: str, about: str) -> Option:
    """On or off, off by default."""
    return Option(name, False, "true or false", lambda v, _: isinstance(v, bool), about)


def choice(name: str, words: Sequence[str], about: str) -> Option:
    """One of some words, the first by default."""
    return Option(
        name,
        words[0],
        f"one of {', '.join(words)}",
        lambda v, _: isinstance(v, str) and v in words,
        about,
        words=lambda: words,
    )


def seat(name: str, about: str) -> Option:
    """A seat, or None: drawn at random."""
    return Option(
        name,
        None,
        "a seat of this race, or left out for a random one",
        lambda v, seats: v is None or (is_whole(v) and 0 <= v < seats),
        about,
        seat=True,
    )


def complete(options: Sequence[Option], given: Mapping[str, Any], seats: int, game: str) -> dict[str, Any]:
    """The given options with all the defaults; what does not exist or does not fit is refused by name."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise InvalidOption("option", name, f"{game} has the options {', '.join(known)}")
    chosen = {}
    for option in options:
        value = given.get(option.name, option.default)
        if not option.fits(value, seats):
            raise InvalidOption(option.name, value, option.allowed)
        chosen[option.name] = value
    return chosen
