"""One socket from its hello to its end: reads messages, lets them be carried out one after another, answers."""

import asyncio
import logging
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from karacho.server import protocol as p
from karacho.server.accounts import Accounts
from karacho.server.bucket import Bucket, Buckets
from karacho.server.codes import CloseCode, Code, Refusal
from karacho.server.commands import COMMANDS
from karacho.server.connection import Connection
from karacho.server.door import Door
from karacho.server.greeting import Greeting
from karacho.server.hall import Hall, own_scope
from karacho.server.hands import pass_the_plausible
from karacho.server.identity import clean, clean_name
from karacho.server.lines import SocketLine
from karacho.server.reading import op_of, read
from karacho.server.settings import Settings
from karacho.server.table import LiveTable
from karacho.server.turn import Turn
from karacho.store import Conflict, StoreError
from karacho.store.statements import keep_answer, rename_player

BURST_SECONDS = 2.0
SAYINGS = (1.0, 5)  # so many a second, and at once
PONG = b'{"type":"pong"'  # as clients write it who leave out spaces; the others' go the usual way
ATTEMPTS = 20  # of a command that other servers get ahead of
FOR_OUTSIDE_BOTS = (p.Hello, p.Open, p.Close, p.Look, p.Act, p.Program, p.Ready, p.Pledge, p.Reveal, p.Pong)
DEALS = (p.Start, p.Rematch)
COSTLY = (p.Say, p.WhoAmI)  # more than they cost whoever asks
STRANGE = (Code.OUTSIDE_BOT_ONLY, Code.NOT_YOUR_SEAT, Code.NOT_HOST)  # no client with manners asks for these

log = logging.getLogger("karacho.reception")


class Reception:
    """Greets clients and passes on what they say."""

    def __init__(self, hall: Hall, settings: Settings, door: Door, build: str) -> None:
        self._hall = hall
        self._settings = settings
        self._door = door
        self._metrics = door.metrics
        self._greeting = Greeting(hall.store, settings, door, build)
        self._accounts = Accounts(hall, settings)
        self.connections = hall.callers.connections
        self._turn = Turn()
        self._words = Buckets(*SAYINGS)
        """Of a player, by however many sockets."""
        self._attending: set[asyncio.Task[None]] = set()

    async def serve(self, socket: WebSocket) -> None:
        """A client from beginning to end."""
        line: SocketLine | None = socket.scope["state"].get("line")  # None: it has gone again
        await socket.accept()
        connection = None
        try:
            connection = await self._greeting.greet(socket)
        except WebSocketDisconnect:
            self._metrics.close("")
            return  # gone before it was greeted
        except StoreError:
            await self._greeting.hang_up(socket, CloseCode.TRY_LATER, "saving failed")
        if connection is None:
            return
        if line is None:
            self._metrics.close("")
            return
        self._hall.callers.add(connection)
        self._metrics.connections.set(len(self.connections))
        connection.use(line, self._turn)
        listening = asyncio.create_task(self._listen(line, connection))
        tasks = [listening, asyncio.create_task(connection.until_closing())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            connection.close(CloseCode.NORMAL, "")  # unless there was a reason: nobody may seat it any more
            if connection.attended:
                # What it has begun is not stopped half-way: the log and the memory would differ.
                tasks.remove(listening)
                self._keep(listening)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if connection.table is not None:
                connection.table.leave(connection)
            connection.let_go_of_line()
            self.connections.discard(connection)
            self._metrics.connections.set(len(self.connections))
        assert connection.farewell is not None
        await self._greeting.hang_up(socket, *connection.farewell)

    # Messages.
    async def _listen(self, line: SocketLine, connection: Connection) -> None:
        rate = self._settings.messages_per_second
        bucket = Bucket(rate, rate * BURST_SECONDS)
        sayings = Bucket(*SAYINGS)
        while not connection.closing:
            try:
                text = await line.hear()
            except KeyError:
                connection.close(CloseCode.POLICY, "text expected")
                return
            if text is None:
                return
            connection.heard()
            if connection.parting is not None:
                continue
            if not bucket.take():
                self._metrics.refuse(Code.TOO_FAST)
                connection.close(CloseCode.POLICY, "too fast")
                return
            if text.startswith(PONG) and self._heard_pong(connection, text):
                continue
            message = self._understand(connection, text, sayings)
            if isinstance(message, DEALS):
                # The deal waits for this client's own `reveal`, too.
                self._keep(asyncio.create_task(self._heed(connection, message, text)))
            elif message is not None:
                connection.attended = True
                await self._heed(connection, message, text)
                connection.attended = False
            if connection.has_waiting and line.has_heard:
                await asyncio.sleep(0)  # answers go out before more is heard

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)

    def _heard_pong(self, connection: Connection, text: bytes) -> bool:
        """Every client says so again and again: it needs no task of its own."""
        try:
            message = read(text)
        except Refusal:
            return False
        if isinstance(message, p.Pong):
            connection.pong(message.number)
        return isinstance(message, p.Pong)

    def _understand(self, connection: Connection, text: bytes, sayings: Bucket) -> p.Message | None:
        """What it has said; None: it was refused."""
        try:
            message = read(text)
            if isinstance(message, COSTLY):
                self._check_hurry(connection, message, sayings)
            if connection.bound is not None and not isinstance(message, FOR_OUTSIDE_BOTS):
                raise Refusal(Code.OUTSIDE_BOT_ONLY)
        except Refusal as refusal:
            self._refuse(connection, refusal, op_of(text))
            return None
        return message

    def _check_hurry(self, connection: Connection, message: p.Message, sayings: Bucket) -> None:
        """What is said to a table is sent to everybody there: many sockets of one person, or of one address, count."""
        if not sayings.take():
            raise Refusal(Code.TOO_FAST)
        if isinstance(message, p.Say):
            if not self._words.take(connection.player):
                raise Refusal(Code.TOO_FAST)
            if not self._door.words.take(connection.address):
                raise Refusal(Code.TOO_FAST, detail="too many from this address")

    async def _heed(self, connection: Connection, message: p.Message, text: bytes) -> None:
        try:
            if type(message) in COMMANDS:
                await self._carry_out(connection, message)
            else:
                await self._hear(connection, message)
        except Refusal as refusal:
            self._refuse(connection, refusal, op_of(text))
        except StoreError as error:
            self._refuse(connection, Refusal(Code.SAVING_FAILED, detail=type(error).__name__), op_of(text))
        except Exception:
            log.exception("a message could not be handled")
            self._refuse(connection, Refusal(Code.SAVING_FAILED), op_of(text))

    def _refuse(self, connection: Connection, refusal: Refusal, op: str | None) -> None:
        self._metrics.refuse(refusal.code)
        if refusal.code in STRANGE:
            fields = {"address": connection.address, "reason": str(refusal.code)}
            log.info("%s has asked for what is not theirs: %s", *fields.values(), extra=fields)
        connection.send(p.Refused(refusal.code, op, refusal.clause, refusal.detail, refusal.version))

    async def _hear(self, connection: Connection, message: p.Message) -> None:
        """What is no command for the table."""
        match message:
            case p.Pong():
                connection.pong(message.number)
            case p.Ready():
                connection.watched = message.version
                if connection.table is not None:
                    connection.table.changed.set()
            case p.Pledge():
                _table_of(connection).next_deal.pledge(connection.player, message)
            case p.Reveal():
                _table_of(connection).next_deal.reveal(connection.player, message)
            case p.Hello():
                raise Refusal(Code.UNREADABLE, detail="hello was said already")
            case p.Rename():
                await self._rename(connection, message)
            case (
                p.SignUp()
                | p.SignIn()
                | p.SignOut()
                | p.ChangePassphrase()
                | p.DeleteAccount()
                | p.KeepSettings()
                | p.WhoAmI()
            ):
                await self._accounts.hear(connection, message)
            case p.Create():
                connection.send(await self._hall.create(connection, message))
            case p.Open():
                await self._open(connection, message)
            case p.Close():
                self._step_away(connection)
            case p.Look():
                _look(connection, message)
            case p.Say():
                _say_to_table(connection, message)

    async def _rename(self, connection: Connection, message: p.Rename) -> None:
        scope, store = own_scope(connection.player), self._hall.store
        stored = await store.find_answer(scope, message.op)
        if stored is not None:
            connection.send_encoded(stored)
            return
        name = clean_name(message.name)
        answer = msgspec.json.encode(p.Accepted(message.op))
        await store.write(rename_player(connection.player, name), keep_answer(scope, message.op, answer))
        connection.name = name
        connection.send_encoded(answer)

    async def _open(self, connection: Connection, message: p.Open) -> None:
        if connection.bound is not None and connection.bound[0] != message.table:
            raise Refusal(Code.OUTSIDE_BOT_ONLY)
        if connection.bound is not None:
            table = await self._hall.find(message.table)
        else:
            table = await self._hall.guess(message.table, connection.player, connection.address, self._door.guesses)
        if connection.closing:
            return  # it has gone while the table was loaded
        if connection.table is not table:
            self._step_away(connection)
        connection.table = table
        table.enter(connection)
        if table.parked:
            raise Refusal(Code.PARKED, detail=table.parked_because)
        table.catch_up(connection, message.race, message.have)

    def _step_away(self, connection: Connection) -> None:
        if connection.table is not None:
            connection.table.leave(connection)
        connection.table, connection.race, connection.seat, connection.watched = None, None, None, None

    async def _carry_out(self, connection: Connection, message: p.Message) -> None:
        """A command for the table: a repeat gets its stored answer, everything else happens once."""
        table = _table_of(connection)
        began = time.perf_counter()
        async with table.lock:
            pace, seating = self._hall.pace_of(table), table.seating
            pending = pace.finish_line.pending(connection.player, message.op)  # type: ignore[union-attr]
            answer = await self._execute(table, connection, message) if pending is None else b""
        if pending is not None:
            answer = msgspec.json.encode(await asyncio.shield(pending))
        if isinstance(answer, bytes):  # it was said before
            connection.send_encoded(answer)
            return
        if isinstance(message, p.Program) and message.done and answer.version is None:
            answer = await pace.finish(connection, message.seat, answer)
        connection.send(answer)
        if isinstance(message, p.Program) and message.slides:
            self._watch_hands(table, connection, message)
        self._metrics.commanded(str(message.__struct_config__.tag), time.perf_counter() - began)
        if table.seating is not seating and not seating.outside_bots() <= table.seating.outside_bots():
            # a token is worth nothing any more
            await self._hall.dismiss_dead()

    def _watch_hands(self, table: LiveTable, connection: Connection, message: p.Program) -> None:
        course = table.course
        if course is None or connection.bound is not None:  # an outside bot's may be fast
            return
        if pass_the_plausible(course, message.seat, len(message.slides), table.now()):
            self._metrics.suspicions.labels("slides").inc()
            fields = {"address": connection.address, "reason": "slides"}
            log.info("%s slides faster than a person can", connection.address, extra=fields)

    async def _execute(self, table: LiveTable, connection: Connection, message: p.Message) -> p.Accepted | bytes:
        """Carry a command out; its stored answer if that was done already, here or by another server."""
        player, op = connection.player, message.op  # type: ignore[union-attr]
        stored = table.answers.find(player, op)
        if stored is not None:
            return stored
        for _ in range(ATTEMPTS):
            try:
                return await COMMANDS[type(message)](table, connection, message)
            except Conflict:  # another server was there before: the command is judged by what is true now
                await table.read_on()
                stored = await table.answers.look_up(player, op)
            except Refusal:
                stored = await table.answers.look_up(player, op)
                if stored is None:
                    raise
            if stored is not None:
                return stored
        raise Refusal(Code.SAVING_FAILED)


def _look(connection: Connection, message: p.Look) -> None:
    table = _table_of(connection)
    if not table.may_look(connection, message.seat):
        raise Refusal(Code.NOT_YOUR_SEAT)
    connection.seat = message.seat
    table.show(connection)


def _say_to_table(connection: Connection, message: p.Say) -> None:
    table = _table_of(connection)
    if (message.emote is None) == (message.text is None):
        raise Refusal(Code.UNREADABLE, detail="either an emote or a text")
    text = None
    if message.text is not None:
        if not table.seating.free_chat:
            raise Refusal(Code.NO_FREE_CHAT)
        text = clean(message.text)
        if not text:
            raise Refusal(Code.UNREADABLE, detail="a text with letters")
    own = table.seating.seats_of(connection.player)
    seat = connection.seat if connection.seat in own else own[0] if own else None
    name = table.seating.seats[seat].name if seat is not None else connection.name
    chatter = p.Chatter(name, seat, message.emote, text)
    for other in table.connections:
        other.send(chatter)
    table.fleet.said(table.code, chatter)


def _table_of(connection: Connection) -> LiveTable:
    if connection.table is None:
        raise Refusal(Code.NOT_AT_TABLE)
    return connection.table
