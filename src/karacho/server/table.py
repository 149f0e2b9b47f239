"""A table: who sits and watches, the race that is played, and what everybody is told.

Every change is tried out on copies, written to the store, and only then adopted and told (`commit`). One lock per table
makes it the only writer of its race.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from karacho.server.answers import Answered, Answers
from karacho.server.codes import Code, Refusal
from karacho.server.connection import Connection
from karacho.server.course import Course, DamagedLog, restore
from karacho.server.describing import describe
from karacho.server.fleet import Alone
from karacho.server.frames import Frames
from karacho.server.noting import noted
from karacho.server.parking import write_down
from karacho.server.protocol import Deadline, Refused
from karacho.server.seating import Seating, read_seating
from karacho.store import Conflict, Entry, Statement, Store, StoreError, TableRow
from karacho.store.statements import change_table, end_race

CATCH_UP = 60  # versions; who has missed more is shown the race as it stands

log = logging.getLogger("karacho.table")


class Clocks(Protocol):
    """What a table asks of its clocks."""

    def deadline(self) -> Deadline | None:
        """The clock that runs now."""

    def has_work(self) -> bool:
        """Is there anything here that happens by itself?"""

    def is_finishing(self, seat: int) -> bool:
        """Has the seat said done, but its place is not decided yet?"""


class LiveTable:
    """A table in memory."""

    def __init__(
        self,
        store: Store,
        seating: Seating,
        course: Course | None,
        answers: Answers | None = None,
        revision: int = 1,
        fleet: Alone | None = None,
    ) -> None:
        self.store = store
        self.seating = seating
        self.revision = revision
        self.fleet = fleet if fleet is not None else Alone()
        self.course = course
        self.answers = answers if answers is not None else Answers(store, seating.code)
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.changed_at = time.monotonic()
        self.absent_since: dict[str, float] = {}
        self._loaded_at = time.monotonic()
        self.parked = False
        self.parked_because: str | None = None
        """What clients may know of it."""
        self.elsewhere: frozenset[str] = frozenset()
        self._audience: int | None = None
        """How many look on; None: to be counted."""
        self.dumps: Path | None = None
        """Where a race that cannot go on is written down."""
        self.clocks: Clocks | None = None
        self.next_deal = self.fleet.new_deal(self.code, seating.next)
        # The race's own time goes on where its log ends: an outage costs nobody anything.
        self._zero = time.monotonic() - (course.entries[-1].at if course is not None else 0.0)

    @property
    def code(self) -> str:
        """Its name."""
        return self.seating.code

    def now(self) -> float:
        """Seconds since the race began."""
        return round(time.monotonic() - self._zero, 3)

    def running(self) -> Course:
        """The race that is being played."""
        if self.parked:
            raise Refusal(Code.PARKED, detail=self.parked_because)
        if self.course is None:
            raise Refusal(Code.NO_RACE)
        return self.course

    # Changing.
    async def commit(
        self,
        *,
        seating: Seating | None = None,
        course: Course | None = None,
        answers: Sequence[Answered] = (),
        extra: tuple[Statement, ...] = (),
    ) -> None:
        """Write what has changed; when it is on disk, adopt it and tell everybody."""
        statements = list(extra)
        if seating is not None:
            statements += noted(self.seating, seating)
            statements.append(change_table(TableRow(seating.code, seating.data(), self.revision + 1)))
        race, entries = self._new_entries(course)
        written, texts = self.answers.write_down(race, entries, answers)
        statements += written
        if course is not None:
            statements += self._new_end(course)
        try:
            await self.store.write(*statements)
        except Conflict:
            raise
        except StoreError as error:
            raise Refusal(Code.SAVING_FAILED, detail=type(error).__name__) from error
        self.answers.remember(texts)
        self._adopt(seating, course, self.revision + 1 if seating is not None else self.revision)
        self.fleet.changed(self.code)

    def _new_entries(self, course: Course | None) -> tuple[str, list[Entry]]:
        """Of which race; none, if it is not changed."""
        if course is None:
            return "", []
        known = self.course.number if self.course is not None and self.course.row.race == course.row.race else 0
        return course.row.race, course.entries[known:]

    def _new_end(self, course: Course) -> list[Statement]:
        outcome = course.outcome
        if outcome is None or (self.course is not None and self.course.outcome is not None):
            return []
        ended = {"reason": outcome.reason, "winner": outcome.winner, "standing": outcome.standing}
        return [end_race(course.row.race, ended)]

    def _adopt(self, seating: Seating | None, course: Course | None, revision: int) -> None:
        self.revision = revision
        if seating is not None:
            self.seating = seating
            self._audience = None
            if seating.next != self.next_deal.seal:
                self.next_deal = self.fleet.new_deal(self.code, seating.next)
        if course is not None:
            if self.course is None or self.course.row.race != course.row.race:
                self._zero = time.monotonic()
            self.course = course
            self.changed_at = time.monotonic()
        if self.clocks is not None and self.clocks.has_work():
            self.changed.set()
        looks = self._review_looks() if seating is not None else []  # before anybody is told anything
        if seating is not None:
            self.tell_table()
        try:
            for connection in looks:
                self.show(connection)
            if course is not None:
                self.tell_race()
        except Exception as error:  # it is on disk, but cannot be shown
            self.park(error)

    async def advance(self, change: Callable[[Course], None], *answers: Answered) -> Course:
        """Try a change of the race out and commit it. Needs the lock."""
        fork = self.running().fork()
        try:
            change(fork)
            self._begin_countdown(fork)
        except Refusal:
            raise
        except Exception as error:
            self.park(error)
            raise Refusal(Code.PARKED) from error
        seating = None
        if fork.race.over and self.seating.stage != "over":
            seating = self.seating.copy()
            seating.stage = "over"
        for _, answer in answers:
            answer.version = fork.version
        await self.commit(seating=seating, course=fork, answers=answers)
        return fork

    def park(self, error: BaseException) -> None:
        """An internal error: this race stops, all others go on. Its log is safe."""
        if self.parked:
            return
        self.parked = True
        self.parked_because = error.detail if isinstance(error, Refusal) else None
        race = self.seating.race or self.code
        path = write_down(self.dumps, race, self.course, error) if self.dumps is not None else None
        log.error("race %s is parked (%s)", race, path or "not written down", exc_info=error)
        for connection in self.connections:
            connection.send(Refused(Code.PARKED, detail=self.parked_because))
        self.changed.set()  # whoever still waits for something is told, too

    def _begin_countdown(self, course: Course) -> None:
        """Against the clock, when one seat is left: in the same write as what left it alone (TTC-5)."""
        programming = course.programming
        if programming is None or not course.race.by_the_clock or programming.closed:
            return
        if len(course.race.actors) == 1 and programming.countdown is None:
            course.count_down(course.race.actors[0], self.now())

    async def read_on(self) -> None:
        """Another server has written: adopt it and tell everybody here. Needs the lock."""
        row = await self.store.find_table(self.code)
        while row is not None and not self.parked:
            seating = read_seating(row.data) if row.revision > self.revision else None
            try:
                course = await self._read_course((seating or self.seating).race)
            except (Refusal, DamagedLog) as error:
                self.park(error)
                return
            again = await self.store.find_table(self.code) if course is not None else row
            if again is not None and again.revision > row.revision:
                row = again  # seats were changed meanwhile: what came after must not be told through one that was left
                continue
            if seating is not None or course is not None:
                self._adopt(seating, course, max(row.revision, self.revision))
            return

    async def _read_course(self, race: str | None) -> Course | None:
        """The race as it stands in the store; None: nothing new."""
        if race is None:
            return None
        if self.course is None or self.course.row.race != race:
            return await restore(self.store, race)
        entries = await self.store.read_log(race, after=self.course.number)
        if not entries:
            return None
        fork = self.course.fork()
        fork.follow(entries)
        return fork

    # Telling.
    def tell_table(self) -> None:
        """Everybody sees the table as it is."""
        for connection in self.connections:
            self._show_table(connection)

    def _show_table(self, connection: Connection) -> None:
        """As it is when the message goes out."""
        connection.send_table(partial(describe, self, connection))

    @property
    def audience(self) -> int:
        """How many look on."""
        if self._audience is None:
            self._audience = sum(not self.seating.is_seated(player) for player in self.present())
        return self._audience

    def tell_race(self) -> None:
        """Everybody is told what has happened since they were told last, through their own eyes."""
        course = self.course
        if course is None:
            return
        race, version = course.row.race, course.version
        frames: dict[int, Frames] = {}
        written: dict[tuple[int | None, int], bytes] = {}
        for connection in self.connections:
            if connection.race != race:
                connection.turn_to(race)
            elif connection.seen >= version:
                continue
            seat, since = key = (self._eyes(connection), connection.seen)
            text = written.get(key)
            if text is None:
                if since not in frames:
                    frames[since] = self._frames(since)
                written[key] = text = frames[since].seen_by(seat)
            connection.seen = version
            connection.send_encoded(text)

    def show(self, connection: Connection) -> None:
        """One client is shown the race as it stands, with nothing to animate."""
        course = self.course
        if course is None:
            return
        connection.turn_to(course.row.race)
        connection.seen = course.version
        connection.send_encoded(self._frames(course.version).seen_by(self._eyes(connection), reset=True))

    def catch_up(self, connection: Connection, race: str | None, have: int) -> None:
        """A client comes back: what it has missed, or the race as it stands (RR-14)."""
        course = self.course
        if course is None:
            return
        missed = course.version - have
        tells = course.race.game.tells_past
        if race == course.row.race and 0 <= missed <= CATCH_UP and (tells or missed == 0):
            connection.race, connection.seen = race, course.version
            connection.send_encoded(self._frames(have).seen_by(self._eyes(connection)))
        else:
            self.show(connection)

    def _eyes(self, connection: Connection) -> int | None:
        """Through which seat one client is told: never through one that is not its own any more (G3)."""
        seat = connection.seat
        return seat if seat is not None and self.seating.drives(connection.player, seat) else None

    def _frames(self, since: int) -> Frames:
        """What has happened after a version, through anybody's eyes."""
        return Frames(self.running(), since, self.clocks.deadline() if self.clocks is not None else None)

    # Coming and going.
    def present(self) -> set[str]:
        """Everybody who is at the table, by way of this server or another."""
        return {connection.player for connection in self.connections} | self.elsewhere

    def is_here(self, player: str) -> bool:
        """Is any client of the player connected to this server?"""
        return any(connection.player == player for connection in self.connections)

    def is_present(self, player: str) -> bool:
        """Is any client of the player at the table?"""
        return player in self.elsewhere or self.is_here(player)

    def note_elsewhere(self, players: frozenset[str]) -> None:
        """Who is at the table by way of other servers."""
        if players == self.elsewhere:
            return
        before, self.elsewhere = self.elsewhere, players
        for player in before - players:
            self.absent_since[player] = time.monotonic()
        for player in players:
            self.absent_since.pop(player, None)
        self.changed.set()
        for player in before ^ players:
            self._tell_of(player)

    def seconds_absent(self, player: str) -> float:
        """How long nobody of the player has been here."""
        if self.is_present(player):
            return 0.0
        return time.monotonic() - self.absent_since.get(player, self._loaded_at)

    def enter(self, connection: Connection) -> None:
        """A client comes to the table."""
        if not self.is_here(connection.player):
            self.fleet.come(self.code, connection.player)
        self.connections.add(connection)
        self.absent_since.pop(connection.player, None)
        connection.seat = self._first_look(connection)
        self.changed.set()
        self._show_table(connection)
        self._tell_of(connection.player)

    def leave(self, connection: Connection) -> None:
        """A client goes away."""
        self.connections.discard(connection)
        if not self.is_here(connection.player):
            self.fleet.go(self.code, connection.player)
        if not self.is_present(connection.player):
            self.absent_since[connection.player] = time.monotonic()
        self.changed.set()
        self._tell_of(connection.player)

    def _tell_of(self, player: str) -> None:
        """Whether a player is there matters at once; those who look on come and go: see `tell_audience`."""
        self._audience = None
        if self.seating.is_seated(player):
            self.tell_table()

    def tell_audience(self, connection: Connection) -> None:
        """One client is told how many look on, if it does not know."""
        if connection.audience != self.audience:
            self._show_table(connection)

    def may_look(self, connection: Connection, seat: int | None) -> bool:
        """Only through one's own seats."""
        return seat is None or self.seating.drives(connection.player, seat)

    def _first_look(self, connection: Connection) -> int | None:
        """The only seat; on a shared device nobody's, until it is clear who holds it."""
        own = self.seating.seats_of(connection.player)
        if len(own) == 1:
            return own[0]
        if not own or self.course is None or self.course.race.game.secrets:
            return None
        acting = [seat for seat in own if seat in self.course.race.actors]
        return (acting or own)[0]

    def _review_looks(self) -> list[Connection]:
        """After a change of seats nobody looks through a seat that is not theirs any more; who looks elsewhere now."""
        turned = []
        for connection in self.connections:
            if connection.seat is None or not self.may_look(connection, connection.seat):
                before, connection.seat = connection.seat, self._first_look(connection)
                turned += [connection] if connection.seat != before else []
        return turned
