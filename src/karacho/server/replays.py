"""A finished race for those who want to see it again, through the eyes of any seat."""

import asyncio
from typing import Any

from msgspec import json

from karacho.race import Race
from karacho.server import proofs
from karacho.server.codes import Code, Refusal
from karacho.server.course import Course
from karacho.server.documents import ReplayInfo, Report, Shown
from karacho.server.finishing import AS_GOOD_AS_EQUAL, LARGEST_CORRECTION
from karacho.server.protocol import Outcome
from karacho.store import Entry, RaceRow, Store


async def race_json(store: Store, race: str, seat: int | None) -> bytes:
    """All versions of a race that is over, each with its view. Before the end nothing is told."""
    row, entries = await finished(store, race)
    if seat is not None and not 0 <= seat < row.seats:
        raise Refusal(Code.NOT_YOUR_SEAT)
    return await asyncio.to_thread(lambda: json.encode(_play_again(row, entries, seat)))  # too long for the event loop


def _play_again(row: RaceRow, entries: list[Entry], seat: int | None) -> ReplayInfo:
    course = Course.restored(row, [])
    frames = []
    for entry in entries:
        course.repeat(entry)
        if entry.kind not in ("slides", "start", "countdown"):  # nothing to see
            frames.append(_shown(course, entry, seat))
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
    again: Race = Course.restored(row, entries).race
    return again.replay().text().encode()


async def proof_text(store: Store, race: str) -> bytes:
    """A finished race as a file that can be checked."""
    row, entries = await finished(store, race)
    if row.dealing is None or row.outcome is None:
        raise Refusal(Code.NO_SEAL)
    return (await asyncio.to_thread(proofs.proof_text, row, entries, Outcome(**row.outcome))).encode()


async def finished(store: Store, race: str) -> tuple[RaceRow, list[Entry]]:
    """A race that is over, with its log."""
    row = await store.find_race(race)
    if row is None:
        raise Refusal(Code.NO_SUCH_RACE)
    if row.outcome is None:
        raise Refusal(Code.RACE_NOT_OVER)
    return row, await store.read_log(race)
