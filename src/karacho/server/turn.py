"""What is to be done when this turn of the event loop is over, for however many: the loop is asked once."""

import asyncio
import logging
from collections.abc import Callable

log = logging.getLogger("karacho.turn")


class Turn:
    """Many callbacks as one."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[], None]] = []

    def soon(self, callback: Callable[[], None]) -> None:
        """Call it in the next turn."""
        if not self._callbacks:
            asyncio.get_running_loop().call_soon(self._call)
        self._callbacks.append(callback)

    def _call(self) -> None:
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            try:
                callback()
            except Exception:  # the others have their turn all the same
                log.exception("something could not be done")
