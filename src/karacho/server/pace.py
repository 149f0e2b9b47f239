"""What happens at a table by itself: bots drive, clocks start and run out.

One task per table looks again and again what is due. It works everything out from the race as it stands, so it goes on
after a restart as if nothing had been. While nobody is at the table it rests.
"""

import asyncio
import contextlib
import logging
import random
import time
from dataclasses import dataclass

from karacho.bots.cadence import Cadence, cadence_of
from karacho.server.codes import Code, Refusal
from karacho.server.connection import Connection
from karacho.server.course import COUNTDOWN_SECONDS, START_SECONDS, Course
from karacho.server.drivers import Drivers
from karacho.server.finish_line import FinishLine, Situation, situation_of
from karacho.server.finishing import LARGEST_CORRECTION, correction
from karacho.server.protocol import Accepted, Deadline
from karacho.server.pulse import BEAT, Pulse
from karacho.server.seating import DEFAULT_BOT
from karacho.server.table import LiveTable
from karacho.store import Conflict, StoreError

LEAST_PAUSE = 0.7  # before a bot acts, whatever it had to think about
PER_EVENT = 0.8  # how long an event may be watched at most
LONGEST_SHOW = 180.0
PROGRAM_TIMES = 4  # a program takes as long as so many decisions
RETRY_SECONDS = 1.0

log = logging.getLogger("karacho.pace")


@dataclass
class Plan:
    """What a bot has decided, and when it does the next bit of it."""

    actions: list[str]
    due: float


class Pace:
    """The clocks and bots of one table."""

    def __init__(self, table: LiveTable, drivers: Drivers, speed: float, pulse: Pulse | None = None) -> None:
        self.table = table
        self._pulse = pulse or Pulse()
        self._drivers = drivers
        self._speed = speed
        self._plans: dict[int, Plan] = {}
        self._planned_for: Situation | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self.finish_line = FinishLine(table)
        self._clock_at = time.monotonic()
        self._lost_before = 0.0
        self._clock_for: tuple[str, int] | None = None
        table.clocks = self

    # The clock that runs.
    def deadline(self) -> Deadline | None:
        """For the clients: how much is left, not when it ends, so that their own clocks do not matter."""
        course = self.table.course
        if course is None or course.race.over:
            return None
        if course.programming is None and self.table.seating.decision_seconds is None:
            return None  # seen at once, as every move asks for it
        self._note_change(course)
        kind, seat, seconds = self._clock(course)
        if kind is None:
            return None
        left = max(0.0, self._left(seconds))
        return Deadline(kind, round(left, 3), seat)  # type: ignore[arg-type]

    def _left(self, seconds: float) -> float:
        """Until a clock of so many seconds runs out; what the process stood still does not count."""
        return self._clock_at + seconds + self._pulse.lost - self._lost_before - time.monotonic()

    def _clock(self, course: Course) -> tuple[str | None, int | None, float]:
        programming = course.programming
        if programming is not None and programming.starting:
            return "start", None, START_SECONDS
        if programming is not None and programming.countdown is not None:
            return "countdown", programming.countdown, COUNTDOWN_SECONDS
        seconds = self.table.seating.decision_seconds
        if seconds is None or course.closed or course.race.by_the_clock:
            return None, None, 0.0
        if programming is not None:
            return "decision", None, float(seconds * PROGRAM_TIMES)
        return "decision", course.race.actors[0], float(seconds)

    def _note_change(self, course: Course) -> None:
        """Every version starts its clocks anew, except that others' dones do not prolong one's programming."""
        programming = course.programming
        since = course.version
        if programming is not None and not programming.starting and programming.countdown is None:
            since = programming.since
        if self._clock_for != (course.row.race, since):
            self._clock_for = (course.row.race, since)
            self._clock_at = time.monotonic()
            self._lost_before = self._pulse.lost

    # What is due.
    async def run(self) -> None:
        """Until the table is put away."""
        while True:
            self.table.changed.clear()
            wait = await self._attend() if self.has_work() else None
            if wait is None:
                await self.table.changed.wait()
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.table.changed.wait()

    def has_work(self) -> bool:
        """Is there a bot or a clock here? Seen at once, as every move asks for it."""
        course, seating = self.table.course, self.table.seating
        if course is None or seating.decision_seconds is not None or self.finish_line or self._plans:
            return True
        if course.programming is not None and course.race.by_the_clock:
            return True
        return any(seat.driven_by_bot for seat in seating.seats)

    async def _attend(self) -> float | None:
        """Do what is due; answers how long there is nothing to do (None: until something changes)."""
        try:
            async with self.table.lock:
                return await self._do_what_is_due()
        except Conflict:  # another server was there before
            await self._read_on()
            return 0.0
        except Refusal as refusal:
            log.warning("nothing done at %s: %s %s", self.table.code, refusal.code, refusal.detail or "")
            return RETRY_SECONDS
        except Exception as error:
            self.table.park(error)
            return None

    async def _read_on(self) -> None:
        try:
            async with self.table.lock:
                await self.table.read_on()
        except StoreError as error:
            log.warning("table %s could not be read: %s", self.table.code, error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _do_what_is_due(self) -> float | None:
        course = self.table.course
        if course is None or course.race.over or self.table.parked:
            self._forget_plans()
            self.finish_line.turn_away(Code.PARKED if self.table.parked else Code.TOO_LATE)
            return None
        self.finish_line.turn_away(Code.TOO_LATE, unless=situation_of(course))
        if not self.table.connections:
            self._forget_plans()
            return None
        self._note_change(course)
        if not self.table.fleet.cares_for(self.table.code):
            self._forget_plans()
            return await self.finish_line.decide()
        if course.closed:
            return await self._before_start(course)
        waits = [await self.finish_line.decide(), await self._run_clock(), await self._drive_bots()]
        known = [wait for wait in waits if wait is not None]
        return max(0.0, min(known)) if known else None

    # The common start.
    async def _before_start(self, course: Course) -> float | None:
        table = self.table
        assert course.programming is not None
        since = self._clock_at if course.programming.starting else table.changed_at
        left = since + (START_SECONDS if course.programming.starting else self._show_seconds(course)) - time.monotonic()
        if course.programming.starting:
            if left > 0:
                return left
            await table.advance(lambda fork: fork.go(table.now()))
        else:
            if left > 0 and not self._all_watched(course):
                return left
            await table.advance(lambda fork: fork.start(table.now()))
        return 0.0

    def _show_seconds(self, course: Course) -> float:
        """How long clients that do not say so are given to watch the last step."""
        if self._speed == 0:
            return 0.0
        seen = course.race.redact(course.steps[-1].events, None)  # how many others there are is nobody's business
        return min(LONGEST_SHOW, LEAST_PAUSE + PER_EVENT * len(seen)) / self._speed

    def _all_watched(self, course: Course) -> bool:
        """Have all who sit and say what they have watched seen everything? If nobody sits: all who look on."""
        seating = self.table.seating
        here = [c for c in self.table.connections if c.watched is not None]
        seated = [c for c in here if seating.is_seated(c.player)]
        watching = seated or here
        if any(seating.is_seated(player) for player in self.table.elsewhere):
            return False  # what they have watched is not known here
        return bool(watching) and all((c.watched or 0) >= course.version for c in watching)

    # The countdown and the time for a decision.
    async def _run_clock(self) -> float | None:
        course = self.table.running()
        if course.race.over:
            return None
        self._note_change(course)
        kind, seat, seconds = self._clock(course)
        if kind is None or kind == "start":
            return None
        left = self._left(seconds + self._grace(seat))
        if left > 0:
            return left
        if self._pulse.is_late:
            return BEAT  # first hear what was said meanwhile
        if kind == "countdown" and seat is not None:
            await self.table.advance(lambda fork: fork.timeout(seat, self.table.now()))
        elif course.programming is not None:
            for late in course.race.actors:
                await self.table.advance(lambda fork, late=late: fork.act(late, "done", self.table.now(), "clock"))  # type: ignore[misc]
        elif seat is not None:
            actions = await self._think(course, seat, DEFAULT_BOT)
            await self.table.advance(lambda fork: fork.act(seat, actions[0], self.table.now(), "clock"))
        return 0.0

    def _grace(self, seat: int | None) -> float:
        """What was sent in time may arrive a little later."""
        if seat is None:
            return 0.0
        owner = self.table.seating.seats[seat].owner
        if owner in self.table.elsewhere and not self.table.is_here(owner):
            return LARGEST_CORRECTION  # how long their messages take is not known here
        return max((correction(c.round_trip) for c in self.table.connections if c.player == owner), default=0.0)

    # Bots.
    async def _drive_bots(self) -> float | None:
        course = self.table.running()
        if course.race.over:
            return None
        self._forget_old_plans(course)
        waits = []
        for seat in course.race.actors:
            if self.table.seating.seats[seat].driven_by_bot and not self.is_finishing(seat):
                waits.append(await self._drive_bot(seat))
        known = [wait for wait in waits if wait is not None]
        return min(known) if known else None

    async def _drive_bot(self, seat: int) -> float | None:
        course = self.table.running()
        if seat not in course.race.actors:
            return 0.0
        plan = self._plans.get(seat)
        if plan is None:
            if seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._make_plan(course, seat))
            return None
        due = plan.due
        if course.programming is None and self._all_watched(course):
            due = min(due, self.table.changed_at + self._scaled(LEAST_PAUSE))  # hides how long it has thought
        left = due - time.monotonic()
        if left > 0:
            return left
        await self._carry_on(course, seat, plan)
        return 0.0

    async def _make_plan(self, course: Course, seat: int) -> None:
        """Think; the plan counts only for the race as it was."""
        try:
            actions = await self._think(course, seat, self.table.seating.seats[seat].bot)
            if self._planned_for == situation_of(course):
                self._plans[seat] = Plan(actions, self._first_due(course, seat))
        finally:
            self._thinking.pop(seat, None)
            self.table.changed.set()

    async def _think(self, course: Course, seat: int, spec: str) -> list[str]:
        """Think as long as it takes, and then as long as it usually takes: easy or hard, nobody can tell."""
        game, even = course.race.game.name, self._drivers.evenness
        began, least = time.monotonic(), even.least(game, spec)
        actions = await self._choose(course, seat, spec)
        took = time.monotonic() - began
        even.note(game, spec, took)
        if self._speed and took < least:
            await asyncio.sleep(least - took)
        return actions

    async def _choose(self, course: Course, seat: int, spec: str) -> list[str]:
        game = course.race.game
        memories = course.memories(seat)
        actions = await self._drivers.think(game.name, spec, seat, memories, course.race.view(seat))
        if actions is None:  # never let a bot hold a race up
            actions = [random.SystemRandom().choice(course.race.legal_actions(seat))]
            return [*actions, "done"] if actions[0] in game.private else actions
        return actions

    def _first_due(self, course: Course, seat: int) -> float:
        if course.programming is None:
            return self.table.changed_at + max(self._show_seconds(course), 0.0)
        if course.race.by_the_clock:
            return time.monotonic() + self._scaled(self._cadence(seat).looking)
        return time.monotonic() + self._scaled(LEAST_PAUSE)

    def _cadence(self, seat: int) -> Cadence:
        """How fast the bot's hands are."""
        return cadence_of(self.table.seating.seats[seat].bot)

    def _scaled(self, seconds: float) -> float:
        return seconds / self._speed if self._speed else 0.0

    async def _carry_on(self, course: Course, seat: int, plan: Plan) -> None:
        """The next bit of a plan: an action, or one slide."""
        action = plan.actions.pop(0)
        if not plan.actions:
            del self._plans[seat]  # if the race still waits for this seat, it thinks again
        table = self.table
        try:
            if action in course.race.game.private:
                fork = course.fork()
                fork.slide(seat, action, table.now(), "bot")
                await table.commit(course=fork)
                plan.due = time.monotonic() + (
                    self._scaled(self._cadence(seat).slide) if course.race.by_the_clock else 0.0
                )
            elif action == "done" and course.race.by_the_clock:
                self.finish_line.reach(seat, Accepted(""))
            else:
                await table.advance(lambda fork: fork.act(seat, action, table.now(), "bot"))
        except Refusal:
            self._plans.pop(seat, None)  # the rest of it does not fit any more
            raise

    def _forget_old_plans(self, course: Course) -> None:
        if self._planned_for != situation_of(course):
            self._forget_plans()
            self._planned_for = situation_of(course)
        for seat in list(self._plans):
            if not self.table.seating.seats[seat].driven_by_bot:
                del self._plans[seat]

    def _forget_plans(self) -> None:
        self._plans.clear()
        self._planned_for = None

    # Who was done first.
    async def finish(self, who: Connection, seat: int, answer: Accepted) -> Accepted:
        """A client's done against the clock: decided after a moment, together with those that came with it."""
        decided = self.finish_line.reach(seat, answer, who.player, who.round_trip)
        self.table.changed.set()
        return await decided

    def is_finishing(self, seat: int) -> bool:
        """Has the seat said done, but its place is not decided yet?"""
        return self.finish_line.has(seat)
