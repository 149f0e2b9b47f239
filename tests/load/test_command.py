"""`karacho load` as people type it."""

import json
import socket
import sys
from collections import Counter

import psycopg
import pytest

from karacho.cli import run
from karacho.cli.loading import read_games, read_paces, read_url
from karacho.errors import InvalidOption
from karacho.load import history
from karacho.load.server import OwnServer
from tests.postgres import drop_database, fresh_database


def test_a_short_run_with_its_figures(tmp_path, capsys):
    figures = tmp_path / "figures.json"
    arguments = ["load", "--tables", "2", "--pace", "20,40", "--seconds", "2", "--seed", "1", "--json", str(figures)]
    assert run(arguments) == 0
    found = json.loads(figures.read_text())
    assert [run["pace"] for run in found["runs"]] == [20.0, 40.0]
    for each in found["runs"]:
        assert each["moves"] > 0
        assert each["p50_ms"] <= each["p99_ms"]
        assert each["broken"] == []
        assert each["checked"]["views"] > 0
    out = capsys.readouterr()
    assert out.out.count("all promises kept") == 2
    assert "setting up" in out.err


SMALL = ["load", "--tables", "1", "--games", "rally-run", "--seconds", "1", "--seed", "7"]


def test_several_paces_on_one_database_are_not_taken_for_each_other(capsys):
    database = fresh_database()
    try:
        assert run([*SMALL, "--pace", "20,40", "--database", database]) == 0
        assert capsys.readouterr().out.count("all promises kept") == 2
    finally:
        drop_database(database)


def test_one_seed_twice_on_one_server_is_two_runs(tmp_path, capsys):
    server = OwnServer(tmp_path)
    server.start()
    try:
        server.wait_ready()
        for _ in range(2):
            there = ["--url", server.address, "--database", str(server.database)]
            assert run([*SMALL, "--pace", "20", *there]) == 0
            assert "all promises kept" in capsys.readouterr().out
    finally:
        server.close()


def test_the_same_pace_twice_has_two_folders(tmp_path, capsys):
    assert run([*SMALL, "--pace", "20,20", "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("all promises kept") == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["20.0", "20.0-2"]


def test_e1_some_read_nothing(tmp_path):
    arguments = ["load", "--tables", "1", "--games", "rally-run", "--frozen", "2", "--flat-out", "--seconds", "2"]
    assert run([*arguments, "--seed", "1", "--folder", str(tmp_path)]) == 0
    rows = history.read([tmp_path / "history-0.jsonl"])
    seen = Counter(row.client for row in rows if isinstance(row, history.Sight))
    players, frozen = [seen[client] for client in range(4)], [seen[client] for client in (4, 5)]
    assert max(frozen) <= 2 < min(players)
    assert min(players) > 20


def test_what_cannot_be_is_said():
    with pytest.raises(InvalidOption, match="stich-rallye"):
        read_games("stich-rallye,chess")
    for wrong in ("", "fast", "0", "-1", "10,"):
        with pytest.raises(InvalidOption, match="moves a second"):
            read_paces(wrong or ",", False)
    assert read_paces(None, True) == [None]
    with pytest.raises(InvalidOption, match="left out with --flat-out"):
        read_paces("100", True)
    assert read_paces("100,300", False) == [100.0, 300.0]


def test_only_an_own_server_is_killed(capsys):
    assert run(["load", "--url", "127.0.0.1:1", "--kills", "1"]) == 2
    assert "only a server of its own" in capsys.readouterr().err


def test_a_server_that_runs_is_named_by_host_and_port():
    assert read_url(None) is None
    for address in ("127.0.0.1:8600", "http://127.0.0.1:8600/", "http://127.0.0.1:8600"):
        assert read_url(address) == "127.0.0.1:8600"
    assert read_url("[::1]:8600") == "[::1]:8600"
    for wrong in ("", "8600", "127.0.0.1", "https://127.0.0.1:8600", "127.0.0.1:many", "127.0.0.1:99999", "a b:80/x"):
        with pytest.raises(InvalidOption, match="HOST:PORT of a server, such as"):
            read_url(wrong)


def test_a_server_that_is_not_there_is_not_waited_for(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
    assert run(["load", "--url", address]) == 2
    assert f"nobody answers at {address} (" in capsys.readouterr().err
    assert run(["load", "--url", address, "--database", str(tmp_path / "none.sqlite")]) == 2
    assert "there is none" in capsys.readouterr().err


def test_nobodys_tables_are_mixed_with_those_of_a_run(capsys):
    database = fresh_database()
    try:
        short = ["load", "--tables", "1", "--games", "rally-run", "--pace", "20", "--seconds", "1"]
        assert run([*short, "--seed", "1", "--database", database]) == 0
        assert "all promises kept" in capsys.readouterr().out
        assert run([*short, "--seed", "2", "--database", database]) == 2
        assert "is not empty; nothing was changed" in capsys.readouterr().err
    finally:
        drop_database(database)


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("postgresql://nobody@127.0.0.1:1/k", "cannot connect to the database"),
        ("postgresql://u:geh%zzeim@localhost/k", "the address of the database cannot be read"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_line(capsys, database, words):
    assert run(["load", "--tables", "1", "--seconds", "1", "--database", database]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"karacho: --database: {words}")
    assert len(told.splitlines()) == 1


def test_the_file_of_a_server_is_looked_at_before_the_run(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("karacho.cli.loading._check_answers", lambda _: None)
    (tmp_path / "t.txt").write_text("no database" * 100)
    assert run(["load", "--url", "127.0.0.1:1", "--database", str(tmp_path / "t.txt")]) == 2
    assert capsys.readouterr().err.startswith(f"karacho: --database: {tmp_path / 't.txt'} is no database")


def test_another_programs_database_is_left_alone(capsys):
    database = fresh_database()
    try:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("CREATE TABLE customers (name TEXT)")
            assert run(["load", "--tables", "1", "--seconds", "1", "--database", database]) == 2
            rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        assert "was not written by Karacho: it has the table customers" in capsys.readouterr().err
        assert rows == [("customers",)]
    finally:
        drop_database(database)


def test_what_could_not_be_written_is_told_before_anything_is_measured(capsys, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "history-0.jsonl").touch()
    for arguments, words in (
        (["--json", str(tmp_path / "nowhere" / "x.json")], "there is no"),
        (["--json", str(tmp_path)], "a file; this is a folder"),
        (["--plot", str(tmp_path / "x.xyz")], "a file that ends in .png, .svg, .pdf"),
        (["--plot", "x.xyz"], "--plot cannot be 'x.xyz': a file"),
        (["--folder", str(tmp_path / "full")], "a folder that is empty, or not there yet"),
    ):
        assert run(["load", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_a_picture_needs_matplotlib(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run(["load", "--plot", str(tmp_path / "plot.png")]) == 2
    assert "matplotlib" in capsys.readouterr().err
