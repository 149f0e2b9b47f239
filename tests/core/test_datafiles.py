import pytest

import karacho
from karacho.core.datafiles import load_toml, user_folder
from karacho.errors import InvalidData


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KARACHO_DATA", str(tmp_path))
    return tmp_path


def put(folder, game, kind, name, text):
    place = folder / game / kind
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.toml").write_text(text)


def test_the_folder_can_be_moved(folder):
    assert user_folder() == folder


def test_a_track_of_the_users_own_is_found_by_its_file_name(folder):
    put(folder, "stich-rallye", "tracks", "my-hills", "spaces = 40\ndownhill = [[10, 12]]\nuphill = []\n")
    race = karacho.Race("stich-rallye", seats=3, track="my-hills")
    assert race.position()["track"] == {"spaces": 40, "downhill": [[10, 12]], "uphill": []}


def test_our_names_stay_ours(folder):
    put(folder, "stich-rallye", "tracks", "volcano", "spaces = 40\ndownhill = []\nuphill = []\n")
    assert karacho.Race("stich-rallye", seats=3).position()["track"] == "volcano"
    put(folder, "tiny-turbo-cars", "faces", "kitchen", "nonsense")
    assert len(karacho.Race("tiny-turbo-cars", seed=1).position()["map"]) == 30


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("spaces = 12\ndownhill = []\nuphill = []", "spaces", "from 20 to 60"),
        ("spaces = 40\nuphill = []", "downhill", "must be a list"),
        ("spaces = 40\ndownhill = [[3, 4]]\nuphill = []", "space 3", "after the finish line must be flat"),
        ("spaces = 40\ndownhill = [[34, 36]]\nuphill = []", "space 36", "before the finish line must be flat"),
        ("spaces = 40\ndownhill = [[10, 18]]\nuphill = []", "space 10", "longer than 6"),
        ("spaces = 40\ndownhill = [[10, 12]]\nuphill = [[13, 14]]", "space 13", "at least one flat space"),
        ("spaces = 40\ndownhill = [[10]]\nuphill = []", "downhill", "pairs"),
        ("spaces = 40\ndownhill = [[41, 44]]\nuphill = []", "space 41", "does not lie"),
        ("spaces = 40\ndownhill = []\nuphill = []\nloops = 3", "'loops'", "unknown"),
        ("spaces = ", "file", "TOML"),
    ],
)
def test_a_bad_track_names_file_place_and_reason(folder, text, place, reason):
    put(folder, "stich-rallye", "tracks", "broken", text)
    with pytest.raises(InvalidData) as caught:
        karacho.Race("stich-rallye", seats=3, track="broken")
    assert caught.value.file.endswith("broken.toml")
    assert caught.value.place == place
    assert reason in caught.value.reason
    assert karacho.Race("stich-rallye", seats=3).actors, "other tracks are not disturbed"


def test_names_and_sizes_of_files_are_checked(tmp_path):
    with pytest.raises(InvalidData, match="small letters"):
        load_toml(tmp_path / "My Hills.toml")
    (tmp_path / "large.toml").write_text("#" * 70000)
    with pytest.raises(InvalidData, match="larger than"):
        load_toml(tmp_path / "large.toml")
    with pytest.raises(InvalidData, match="No such file"):
        load_toml(tmp_path / "absent.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(InvalidData, match="TOML"):
        load_toml(tmp_path / "latin.toml")
