"""When a bot's hands may move again while everybody programs against the clock: as fast as people of its level."""

import time
from collections.abc import Sequence

from karacho.bots.cadence import cadence_of


class Hands:
    """Of all seats; `haste` says how many times as fast as published they are."""

    def __init__(self, sitting: Sequence[str], haste: float) -> None:
        self._sitting = sitting
        self._haste = haste
        self._due: dict[int, float] = {}

    def look(self, seats: Sequence[int]) -> None:
        """A round of programming begins: nobody slides before it has looked."""
        now = time.monotonic()
        self._due = {seat: now + cadence_of(self._sitting[seat]).looking / self._haste for seat in seats}

    def rest(self, seat: int) -> None:
        """It has just slid."""
        self._due[seat] = time.monotonic() + cadence_of(self._sitting[seat]).slide / self._haste

    def free(self, seats: Sequence[int]) -> list[int]:
        """Who may go on now."""
        now = time.monotonic()
        return [seat for seat in seats if self._due.get(seat, now) <= now]
