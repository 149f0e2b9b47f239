"""A file is served by one server at a time: it holds a lock beside it, which the system takes back when it dies."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from karacho.locking import take
from karacho.store.errors import WrongStore
from karacho.store.files import cannot_open, make_folder


@contextlib.contextmanager
def hold(path: Path) -> Iterator[None]:
    """Nobody else serves this file meanwhile. The lock is on another one: whoever closes a file ends SQLite's locks."""
    try:
        make_folder(path.parent)
        real = path.resolve()  # two links may lead to one file
        lock = os.open(real.with_name(f"{real.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise cannot_open(path, error) from error
    try:
        if not take(lock):
            raise WrongStore(
                f"another server uses {path.parent.absolute()}: stop it, or choose another folder with --data (only "
                "PostgreSQL can be shared)"
            )
        yield
    finally:
        os.close(lock)
