"""What is asked to end (SIGTERM) ends as after Ctrl+C: in order, with nothing left behind."""

import contextlib
import signal
import threading
from collections.abc import Iterator

from karacho.cli import Interrupted


@contextlib.contextmanager
def ended_in_order(words: str) -> Iterator[None]:
    """Python would end at once: its children would run on, and files that are half written would stay."""
    if threading.current_thread() is not threading.main_thread():  # signals come to that one only
        yield
        return
    asked = False

    def stop(*_: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it ends already
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        if asked:
            raise Interrupted(words) from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
