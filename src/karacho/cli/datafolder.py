"""`karacho data`: where people put their own tracks, mixes and boards, and what lies there."""

from pathlib import Path
from typing import Any

from rich.console import Console

from karacho.core.datafiles import Shelf, user_folder
from karacho.errors import InvalidData
from karacho.registry import game_names, load_game


def print_data() -> bool:
    """List every shelf with its files; answers whether all of the user's files are good."""
    console = Console(soft_wrap=True, highlight=False, markup=False)
    console.print(f"Your own data files go under {user_folder()} (set KARACHO_DATA to move it).")
    games = [load_game(name) for name in game_names()]
    good = [_print_shelf(console, game.title, shelf) for game in games for shelf in game.shelves]
    return all(good)


def _print_shelf(console: Console, title: str, shelf: Shelf[Any]) -> bool:
    console.print(f"\n{title}: {shelf.kind}", style="bold")
    console.print(f"  built in: {', '.join(shelf.own())}")
    files = shelf.user_files()
    if not files:
        console.print(f"  none of your own yet: put name.toml into {shelf.folder}")
    good = [_print_file(console, shelf, path) for path in files]  # one bad file must not hide the next
    return all(good)


def _print_file(console: Console, shelf: Shelf[Any], path: Path) -> bool:
    try:
        shelf.load(path)
    except InvalidData as error:
        console.print(f"  ✗ {error.file}, {error.place}: {error.reason}", style="red")
        return False
    hidden = "; not used, a built-in one has this name" if path.stem in shelf.own() else ""
    console.print(f"  ✓ {path.stem} ({path}{hidden})")
    return True
