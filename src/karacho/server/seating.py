"""Who sits where: what is kept of a table besides its races."""

from typing import Any

from msgspec import Struct, field, json

from karacho.bots.levels import level_specs
from karacho.fair.seal import Seal, new_seal
from karacho.server.codes import Code, Refusal
from karacho.server.identity import new_id
from karacho.server.protocol import SeatKind, Stage

DEFAULT_BOT = "driver"


class Seat(Struct):
    """A seat. A person who is away keeps the seat as its `owner` while a bot drives it."""

    kind: SeatKind = "open"
    name: str = ""
    owner: str | None = None
    bot: str = DEFAULT_BOT

    @property
    def driven_by_bot(self) -> bool:
        """Does a house bot decide? In a running race it also drives open seats, until somebody sits down."""
        return self.kind in ("bot", "open")

    @property
    def is_persons(self) -> bool:
        """Does it belong to a person, even if a bot drives it now?"""
        return self.owner is not None and self.kind != "outside"


class Seating(Struct):
    """A table as it is kept on disk."""

    code: str
    game: str
    host: str
    seats: list[Seat]
    options: dict[str, Any]
    stage: Stage = "lobby"
    decision_seconds: int | None = None
    free_chat: bool = False
    race: str | None = None
    races: list[str] = []
    asker: int | None = None
    """The seat that has asked for the race."""
    next: Seal = field(default_factory=lambda: new_seal(new_id()))
    """Of the next race: kept, so that neither a restart nor another server changes what has been promised."""

    def copy(self) -> "Seating":
        """One of its own, to try a change out."""
        return read_seating(self.data())

    def data(self) -> bytes:
        """As the store keeps it."""
        return json.encode(self)

    def names(self) -> list[str]:
        """What the seats are called; a bot without a name is called by its sort, an open seat not at all."""
        return [seat.name for seat in self.seats]

    def seats_of(self, player: str) -> list[int]:
        """The seats that this player drives now."""
        return [number for number in range(len(self.seats)) if self.drives(player, number)]

    def drives(self, player: str, number: int) -> bool:
        """Does the player drive this seat, if there is one, now?"""
        if not 0 <= number < len(self.seats):
            return False
        seat = self.seats[number]
        return seat.owner == player and seat.kind in ("person", "outside")

    def outside_bots(self) -> set[str]:
        """The players that came with the tokens of its seats."""
        return {seat.owner for seat in self.seats if seat.owner is not None and seat.kind == "outside"}

    def is_seated(self, player: str) -> bool:
        """Does the player own any seat here, even if a bot drives it?"""
        return any(seat.owner == player for seat in self.seats)


def read_seating(data: bytes) -> Seating:
    """A table from its bytes."""
    return json.decode(data, type=Seating)


def check_bot(game: str, spec: str) -> str:
    """A level of the game. (Any other spec could ask for any amount of work, or for anybody's code.)"""
    levels = level_specs(game)
    if spec not in levels:
        raise Refusal(Code.NO_SUCH_BOT, detail=f"one of {', '.join(levels)}")
    return spec
