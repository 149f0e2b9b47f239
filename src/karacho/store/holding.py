"""A file is served by one server at a time: it holds a lock beside it, which the system takes back when it dies."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from karacho.store.errors import WrongStore
from karacho.store.files import cannot_open, make_folder

try:
    import fcntl
except ImportError:  # a system without such locks does without
    fcntl = None  # type: ignore[assignment]


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
        _take(lock, path.parent)
        yield
    finally:
        os.close(lock)


def _take(lock: int, folder: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise WrongStore(
            f"another server uses {folder.absolute()}: stop it, or choose another folder with --data (only PostgreSQL "
            "can be shared)"
        ) from None
    except OSError:
        return  # a file system without such locks does without too
