"""A table as one client sees it: everything but the race itself."""

from typing import TYPE_CHECKING

from karacho.server import proofs
from karacho.server.connection import Connection
from karacho.server.protocol import Sealed, SeatInfo, Table

if TYPE_CHECKING:
    from karacho.server.table import LiveTable


def describe(table: "LiveTable", connection: Connection) -> Table:
    """For this client; it knows then how many look on."""
    seating = table.seating
    connection.audience = table.audience
    return Table(
        code=seating.code,
        game=seating.game,
        stage=seating.stage,
        seats=[_seat(table, number, connection.player) for number in range(len(seating.seats))],
        options=seating.options,
        host=connection.player == seating.host,
        free_chat=seating.free_chat,
        decision_seconds=seating.decision_seconds,
        spectators=connection.audience,
        race=seating.race,
        races=seating.races,
        asker=seating.asker,
        seal=_seal(table),
        next=table.next_deal.describe() if seating.stage != "racing" else None,
    )


def _seal(table: "LiveTable") -> Sealed | None:
    course = table.course
    return proofs.describe(course.row, course.entries[-1], course.outcome) if course is not None else None


def _seat(table: "LiveTable", number: int, player: str) -> SeatInfo:
    seat = table.seating.seats[number]
    present = seat.owner is not None and table.is_present(seat.owner)
    away = None
    if seat.owner is not None and not present:
        away = int(table.seconds_absent(seat.owner))
    return SeatInfo(
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot if seat.driven_by_bot else None,
        mine=seat.owner == player,
        taken=seat.owner is not None,
        present=present,
        away=away,
    )
