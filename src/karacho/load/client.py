"""A scripted player: plays at random, comes back after every outage, and writes down what it saw."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from msgspec import Raw, Struct, json

from karacho.load.history import OK, REFUSED, UNKNOWN, Operation, Return, Row, Sight
from karacho.load.wire import ABNORMAL, Line

SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
SAVING_PAUSE = 0.3
LATE_SECONDS = 4.0  # a ping may come so much later than it was promised
SHORTEST_SLEEP, LONGEST_SLEEP = 30.0, 90.0  # of a client that reads nothing, as of a phone in a pocket
OP_BYTES = 8


class Welcome(Struct, tag="welcome", tag_field="type"):
    """Who we are."""

    secret: str | None = None


class Table(Struct, tag="table", tag_field="type"):
    """Where we are."""

    code: str


class Frame(Struct, tag="frame", tag_field="type"):
    """What we see."""

    race: str
    since: int
    version: int
    view: Raw
    seat: int | None = None
    reset: bool = False
    outcome: Any = None


class Accepted(Struct, tag="accepted", tag_field="type"):
    """Done."""

    op: str
    version: int | None = None
    table: str | None = None
    slides: int | None = None


class Refused(Struct, tag="refused", tag_field="type"):
    """Not done."""

    code: str
    op: str | None = None
    version: int | None = None


class Ping(Struct, tag="ping", tag_field="type"):
    """Are we there?"""

    number: int
    within: int = 2


class Chatter(Struct, tag="chatter", tag_field="type"):
    """Of no importance."""


class Seen(Struct):
    """What matters in a view."""

    legal_actions: list[str] = []
    slides: list[int | None] = []


_message = json.Decoder(Welcome | Table | Frame | Accepted | Refused | Ping | Chatter)
_seen = json.Decoder(Seen)


class Waiting(Struct):
    """A command without an answer."""

    text: bytes
    row: Operation
    answer: "asyncio.Future[Accepted | Refused] | None" = None


def digest(view: bytes) -> int:
    """A view as one number."""
    return int.from_bytes(blake2b(view, digest_size=7).digest())


class Client:
    """One socket and who sits behind it."""

    def __init__(
        self, number: int, url: str, seed: str, note: Callable[[Row], None], ready: Callable[["Client"], None]
    ) -> None:
        self.number = number
        self.seat: int | None = None
        self.by_the_clock = False
        self.table: str | None = None
        self.over = False
        self.playing = False
        self.reads = True
        self.is_parked = False
        """Was it told that its race cannot be played on?"""
        self._url, self._note, self._ready = url, note, ready
        self._dice = random.Random(seed)
        self._secret: str | None = None
        self._line: Line | None = None
        self._race = ""
        self._version = 0
        self._seen = Seen()
        self._usable = False  # is what was seen the newest there is, as far as we know?
        self._queued = False
        self.heard_at = time.monotonic()
        self._silence = 2 + LATE_SECONDS
        self._first = 0
        self._waiting: Waiting | None = None
        self._lost: tuple[float, int] | None = None
        self._attempts = 0
        self._leaving = False
        self._greeted = asyncio.Event()
        self._there = asyncio.Event()
        self.on_end: Callable[[], None] | None = None

    # The connection.
    async def arrive(self, table: str | None = None) -> None:
        """Say hello, and come to a table if one is named."""
        if self._line is None:
            self._connect()
            await self._greeted.wait()
        if table is not None:
            self.table = table
            self._open()
            await self._there.wait()

    def _connect(self) -> None:
        self._line = Line(self._url, self._hello, self._hear, self._drop)
        task = asyncio.get_running_loop().create_task(self._dial(self._line))
        task.add_done_callback(lambda _: None)

    async def _dial(self, line: Line) -> None:
        host, _, port = self._url.removeprefix("ws://").partition("/")[0].rpartition(":")
        try:
            await asyncio.get_running_loop().create_connection(lambda: line, host, int(port))
        except OSError:
            self._drop(ABNORMAL)

    def _hello(self) -> None:
        self._say({"type": "hello", "protocol": 1, "secret": self._secret})

    def _open(self) -> None:
        self._say({"type": "open", "table": self.table, "race": self._race or None, "have": self._version})

    def _drop(self, code: int) -> None:
        if self._leaving:
            return
        if self._lost is None:
            self._lost = (time.monotonic(), code)
        self._usable = False
        longest = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2**self._attempts)
        self._attempts += 1
        asyncio.get_running_loop().call_later(self._dice.uniform(0, longest), self._connect)  # full jitter

    def _say(self, message: dict[str, Any]) -> None:
        if self._line is not None:
            self._line.say(json.encode(message))

    def drop_if_silent(self) -> None:
        """The server says when it asks again: a line on which nothing is heard is dead."""
        if self.reads and self._line is not None and time.monotonic() - self.heard_at > self._silence:
            self.heard_at = time.monotonic()
            self._line.drop()

    @property
    def is_away(self) -> bool:
        """Has it lost its line, and not seen its race since?"""
        return self._lost is not None and self.reads

    def lose_line(self) -> None:
        """As when a network goes down for a moment."""
        if self._line is not None:
            self._line.drop()

    def leave(self) -> None:
        """Go; a command that is still waiting has an unknown outcome."""
        self._leaving = True
        if self._line is not None:
            self._line.close()
        if self._waiting is not None:
            self._waiting.row.outcome = UNKNOWN
            self._note(self._waiting.row)
            self._waiting = None

    # What is heard.
    def _hear(self, text: bytes) -> None:
        self.heard_at = time.monotonic()
        message = _message.decode(text)
        if isinstance(message, Frame):
            self._look(message)
        elif isinstance(message, Accepted | Refused):
            self._answered(message)
        elif isinstance(message, Ping):
            self._silence = message.within + LATE_SECONDS
            self._say({"type": "pong", "number": message.number})
        elif isinstance(message, Table):
            self._there.set()
        elif isinstance(message, Welcome):
            self._secret = message.secret or self._secret
            self._greeted.set()
            if self.table is not None:
                self._open()
            else:
                self._came_back()
            if self._waiting is not None:
                self._waiting.row.sendings += 1
                self._send_waiting()

    def _came_back(self) -> None:
        self._attempts = 0
        lost, self._lost = self._lost, None
        if lost is not None and self.reads:
            self._note(Return(self.number, lost[0], time.monotonic(), lost[1]))

    def _look(self, frame: Frame) -> None:
        view = bytes(frame.view)
        seat = -1 if frame.seat is None else frame.seat
        self._note(Sight(self.number, frame.race, seat, frame.since, frame.version, frame.reset, digest(view)))
        self._came_back()
        if frame.race != self._race:
            self.over = False
        self._race, self._version, self._usable = frame.race, frame.version, True
        if frame.outcome is not None and not self.over:
            self.over = True
            if self.on_end is not None:
                self.on_end()
        if self.seat is not None:
            self._seen = _seen.decode(view)
            if self._seen.slides:
                self._first = self._seen.slides[self.seat] or 0
            self._consider()
        if not self.reads and self._line is not None:
            self._line.freeze()
            sleep = self._dice.uniform(SHORTEST_SLEEP, LONGEST_SLEEP)  # then it comes back, and freezes again
            asyncio.get_running_loop().call_later(sleep, self._line.drop)

    def _consider(self) -> None:
        """Is it our turn?"""
        if self._may_move() and not self._queued:
            self._queued = True
            self._ready(self)

    def _may_move(self) -> bool:
        idle = self.playing and self._usable and self._waiting is None
        return idle and bool(self._seen.legal_actions) and not self.over

    # What is said.
    @property
    def is_busy(self) -> bool:
        """Is there a command without an answer?"""
        return self._waiting is not None

    def move(self, due: float) -> bool:
        """Do something legal, if it is still our turn."""
        self._queued = False
        if not self._may_move():
            return False
        self._usable = False  # one move for what was seen
        legal = self._seen.legal_actions
        common = {"seat": self.seat, "base": self._version, "race": self._race}
        if "done" not in legal:
            action = self._dice.choice(legal)
            self._command("act", action, {**common, "action": action}, due)
            return True
        possible = [action for action in legal if action != "done"]
        slides = self._dice.choice(possible) if possible and self._dice.random() < 0.6 else ""
        done = not (self.by_the_clock and slides)  # then the done comes by itself: each stands or falls alone
        fields = {**common, "first": self._first, "slides": slides, "done": done}
        self._command("program", slides + "." * done, fields, due)
        return True

    def _command(self, kind: str, payload: str, fields: dict[str, Any], due: float) -> Waiting:
        op = secrets.token_hex(OP_BYTES)  # not from the dice: two runs of one seed may meet in one database
        now = time.monotonic()
        row = Operation(
            self.number, op, kind, self.table or "", self._race, -1 if self.seat is None else self.seat,
            payload, due, now, 0.0, UNKNOWN,
        )  # fmt: skip
        self._waiting = Waiting(json.encode({"type": kind, "op": op, **fields}), row)
        self._send_waiting()
        return self._waiting

    def _send_waiting(self) -> None:
        if self._waiting is not None and self._line is not None:
            self._line.say(self._waiting.text)

    async def ask(self, kind: str, **fields: Any) -> Accepted:
        """A command of the set-up, until its answer is known."""
        waiting = self._command(kind, "", fields, time.monotonic())
        waiting.answer = asyncio.get_running_loop().create_future()
        answer = await waiting.answer
        if isinstance(answer, Refused):
            raise RuntimeError(f"{kind} was refused: {answer.code}")
        return answer

    def _answered(self, answer: Accepted | Refused) -> None:
        waiting = self._waiting
        if isinstance(answer, Refused) and answer.code == "PARKED":
            self.is_parked = True
        if waiting is None or waiting.row.op != answer.op:
            return
        if isinstance(answer, Refused) and answer.code in ("SAVING_FAILED", "NOT_AT_TABLE", "TOO_FAST"):
            waiting.row.code = answer.code
            waiting.row.sendings += 1
            asyncio.get_running_loop().call_later(SAVING_PAUSE, self._send_waiting)
            return
        self._waiting = None
        row = waiting.row
        row.ended, row.version = time.monotonic(), answer.version or 0
        if isinstance(answer, Accepted):
            row.outcome, row.slides = OK, -1 if answer.slides is None else answer.slides
            row.code = ""
            if row.kind == "program" and not row.payload.endswith("."):
                self._first, self._seen, self._usable = row.slides, Seen(["done"]), True
        else:
            row.outcome, row.code = REFUSED, answer.code
            if answer.code == "STALE" and self._version >= row.version:
                self._usable = True
        self._note(row)
        if waiting.answer is not None and not waiting.answer.done():
            waiting.answer.set_result(answer)
        self._consider()
