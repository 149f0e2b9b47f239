"""B: what the disk does to a server."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from karacho.errors import InvalidOption
from karacho.store import WrongStore
from karacho.store import sqlite as store
from karacho.store.failpoints import read as read_failpoints
from karacho.store.sqlite import BROKEN, SqliteStore
from tests.faults.test_death import two_seats_of_my_own
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, ask


def lock(path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_b1_a_file_that_is_locked_for_a_while_only_delays(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            move = await two_seats_of_my_own(anna)
            other = lock(tmp_path / "inside.sqlite")
            asking = asyncio.create_task(anna.ask("act", **move))
            await asyncio.sleep(0.4)
            assert not asking.done()
            assert anna.version == move["base"]
            other.execute("ROLLBACK")
            other.close()
            assert (await asking)["version"] == move["base"] + 1

    run(play())


def test_b2_nobody_waits_for_a_locked_file_in_two_batches(tmp_path, monkeypatch):
    """Whoever comes while others wait already is refused soon after them."""
    monkeypatch.setattr(store, "BUSY_SECONDS", 5.0)
    opened = SqliteStore(tmp_path / "a.sqlite")
    try:
        asked = opened._writing.execute("PRAGMA busy_timeout").fetchone()[0]
        assert asked == 5000
        opened._be_patient(store.time.monotonic() - 4)
        assert 900 <= opened._writing.execute("PRAGMA busy_timeout").fetchone()[0] <= 1000
        opened._be_patient(store.time.monotonic() - 60)
        assert opened._writing.execute("PRAGMA busy_timeout").fetchone()[0] == 50
    finally:
        run(opened.close())


def test_b2_whoever_is_new_is_told_to_come_later(serve, monkeypatch, tmp_path):
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)

    async def play():
        async with serve() as inside:
            other = lock(tmp_path / "inside.sqlite")
            anna = Player(inside.address)
            with pytest.raises(Exception, match="1013"):
                await anna.connect()
            other.execute("ROLLBACK")
            other.close()
            await anna.connect()
            await anna.disconnect()

    run(play())


async def play_until_full(anna, make_room):
    """Nothing is accepted that is not on disk; what was refused is accepted when there is room again."""
    move = await two_seats_of_my_own(anna)
    for turn in range(400):
        code = await anna.outcome("act", op=f"op-number-{turn}", **move)
        if code != "accepted":
            break
        seat = anna.view["turn"]
        await anna.look(seat)
        move = {"seat": seat, "base": anna.version, "action": anna.legal[0]}
    assert code == "SAVING_FAILED"
    assert await anna.outcome("act", op=f"op-number-{turn}", **move) == "SAVING_FAILED"
    await anna.open(anna.table["code"])  # it can still be read
    assert anna.version == move["base"]
    make_room()
    answer = await anna.ask("act", op=f"op-number-{turn}", **move)
    assert answer["version"] == move["base"] + 1
    await anna.until(lambda: anna.version == answer["version"])


def test_b3_a_full_disk_is_told_and_room_is_enough_to_go_on(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            writing = inside.house.store._writing
            pages = writing.execute("PRAGMA page_count").fetchone()[0]
            writing.execute(f"PRAGMA max_page_count = {pages + 2}")
            await play_until_full(anna, lambda: writing.execute("PRAGMA max_page_count = 100000"))
        return anna

    anna = run(play())
    database = tmp_path / "inside.sqlite"
    assert ask(database, "PRAGMA integrity_check") == [("ok",)]
    truth = Truth(database, anna.frame["race"])
    truth.check_player(anna)
    assert len(truth.log) == anna.version


def test_b3_a_real_small_disk(tmp_path, monkeypatch):
    """The same on a file system that is full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=640k", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system of its own needs more rights")
    try:
        filler = disk / "filler"
        opened = SqliteStore(disk / "a.sqlite")
        room = shutil.disk_usage(disk).free
        filler.write_bytes(b"x" * (room - 48 * 1024))
        run(fill_and_go_on(opened, filler))
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


async def fill_and_go_on(opened, filler):
    sql = "INSERT INTO answers VALUES (?, ?, ?, ?)"
    kept = 0

    async def fill():
        nonlocal kept
        while True:
            await opened.write(store.Statement(sql, ("scope", str(kept), b"x" * 1000, 0.0)))
            kept += 1

    with pytest.raises(store.StoreError, match="full"):
        await fill()
    assert await opened.fetch("SELECT count(*) FROM answers") == [(kept,)]
    filler.unlink()
    await opened.write(store.Statement(sql, ("scope", "again", b"x" * 1000, 0.0)))
    assert await opened.fetch("SELECT count(*) FROM answers") == [(kept + 1,)]
    assert await opened.fetch("PRAGMA integrity_check") == [("ok",)]
    await opened.close()


def test_b4_after_a_failed_fsync_nothing_is_answered_and_the_server_stops(doomed):
    server = doomed("before_commit:eio@3")

    async def play():
        anna = Player(server.address)
        await anna.connect()
        move = await two_seats_of_my_own(anna)
        with pytest.raises(ConnectionError):
            await anna.ask("act", op="the-same-op", **move)
        assert server.wait(20) == BROKEN
        assert not anna.heard_answers("the-same-op")
        await asyncio.to_thread(doomed)
        await anna.reconnect()
        await anna.ask("act", op="the-same-op", **move)
        await anna.disconnect()
        return anna

    anna = run(play())
    assert "has failed (disk I/O error); the server stops" in server.noise()
    assert len(Truth(server.database, anna.frame["race"]).log) == 2


def test_b4_what_passes_does_not_stop_it(doomed):
    server = doomed("before_commit:full@3")

    async def play():
        async with Player(server.address) as anna:
            move = await two_seats_of_my_own(anna)
            assert await anna.refused("act", op="the-same-op", **move) == "SAVING_FAILED"
            await anna.ask("act", op="the-same-op", **move)

    run(play())
    assert server.is_running()


def test_failpoints_are_read_once_and_off_by_default():
    assert read_failpoints("") == {}
    found = read_failpoints("after_commit:exit@7,before_commit:eio,before_commit:full@2")
    assert {point: sorted(counts) for point, counts in found.items()} == {"after_commit": [7], "before_commit": [1, 2]}


@pytest.mark.parametrize(
    "wrong", ["commit:eio", "after_commit", "after_commit:boom", "after_commit:exit@x", "nonsense"]
)
def test_a_mistyped_failpoint_is_told_in_one_line(tmp_path, wrong):
    with pytest.raises(InvalidOption, match="POINT:FAILURE@COUNT with before_commit, after_commit and exit, eio, full"):
        read_failpoints(wrong)
    command = [sys.executable, "-c", "from karacho.cli import main; main()", "serve", "--port", "0", "--data", tmp_path]
    environment = {**os.environ, "KARACHO_FAILPOINT": wrong}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1), ended.stderr
    assert ended.stderr.startswith(f"karacho: KARACHO_FAILPOINT cannot be '{wrong}': POINT:FAILURE@COUNT")


# B6: damage.
@pytest.fixture
def killed(tmp_path):
    """A database as a killed server leaves it: twenty commits in the write-ahead log."""
    opened = SqliteStore(tmp_path / "a.sqlite")
    sql = "INSERT INTO answers VALUES (?, ?, ?, ?)"

    async def fill():
        for number in range(20):
            await opened.write(store.Statement(sql, ("scope", str(number), b"x" * 100, 0.0)))

    run(fill())
    (tmp_path / "left").mkdir()
    for end in ("", "-wal"):
        shutil.copy(tmp_path / f"a.sqlite{end}", tmp_path / "left" / f"a.sqlite{end}")
    run(opened.close())
    return tmp_path / "left" / "a.sqlite"


def flip(path, place):
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def count(path):
    opened = SqliteStore(path)
    try:
        return run(opened.fetch("SELECT count(*) FROM answers"))[0][0]
    finally:
        run(opened.close())


def wal_of(path):
    return path.with_name(path.name + "-wal")


def spare_of(wal):
    return wal.with_name(f"{wal.name}.kept")


def test_b6_a_whole_log_is_read(killed):
    assert count(killed) == 20


def test_b6_a_write_that_was_cut_off_is_no_damage(killed):
    wal = wal_of(killed)
    wal.write_bytes(wal.read_bytes()[:-100])
    assert count(killed) == 19


@pytest.mark.parametrize("place", ["the first frame", "the middle", "the header"])
def test_b6_a_damaged_log_is_refused_by_its_name(killed, place):
    wal = wal_of(killed)
    size = wal.stat().st_size
    flip(wal, {"the first frame": 32 + 24 + 10, "the middle": size // 2, "the header": 17}[place])
    damaged = wal.read_bytes()
    for _ in range(2):  # what is left is not lost by looking at it
        with pytest.raises(WrongStore, match=r"a\.sqlite-wal is damaged: [0-9]+ commits"):
            SqliteStore(killed)
        assert wal.read_bytes() == damaged
    assert not [path for path in killed.parent.iterdir() if path.name.endswith(".kept")]


def test_b6_a_refused_log_outlives_a_kill_before_it_is_put_back(killed):
    """SQLite has removed it already, and only its second name is left."""
    wal = wal_of(killed)
    flip(wal, wal.stat().st_size // 2)
    damaged = wal.read_bytes()
    wal.rename(spare_of(wal))
    with pytest.raises(WrongStore, match=r"a\.sqlite-wal is damaged"):
        SqliteStore(killed)
    assert wal.read_bytes() == damaged


def test_b6_a_second_name_left_by_a_kill_is_not_taken_for_a_log(killed):
    """Whoever opened the database meanwhile has read the log: reading it again would undo what came after."""
    wal = wal_of(killed)
    spare_of(wal).write_bytes(wal.read_bytes())
    with closing(sqlite3.connect(killed)) as connection:  # and removes it
        connection.execute("DELETE FROM answers")
        connection.commit()
    assert not wal.exists()
    assert count(killed) == 0
    assert not spare_of(wal).exists()


def test_b6_a_damaged_log_is_kept_behind_a_link_too(killed):
    link = killed.parent / "elsewhere" / "b.sqlite"
    link.parent.mkdir()
    link.symlink_to(killed)
    wal = wal_of(killed)
    flip(wal, wal.stat().st_size // 2)
    damaged = wal.read_bytes()
    with pytest.raises(WrongStore, match=r"a\.sqlite-wal is damaged"):
        SqliteStore(link)
    assert wal.read_bytes() == damaged


def test_b6_a_file_without_its_format_is_refused(killed):
    with closing(sqlite3.connect(killed)) as connection, connection:
        connection.execute("DELETE FROM alembic_version")
    with pytest.raises(WrongStore, match="does not say its format"):
        SqliteStore(killed)


def test_b6_a_damaged_file_is_refused(killed):
    wal_of(killed).unlink()
    killed.write_bytes(b"x" * 100 + killed.read_bytes()[100:])
    with pytest.raises(WrongStore, match="is damaged"):
        SqliteStore(killed)


def test_b6_a_damaged_race_is_parked_with_its_last_good_version_and_the_others_run(serve, tmp_path, caplog):
    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            for player in (anna, ben):
                move = await two_seats_of_my_own(player)
                await player.ask("act", **move)
        database = sqlite3.connect(tmp_path / "inside.sqlite")
        with database:
            sql = "UPDATE log SET action = 'nonsense' WHERE race = ? AND number = 2"
            database.execute(sql, (anna.frame["race"],))
        database.close()
        async with serve() as inside, Player(inside.address, ben.secret) as ben2:
            assert await ben2.rejected({"type": "open", "table": anna.table["code"]}) == "PARKED"
            await ben2.open(ben.table["code"])
            assert ben2.version == 2

    run(play())
    assert "entry 2 was altered; version 1 is the last good one" in caplog.text
