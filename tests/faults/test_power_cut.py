"""B5: the power goes. What was written but not synced is gone, in whole or in part; what was acknowledged is not.

APSW lets SQLite write through a file system of our own that remembers what has been synced. The store's own pragmas and
statements run on it.
"""

import random
import shutil
import sqlite3

import pytest

from karacho.store import RaceRow, TableRow
from karacho.store.records import Entry
from karacho.store.sqlite import SqliteStore
from karacho.store.statements import add_race, add_table, append, keep_answer
from tests.server.conftest import run

apsw = pytest.importorskip("apsw")

COMMITS = 120
CUTS = 500


class Disk(apsw.VFS):
    """Remembers every write, and which of them a sync has made safe."""

    def __init__(self):
        self.synced: dict[str, bytes] = {}
        self.pending: dict[str, list[tuple[int, bytes]]] = {}
        self.moments: list[tuple[int, dict[str, bytes], dict[str, list]]] = []
        self.acknowledged = 0
        super().__init__("remembering", "")

    def xOpen(self, name, flags):  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return File(self, path, flags)

    def note(self):
        """A point at which the power may go."""
        self.moments.append((self.acknowledged, dict(self.synced), {k: list(v) for k, v in self.pending.items()}))


class File(apsw.VFSFile):
    def __init__(self, disk, name, flags):
        self.disk, self.name = disk, str(name)
        super().__init__("", name, flags)
        disk.synced.setdefault(self.name, b"")
        disk.pending.setdefault(self.name, [])

    def xWrite(self, data, offset):  # noqa: N802
        super().xWrite(data, offset)
        self.disk.pending[self.name].append((offset, bytes(data)))
        self.disk.note()

    def xTruncate(self, size):  # noqa: N802
        super().xTruncate(size)
        self.disk.pending[self.name].append((-size - 1, b""))

    def xSync(self, flags):  # noqa: N802
        super().xSync(flags)
        self.disk.note()
        self.disk.synced[self.name] = applied(self.disk.synced[self.name], self.disk.pending[self.name])
        self.disk.pending[self.name] = []
        self.disk.note()


def applied(data, writes):
    content = bytearray(data)
    for offset, written in writes:
        if offset < 0:
            del content[-offset - 1 :]
            continue
        if len(content) < offset:
            content.extend(bytes(offset - len(content)))
        content[offset : offset + len(written)] = written
    return bytes(content)


def statements(number):
    """What a move writes."""
    if number == 0:
        row = RaceRow("race", "table", "rally-run", 1, 2, "1", {}, ["", ""], 0.0)
        return [add_table(TableRow("table", b"{}")), add_race(row)]
    entry = Entry(number, number, float(number), "act", 0, "N", "person")
    return [append("race", entry), keep_answer("table", f"anna/{number}", b"x" * 60)]


@pytest.mark.parametrize("torn", [False, True])
def test_b5_the_power_goes_at_five_hundred_points(tmp_path, torn):
    """Unsynced writes are lost; with `torn` any of them may have reached the disk, in any order."""
    path = tmp_path / "a.sqlite"
    run(SqliteStore(path).close())
    disk = Disk()
    db = apsw.Connection(str(path), vfs="remembering")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 40")  # several in the test
    disk.synced[str(path)] = path.read_bytes()
    for number in range(COMMITS):
        db.execute("BEGIN IMMEDIATE")
        for sql, values, _ in statements(number):
            db.execute(sql, values)
        db.execute("COMMIT")
        disk.acknowledged = number
    dice = random.Random(1)
    cuts = dice.sample(disk.moments, min(CUTS, len(disk.moments)))
    assert len(cuts) == CUTS
    for acknowledged, synced, pending in cuts:
        left = tmp_path / "left"
        shutil.rmtree(left, ignore_errors=True)
        left.mkdir()
        for name, data in synced.items():
            lucky = [write for write in pending[name] if torn and dice.random() < 0.5]
            dice.shuffle(lucky)
            if not name.endswith("-shm"):
                (left / name.rpartition("/")[2]).write_bytes(applied(data, lucky))
        check(left / "a.sqlite", acknowledged)
    db.close()


def check(path, acknowledged):
    opened = SqliteStore(path)
    try:
        assert run(opened.fetch("PRAGMA integrity_check")) == [("ok",)]
        log = [entry.number for entry in run(opened.read_log("race"))]
        assert log == list(range(1, len(log) + 1))
        assert len(log) >= acknowledged
        assert len(run(opened.read_answers("table"))) == len(log)
    except sqlite3.DatabaseError as error:
        raise AssertionError(f"{acknowledged} commits were acknowledged: {error}") from error
    finally:
        run(opened.close())
