"""What a client can ask of a table, one function per message. All run under the table's lock.

A function changes copies, commits them and answers; or it raises a Refusal and nothing has changed.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from karacho.core.options import complete
from karacho.errors import KarachoError
from karacho.registry import load_game
from karacho.server import protocol as p
from karacho.server.codes import Code, Refusal
from karacho.server.connection import Connection
from karacho.server.course import Course
from karacho.server.identity import clean_name, hashed, new_id, new_secret
from karacho.server.racing import new_race
from karacho.server.seating import Seat, Seating, check_bot
from karacho.server.table import LiveTable
from karacho.store import PlayerRow
from karacho.store.statements import add_player, forget_outside_bot

ABSENCE_SECONDS = 30
Statements = tuple[Any, ...]


# Seats.
async def sit(table: LiveTable, who: Connection, message: p.Sit) -> p.Accepted:
    """Take an open seat, or the wheel of one's own."""
    seating = table.seating.copy()
    seat = _seat(seating, message.seat)
    if seat.owner is not None and seat.owner != who.player:
        raise Refusal(Code.SEAT_TAKEN)
    if seat.owner is None and seat.kind != "open":
        raise Refusal(Code.SEAT_NOT_OPEN)
    await _check_eyes(table, who, message.seat)
    name = clean_name(message.name) if message.name is not None else seat.name or who.name
    seat.kind, seat.owner, seat.name = "person", who.player, name
    return await _seated(table, who, seating, message.op)


async def stand(table: LiveTable, who: Connection, message: p.Stand) -> p.Accepted:
    """Give a seat up; somebody else may take it."""
    seating = table.seating.copy()
    seat = _own_seat(seating, who, message.seat)
    extra = _drop_token(seating, message.seat)
    seat.kind, seat.owner, seat.name = "open", None, ""
    return await _seated(table, who, seating, message.op, extra)


async def assign(table: LiveTable, who: Connection, message: p.Assign) -> p.Accepted:
    """Change who drives a seat."""
    seating = table.seating.copy()
    seat = _seat(seating, message.seat)
    _check_may_assign(table, who, seat, message.kind)
    extra = _drop_token(seating, message.seat)
    if message.kind in ("person", "outside") and not extra:  # an outside bot's token is the host's anyway
        await _check_eyes(table, who, message.seat)
    token = None
    name = clean_name(message.name) if message.name is not None else ""
    match message.kind:
        case "open":
            seat.bot = check_bot(seating.game, message.bot or seat.bot)
            seat.kind, seat.owner, seat.name = "open", None, ""
        case "bot":
            seat.bot = check_bot(seating.game, message.bot or seat.bot)
            seat.kind = "bot"
            if seat.owner is None or extra:
                seat.owner, seat.name = None, name
        case "person":
            seat.kind, seat.owner, seat.name = "person", who.player, name or who.name
        case "outside":
            token = new_secret()
            bot = PlayerRow(new_id(), hashed(token), name or "Bot", seating.code, message.seat)
            extra += (add_player(bot),)
            seat.kind, seat.owner, seat.name = "outside", bot.player, bot.name
    return await _seated(table, who, seating, message.op, extra, token)


def _check_may_assign(table: LiveTable, who: Connection, seat: Seat, kind: p.SeatKind) -> None:
    """The owner may; the host may, but not push away somebody who is there; all seated may replace the absent."""
    host = who.player == table.seating.host
    if seat.owner == who.player:
        return
    if seat.owner is None or seat.kind == "outside":
        if not host:
            raise Refusal(Code.NOT_HOST)
        return
    if not host and not (kind == "bot" and table.seating.is_seated(who.player)):
        raise Refusal(Code.NOT_HOST)
    if table.seconds_absent(seat.owner) < ABSENCE_SECONDS:
        raise Refusal(Code.NOT_ABSENT)
    if kind != "bot" and table.seating.stage == "racing":
        raise Refusal(Code.SEAT_TAKEN)  # the owner must find the seat when coming back


async def _check_eyes(table: LiveTable, who: Connection, number: int) -> None:
    """Where something is hidden, nobody who races against others looks through one more seat, now or by turns (G3)."""
    course, rivals = table.course, {seat.owner for seat in table.seating.seats if seat.is_persons} - {who.player}
    if table.seating.stage != "racing" or course is None or not course.race.game.secrets or not rivals:
        return
    own = await table.store.seats_in(course.row.race, who.player)
    if own and number not in own:
        raise Refusal(Code.ONE_SEAT_ONLY)


async def _seated(
    table: LiveTable,
    who: Connection,
    seating: Seating,
    op: str,
    extra: Statements = (),
    token: str | None = None,
) -> p.Accepted:
    answer = p.Accepted(op, table=seating.code, token=token)
    await table.commit(seating=seating, answers=[(who.player, answer)], extra=extra)
    return answer


def _drop_token(seating: Seating, number: int) -> Statements:
    return forget_outside_bot(seating.code, number) if seating.seats[number].kind == "outside" else ()


def _seat(seating: Seating, number: int) -> Seat:
    if number >= len(seating.seats):
        raise Refusal(Code.NOT_YOUR_SEAT)
    return seating.seats[number]


def _own_seat(seating: Seating, who: Connection, number: int) -> Seat:
    seat = _seat(seating, number)
    if seat.owner != who.player:
        raise Refusal(Code.NOT_YOUR_SEAT)
    return seat


# The table.
async def configure(table: LiveTable, who: Connection, message: p.Configure) -> p.Accepted:
    """The host changes what will be played."""
    _check_host(table, who)
    if table.seating.stage == "racing":
        raise Refusal(Code.RACE_RUNNING)
    seating = table.seating.copy()
    check_options(seating.game, message.seats, message.options)
    if any(seat.owner not in (None, who.player) for seat in seating.seats[message.seats :]):
        raise Refusal(Code.SEAT_TAKEN)
    seating.seats = seating.seats[: message.seats]
    while len(seating.seats) < message.seats:
        seating.seats.append(Seat("bot"))
    seating.options = message.options
    seating.decision_seconds = message.decision_seconds
    seating.free_chat = message.free_chat
    return await _seated(table, who, seating, message.op)


async def start(table: LiveTable, who: Connection, message: p.Start) -> p.Accepted:
    """The host deals."""
    _check_host(table, who)
    if table.seating.stage == "racing":
        raise Refusal(Code.RACE_RUNNING)
    return await _deal(table, who, message.op)


async def rematch(table: LiveTable, who: Connection, message: p.Rematch) -> p.Accepted:
    """Whoever sits may ask for another race."""
    if not table.seating.is_seated(who.player) and who.player != table.seating.host:
        raise Refusal(Code.NOT_YOUR_SEAT)
    if table.seating.stage != "over":
        raise Refusal(Code.RACE_NOT_OVER)
    return await _deal(table, who, message.op)


async def _deal(table: LiveTable, who: Connection, op: str) -> p.Accepted:
    pledges = await table.next_deal.collect(table.seating, table.connections)
    seating = table.seating.copy()
    course, dealt = new_race(seating, pledges)
    seating.asker = next((i for i, seat in enumerate(seating.seats) if seat.owner == who.player), None)
    extra = (dealt, *table.next_deal.forget())
    answer = p.Accepted(op, table=seating.code, version=course.version)
    await table.commit(seating=seating, course=course, answers=[(who.player, answer)], extra=extra)
    return answer


def check_options(game: str, seats: int, options: dict[str, Any]) -> None:
    """Would the game take these?"""
    rules = load_game(game)
    try:
        if seats not in rules.seats:
            raise Refusal(Code.WRONG_OPTION, detail=f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]}")
        complete(rules.options, options, seats, rules.title)
    except KarachoError as error:
        raise Refusal.of(error) from None


def _check_host(table: LiveTable, who: Connection) -> None:
    if who.player != table.seating.host:
        raise Refusal(Code.NOT_HOST)


# The race.
async def act(table: LiveTable, who: Connection, message: p.Act) -> p.Accepted:
    """An action of a seat."""
    course = _driven(table, who, message)
    if course.programming is not None:  # the start instant and the order of dones are decided there
        raise Refusal(Code.UNREADABLE, detail="slides and done are sent as a program")
    answer = p.Accepted(message.op)
    at = table.now()
    await table.advance(lambda fork: fork.act(message.seat, message.action, at, "person"), (who.player, answer))
    return answer


async def program(table: LiveTable, who: Connection, message: p.Program) -> p.Accepted:
    """Slides, and perhaps the end of programming (against the clock, `finish` comes after)."""
    course = _driven(table, who, message)
    if table.clocks is not None and table.clocks.is_finishing(message.seat):
        raise Refusal("ALREADY_DONE", clause="TTC-5")
    if course.closed:
        raise Refusal(Code.NOT_YET)
    if course.slides_made(message.seat) != message.first:
        table.show(who)
        raise Refusal(Code.SLIDES_DIFFER, version=course.version)
    answer = p.Accepted(message.op, slides=message.first + len(message.slides))
    at, seat = table.now(), message.seat
    ends_now = message.done and not course.race.by_the_clock
    if message.done and not ends_now:
        course.fork().act(seat, "done", at, "person")  # refused at once, not when the finish is decided

    def change(fork: Course) -> None:
        if message.slides:
            fork.slide(seat, message.slides, at, "person")
        if message.hints:
            answer.hints = fork.race.hints(seat)
        if ends_now:
            fork.act(seat, "done", at, "person")

    if message.slides or ends_now:
        decided = not message.done or ends_now  # else it is answered when the finish has been decided
        await table.advance(change, *([(who.player, answer)] if decided else []))
        _show_other_tabs(table, who, seat)
    elif message.hints:
        answer.hints = course.race.hints(seat)
    return answer


def _show_other_tabs(table: LiveTable, who: Connection, seat: int) -> None:
    """Slides make no version, so other clients of the same seat are shown the controller anew."""
    for other in table.connections:
        if other is not who and other.seat == seat:
            table.show(other)


def _driven(table: LiveTable, who: Connection, message: p.Act | p.Program) -> Course:
    """The running race, if this client may act for the seat and has seen what matters.

    What was meant for the race before may be said again after an outage, when a rematch is as far as that one was.
    """
    course = table.running()
    seat = _own_seat(table.seating, who, message.seat)
    if seat.driven_by_bot:
        raise Refusal(Code.SEAT_NOT_DRIVEN_BY_YOU)
    base = message.base
    if message.race not in (None, course.row.race):
        raise Refusal(Code.STALE, version=course.version)
    if base > course.version or (base < course.decided_since() and not course.race.over):
        raise Refusal(Code.STALE, version=course.version)
    return course


Command = Callable[[LiveTable, Connection, Any], Awaitable[p.Accepted]]
COMMANDS: dict[type[p.Incoming], Command] = {
    p.Sit: sit,
    p.Stand: stand,
    p.Assign: assign,
    p.Configure: configure,
    p.Start: start,
    p.Rematch: rematch,
    p.Act: act,
    p.Program: program,
}
