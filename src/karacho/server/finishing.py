"""Who was done first (TTC-5), when it matters by fractions of a second.

The server takes the time at which a `done` arrives, less half of the round trip that it has measured itself, but never
more than LARGEST_CORRECTION. It waits a moment so that a message that was longer on its way can still be counted where
it belongs. Dones closer together than the eye can tell are put into a drawn order, which everybody is shown. It is
drawn from the race's seed: nobody can foresee it, and everybody can check it afterwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

LARGEST_CORRECTION = 0.1
AS_GOOD_AS_EQUAL = 0.05
WINDOW = LARGEST_CORRECTION + AS_GOOD_AS_EQUAL


@dataclass(frozen=True)
class Finish:
    """A seat's done: when it arrived, and how long messages of that client take there and back."""

    seat: int
    received: float
    round_trip: float

    @property
    def counted(self) -> float:
        """The instant that counts."""
        return self.received - correction(self.round_trip)


def correction(round_trip: float) -> float:
    """How much earlier a message was sent than it arrived."""
    return min(round_trip / 2, LARGEST_CORRECTION)


def in_order(finishes: Sequence[Finish], draw: Callable[[list[int]], list[int]]) -> list[tuple[int, dict[str, Any]]]:
    """The seats, happiest first, each with what the race report says about it."""
    left = sorted(finishes, key=lambda finish: finish.counted)
    ordered: list[tuple[int, dict[str, Any]]] = []
    while left:
        first = left[0].counted
        equal = [finish for finish in left if finish.counted - first < AS_GOOD_AS_EQUAL]
        left = left[len(equal) :]
        by_seat = {finish.seat: finish for finish in equal}
        order = draw(sorted(by_seat)) if len(equal) > 1 else list(by_seat)
        for seat in order:
            report: dict[str, Any] = {"corrected_ms": round(correction(by_seat[seat].round_trip) * 1000)}
            if len(equal) > 1:
                report["draw"] = {"seats": sorted(by_seat), "order": order}
            ordered.append((seat, report))
    return ordered
