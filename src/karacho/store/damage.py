"""Is the write-ahead log of a SQLite file whole?

SQLite reads the log up to the first frame whose checksum is wrong and takes the rest for the remains of a write that
was cut off. It cannot know better; we can: every commit is on disk before the next one begins, so at most one commit
can lie behind a torn frame. If there are more, something on disk has changed, and acknowledged moves would be lost
without a word.
"""

import struct
from pathlib import Path

HEADER, FRAME_HEADER = 32, 24
LITTLE, BIG = 0x377F0682, 0x377F0683


def lost_commits(wal: Path, valid: int) -> int:
    """How many commits lie behind the frames that SQLite has found valid, beyond one that may have been cut off."""
    try:
        data = wal.read_bytes()
    except FileNotFoundError:
        return 0
    if len(data) < HEADER + FRAME_HEADER:
        return 0
    page = struct.unpack_from(">I", data, 8)[0] or 65536
    salts = data[16:24]
    if not _header_is_sound(data):  # written and synced before any frame: it cannot have been cut off
        page, salts, valid = _guess(data, page)
    frames = range(HEADER + valid * (FRAME_HEADER + page), len(data) - FRAME_HEADER - page + 1, FRAME_HEADER + page)
    commits = sum(data[at + 8 : at + 16] == salts and any(data[at + 4 : at + 8]) for at in frames)
    return max(0, commits - 1)


def _header_is_sound(data: bytes) -> bool:
    magic, *_ = struct.unpack_from(">I", data)
    if magic not in (LITTLE, BIG):
        return False
    words = struct.unpack_from("<6I" if magic == LITTLE else ">6I", data)
    first = second = 0
    for i in range(0, 6, 2):
        first = (first + words[i] + second) & 0xFFFFFFFF
        second = (second + words[i + 1] + first) & 0xFFFFFFFF
    return (first, second) == struct.unpack_from(">2I", data, 24)


def _guess(data: bytes, page: int) -> tuple[int, bytes, int]:
    """The page size and the salts of a log whose header is damaged; every frame has the salts too."""
    sizes = [page, *(1 << bits for bits in range(9, 17))]
    first = data[HEADER + 8 : HEADER + 16]
    for size in sizes:
        second = HEADER + FRAME_HEADER + size
        if data[second + 8 : second + 16] == first:
            return size, first, 0
    return page, first, 0
