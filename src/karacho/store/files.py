"""The file of a store: only whoever runs the server can read it; and why it cannot be opened."""

import contextlib
import os
from pathlib import Path

from karacho.store.errors import WrongStore


def make_folder(folder: Path) -> None:
    """Unless there is one. If there is something else, whoever opens a file in it is told."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir(parents=True)


def make_private(path: Path) -> None:
    """A database that does not exist yet: what it will hold, nobody at a table may know before a race is over.

    What SQLite puts beside it is as private as the file itself. One that exists stays as its owner has left it.
    """
    with contextlib.suppress(OSError):  # it exists; or it cannot be made, and SQLite will say why
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def cannot_open(path: Path, error: Exception) -> WrongStore:
    """One line with the reason."""
    return WrongStore(f"{path} cannot be opened: {_reason(path, error)} (--data chooses another folder)")


def _reason(path: Path, error: Exception) -> str:
    """SQLite does not tell it, the system does."""
    if isinstance(error, OSError):
        return str(error.strerror)
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError as refusal:
        return str(refusal.strerror)
    return str(error)
