"""The first screen is soon there: its JavaScript is small, and no game is in it."""

from benchmarks.page import first_screen_bytes, first_screen_files

from karacho.registry import game_names
from karacho.server import page

MOST = 150_000


def test_the_first_screen_loads_little_javascript():
    assert 10_000 < first_screen_bytes() < MOST


def test_games_are_loaded_when_they_are_needed():
    for game in game_names():
        assert list((page.FOLDER / "assets").glob(f"{game}-*.js")), "a game has a file of its own"
        assert not [name for name in first_screen_files() if name.startswith(game)]
