"""Which store a command means."""

import pytest

from karacho.cli import run
from karacho.load.server import OwnServer
from tests.store.rows import seeded, with_store

HOSTS = "postgresql://nobody@127.0.0.1:1/people"


@pytest.fixture(autouse=True)
def _host(monkeypatch):
    """A host has named its database once, for all commands."""
    monkeypatch.setenv("KARACHO_DATABASE", HOSTS)


@pytest.fixture
def served(monkeypatch):
    found = []
    monkeypatch.setattr("karacho.cli.serving.run", lambda _settings, _door, **others: found.append(others))
    monkeypatch.setattr("karacho.server.logs.start_logging", lambda **_how: None)
    return found


def test_a_folder_that_is_named_wins_over_the_environment(tmp_path, capsys):
    with_store(tmp_path / "old" / "karacho.sqlite", seeded)
    file = tmp_path / "backup.sqlite"
    assert run(["backup", str(file), "--data", str(tmp_path / "old")]) == 0, capsys.readouterr().err
    assert run(["restore", str(file), "--data", str(tmp_path / "new")]) == 0, capsys.readouterr().err
    assert (tmp_path / "new" / "karacho.sqlite").is_file()
    assert run(["backup", str(tmp_path / "other.sqlite")]) == 2, "without --data it is the host's"
    assert "cannot connect" in capsys.readouterr().err


def test_a_server_starts_where_it_is_told_to(tmp_path, served, monkeypatch):
    anywhere = ["serve", "--host", "127.0.0.1", "--port", "0"]
    assert run([*anywhere, "--data", str(tmp_path)]) == 0
    monkeypatch.setenv("KARACHO_SERVER_DATA", str(tmp_path))
    assert run(anywhere) == 0
    assert run([*anywhere, "--database", "postgresql://mine"]) == 0
    assert [each["database"] for each in served] == [None, HOSTS, "postgresql://mine"]


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["backup", "x.sqlite"], ["restore", "x.sqlite"]])
def test_two_places_are_refused(tmp_path, capsys, command):
    assert run([*command, "--data", str(tmp_path), "--database", HOSTS]) == 2
    assert capsys.readouterr().err == "karacho: --data and --database name two places: leave one of them out\n"


def test_a_run_never_plays_on_the_database_of_the_host(tmp_path):
    assert "KARACHO_DATABASE" not in OwnServer(tmp_path)._environment


@pytest.mark.parametrize(
    "address", ["postgresq://u:geheim@h/k", "postgresql://u:geheim%zz@h/k", "postgresql://u:ge@heim@h/k"]
)
@pytest.mark.parametrize(
    "command",
    [
        ["backup", "x.sqlite", "--database"],
        ["backup"],
        ["backup", "x.sqlite", "--data"],
        ["restore", "x.sqlite", "--database"],
        ["restore"],
        ["migrate-store"],
        ["migrate-store", "postgresql://u@127.0.0.1:1/k", "--data"],
        ["load", "--tables", "1", "--seconds", "1", "--database"],
        ["load", "--url", "127.0.0.1:1", "--database"],
        ["serve", "--port", "0", "--data"],
    ],
)
def test_a_password_is_not_repeated(tmp_path, monkeypatch, capsys, command, address):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KARACHO_SERVER_DATA", str(tmp_path))
    with_store(tmp_path / "karacho.sqlite", seeded)
    if command[0] == "restore":
        (tmp_path / "karacho.sqlite").rename(tmp_path / "x.sqlite")
    before = sorted(tmp_path.iterdir())
    assert run([*command, address]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "postgresql://" in told or "127.0.0.1:1" in told
    assert "geheim" not in told
    assert "heim@" not in told
    assert sorted(path for path in tmp_path.iterdir() if path.suffix != ".lock") == before  # a lock stays, unheld
