"""Tracks, tile mixes and boards are data: files of the package, and files that users add in their own folder.

The user's folder is `KARACHO_DATA`, or the place the system has for such things; in it every game has a folder, and
in that every kind of data one: `stich-rallye/tracks/my-hills.toml`. The name of the file is the name of the thing.
Names of ours stay ours: `volcano` is the same track everywhere. A user's file is read when it is asked for by name, so
a broken one disturbs nobody else.
"""

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import platformdirs

from karacho.core.jit import PACKAGE
from karacho.errors import InvalidData, KarachoError, brief

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SIZE_LIMIT = 65536
LONGEST_NAME = 64

T = TypeVar("T")


def user_folder() -> Path:
    """Where users put their own data files."""
    return Path(os.environ.get("KARACHO_DATA") or platformdirs.user_data_dir("karacho"))


class Shelf(Generic[T]):
    """All things of one kind that a game has: its own, and the user's."""

    def __init__(self, game: str, kind: str, load: Callable[[Path], T]) -> None:
        self.game = game
        self.kind = kind
        self.load = load
        self._own: dict[str, T] | None = None

    @property
    def folder(self) -> Path:
        """Where the user's files lie."""
        return user_folder() / self.game / self.kind

    def own(self) -> dict[str, T]:
        """The things that come with the package, by name."""
        if self._own is None:
            folder = PACKAGE / "games" / self.game.replace("-", "_") / self.kind
            self._own = {path.stem: self.load(path) for path in sorted(folder.glob("*.toml"))}
        return self._own

    def names(self) -> list[str]:
        """What can be asked for, our own first."""
        return [*self.own(), *(path.stem for path in self.user_files() if path.stem not in self.own())]

    def user_files(self) -> list[Path]:
        """The user's files, good or bad."""
        return sorted(self.folder.glob("*.toml"))

    def find(self, name: object) -> T | None:
        """The thing of this name, or None; a broken file of the user's raises InvalidData."""
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not NAME.fullmatch(name):
            return None
        if name in self.own():
            return self.own()[name]
        path = self.folder / f"{name}.toml"
        return self.load(path) if path.is_file() else None


def load_toml(path: Path) -> dict[str, Any]:
    """The content of a data file."""
    if not NAME.fullmatch(path.stem):
        raise InvalidData(str(path), "file name", "use small letters, digits and single hyphens")
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise InvalidData(str(path), "file", f"larger than {SIZE_LIMIT} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except KarachoError:
        raise
    except OSError as error:
        raise InvalidData(str(path), "file", error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        raise InvalidData(str(path), "file", f"not readable as TOML: {brief(str(error), 200)}") from None
