"""The one door to numba (its machinery is in `dispatch.py`).

`rule` marks a function that compiled code calls, `inlined` a very small one; `entry` one that Python calls, whose
machine code is kept on disk; `instruction` one that the machine can do by itself. With KARACHO_JIT=0 in the
environment all of them leave the function as it is: slow, the same races, and coverage sees it.

numba's disk cache does not notice a change in a function called from another file, so the cache folder is named by a
hash of all the sources that the compiled code of a module can come from: the core, its game, the game's bots.
"""

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import platformdirs

P = ParamSpec("P")
T = TypeVar("T")

COMPILED = os.environ.get("KARACHO_JIT", "1") != "0"
PACKAGE = Path(__file__).parent.parent
KEEP_SECONDS = 30 * 24 * 3600
_OURS = re.compile(r"(core|(games|bots)-[a-z_]+)-[0-9a-f]{16}")  # how a folder of machine code is called


def rule(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function for use by compiled code. Called from Python it runs as plain Python."""
    if not COMPILED:
        return function
    from karacho.core.dispatch import Rule

    return cast("Callable[P, T]", Rule(function, inline=False))


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """A rule so small that calling it costs more than doing it."""
    if not COMPILED:
        return function
    from karacho.core.dispatch import Rule

    return cast("Callable[P, T]", Rule(function, inline=True))


def entry(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function for use from Python and keep the machine code for the next start."""
    if not COMPILED:
        return function
    from karacho.core.dispatch import EntryDispatcher

    return cast("Callable[P, T]", EntryDispatcher(function, cache_folder(function.__module__)))


def instruction(name: str) -> Callable[[Callable[[int], int]], Callable[[int], int]]:
    """In compiled code, one instruction of the machine (by its LLVM name) does what the function does."""

    def mark(function: Callable[[int], int]) -> Callable[[int], int]:
        if COMPILED:
            from karacho.core.dispatch import replace_by_instruction

            replace_by_instruction(function, name)
        return function

    return mark


def cache_folder(module: str) -> Path | None:
    """Where the machine code of a module is kept, as its sources are now; None where there is none and can be none."""
    return _folder_of(source_folders(module))


def can_keep(module: str) -> bool:
    """Can new machine code be kept? Somebody else's may be there to be read only."""
    folder = cache_folder(module)
    return folder is not None and os.access(folder, os.W_OK)


def mark_ready(module: str, name: str) -> None:
    """Leave a marker beside the machine code of a module."""
    folder = cache_folder(module)
    if COMPILED and folder is not None and can_keep(module):
        (folder / f"{name}.ready").touch()


def is_ready(module: str, name: str) -> bool:
    """Is there such a marker?"""
    folder = cache_folder(module)
    return folder is not None and (folder / f"{name}.ready").exists()


def source_folders(module: str) -> tuple[str, ...]:
    """All the folders that the compiled code of a module can come from."""
    match module.split("."):
        case ["karacho", "games", game, *_]:
            return ("core", f"games/{game}")
        case ["karacho", "bots", game, _, *_]:
            return ("core", f"games/{game}", f"bots/{game}")
        case _:
            return ("core",)


@cache
def _folder_of(folders: tuple[str, ...]) -> Path | None:
    root = Path(os.environ.get("KARACHO_CACHE") or platformdirs.user_cache_dir("karacho"))
    name = folders[-1].replace("/", "-")
    folder = root / f"{name}-{sources_hash(folders)[:16]}"
    if _is_writable(folder):
        _remove_old(root, folder)
        return folder
    return folder if _is_readable(folder) else None


def sources_hash(folders: Sequence[str]) -> str:
    """A hash of every source file in these folders of the package."""
    digest = hashlib.sha256()
    for path in (path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError:
        return False
    return True


def _is_readable(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)


def _remove_old(root: Path, current: Path) -> None:
    """Machine code of sources that nobody has run for a month. Whatever else lies there is somebody else's."""
    for other in root.iterdir():
        if other == current or not _OURS.fullmatch(other.name):
            continue
        try:
            if other.is_dir() and other.stat().st_mtime < time.time() - KEEP_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:
            continue
