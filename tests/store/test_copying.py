"""Backup, restore and the move to PostgreSQL: everything comes over, and nothing is touched that should not be."""

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest
from alembic import command

from karacho.cli import run
from karacho.store import AccountRow, Entry, PlayerRow, Statement, StoreError, WrongStore, copying, open_store
from karacho.store.copying import KEYS, copy_store, shown
from karacho.store.holding import hold
from karacho.store.people import add_account, add_device, add_entrant, add_member, dismiss, keep_settings
from karacho.store.statements import Kept, add_player, append, keep_answer
from tests.postgres import drop_database, fresh_database
from tests.server.truth import ask
from tests.store.formats import alembic_for
from tests.store.rows import ENTRIES, RACE, TABLE, seeded, with_store


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "source.sqlite"

    async def fill(store):
        await seeded(store)
        players = [add_player(PlayerRow(f"P{n:015}", bytes([n, 255 - n]), f"Zoë {n}")) for n in range(50)]
        entries = [append(RACE.race, Entry(n, n, n / 3, "act", n % 2, "N", "person")) for n in range(4, 60)]
        entries[-2] = append(RACE.race, Entry(58, 58, 58 / 3, "act", 0, "N", "person"), Kept(b"plain\xff", None))
        entries[-1] = append(RACE.race, Entry(59, 59, 59 / 3, "act", 1, "N", "person"), Kept(b"more\x00", b"\x00\xff"))
        await store.write(*players, *entries, keep_answer("scope", "op", b"\x00\xff"))
        await store.write(
            *(add_account(AccountRow(f"P{n:015}", f"Zoë {n}", f"zoë {n}", "$argon2id$")) for n in range(9))
        )
        await store.write(*(add_device(f"P{n % 9:015}", bytes([255 - n, n])) for n in range(20)))
        await store.write(*(add_member(f"P{n:015}", TABLE.code) for n in range(9)))
        await store.write(*(add_entrant(RACE.race, n % 2, f"P{n:015}", dealt=n < 2) for n in range(9)))
        await store.write(keep_settings(f"P{3:015}", {"theme": "dark"}), dismiss(b"gone"))
        pledge = "INSERT INTO pledges (race, player, hash, value, made) VALUES (?, ?, ?, ?, ?)"
        deal = "INSERT INTO deals (race, pledges, made) VALUES (?, ?, ?)"
        await store.write(*(Statement(pledge, ("next", f"P{n}", "00", None, 1.5)) for n in range(9)))
        await store.write(Statement(deal, ("next", "[]", 1.5)))

    with_store(path, fill)
    return path


@pytest.fixture
def postgres():
    url = fresh_database()
    yield url
    drop_database(url)


async def nothing(store):
    """A server has started and stopped."""


def rows(database):
    return {table: ask(database, f"SELECT count(*) FROM {table}")[0][0] for table in KEYS}


def test_b14_to_postgresql_and_back_again(source, postgres, tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "AT_ONCE", 7)
    told = []
    counts = copy_store(source, postgres, lambda table, done: told.append((table, done)))
    assert counts == rows(source) == rows(postgres)
    assert counts["log"] == 59
    assert (counts["dismissed"], counts["pledges"], counts["deals"]) == (1, 9, 1)
    assert ("log", 59) in told

    async def look(store):
        assert await store.find_race(RACE.race) == RACE
        assert (await store.read_log(RACE.race))[:3] == ENTRIES
        assert await store.find_table(TABLE.code) == TABLE
        assert (await store.find_player(bytes([3, 252]))).name == "Zoë 3"
        assert await store.find_answer("scope", "op") == b"\x00\xff", "a repeat still gets its answer"
        assert await store.find_log_answer(TABLE.code, b"plain\xff") == (58, None)
        assert await store.find_log_answer(TABLE.code, b"more\x00") == (59, b"\x00\xff")
        assert (await store.find_player(bytes([252, 3]))).account == "Zoë 3"
        assert (await store.find_account("zoë 3")).settings == {"theme": "dark"}
        assert len(await store.find_devices(f"P{3:015}")) == 2
        assert await store.read_entries(f"P{1:015}") == [(RACE.race, 1, True)]
        assert [row for row, _ in await store.read_tables(f"P{8:015}", 5)] == [TABLE]

    with_store(postgres, look)
    copy_store(postgres, tmp_path / "backup.sqlite")
    with_store(tmp_path / "backup.sqlite", look)


def test_b13_backup_while_it_is_written_and_restore(source, tmp_path, capsys):
    async def write_on():
        store = await open_store(source)
        writing = asyncio.create_task(asyncio.sleep(0))
        for number in range(60, 160):
            writing = asyncio.create_task(store.write(append(RACE.race, Entry(number, number, 1.0, "go"))))
            if number == 100:
                await asyncio.to_thread(run, ["backup", str(tmp_path / "b.sqlite"), "--data", str(tmp_path)])
        await writing
        await store.close()

    source.rename(tmp_path / "karacho.sqlite")
    source = tmp_path / "karacho.sqlite"
    asyncio.run(write_on())
    assert run(["restore", str(tmp_path / "b.sqlite"), "--data", str(tmp_path / "new")]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "1 races" in said
    assert "row by row" in said
    numbers = [row[0] for row in ask(tmp_path / "new" / "karacho.sqlite", "SELECT number FROM log ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1)), "a moment, not a mixture"
    assert len(numbers) >= 59
    assert ask(source, "SELECT count(*) FROM log") == [(159,)]


def test_a_store_that_is_not_empty_is_left_alone(source, tmp_path):
    other = tmp_path / "other.sqlite"
    with_store(other, seeded)
    with pytest.raises(WrongStore, match="not empty"):
        copy_store(source, other)
    assert rows(other)["players"] == 0


def with_tables(path, *statements):
    """A file as another program may have written it."""
    with closing(sqlite3.connect(path)) as database, database:
        for sql in statements:
            database.execute(sql)
    return path


VERSIONED = "CREATE TABLE alembic_version (version_num TEXT)"


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE cookies (name TEXT)"],
        ["CREATE VIEW cookies AS SELECT 1"],
        [VERSIONED],
        [VERSIONED, "INSERT INTO alembic_version VALUES ('0001')", "CREATE TABLE cookies (name TEXT)"],
    ],
)
def test_a_file_of_another_program_is_neither_filled_nor_copied(source, tmp_path, statements):
    foreign = with_tables(tmp_path / "foreign.sqlite", *statements)
    before = foreign.read_bytes()
    with pytest.raises(WrongStore, match=r"foreign\.sqlite was not written by Karacho: it has the table"):
        copy_store(source, foreign)
    with pytest.raises(WrongStore, match=r"foreign\.sqlite was not written by Karacho: it has the table"):
        copy_store(foreign, tmp_path / "new.sqlite")
    assert foreign.read_bytes() == before


def test_a_database_of_another_program_is_neither_filled_nor_copied(source, postgres, tmp_path):
    with psycopg.connect(postgres, autocommit=True) as database:
        database.execute("CREATE TABLE mine (name TEXT)")
    with pytest.raises(WrongStore, match="was not written by Karacho: it has the table mine"):
        copy_store(source, postgres)
    with pytest.raises(WrongStore, match="was not written by Karacho: it has the table mine"):
        copy_store(postgres, tmp_path / "new.sqlite")
    assert ask(postgres, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("mine",)]


def of_format_1(path, *statements):
    command.upgrade(alembic_for(path), "0001")
    return with_tables(path, *statements)


def test_a_target_of_an_older_format_is_changed_only_if_it_is_empty(source, tmp_path):
    used = of_format_1(tmp_path / "used.sqlite", "INSERT INTO answers VALUES ('scope', 'op', x'00', 0)")
    before = used.read_bytes()
    with pytest.raises(WrongStore, match=r"used\.sqlite is not empty; nothing was changed"):
        copy_store(source, used)
    assert used.read_bytes() == before
    assert copy_store(source, of_format_1(tmp_path / "empty.sqlite")) == rows(source)


def test_a_file_without_tables_can_be_filled_and_not_copied(source, tmp_path):
    for name, statements in {"nothing": [], "dropped": ["CREATE TABLE a (b)", "DROP TABLE a"]}.items():
        path = with_tables(tmp_path / name, *statements)
        path.touch()
        with pytest.raises(WrongStore, match=f"{name} is empty: no server has written to it"):
            copy_store(path, tmp_path / "new.sqlite")
        assert copy_store(source, path) == rows(source)


def test_the_log_of_a_file_that_was_emptied_is_left_alone(killed, tmp_path):
    (killed / "karacho.sqlite").write_bytes(b"")
    before = contents(killed)
    with pytest.raises(WrongStore, match="is empty"):
        copy_store(killed / "karacho.sqlite", tmp_path / "new.sqlite")
    assert contents(killed) == before


def test_an_address_that_nobody_can_read_is_refused(source):
    with pytest.raises(WrongStore, match="the address of the database cannot be read"):
        copy_store(source, "postgresql://host/races?nonsense=1")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE alembic_version SET version_num = '0099'", r"newer Karacho \(format 0099\); this one knows"),
        ("DELETE FROM alembic_version", "is damaged: it does not say its format; restore it from a backup"),
    ],
)
def test_a_format_that_is_not_known_is_named(source, tmp_path, change, said):
    other = tmp_path / "other.sqlite"
    copy_store(source, other)
    with_tables(other, change)
    with pytest.raises(WrongStore, match=said):
        copy_store(other, tmp_path / "new.sqlite")
    with pytest.raises(WrongStore, match=said):
        copy_store(source, other)


def test_a_locked_file_is_not_called_damaged(source, tmp_path, monkeypatch):
    connect = sqlite3.connect
    other = connect(source, isolation_level=None)
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(copying.sqlite3, "connect", lambda *some, **more: connect(*some, **more, timeout=0.1))
    with pytest.raises(
        WrongStore, match=r"source\.sqlite is locked by another program: wait until it is done, or end it"
    ):
        copy_store(source, tmp_path / "new.sqlite")
    other.close()


def test_damaged_missing_and_foreign_files_are_refused(source, tmp_path):
    with pytest.raises(WrongStore, match="no file"):
        copy_store(tmp_path / "nothing.sqlite", tmp_path / "new.sqlite")
    (tmp_path / "text").write_text("a text file\n" * 1000)
    with pytest.raises(WrongStore, match="no database"):
        copy_store(tmp_path / "text", tmp_path / "new.sqlite")
    data = bytearray(source.read_bytes())
    data[len(data) // 2 :] = b"\x55" * (len(data) - len(data) // 2)
    (tmp_path / "damaged").write_bytes(data)
    with pytest.raises(WrongStore, match=r"damaged|no database"):
        copy_store(tmp_path / "damaged", tmp_path / "new.sqlite")
    old = sqlite3.connect(source)
    with old:
        old.execute("UPDATE alembic_version SET version_num = '0001'")
    old.close()
    with pytest.raises(WrongStore, match="has format 0001"):
        copy_store(source, tmp_path / "new.sqlite")


@pytest.fixture
def killed(source, tmp_path):
    """A data folder as a server leaves it that is killed: much of it is in the log only."""
    folder = tmp_path / "killed"
    folder.mkdir()

    async def leave(store):
        for number in range(60, 100):
            await store.write(append(RACE.race, Entry(number, number, 1.0, "go")))
        for end in ("", "-wal"):
            shutil.copy(f"{source}{end}", folder / f"karacho.sqlite{end}")

    with_store(source, leave)
    return folder


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_only_in_the_log_is_copied(killed, tmp_path):
    assert copy_store(killed / "karacho.sqlite", tmp_path / "b.sqlite")["log"] == 99


def test_a_commit_that_was_cut_off_is_no_damage(killed, tmp_path):
    wal = killed / "karacho.sqlite-wal"
    wal.write_bytes(wal.read_bytes()[:-100])
    assert copy_store(killed / "karacho.sqlite", tmp_path / "b.sqlite")["log"] == 98


@pytest.mark.parametrize("place", [17, 0.5])
def test_a_damaged_log_is_refused_and_left_as_it_is(killed, tmp_path, capsys, place):
    wal = killed / "karacho.sqlite-wal"
    data = bytearray(wal.read_bytes())
    at = place if place > 1 else int(place * len(data))
    data[at : at + 2000] = b"\xff" * 2000
    wal.write_bytes(data)
    before = contents(killed)
    assert run(["backup", str(tmp_path / "b.sqlite"), "--data", str(killed)]) == 2
    said = capsys.readouterr().err
    assert re.search(r"karacho\.sqlite-wal is damaged: [0-9]+ commits behind frame [0-9]+ cannot be read", said)
    assert contents(killed) == before
    assert not (tmp_path / "b.sqlite").exists()
    with pytest.raises(WrongStore) as refusal:
        asyncio.run(open_store(killed / "karacho.sqlite"))
    assert str(refusal.value) in said, "the server says the same"


@pytest.mark.parametrize(
    "mistaken",
    [
        lambda rows: rows[:-1],
        lambda rows: [*rows[:-1], tuple(value + 1 if isinstance(value, float) else value for value in rows[-1])],
        lambda rows: [*rows[:-1], tuple(None if value == "person" else value for value in rows[-1])],
    ],
    ids=["a row is missing", "another instant", "a word is missing"],
)
def test_what_comes_out_different_is_not_kept(source, tmp_path, monkeypatch, mistaken):
    insert = copying._SqliteEnd.insert

    def insert_other_rows(self, table, columns, some):
        insert(self, table, columns, mistaken(some) if table == "log" else some)

    monkeypatch.setattr(copying._SqliteEnd, "insert", insert_other_rows)
    with pytest.raises(StoreError, match="log came out different"):
        copy_store(source, tmp_path / "new.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["source.sqlite"]


def on_a_full_disk(monkeypatch):
    """No file that is opened from now on can grow."""
    connect = sqlite3.connect

    def cramped(*arguments, **options):
        connection = connect(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(copying.sqlite3, "connect", cramped)


def test_a_backup_that_fails_leaves_nothing_behind(source, tmp_path, monkeypatch, capsys):
    async def write_much(store):
        await store.write(*(keep_answer("scope", str(number), b"x" * 1000) for number in range(50)))

    with_store(source, write_much)
    source.rename(tmp_path / "karacho.sqlite")
    on_a_full_disk(monkeypatch)
    assert run(["backup", str(tmp_path / "b.sqlite"), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "b.sqlite" in said
    assert "database or disk is full" in said
    assert said.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["karacho.sqlite"]


def test_an_empty_store_that_could_not_be_filled_stays_empty(source, tmp_path, monkeypatch):
    other = tmp_path / "other.sqlite"
    with_store(other, nothing)
    monkeypatch.setattr(copying, "_digest", lambda table, end: object())
    with pytest.raises(StoreError, match="came out different"):
        copy_store(source, other)
    assert sum(rows(other).values()) == 0
    monkeypatch.undo()
    assert copy_store(source, other) == rows(source)


def test_places_that_cannot_be_written_are_named(source, tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(WrongStore, match="folder is no file; name a new one"):
        copy_store(source, tmp_path / "folder")
    with pytest.raises(WrongStore, match=r"b\.sqlite cannot be written: .*is .*source\.sqlite a folder"):
        copy_store(source, source / "b.sqlite")


def test_a_log_without_its_database_does_not_get_into_a_new_one(source, tmp_path):
    (tmp_path / "b.sqlite-wal").write_bytes(b"of another one")
    with pytest.raises(WrongStore, match=r"b\.sqlite-wal would be taken for a part"):
        copy_store(source, tmp_path / "b.sqlite")
    assert not (tmp_path / "b.sqlite").exists()


def test_what_somebody_else_has_written_meanwhile_is_left_alone(source, tmp_path):
    with pytest.raises(StoreError, match="meanwhile"):
        copy_store(source, tmp_path / "b.sqlite", lambda *_: (tmp_path / "b.sqlite").write_text("mine"))
    assert (tmp_path / "b.sqlite").read_text() == "mine"


def test_a_backup_can_be_read_by_its_owner_only(source, tmp_path):
    copy_store(source, tmp_path / "b.sqlite")
    assert (tmp_path / "b.sqlite").stat().st_mode & 0o777 == 0o600


def test_b14_a_server_that_runs_is_not_moved(source, postgres, tmp_path, capsys):
    source.rename(tmp_path / "karacho.sqlite")
    with hold(tmp_path / "karacho.sqlite"):  # as a server does
        assert run(["migrate-store", postgres, "--data", str(tmp_path)]) == 2
    assert f"another server uses {tmp_path}: stop it" in capsys.readouterr().err
    assert ask(postgres, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
    assert run(["migrate-store", postgres, "--data", str(tmp_path)]) == 0
    assert run(["migrate-store", postgres, "--data", str(tmp_path / "nowhere")]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


def test_everything_is_copied_but_which_servers_run(source):
    found = {name for (name,) in ask(source, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert found - set(KEYS) == {"alembic_version", "servers", "caretakers", "presence"}


def test_a_folder_that_is_read_only_is_named(source):
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DIRECTORY
    told = str(copying._refusal(source, error))
    assert told.startswith(f"{source} cannot be read where it is: SQLite has to write beside it, and {source.parent} ")
    assert "with source.sqlite-wal if that is there, to a folder you may write to" in told


SLOW_BACKUP = """
import sys, time
from karacho.cli import main
from karacho.store import copying
copying._digest = lambda *_: (print("comparing", flush=True), time.sleep(60))
main(["backup", sys.argv[1], "--data", sys.argv[2]])
"""


def test_b13_a_backup_that_is_asked_to_end_leaves_nothing(source, tmp_path):
    source.rename(tmp_path / "karacho.sqlite")
    command = [sys.executable, "-c", SLOW_BACKUP, str(tmp_path / "b" / "b.sqlite"), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as backup:
        assert backup.stdout.readline() == "comparing\n"
        assert list((tmp_path / "b").iterdir())
        backup.terminate()
        assert backup.wait(20) == 130
        assert backup.stderr.read() == "karacho: asked to end before everything was copied; nothing was kept\n"
    assert list((tmp_path / "b").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["migrate-store", "nonsense"], "the target has to be postgresql://"),
        (["migrate-store", "mysql://host/races"], "the target has to be postgresql://"),
        (["restore", "source.sqlite", "--database", "foo://x"], "--database has to be postgresql://"),
        (["backup", "b.sqlite", "--database", "source.sqlite"], "--database has to be postgresql://"),
        (["backup", "postgresql://host/races", "--data", "."], "the backup has to be on this machine"),
    ],
)
def test_a_mistyped_address_does_not_become_a_file(source, tmp_path, monkeypatch, capsys, arguments, named):
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    assert named in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["source.sqlite"]


@pytest.mark.parametrize(
    "name", ["what?.sqlite", "no#1.sqlite", "50%25.sqlite", "races [mon].sqlite", "a b&c=d.sqlite"]
)
def test_files_may_have_any_name(source, tmp_path, capsys, name):
    async def look(store):
        assert await store.find_race(RACE.race) == RACE

    source.rename(tmp_path / "karacho.sqlite")
    folder = tmp_path / "b"
    assert run(["backup", str(folder / name), "--data", str(tmp_path)]) == 0
    assert f"{folder / name} now has 1 races" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == [name]
    assert run(["restore", str(folder / name), "--data", str(tmp_path / name)]) == 0
    with_store(tmp_path / name / "karacho.sqlite", look)
    with_store(tmp_path / f"new {name}" / name, nothing)
    assert [path.name for path in (tmp_path / f"new {name}").iterdir()] == [name], "nor does a server mind"


def test_a_link_stays_a_link(source, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "b.sqlite"
    link.symlink_to(tmp_path / "elsewhere" / "b.sqlite")
    assert copy_store(source, link) == rows(tmp_path / "elsewhere" / "b.sqlite")
    assert link.is_symlink()


def test_f4_addresses_are_shown_without_passwords():
    assert shown("postgresql://anna:secret@host/races?sslmode=require&password=x") == "postgresql://host/races"
