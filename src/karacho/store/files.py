"""Files that only whoever runs the server can read."""

import contextlib
import os
from pathlib import Path


def make_private(path: Path) -> None:
    """A database that does not exist yet: what it will hold, nobody at a table may know before a race is over.

    What SQLite puts beside it is as private as the file itself. One that exists stays as its owner has left it.
    """
    with contextlib.suppress(OSError):  # it exists; or it cannot be made, and SQLite will say why
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
