"""What a run of `karacho load` does."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Kind:
    """What is played at a table: random actions come to an end within these limits."""

    game: str
    seats: int
    options: dict[str, Any]

    @property
    def by_the_clock(self) -> bool:
        """Does everybody program against the clock?"""
        return self.options.get("mode") == "realtime"


KINDS = {
    "stich-rallye": Kind("stich-rallye", 4, {}),
    "rally-run": Kind("rally-run", 4, {"turn_limit": 120}),
    "tiny-turbo-cars": Kind("tiny-turbo-cars", 4, {"mode": "relaxed", "draft": "random", "round_limit": 8}),
    "tiny-turbo-cars/realtime": Kind("tiny-turbo-cars", 3, {"mode": "realtime", "draft": "random", "round_limit": 4}),
}
USUAL = ("stich-rallye", "rally-run", "tiny-turbo-cars")


@dataclass(frozen=True)
class Share:
    """What one driver process does."""

    address: str
    history: str
    kinds: tuple[str, ...]
    """One for each table."""
    spectators: int
    """At each table."""
    frozen: int
    """Clients that come to a table, see the race once and then read nothing, again and again."""
    idle: int
    """Clients that say hello and then only answer pings."""
    pace: float | None
    """Moves a second, whether the server keeps up or not; None: as fast as it answers."""
    seed: str
    """The same for this driver in every run with one seed, wherever its history is kept."""
