"""The course of one race at a table: the race, its log, and what each viewer is told of it.

A table tries a command out on a fork of its course. Only when the new entries are on disk the fork becomes the course,
so nobody is ever told what could still be lost. The kinds of entries:

begin      the race was set up
act        a seat's action
slides     private actions of a seat, several in a row; they make no version, for nobody else is told
timeout    the countdown of a seat ran out
start      all have watched: the common start instant is near
go         programming has begun
countdown  one seat is left
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from msgspec import Raw, Struct, json, to_builtins
from msgspec.structs import replace

from karacho.core.game import SPECTATOR
from karacho.core.growing import Growing
from karacho.errors import KarachoError
from karacho.fair.tiles import Reveals, TileProof
from karacho.race import Race
from karacho.registry import load_game
from karacho.server import proofs
from karacho.server.codes import Code, Refusal
from karacho.server.protocol import Outcome
from karacho.store import Entry, RaceRow, Store

START_SECONDS = 3.0
COUNTDOWN_SECONDS = 10.0
NOTHING = b"{}"


class Step(Struct, frozen=True, gc=False):  # there are many, and never in a circle
    """What one version brought."""

    version: int
    events: list[Any]
    driver: str | None
    draws: list[dict[str, Any]]
    proofs: list[TileProof]


class Programming(Struct, frozen=True):
    """Where all act at once: in which round, since which version, who has made how many private actions, the clocks."""

    round_number: int
    since: int
    slid: dict[int, int] = {}
    closed: bool = False  # against the clock, before the start: nobody sees a controller yet
    starting: bool = False
    countdown: int | None = None  # the seat that is left


@dataclass
class Course:
    """A running or finished race with its log."""

    row: RaceRow
    race: Race
    entries: Growing[Entry] = field(default_factory=Growing)
    steps: Growing[Step] = field(default_factory=Growing)
    """What each version brought."""
    version: int = 0
    """How many versions there have been."""
    programming: Programming | None = None
    reveals: Reveals | None = None
    """Proofs for tiles that are turned up, where they are sealed singly."""
    _told: tuple[Step, list[tuple[int, Any]]] | None = None
    """The events of a step in pieces: see `_pieces`."""
    _common_view: bytes | None = None
    """Those fields of a view that are the same whoever sees, as JSON."""
    _views: dict[int | None, bytes] = field(default_factory=dict)
    _common_hints: bytes | None = None
    """What everybody is told, whoever chooses."""

    @classmethod
    def fresh(cls, row: RaceRow) -> "Course":
        """A race that has just been set up, with its first entry."""
        course = cls._begun(row)
        course._note("begin", 0.0, course.race.opening)
        return course

    @classmethod
    def restored(cls, row: RaceRow, entries: list[Entry]) -> "Course":
        """A race played again from its log."""
        course = cls._begun(row)
        course.follow(entries)
        return course

    @classmethod
    def _begun(cls, row: RaceRow) -> "Course":
        race = _set_up(row)
        return cls(row, race, reveals=proofs.reveals(row, race))

    def follow(self, entries: list[Entry]) -> None:
        """Carry out the next entries of the log anew."""
        for entry in entries:
            good = self.version
            try:
                self.repeat(entry)
            except Exception as error:
                raise DamagedLog(f"entry {entry.number} was altered", good) from error
            if not _is_same(self.entries[-1], entry):
                raise DamagedLog(f"entry {entry.number} was altered", good)

    def check_end(self) -> None:
        """A race of which the store says how it ended has a log that ends so."""
        if self.row.outcome is not None and self.row.outcome != to_builtins(self.outcome):
            raise DamagedLog("the log does not end as the race did", self.version)

    def fork(self) -> "Course":
        """A course of its own that goes on from here."""
        reveals = self.reveals.copy() if self.reveals is not None else None
        entries, steps = self.entries.fork(), self.steps.fork()
        return Course(self.row, self.race.copy(), entries, steps, self.version, self.programming, reveals)

    @property
    def number(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        race = self.race
        if not race.over:
            return None
        return Outcome(race.end_reason or "", race.winner, race.standing or [])

    @property
    def closed(self) -> bool:
        """Does everybody wait for the common start?"""
        return self.programming is not None and self.programming.closed

    def decided_since(self) -> int:
        """The oldest version at which a choice can have been made that still counts.

        Whoever acts alone must have seen the latest version. Where everybody acts at once, what others do does not
        change one's own choice: it counts since programming began.
        """
        return self.programming.since if self.programming is not None else self.version

    def slides_made(self, seat: int) -> int:
        """How many private actions the seat has made since programming began."""
        return self.programming.slid.get(seat, 0) if self.programming is not None else 0

    # What is done. A refusal leaves the course half-way: throw the fork away.
    def act(self, seat: int, action: str, at: float, driver: str, detail: Mapping[str, Any] | None = None) -> None:
        """A seat's action."""
        events = _attempt(lambda: self.race.act(action, seat, at=at))
        self._note("act", at, events, seat=seat, action=action, driver=driver, detail=detail)

    def slide(self, seat: int, slides: str, at: float, driver: str) -> None:
        """Private actions of a seat."""
        _attempt(lambda: [self.race.act(slide, seat, at=at) for slide in slides])
        if self.programming is None:
            raise Refusal(Code.UNREADABLE, detail="nobody programs now")
        slid = {**self.programming.slid, seat: self.slides_made(seat) + len(slides)}
        self.programming = replace(self.programming, slid=slid)
        self._write(self.version, at, "slides", seat, slides, driver, {})

    def timeout(self, seat: int, at: float) -> None:
        """The countdown has run out."""
        events = _attempt(lambda: self.race.timeout(seat, at=at))
        self._note("timeout", at, events, seat=seat, driver="clock")

    def start(self, at: float) -> None:
        """The common start instant is near."""
        self._note("start", at, [], detail={"seconds": START_SECONDS})
        self._reset_clock(starting=True)

    def go(self, at: float) -> None:
        """Programming begins."""
        self._note("go", at, [])
        self._reset_clock(closed=False, starting=False)

    def count_down(self, seat: int, at: float, *, resumed: bool = False) -> None:
        """One seat is left."""
        detail = {"seconds": COUNTDOWN_SECONDS, "resumed": resumed}
        self._note("countdown", at, [], seat=seat, detail=detail)
        self._reset_clock(countdown=seat)

    def repeat(self, entry: Entry) -> None:
        """Carry out an entry of the log anew."""
        seat, action, driver = entry.seat or 0, entry.action or "", entry.driver or "person"
        match entry.kind:
            case "begin":
                self._note("begin", 0.0, self.race.opening)
            case "act":
                self.act(seat, action, entry.at, driver, entry.detail)
            case "slides":
                self.slide(seat, action, entry.at, driver)
            case "timeout":
                self.timeout(seat, entry.at)
            case "start":
                self.start(entry.at)
            case "go":
                self.go(entry.at)
            case "countdown":
                self.count_down(seat, entry.at, resumed=bool(entry.detail.get("resumed")))
            case _:
                raise ValueError(f"unknown entry {entry.kind!r}")

    def _note(
        self,
        kind: str,
        at: float,
        events: list[Any],
        *,
        seat: int | None = None,
        action: str | None = None,
        driver: str | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        """Append an entry that everybody is told about."""
        self.version += 1
        version, told = self.version, dict(detail or {})
        self._write(version, at, kind, seat, action, driver, told)
        draws = [told["draw"]] if "draw" in told else []
        shown = self.reveals.follow(events) if self.reveals is not None else []
        self.steps.append(Step(version, events, driver, draws, shown))
        programmed = self._programmed_round()
        if programmed is None:
            self.programming = None
        elif self.programming is None or self.programming.round_number != programmed:
            self.programming = Programming(programmed, version, closed=self.race.by_the_clock)

    def _write(self, *facts: Any) -> None:
        """Append an entry with the facts that follow its number."""
        before = self.entries[-1] if self.entries else None
        line = (self.number + 1, *facts)
        self.entries.append(Entry(*line, hash=proofs.hash_of(self.row, line, before)))  # type: ignore[misc]

    def _programmed_round(self) -> int | None:
        """The round in which all act at once now; None if they do not."""
        race = self.race
        private = race.game.private
        if private and any(not private.isdisjoint(race.legal_actions(seat)) for seat in race.actors):
            return race.round_number
        return None

    def _reset_clock(self, **changes: Any) -> None:
        if self.programming is not None:
            self.programming = replace(self.programming, **changes)

    # What a viewer is told.
    def eyes(self, seat: int | None) -> int | None:
        """Before programming begins, every seat sees what a spectator sees."""
        return None if self.closed else seat

    def view(self, seat: int | None) -> bytes:
        """What the viewer sees now, as JSON."""
        eyes, race = self.eyes(seat), self.race
        if not race.game.secrets and eyes not in race.actors:
            eyes = None
        if eyes not in self._views:
            if self._common_view is None:
                self._common_view = json.encode(race.common_view())
            self._views[eyes] = _joined(self._common_view, json.encode(race.own_view(eyes)))
        return self._views[eyes]

    def hints(self, seat: int | None) -> bytes | None:
        """What helps the viewer, as JSON. The path of a program is worked out only when asked for."""
        if self.programming is not None:
            return None
        if self._common_hints is None:
            self._common_hints = json.encode(self.race.common_hints())
        own = json.encode(self.race.own_hints(seat)) if seat in self.race.actors else NOTHING
        found = [hints for hints in (self._common_hints, own) if hints != NOTHING]
        if len(found) == 2:
            return _joined(*found)
        return found[0] if found else None

    def public_events(self, steps: list[Step]) -> Raw | None:
        """What happened in some steps, as JSON; None: nothing, or something that not all see alike."""
        data, redact = self.race.game.events.data, self.race.game.redact
        events = [event for step in steps for event in step.events]
        if not events or any(redact(event, SPECTATOR) is not event for event in events):  # what spectators see, all do
            return None
        return Raw(json.encode([data(event) for event in events]))

    def events_of(self, step: Step, seat: int | None) -> tuple[int, list[bytes]]:
        """What the viewer saw happen in a step: how many events, and their JSON in pieces."""
        eyes, race = self.eyes(seat), self.race
        count, texts = 0, []
        for number, piece in self._pieces(step):
            if isinstance(piece, bytes):
                count += number
                texts.append(piece)
            else:
                seen = race.redact([piece], eyes)
                count += len(seen)
                texts += [json.encode(race.game.events.data(event)) for event in seen]
        return count, texts

    def _pieces(self, step: Step) -> list[tuple[int, Any]]:
        """What spectators see unchanged, everybody does: such events in a row are one JSON."""
        if self._told is None or self._told[0] is not step:
            data, redact = self.race.game.events.data, self.race.game.redact
            pieces: list[tuple[int, Any]] = []
            for is_public, some in groupby(step.events, lambda event: redact(event, SPECTATOR) is event):
                events = [*some]
                if is_public:
                    pieces.append((len(events), json.encode([data(event) for event in events])[1:-1]))
                else:
                    pieces += [(1, event) for event in events]
            self._told = step, pieces
        return self._told[1]

    def memories(self, seat: int) -> list[Any]:
        """Everything that a seat has seen happen, for a bot that remembers."""
        return self.race.redact([event for step in self.steps for event in step.events], seat)


async def restore(store: Store, race: str) -> Course:
    """A race from its log."""
    row = await store.find_race(race)
    if row is None:
        raise Refusal(Code.NO_SUCH_RACE)
    course = Course.restored(row, await store.read_log(race))
    course.check_end()
    return course


class DamagedLog(ValueError):
    """A log that cannot have been written by these rules."""

    def __init__(self, damage: str, version: int) -> None:
        super().__init__(f"{damage}; version {version} is the last good one")


def _is_same(again: Entry, entry: Entry) -> bool:
    """Is an entry, carried out anew, what was written? Its hash alone would not tell: what follows from the kind of an
    entry is not read from it. (Those of races without a seal may have been written with other words.)"""
    if again.hash is None:
        return (again.number, again.version, None) == (entry.number, entry.version, entry.hash)
    return again == entry


def _joined(one: bytes, other: bytes) -> bytes:
    """The fields of both in one object; neither is empty."""
    return b"%b,%b" % (one[:-1], other[1:])


def _attempt(action: Any) -> list[Any]:
    try:
        return list(action())
    except KarachoError as error:
        raise Refusal.of(error) from None


def _set_up(row: RaceRow) -> Race:
    game = load_game(row.game)
    if game.rules_version != row.rules:
        raise Refusal(Code.PARKED, detail=f"rules version {row.rules} was played; this is {game.rules_version}")
    return proofs.set_up(row)
