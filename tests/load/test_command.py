"""`karacho load` as people type it."""

import json
import sys
from collections import Counter

import pytest

from karacho.cli import run
from karacho.cli.loading import read_games, read_paces
from karacho.errors import InvalidOption
from karacho.load import history


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
    assert read_paces("100,300", False) == [100.0, 300.0]


def test_only_an_own_server_is_killed(capsys):
    assert run(["load", "--url", "127.0.0.1:1", "--kills", "1"]) == 2
    assert "only a server of its own" in capsys.readouterr().err


def test_what_could_not_be_written_is_told_before_anything_is_measured(capsys, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "history-0.jsonl").touch()
    for arguments, words in (
        (["--json", str(tmp_path / "nowhere" / "x.json")], "there is no"),
        (["--plot", str(tmp_path / "x.xyz")], "a file that ends in .png, .svg, .pdf"),
        (["--folder", str(tmp_path / "full")], "a folder that is empty, or not there yet"),
    ):
        assert run(["load", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_a_picture_needs_matplotlib(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run(["load", "--plot", str(tmp_path / "plot.png")]) == 2
    assert "matplotlib" in capsys.readouterr().err
