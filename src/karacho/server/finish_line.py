"""Dones against the clock whose order is not decided yet: they wait a moment for others that came with them.

A done counts in the programming in which it was said and in no other: the clock, or another server, may have ended that
one meanwhile. Until it is decided nobody else knows of it, and the same done, said again, waits for the same answer.
"""

import asyncio
import time
from dataclasses import dataclass

from karacho.fair.draws import drawn_order
from karacho.server.codes import Code, Refusal
from karacho.server.course import Course
from karacho.server.finishing import WINDOW, Finish, in_order
from karacho.server.protocol import Accepted
from karacho.server.table import LiveTable
from karacho.store import Conflict

Situation = tuple[str, int]  # a race, and the version at which everybody began to act


def situation_of(course: Course) -> Situation:
    """What choices are made in."""
    return course.row.race, course.decided_since()


@dataclass
class Waiting:
    """A done; a bot's has no asker."""

    finish: Finish
    situation: Situation
    answer: Accepted
    asker: str
    decided: "asyncio.Future[Accepted]"

    def refuse(self, refusal: Refusal) -> None:
        """It does not count."""
        if not self.decided.done():
            self.decided.set_exception(refusal)
            self.decided.exception()  # a bot's is not asked for


class FinishLine:
    """The dones of one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._waiting: list[Waiting] = []

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def reach(
        self, seat: int, answer: Accepted, asker: str = "", round_trip: float = 0.0
    ) -> "asyncio.Future[Accepted]":
        """A seat has said done; it is answered when its place is decided."""
        decided: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        finish = Finish(seat, time.monotonic(), round_trip)
        self._waiting.append(Waiting(finish, situation_of(self._table.running()), answer, asker, decided))
        return decided

    def pending(self, asker: str, op: str) -> "asyncio.Future[Accepted] | None":
        """The answer to come to a done that has been said already."""
        return next((each.decided for each in self._waiting if (each.asker, each.answer.op) == (asker, op)), None)

    def has(self, seat: int) -> bool:
        """Has the seat said done?"""
        return any(each.finish.seat == seat for each in self._waiting)

    def turn_away(self, code: Code, unless: Situation | None = None) -> None:
        """What was said in another situation counts no more."""
        for late in [each for each in self._waiting if each.situation != unless]:
            self._waiting.remove(late)
            late.refuse(Refusal(code))

    async def decide(self) -> float | None:
        """If it is time; answers how long it is not (None: nobody waits)."""
        if not self._waiting:
            return None
        actors = self._table.running().race.actors
        left = min(each.finish.received for each in self._waiting) + WINDOW - time.monotonic()
        if left > 0 and len(self._waiting) < len(actors):
            return left
        waiting, self._waiting = self._waiting, []
        for late in [each for each in waiting if each.finish.seat not in actors]:
            waiting.remove(late)
            late.refuse(Refusal(Code.TOO_LATE))
        if waiting:
            await self._write(waiting)
        return 0.0

    async def _write(self, waiting: list[Waiting]) -> None:
        """All dones of the moment in one write, so that no countdown starts between two of them."""
        table = self._table
        drivers = ["bot" if seat.driven_by_bot else "person" for seat in table.seating.seats]

        def change(fork: Course) -> None:
            seed, round_number = int(fork.row.seed), fork.race.round_number
            finishes = [each.finish for each in waiting]
            for seat, report in in_order(finishes, lambda seats: drawn_order(seed, round_number, seats)):
                fork.act(seat, "done", table.now(), drivers[seat], report)

        try:
            await table.advance(change, *[(each.asker, each.answer) for each in waiting if each.asker])
        except Conflict:  # another server was there before: decided once more from there, by the same times
            self._waiting += waiting
            raise
        except Refusal as refusal:
            for each in waiting:
                each.refuse(refusal)
            raise
        for each in waiting:
            if not each.decided.done():
                each.decided.set_result(each.answer)
