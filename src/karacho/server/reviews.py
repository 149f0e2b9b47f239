"""Reviews of finished races, thought through by `karacho review` in a process that comes for one and goes again.

So no bot at a table has to wait for them, and the memory they need is given back.
"""

import asyncio
import contextlib
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from karacho.server.codes import Code, Refusal
from karacho.server.documents import DecisionInfo, OptionWeighed, ReviewInfo
from karacho.server.replays import finished, played_again
from karacho.store import Entry, RaceRow, Store

COMMAND = (sys.executable, "-P", "-c", "from karacho.cli import main; main()", "review")
THINKING_SECONDS = 120.0
POLITENESS = 10  # whoever plays comes first

log = logging.getLogger("karacho.reviews")


class _Decision(Struct):
    """As `karacho review --json` writes it."""

    number: int
    taken: OptionWeighed
    best: OptionWeighed


async def review_json(store: Store, race: str, seat: int | None) -> bytes:
    """Every decision of a seat, with what would have been best."""
    row, entries = await finished(store, race)
    if seat is None or not 0 <= seat < row.seats:
        raise Refusal(Code.NOT_YOUR_SEAT)
    with tempfile.TemporaryDirectory(prefix="karacho-review-") as folder:
        file = Path(folder, "race.replay")
        await asyncio.to_thread(_save, row, entries, file)
        decisions = await _think(file, seat)
    versions = _versions(entries)
    found = [DecisionInfo(*versions[each.number], each.taken, each.best) for each in decisions]
    return json.encode(ReviewInfo(race=race, seat=seat, decisions=found))


def _save(row: RaceRow, entries: list[Entry], file: Path) -> None:
    played_again(row, entries).race.replay().save(file)


async def _think(file: Path, seat: int) -> list[_Decision]:
    arguments = (str(file), "--seat", str(seat + 1), "--json")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*COMMAND, *arguments, stdout=pipe, stderr=pipe)
    with contextlib.suppress(ProcessLookupError, AttributeError):  # gone already, or a system without priorities
        os.setpriority(os.PRIO_PROCESS, process.pid, POLITENESS)
    try:
        async with asyncio.timeout(THINKING_SECONDS):
            answer, complaint = await process.communicate()
    except TimeoutError:
        raise Refusal(Code.TOO_FAST, detail="the review took too long: try again later") from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    if process.returncode != 0:
        log.error("a review failed: %s", complaint.decode(errors="replace").strip()[-500:])
        raise Refusal(Code.TOO_FAST, detail="the review could not be made: try again later")
    return json.decode(answer, type=list[_Decision])


def _versions(entries: list[Entry]) -> dict[int, tuple[int, Any]]:
    """For every action of the race, counted from 1: which version it made, and who drove."""
    versions: dict[int, tuple[int, Any]] = {}
    number = 0
    for entry in entries:
        if entry.kind == "slides":
            number += len(entry.action or "")
        elif entry.kind in ("act", "timeout"):
            number += 1
            versions[number] = (entry.version, entry.driver)
    return versions
