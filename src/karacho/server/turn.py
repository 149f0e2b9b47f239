"""What is to be done when this turn of the event loop is over, for however many: the loop is asked once."""

import asyncio
from collections.abc import Callable


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
            callback()
