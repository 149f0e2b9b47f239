"""A bot that computes for seconds. It is a module of its own because bots' processes import it by its name."""

import time
from typing import Any

from karacho.server import drivers

SECONDS = 2.0
choose = drivers.choose


def choose_slowly(*arguments: Any) -> list[str]:
    """With the processor at full use."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        pass
    return choose(*arguments)
