"""The countdown of the last seat that is still programming."""

import time
from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

TICK = 0.1
BAR = 20


class Clock:
    """Counts down on the message line of a screen and then calls."""

    def __init__(self) -> None:
        self._timer: Timer | None = None

    def start(self, screen: Screen[None], seconds: float, then: Callable[[], None]) -> None:
        """Begin, unless a countdown already runs."""
        if self._timer is not None:
            return
        end = time.monotonic() + seconds
        flow = screen.flow  # type: ignore[attr-defined]

        def tick() -> None:
            left = end - time.monotonic()
            if not flow.counts_down:
                self.stop(screen)
            elif left > 0:
                line = screen.query_one("#message", Static)
                line.add_class("-countdown")
                line.update(countdown_text(left, seconds))
            else:
                self.stop(screen)
                then()

        self._timer = screen.set_interval(min(TICK, seconds / 4), tick)
        tick()

    def stop(self, screen: Screen[None]) -> None:
        """Forget the countdown."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            screen.query_one("#message", Static).remove_class("-countdown").update("")


def countdown_text(left: float, seconds: float) -> str:
    """Seconds and a bar that shrinks."""
    full = round(BAR * left / seconds)
    return f"COUNTDOWN  {left:4.1f} s  {'█' * full}{'░' * (BAR - full)}  the last seat must finish"
