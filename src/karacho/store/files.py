"""The files of stores: only whoever runs the server can read them, a new one is there only when it is complete."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from karacho.store.errors import StoreError, WrongStore

BESIDE = ("-wal", "-journal")  # what SQLite would take for a part of the file


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


@contextlib.contextmanager
def written_beside(path: Path) -> Iterator[Path]:
    """A private file under another name, which gets its own when it is complete. One that never is is removed."""
    for end in BESIDE:
        if Path(f"{path}{end}").exists():
            raise WrongStore(f"{path}{end} would be taken for a part of {path}: move it away first")
    before = _stamp(path)
    beside = _new_beside(path)
    try:
        yield beside
        if _stamp(path) != before:
            raise StoreError(f"somebody else has written {path} meanwhile; it was left as it is")
        beside.replace(path)
        _sync(path.parent)
    finally:
        for end in ("", *BESIDE):
            Path(f"{beside}{end}").unlink(missing_ok=True)


def _new_beside(path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        door, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise WrongStore(
            f"{path} cannot be written: {error.strerror}; is {path.parent} a folder you may write to?"
        ) from None
    os.close(door)
    return Path(name)


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Changes with the file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _sync(folder: Path) -> None:
    """A new name is on disk only when its folder is."""
    with contextlib.suppress(OSError):  # not every system opens folders
        door = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(door)
        finally:
            os.close(door)
