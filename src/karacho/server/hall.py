"""All tables of this server: made, loaded when somebody comes, put away when everybody has gone."""

import asyncio
import logging
import time
from collections.abc import Collection
from pathlib import Path

from msgspec import json

from karacho.core.datafiles import user_folder
from karacho.registry import game_names
from karacho.server import protocol as p
from karacho.server.answers import Answers
from karacho.server.bucket import Buckets
from karacho.server.callers import Callers
from karacho.server.codes import CloseCode, Code, Refusal
from karacho.server.commands import check_options
from karacho.server.connection import Connection
from karacho.server.course import restore
from karacho.server.drivers import Drivers
from karacho.server.fleet import Alone, Known
from karacho.server.identity import clean_name, new_table_code
from karacho.server.noting import noted
from karacho.server.pace import Pace
from karacho.server.parking import write_down
from karacho.server.pulse import Pulse
from karacho.server.racing import new_race
from karacho.server.seating import Seat, Seating, check_bot, read_seating
from karacho.server.settings import Settings
from karacho.server.shared_deal import Listed, SharedDeal
from karacho.server.table import LiveTable
from karacho.store import Conflict, Store, StoreError, TableRow
from karacho.store.opening import is_postgres
from karacho.store.statements import add_table, append, keep_answer

SLEEP_SECONDS = 600.0
HOUR = 3600.0
DEAD_SECONDS = 60.0  # of secrets that have ended: for longer nobody waits to be hung up on

log = logging.getLogger("karacho.hall")


class Hall:
    """Tables by their codes."""

    def __init__(self, store: Store, drivers: Drivers, settings: Settings) -> None:
        self.store = store
        self.drivers = drivers
        self._settings = settings
        self.fleet = Alone()
        self.callers = Callers()
        self._tables: dict[str, tuple[LiveTable, Pace, asyncio.Task[None]]] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self.pulse = Pulse()
        self._dumps = dumps_folder(settings)
        self._quotas = Buckets(settings.tables_per_player / HOUR, settings.tables_per_player)

    @property
    def tables(self) -> list[LiveTable]:
        """The tables in memory."""
        return [table for table, _, _ in self._tables.values()]

    async def guess(self, code: str, player: str, address: str, guesses: Buckets) -> LiveTable:
        """A table that somebody names: an address may be wrong now and then, but not again and again (F7)."""
        if not guesses.has(address) and not await self.store.is_member(player, code):
            raise Refusal(Code.TOO_FAST, detail="too many wrong codes from this address; wait a minute")
        try:
            return await self.find(code)
        except Refusal as refusal:
            if refusal.code == Code.NO_SUCH_TABLE:
                guesses.take(address)
            raise

    async def find(self, code: str) -> LiveTable:
        """A table, loaded if it sleeps."""
        if code not in self._tables:
            if code not in self._loading:
                self._loading[code] = asyncio.create_task(self._load(code))
                self._loading[code].add_done_callback(lambda _: self._loading.pop(code))
            await asyncio.shield(self._loading[code])  # others may wait for it too
        return self._tables[code][0]

    def pace_of(self, table: LiveTable) -> Pace:
        """Its clocks and bots."""
        return self._tables[table.code][1]

    async def _load(self, code: str) -> None:
        row = await self.store.find_table(code)
        if row is None:
            raise Refusal(Code.NO_SUCH_TABLE)
        seating = read_seating(row.data)
        course, parked, why = None, False, None
        if seating.race is not None:
            try:
                course = await restore(self.store, seating.race)
            except StoreError:
                raise  # the database is away for a moment; the race is as good as it was
            except Exception as error:
                why = error.detail if isinstance(error, Refusal) else None
                log.error("race %s cannot be played again: %s", seating.race, why or error)
                write_down(self._dumps, seating.race, None, error)
                parked = True
        answers = await Answers.load(self.store, code)
        table = LiveTable(self.store, seating, course, answers, row.revision, self.fleet)
        table.parked, table.parked_because = parked, why
        self._seat(table)
        if self.fleet.cares_for(code):
            await self._resume_countdown(table)

    async def _resume_countdown(self, table: LiveTable) -> None:
        """A countdown that was cut off by an outage begins anew, and the log says so."""
        course = table.course
        if course is None or course.programming is None or course.programming.countdown is None:
            return
        seat = course.programming.countdown
        async with table.lock:
            try:
                await table.advance(lambda fork: fork.count_down(seat, table.now(), resumed=True))
            except Conflict:  # the seat was done in this very moment
                await table.read_on()

    def _seat(self, table: LiveTable) -> None:
        table.dumps = self._dumps
        pace = Pace(table, self.drivers, self._settings.pace, self.pulse)
        self._tables[table.code] = (table, pace, asyncio.create_task(pace.run()))

    # New tables.
    async def create(self, who: Connection, message: p.Create) -> p.Accepted:
        """A table with its seats; dealt at once if asked for."""
        scope = own_scope(who.player)
        stored = await self.store.find_answer(scope, message.op)
        if stored is not None:
            return json.decode(stored, type=p.Accepted)
        if message.game not in game_names():
            raise Refusal(Code.WRONG_OPTION, detail=f"one of {', '.join(game_names())}")
        check_options(message.game, len(message.seats), message.options)
        self._check_quota(who)
        code = new_table_code()
        seats = [_new_seat(who, message.game, choice) for choice in message.seats]
        seating = Seating(
            code,
            message.game,
            who.player,
            seats,
            message.options,
            decision_seconds=message.decision_seconds,
            free_chat=message.free_chat,
        )
        course, extra = None, []
        if message.start:
            course, dealt = new_race(seating, [])  # nobody can have pledged yet
            extra = [dealt, *(append(course.row.race, entry) for entry in course.entries)]
        answer = p.Accepted(message.op, table=code)
        kept = keep_answer(scope, message.op, json.encode(answer))
        await self.store.write(add_table(TableRow(code, seating.data())), kept, *noted(None, seating), *extra)
        self._seat(LiveTable(self.store, seating, course, fleet=self.fleet))
        return answer

    def _check_quota(self, who: Connection) -> None:
        if not self._quotas.take(who.player):
            raise Refusal(Code.TOO_MANY_TABLES)
        if not who.may_set_up():
            raise Refusal(Code.TOO_MANY_TABLES, detail="too many from this address")

    # What other servers do (see `fleet.py`).
    def codes(self) -> dict[str, Known]:
        """The tables with clients here, and what is known of them."""
        known: dict[str, Known] = {}
        for table in self.tables:
            if table.connections:
                race, number = (table.course.row.race, table.course.number) if table.course else (None, 0)
                known[table.code] = (table.revision, race, number)
        return known

    async def refresh(self, code: str) -> None:
        """Read what others have written about a table."""
        if code in self._loading:  # perhaps from before that was written
            await asyncio.wait([self._loading[code]])
        if code not in self._tables:
            return
        self.note_presence(code)
        table = self._tables[code][0]
        try:
            async with table.lock:
                await table.read_on()
        except StoreError as error:
            log.warning("table %s could not be read: %s", code, error)

    def note_presence(self, code: str) -> None:
        """Others have come to a table, or gone, by way of other servers."""
        if code in self._tables:
            self._tables[code][0].note_elsewhere(self.fleet.present_elsewhere(code))

    async def take_over(self, code: str) -> None:
        """Look after a table from now on."""
        await self.refresh(code)
        if code in self._tables:
            table = self._tables[code][0]
            try:
                await self._resume_countdown(table)
            except Refusal as refusal:  # its clock runs on here all the same
                log.warning("nothing said at table %s: %s", code, refusal.code)
            table.changed.set()

    def next_races(self) -> dict[str, str]:
        """Of tables with clients here where a race may be dealt: its name, and the table."""
        waiting = [table for table in self.tables if table.connections and table.seating.stage != "racing"]
        return {table.next_deal.race: table.code for table in waiting}

    def deal(self, code: str, listed: Listed) -> None:
        """Another server deals; clients here are asked for what they mix in."""
        table = self._tables[code][0]
        if isinstance(table.next_deal, SharedDeal):
            table.next_deal.announce(listed, table.connections)

    def dismiss(self, hashes: Collection[bytes]) -> None:
        """Hang up on those who came with these secrets."""
        self.callers.dismiss(hashes)

    async def dismiss_dead(self) -> None:
        """Hang up on those whose secrets have just become worthless, here and elsewhere."""
        self.fleet.dismissed()
        try:
            self.dismiss(await self.store.read_dismissed(time.time() - DEAD_SECONDS))
        except StoreError as error:  # where there are several servers, the next beat does so
            log.warning("nobody could be hung up on: %s", error)

    def hear(self, code: str, chatter: p.Chatter) -> None:
        """Somebody has said something to the table, elsewhere."""
        for connection in self._tables[code][0].connections:
            connection.send(chatter)

    def hang_up(self) -> None:
        """This server can do nothing for its clients now; others perhaps can."""
        for table in self.tables:
            for connection in list(table.connections):
                connection.close(CloseCode.TRY_LATER, "the database is away")

    # Going to sleep.
    async def put_away(self) -> None:
        """Tables at which nobody has been for a while leave the memory; the store has them."""
        now = time.monotonic()
        for table, _, task in list(self._tables.values()):
            last = max([table.changed_at, *table.absent_since.values()])
            if not table.connections and not table.lock.locked() and now - last > SLEEP_SECONDS:
                task.cancel()
                del self._tables[table.code]
                table.clocks = None  # what hangs together in a circle would stay in memory

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        for _, _, task in self._tables.values():
            task.cancel()
        await asyncio.gather(*(task for _, _, task in self._tables.values()), return_exceptions=True)


def dumps_folder(settings: Settings) -> Path:
    """Beside the database, or where a database on this machine would be."""
    if is_postgres(settings.database):
        return user_folder() / "server" / "parked"
    return Path(settings.database).parent / "parked"


def own_scope(player: str) -> str:
    """Where answers are kept that belong to no table."""
    return f"player:{player}"


def _new_seat(who: Connection, game: str, choice: p.SeatChoice) -> Seat:
    """A seat as chosen. An outside bot gets its token when its seat is assigned."""
    name = clean_name(choice.name) if choice.name is not None else ""
    seat = Seat(choice.kind, name)
    if choice.bot is not None:
        seat.bot = check_bot(game, choice.bot)
    if choice.kind == "person":
        seat.owner, seat.name = who.player, name or who.name
    return seat
