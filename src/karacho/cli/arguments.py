"""What people type after the dashes, as values."""

import json
import math
import sys
from collections.abc import Sequence
from typing import Any

from typer import BadParameter

from karacho.errors import InvalidOption, KarachoError


def finite(value: float | None) -> float | None:
    """`nan` is within all limits, and is no number."""
    if value is not None and not math.isfinite(value):
        raise BadParameter(f"{value} is no number to reckon with.")
    return value


def parse_options(texts: Sequence[str]) -> dict[str, Any]:
    """`name=value` texts as options of a race. A value is JSON where it can be read as such, else the text itself."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name.isidentifier():
            raise InvalidOption("--option", text, "write name=value, such as track=beach")
        if name in options:
            raise InvalidOption("--option", text, f"{name} is given twice")
        options[name] = parse_value(value)
    return options


def parse_value(text: str) -> Any:
    """JSON if possible, else the text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def parse_specs(text: str) -> tuple[str, ...]:
    """Specs between commas."""
    from karacho.bots.spec import split_specs  # with the bots comes the engine

    return tuple(split_specs(text))


def parse_bots(text: str) -> str | list[str]:
    """One spec for all seats, or one per seat between commas."""
    specs = parse_specs(text)
    return specs[0] if len(specs) == 1 else list(specs)


def parse_seed(seed: int | None) -> int:
    """The seed given, or a fresh one that can be written down and typed again."""
    if seed is None:
        import secrets

        return secrets.randbits(32)
    if seed < 0:
        raise InvalidOption("--seed", seed, "a whole number from 0 on")
    return seed


def check_place(processes: int | None, ray: str | None) -> None:
    """A cluster has as many cores as it has."""
    if processes is not None and ray is not None:
        raise BadParameter("--processes is for this machine: leave out --processes beside --ray")


def need_terminal(instead: str) -> None:
    """Boards are drawn on a terminal only."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise KarachoError(f"input and output must be a terminal; {instead}")
