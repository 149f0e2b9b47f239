"""A race that meets an internal error is stopped and written down for whoever mends it; all others go on."""

import json
import logging
import os
import traceback
from pathlib import Path

from msgspec.structs import asdict, replace

from karacho.server.course import Course

log = logging.getLogger("karacho.parking")


def write_down(folder: Path, race: str, course: Course | None, error: BaseException) -> Path | None:
    """Everything that is needed to see it again: only the host can read the file, for it has the seed."""
    story = {
        "race": race,
        "error": "".join(traceback.format_exception(error)),
        "row": None if course is None else asdict(replace(course.row, names=[])),  # nobody is named in a file
        "version": None if course is None else course.version,
        "log": [] if course is None else [asdict(entry) for entry in course.entries],
    }
    path = folder / f"{race}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(story, file, indent=1)
    except OSError as failed:
        log.error("race %s could not be written down: %s", race, failed)
        return None
    return path
