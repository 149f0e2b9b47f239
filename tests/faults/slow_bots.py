"""A bot that computes for seconds. It is a module of its own because bots' processes import it by its name."""

import time
from typing import Any

from karacho.server import drivers

SECONDS = 4.0  # less than a bot is waited for
choose = drivers._choose_timed


def choose_slowly(*arguments: Any) -> tuple[list[str], float]:
    """With the processor at full use."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        pass
    return choose(*arguments)
