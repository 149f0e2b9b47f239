"""Tracks, tile mixes and boards are data: files of the package, and files that users add in their own folder.

The user's folder is `KARACHO_DATA`, or the place the system has for such things; in it every game has a folder, and
in that every kind of data one: `stich-rallye/tracks/my-hills.toml`. The name of the file is the name of the thing.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

from karacho.core.jit import PACKAGE
from karacho.errors import InvalidData

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SIZE_LIMIT = 65536


def user_folder() -> Path:
    """Where users put their own data files."""
    return Path(os.environ.get("KARACHO_DATA") or platformdirs.user_data_dir("karacho"))


def data_files(game: str, kind: str, folder: Path) -> Iterator[Path]:
    """The package's own files of a kind, then those in the user's folder."""
    yield from sorted((PACKAGE / "games" / game.replace("-", "_") / kind).glob("*.toml"))
    yield from sorted((folder / game / kind).glob("*.toml"))


def load_toml(path: Path) -> dict[str, Any]:
    """The content of a data file."""
    if not NAME.fullmatch(path.stem):
        raise InvalidData(str(path), "file name", "use small letters, digits and single hyphens")
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise InvalidData(str(path), "file", f"larger than {SIZE_LIMIT} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidData(str(path), "file", error.strerror or str(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidData(str(path), "file", f"not readable as TOML: {error}") from None
