"""Is the write-ahead log of a SQLite file whole?

SQLite reads the log up to the first frame whose checksum is wrong and takes the rest for the remains of a write that
was cut off. It cannot know better; we can: every commit is on disk before the next one begins, so at most one commit
can lie behind a torn frame. If there are more, something on disk has changed, and acknowledged moves would be lost
without a word.
"""

import contextlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from karacho.store.errors import WrongStore

HEADER, FRAME_HEADER = 32, 24
LITTLE, BIG = 0x377F0682, 0x377F0683
TRIES = 5


def check_log(path: Path) -> None:
    """Refuse a database whose log has lost something, before SQLite opens it: it would drop what it cannot read."""
    wal = log_of(path)
    data = _read(wal)
    for _ in range(TRIES):
        valid = _valid_frames(data)
        lost = _lost(data, valid)
        if not lost:
            return
        before, data = data, _read(wal)
        if data == before:
            break  # else a server has written while it was read
    raise WrongStore(
        f"{wal} is damaged: {lost} commits behind frame {valid} cannot be read. Restore a backup, or move that "
        "file away to go on without them"
    )


@contextlib.contextmanager
def kept(path: Path) -> Iterator[None]:
    """A log that is refused stays where it is: whoever closes the database last would remove it."""
    wal = log_of(path)
    spare = wal.with_name(f"{wal.name}.kept")
    _put_back(spare, wal)
    with contextlib.suppress(OSError):  # there is none; or the file system knows no second names
        os.link(wal, spare)
    try:
        yield
    except WrongStore:
        if spare.exists():
            spare.replace(wal)
        raise
    finally:
        spare.unlink(missing_ok=True)


def _put_back(spare: Path, wal: Path) -> None:
    """What a start that was killed has left may be all there is of a log that it had refused."""
    data = _read(spare)
    if not wal.exists() and _lost(data, _valid_frames(data)):
        spare.replace(wal)
    spare.unlink(missing_ok=True)


def log_of(path: Path) -> Path:
    """It lies beside the real file, whatever links lead there."""
    real = path.resolve() if path.is_symlink() else path
    return real.with_name(f"{real.name}-wal")


def lost_commits(wal: Path, valid: int) -> int:
    """How many commits lie behind the frames that SQLite has found valid, beyond one that may have been cut off."""
    return _lost(_read(wal), valid)


def _read(wal: Path) -> bytes:
    try:
        return wal.read_bytes()
    except FileNotFoundError:
        return b""


def _lost(data: bytes, valid: int) -> int:
    if len(data) < HEADER + FRAME_HEADER:
        return 0
    page = struct.unpack_from(">I", data, 8)[0] or 65536
    salts = data[16:24]
    if not _header_is_sound(data):  # written and synced before any frame: it cannot have been cut off
        page, salts, valid = _guess(data, page)
    frames = range(HEADER + valid * (FRAME_HEADER + page), len(data) - FRAME_HEADER - page + 1, FRAME_HEADER + page)
    commits = sum(data[at + 8 : at + 16] == salts and any(data[at + 4 : at + 8]) for at in frames)
    return max(0, commits - 1)


def _valid_frames(data: bytes) -> int:
    """Up to the last commit that SQLite would find, by the checksums that run through the whole log."""
    if len(data) < HEADER or not _header_is_sound(data):
        return 0
    page = struct.unpack_from(">I", data, 8)[0] or 65536
    sums = struct.unpack_from(">2I", data, 24)
    order, valid = _order(data), 0
    for number, at in enumerate(range(HEADER, len(data) - FRAME_HEADER - page + 1, FRAME_HEADER + page), start=1):
        sums = _add(sums, data[at : at + 8], order)
        sums = _add(sums, data[at + FRAME_HEADER : at + FRAME_HEADER + page], order)
        if data[at + 8 : at + 16] != data[16:24] or sums != struct.unpack_from(">2I", data, at + 16):
            break
        if any(data[at + 4 : at + 8]):
            valid = number
    return valid


def _header_is_sound(data: bytes) -> bool:
    magic, *_ = struct.unpack_from(">I", data)
    if magic not in (LITTLE, BIG):
        return False
    return _add((0, 0), data[:24], _order(data)) == struct.unpack_from(">2I", data, 24)


def _order(data: bytes) -> str:
    """In which order the bytes of a word are added up."""
    return "<" if struct.unpack_from(">I", data)[0] == LITTLE else ">"


def _add(sums: tuple[int, ...], data: bytes, order: str) -> tuple[int, int]:
    """SQLite's checksum, gone on with."""
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


def _guess(data: bytes, page: int) -> tuple[int, bytes, int]:
    """The page size and the salts of a log whose header is damaged; every frame has the salts too."""
    sizes = [page, *(1 << bits for bits in range(9, 17))]
    first = data[HEADER + 8 : HEADER + 16]
    for size in sizes:
        second = HEADER + FRAME_HEADER + size
        if data[second + 8 : second + 16] == first:
            return size, first, 0
    return page, first, 0
