"""Tile mixes from files and options."""

import pytest

import karacho
from karacho.games.rally_run import mixes

MIX = {"I": 8, "L": 8, "T": 0, "X": 4, "D": 4}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KARACHO_DATA", str(tmp_path))
    place = tmp_path / "rally-run" / "mixes"
    place.mkdir(parents=True)
    return place


def test_the_standard_mix():
    assert mixes.find_mix("standard") == {"I": 6, "L": 8, "T": 4, "X": 2, "D": 4}


def test_the_other_mix_of_the_rules():
    assert mixes.find_mix("crossroads") == MIX


def test_a_mix_of_ones_own(folder):
    (folder / "no-junctions.toml").write_text("I = 8\nL = 8\nX = 4\nD = 4\n")
    assert mixes.MIXES.names() == ["crossroads", "standard", "no-junctions"]
    race = karacho.Race("rally-run", seats=2, seed=1, mix="no-junctions")
    assert race.position()["mix"] == MIX
    named = race.position() | {"mix": "no-junctions"}
    assert karacho.Race.from_position(named).position() == race.position()


def test_the_standard_mix_keeps_its_name(folder):
    (folder / "standard.toml").write_text("X = 24\n")
    assert mixes.find_mix("standard")["X"] == 2


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("I = 23", "sum", "24 tiles, not 23"),
        ("I = 24\nQ = 1", "'Q'", "unknown"),
        ("I = -1\nL = 25", "I", "from 0 to 24"),
        ("I = true", "I", "whole number"),
        ("I = ", "file", "TOML"),
    ],
)
def test_a_bad_file_says_where_and_why(folder, text, place, reason):
    file = folder / "bad.toml"
    file.write_text(text)
    with pytest.raises(karacho.InvalidData) as caught:
        karacho.Race("rally-run", seats=2, mix="bad")
    assert (caught.value.file, caught.value.place) == (str(file), place)
    assert reason in caught.value.reason


@pytest.mark.parametrize("mix", ["none", 7, None, ["I"], {"I": 25}, {"I": 24, "Q": 0}, {"I": "24"}, {"I": 2**80}, {}])
def test_a_bad_option_says_why(mix):
    with pytest.raises(karacho.InvalidOption, match="mix"):
        karacho.Race("rally-run", seats=2, mix=mix)


def test_a_kind_left_out_has_no_tiles():
    assert mixes.find_mix({"X": 24}) == {"I": 0, "L": 0, "T": 0, "X": 24, "D": 0}


def test_a_bad_file_does_not_spoil_standard_races(folder):
    (folder / "bad.toml").write_text("I = 1")
    race = karacho.Race("rally-run", seats=2, seed=1)
    assert karacho.Race.from_position(race.position()).position() == race.position()
