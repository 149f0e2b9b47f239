"""A finished race for those who want to see it again, through the eyes of any seat."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from msgspec import json

from karacho.errors import KarachoError
from karacho.server import proofs
from karacho.server.codes import Code, Refusal
from karacho.server.course import Course, DamagedLog
from karacho.server.documents import ReplayInfo, Report, Shown
from karacho.server.finishing import AS_GOOD_AS_EQUAL, LARGEST_CORRECTION
from karacho.server.protocol import Outcome
from karacho.store import Entry, RaceRow, Store

log = logging.getLogger("karacho.replays")


async def race_json(store: Store, race: str, seat: int | None) -> bytes:
    """All versions of a race that is over, each with its view. Before the end nothing is told."""
    row, entries = await finished(store, race)
    if seat is not None and not 0 <= seat < row.seats:
        raise Refusal(Code.NOT_YOUR_SEAT)
    return await asyncio.to_thread(lambda: json.encode(_play_again(row, entries, seat)))  # too long for the event loop


def _play_again(row: RaceRow, entries: list[Entry], seat: int | None) -> ReplayInfo:
    frames: list[Shown] = []

    def note(course: Course, entry: Entry) -> None:
        if entry.kind not in ("slides", "start", "countdown"):  # nothing to see
            frames.append(_shown(course, entry, seat))

    played_again(row, entries, note)
    assert row.outcome is not None
    return ReplayInfo(
        race=row.race,
        game=row.game,
        names=row.names,
        options=row.options,
        seed=row.seed,
        seat=seat,
        outcome=Outcome(**row.outcome),
        frames=frames,
        report=_report(entries),
    )


def _shown(course: Course, entry: Entry, seat: int | None) -> Shown:
    view = course.race.view(seat)
    view["legal_actions"] = []
    data = course.race.game.events.data
    events = [data(event) for event in course.race.redact(course.steps[-1].events, seat)]
    return Shown(
        version=course.version,
        at=entry.at,
        view=view,
        events=events,
        seat=entry.seat,
        action=entry.action,
        driver=entry.driver,  # type: ignore[arg-type]
        progress=course.race.progress,
        hints=course.race.hints(None),  # the trick as it stood; nobody has to choose any more
    )


def _report(entries: list[Entry]) -> Report:
    dones: list[dict[str, Any]] = [
        {"version": entry.version, "seat": entry.seat, "at": entry.at, **entry.detail}
        for entry in entries
        if "corrected_ms" in entry.detail
    ]
    return Report(most_ms=round(LARGEST_CORRECTION * 1000), equal_ms=round(AS_GOOD_AS_EQUAL * 1000), dones=dones)


async def replay_text(store: Store, race: str) -> bytes:
    """A finished race as a replay file."""
    row, entries = await finished(store, race)
    return await asyncio.to_thread(_write_file, row, entries)


def _write_file(row: RaceRow, entries: list[Entry]) -> bytes:
    return played_again(row, entries).race.replay().text().encode()


async def proof_text(store: Store, race: str) -> bytes:
    """A finished race as a file that can be checked."""
    row, entries = await finished(store, race)
    if row.dealing is None:
        raise Refusal(Code.NO_SEAL)
    return await asyncio.to_thread(_write_proof, row, entries)


def _write_proof(row: RaceRow, entries: list[Entry]) -> bytes:
    course = played_again(row, entries)  # hashing alone would vouch for whatever is in the store
    assert course.outcome is not None
    return proofs.proof_text(row, course.entries, course.outcome).encode()


async def finished(store: Store, race: str) -> tuple[RaceRow, list[Entry]]:
    """A race that is over, with its log."""
    row = await store.find_race(race)
    if row is None:
        raise Refusal(Code.NO_SUCH_RACE)
    if row.outcome is None:
        raise Refusal(Code.RACE_NOT_OVER)
    return row, await store.read_log(race)


def played_again(row: RaceRow, entries: list[Entry], note: Callable[[Course, Entry], None] | None = None) -> Course:
    """A finished race from its log, entry by entry; nothing is given out of one that was altered in the store."""
    try:
        course = Course.restored(row, [])
        for entry in entries:
            course.follow([entry])
            if note is not None:
                note(course, entry)
        course.check_end()
    except (DamagedLog, KarachoError) as error:
        log.error("race %s cannot be shown: %s", row.race, error)
        raise Refusal(Code.PARKED, detail=str(error)) from None
    return course
