"""One client's socket: what is waiting to be sent to it, and how long messages take.

Sending never waits: messages go into an outbox that is emptied in the next turn of the loop, all in one write, or when
it is full. A client that does not read is let go before its outbox grows large; it comes back and is shown the race as
it stands.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from msgspec import json

from karacho.server.codes import CloseCode
from karacho.server.protocol import Outgoing, Ping
from karacho.server.turn import Turn

if TYPE_CHECKING:
    from karacho.server.table import LiveTable

MOST_WAITING = 64
MOST_BYTES = 256 * 1024
SMOOTHING = 0.3
PARTING_SECONDS = 0.5


class Line(Protocol):
    """What messages go out by."""

    freed: Callable[[], None] | None
    """Called when it can take more again."""

    @property
    def is_free(self) -> bool:
        """Does the client read what it is sent?"""

    def say(self, texts: Iterable[bytes]) -> None:
        """Send messages; into the void if the line is going down."""


class Connection:
    """A client that has said hello."""

    def __init__(
        self,
        player: str,
        name: str,
        bound: tuple[str, int] | None = None,
        *,
        secret_hash: bytes = b"",
        account: str | None = None,
        address: str = "",
    ) -> None:
        self.player = player
        self.name = name
        self.bound = bound
        """The table and seat of an outside bot."""
        self.may_set_up: Callable[[], bool] = lambda: True
        """Are there tables left for the address it comes from?"""
        self.secret_hash = secret_hash
        """Of the secret it came with."""
        self.account = account
        self.address = address
        self.table: LiveTable | None = None
        self.race: str | None = None
        self.seat: int | None = None
        """Through whose eyes it sees the race."""
        self.seen = 0
        self.audience = 0
        """How many look on, as it was told last."""
        self.watched: int | None = None
        """The version up to which it has shown everything; None: it never says so, and is not waited for."""
        self.round_trip = 0.0
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._table: Callable[[], Outgoing] | None = None
        """The table is to be shown, behind everything in the outbox."""
        self._line: Line | None = None
        self._turn: Turn | None = None
        self._emptying = False
        self._closing = asyncio.Event()
        self.farewell: tuple[int, str] | None = None
        """The close code and reason, once the server has decided to let go of it."""
        self.attended = False
        """Is something that it has said being carried out?"""
        self.asked_at = float("-inf")
        self.unanswered_since = float("inf")
        """When it was asked first whether it is there, of all times since it has last said anything."""
        self.parting: tuple[int, str] | None = None
        """The same, if it is to be told something first; nothing it says is heard any more."""
        self._pings: dict[int, float] = {}
        self._ping = 0

    def send(self, message: Outgoing) -> None:
        """Put a message into the outbox."""
        self.send_encoded(json.encode(message))

    def send_table(self, describe: Callable[[], Outgoing]) -> None:
        """The same for the table: several changes in a row are one message, however many come and go at once."""
        if not self.closing:
            self._table = describe
            self._empty_soon()

    def send_encoded(self, message: bytes) -> None:
        """The same for a message that several clients get."""
        if self._table is not None:
            self._add_table()
        self._add(message)

    def _add_table(self) -> None:
        if self._table is not None:
            describe, self._table = self._table, None
            self._add(json.encode(describe()))

    def _add(self, message: bytes) -> None:
        if self.farewell is not None:
            return
        if self._outbox and not self._has_room(message):
            if self._line is None or not self._line.is_free:
                self.close(CloseCode.SLOW, "slow")
                return
            self._hand_over(self._line)  # however much comes up in one turn, a client that reads is not slow
        self._outbox.append(message)
        self._bytes += len(message)
        if not self._emptying:
            self._empty_soon()

    def _has_room(self, message: bytes) -> bool:
        """For one more. (The first may be large, else whoever has missed much could never be told.)"""
        return len(self._outbox) < MOST_WAITING and self._bytes + len(message) <= MOST_BYTES

    @property
    def has_waiting(self) -> bool:
        """Is there anything in the outbox?"""
        return bool(self._outbox)

    def close(self, code: int, reason: str) -> None:
        """Say good-bye as soon as possible; what still waits is dropped."""
        if self.farewell is None:
            self.farewell = (code, reason)
            self._closing.set()

    def part(self, code: int, reason: str) -> None:
        """Say good-bye when everything that still waits has been sent, or after a moment."""
        self.parting = (code, reason)
        self._empty_soon()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, self.close, code, reason)

    @property
    def closing(self) -> bool:
        """Is it let go of, or has it gone by itself?"""
        return self.farewell is not None

    async def until_closing(self) -> None:
        """Wait for that, even while a message cannot be sent because the client does not read."""
        await self._closing.wait()

    def use(self, line: Line, turn: Turn) -> None:
        """From now on what is in the outbox goes out by this line, whenever a turn is over."""
        self._line, self._turn = line, turn
        line.freed = self._empty
        self._empty_soon()

    def let_go_of_line(self) -> None:
        """Nothing goes out any more. (What hangs together in a circle would stay in memory.)"""
        if self._line is not None:
            self._line.freed = None
        self._line = None
        self.table = None

    def _empty_soon(self) -> None:
        if not self._emptying and self._turn is not None:
            self._emptying = True
            self._turn.soon(self._empty)

    def _empty(self) -> None:
        """Send what waits, unless the client does not read."""
        self._emptying = False
        line = self._line
        if line is None or not line.is_free:
            return
        if self._table is not None:
            self._add_table()
        if self._outbox:
            self._hand_over(line)
        if self.parting is not None:
            self.close(*self.parting)

    def _hand_over(self, line: Line) -> None:
        """The line takes what waits."""
        line.say(self._outbox)
        self._outbox.clear()
        self._bytes = 0

    # What it has been told.
    def turn_to(self, race: str) -> None:
        """It is told of this race from now on; of another one before, it has seen nothing that counts here."""
        if self.race != race:
            self.race, self.seen = race, 0
            self.watched = None if self.watched is None else 0

    # How long messages take.
    def ping(self, within: int) -> None:
        """Ask whether it is there; the next time comes within so many seconds."""
        self._ping += 1
        self._pings[self._ping] = self.asked_at = time.monotonic()
        self.unanswered_since = min(self.unanswered_since, self.asked_at)
        for number in [number for number in self._pings if number < self._ping - 8]:
            del self._pings[number]
        self.send(Ping(self._ping, within))

    def heard(self) -> None:
        """It has said something, whatever it is."""
        self.unanswered_since = float("inf")

    def pong(self, number: int) -> None:
        """It is. Only the server's own clock is asked how long that took."""
        sent = self._pings.pop(number, None)
        if sent is not None:
            took = time.monotonic() - sent
            self.round_trip = took if self.round_trip == 0 else self.round_trip + SMOOTHING * (took - self.round_trip)
