"""Was every promise kept? What clients saw against what is in the store.

1 every accepted command is in the log exactly once, at the version that was told
2 no refused one is
3 one of unknown outcome is there once or not at all
4 the versions that a client sees rise without gap or fork, over all outages
5 every view is the one that the log gives for that seat
6 the log, played again, ends as the store says
7 what was answered before another command was sent comes before it
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from karacho.load.history import OK, REFUSED, UNKNOWN, Operation, Return, Row, Sight
from karacho.load.truth import Line, Records, Stored, Truth

MOST_TOLD = 50


@dataclass
class Verdict:
    """What the checker found."""

    races: int = 0
    finished: int = 0
    accepted: int = 0
    refused: int = 0
    unknown: int = 0
    repeated: int = 0
    """Commands that were sent more than once."""
    views: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Was nothing found?"""
        return not self.broken

    def blame(self, promise: int, race: str, what: str) -> None:
        """A promise was broken."""
        if len(self.broken) < MOST_TOLD:
            self.broken.append(f"({promise}) {race}: {what}")


def check(database: str | Path, rows: Iterable[Row]) -> Verdict:
    """Everything that the clients of a run have written down."""
    operations: dict[str, list[Operation]] = defaultdict(list)
    sights: dict[str, list[Sight]] = defaultdict(list)
    for row in rows:
        if isinstance(row, Operation):
            operations[row.race if row.kind in ("act", "program") else ""].append(row)
        elif not isinstance(row, Return):
            sights[row.race].append(row)
    verdict = Verdict()
    records = Records(database)
    try:
        integrity = records.integrity()
        if integrity != "ok":
            verdict.blame(6, "the file", integrity)
        answers = records.answers({each.op: each.table for done in operations.values() for each in done})
        for race, done in operations.items():
            _check_answers(verdict, race, done, answers)
        for race in sorted(set(operations) | set(sights)):
            if race:
                _check_race(verdict, race, records.race(race), operations[race], sights[race])
    finally:
        records.close()
    return verdict


def _check_answers(
    verdict: Verdict, race: str, operations: list[Operation], answers: dict[str, list[dict[str, Any]]]
) -> None:
    for each in operations:
        kept = answers.get(each.op, [])
        verdict.repeated += each.sendings > 1
        if each.outcome == OK:
            verdict.accepted += 1
            if len(kept) != 1 or (kept[0].get("version") or 0) != each.version:
                verdict.blame(1, race, f"{each.kind} {each.op} was accepted at {each.version}; kept: {kept}")
        elif each.outcome == REFUSED:
            verdict.refused += 1
            if kept:
                verdict.blame(2, race, f"{each.kind} {each.op} was refused ({each.code}); kept: {kept}")
        else:
            verdict.unknown += 1
            if len(kept) > 1:
                verdict.blame(3, race, f"{each.kind} {each.op} is kept {len(kept)} times")


def _check_race(
    verdict: Verdict, race: str, stored: Stored | None, operations: list[Operation], sights: list[Sight]
) -> None:
    if stored is None:
        verdict.blame(1, race, "was seen and is not in the store")
        return
    verdict.races += 1
    verdict.finished += stored.outcome is not None
    _check_numbers(verdict, stored)
    _check_order(verdict, stored, _check_log(verdict, stored, operations))
    _check_versions(verdict, race, sights)
    asked: dict[int, set[int]] = defaultdict(set)
    for sight in sights:
        asked[sight.version].add(sight.seat)
    try:
        truth = Truth(stored, asked)
    except Exception as error:
        verdict.blame(6, race, f"cannot be played again: {error!r}")
        return
    for sight in sights:
        verdict.views += 1
        if sight.digest not in truth.views.get((sight.version, sight.seat), ()):
            verdict.blame(5, race, f"seat {sight.seat} was shown another view at version {sight.version}")
    if truth.outcome != stored.outcome:
        verdict.blame(6, race, f"ends {truth.outcome}, the store says {stored.outcome}")


def _check_numbers(verdict: Verdict, stored: Stored) -> None:
    if [line.number for line in stored.log] != list(range(1, len(stored.log) + 1)):
        verdict.blame(4, stored.race, "its log has gaps")
    version = 0
    for line in stored.log:
        if line.version != version + (line.kind != "slides"):
            verdict.blame(4, stored.race, f"entry {line.number} has version {line.version} after {version}")
        version = line.version


def _check_log(verdict: Verdict, stored: Stored, operations: list[Operation]) -> list[tuple[int, Operation]]:
    """Each seat's commands stand in the log in their order, and nothing else does."""
    placed: list[tuple[int, Operation]] = []
    lines: dict[int, list[Line]] = defaultdict(list)
    for line in stored.log:
        if line.driver == "person" and line.seat is not None:
            lines[line.seat].append(line)
    by_seat: dict[int, list[Operation]] = defaultdict(list)
    for each in operations:
        by_seat[each.seat].append(each)
    by_the_clock = stored.options.get("mode") == "realtime"
    for seat in set(lines) | set(by_seat):
        log, place = lines[seat], 0
        for each in sorted(by_seat[seat], key=lambda each: each.sent):
            wanted = _entries(each)
            found = [(line.kind, line.action or "") for line in log[place : place + len(wanted)]]
            if each.outcome == REFUSED or (each.outcome == UNKNOWN and found != wanted):
                continue
            if found != wanted:
                verdict.blame(1, stored.race, f"seat {seat}: {each.op} {wanted} was accepted; the log has {found}")
                break
            last = log[place + len(wanted) - 1]
            told_late = by_the_clock and last.action == "done" and last.version <= each.version
            if each.outcome == OK and last.version != each.version and not told_late:
                verdict.blame(1, stored.race, f"{each.op} was told version {each.version}, it is at {last.version}")
            placed.append((last.number, each))
            place += len(wanted)
        else:
            if place < len(log):
                verdict.blame(3, stored.race, f"seat {seat}: nobody was told or asked for {log[place]}")
    return sorted(placed, key=lambda pair: pair[0])


def _entries(each: Operation) -> list[tuple[str, str]]:
    """What a command should leave in the log."""
    if each.kind == "act":
        return [("act", each.payload)]
    slides = each.payload.rstrip(".")
    return [("slides", slides)] * bool(slides) + [("act", "done")] * each.payload.endswith(".")


def _check_order(verdict: Verdict, stored: Stored, placed: list[tuple[int, Operation]]) -> None:
    latest = 0.0
    for number, each in placed:
        if each.outcome == OK and each.ended < latest:
            verdict.blame(7, stored.race, f"entry {number} was answered before an earlier one was sent")
        latest = max(latest, each.sent)


def _check_versions(verdict: Verdict, race: str, sights: list[Sight]) -> None:
    seen: dict[int, int] = {}
    for sight in sights:
        before = seen.get(sight.client)
        if sight.version < (before or 0):
            verdict.blame(4, race, f"a client fell back from version {before} to {sight.version}")
        if not sight.reset and sight.since != (before or 0):
            verdict.blame(4, race, f"a client had seen {before} and was told what came after {sight.since}")
        seen[sight.client] = sight.version
