"""How long a bot seems to think: as long as its slowest decisions lately, whatever it has in its hand.

A decision that is easy because of hidden cards comes as late as a hard one. So the time at which an automatic move
comes tells nothing, as long as thinking stays below what is usual on this machine.
"""

from collections import deque

LATELY = 500
MARGIN = 1.5  # above the slowest one, so that hardly any decision is the first to be slower
MOST = 1.5  # seconds: nobody waits longer for the sake of evenness


class Evenness:
    """The times that the bots of one server have taken, by game and bot."""

    def __init__(self) -> None:
        self._took: dict[tuple[str, str], deque[float]] = {}

    def note(self, game: str, spec: str, seconds: float) -> None:
        """A decision took so long."""
        self._took.setdefault((game, spec), deque(maxlen=LATELY)).append(seconds)

    def least(self, game: str, spec: str) -> float:
        """How long the next one shall seem to take, decided before anybody thinks."""
        took = self._took.get((game, spec))
        return min(MOST, MARGIN * max(took)) if took else 0.0
