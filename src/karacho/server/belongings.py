"""Whose tables and races are whose: noted with every change of seats, so that they can follow a person to another
device, be handed out, or be told apart from a person who wants to be forgotten.

Tables are changed here as another server would do it: in the store, fenced by their revision; whoever has them in
memory reads on.
"""

from collections.abc import AsyncIterator, Callable

from msgspec.structs import replace

from karacho.server.codes import Code, Refusal
from karacho.server.hall import Hall
from karacho.server.protocol import OwnTable
from karacho.server.seating import Seating, read_seating
from karacho.store import Conflict, Statement, TableRow
from karacho.store.people import add_member, forget_entrants, forget_member, move_entrants, rename_in_race
from karacho.store.statements import change_table

AT_ONCE = 50
ATTEMPTS = 20
LATEST_TABLES = 12

Also = Callable[[str], tuple[Statement, ...]]


class Belongings:
    """The tables and races of players."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._store = hall.store

    async def tables(self, player: str) -> list[OwnTable]:
        """The latest tables of a player, newest first."""
        return [_describe(row, changed) for row, changed in await self._store.read_tables(player, LATEST_TABLES)]

    async def all_tables(self, player: str) -> AsyncIterator[OwnTable]:
        """All of them, however many, in the order of their codes."""
        code = ""
        while tables := await self._store.read_tables_after(player, code, AT_ONCE):
            for row, changed in tables:
                yield _describe(row, changed)
            code = tables[-1][0].code

    async def move(self, before: str, after: str) -> None:
        """Everything of one player becomes another's. Broken off, it can be begun again."""

        def change(seating: Seating) -> None:
            seating.host = after if seating.host == before else seating.host
            for seat in seating.seats:
                seat.owner = after if seat.owner == before else seat.owner

        await self._change_tables(before, change, lambda code: (add_member(after, code), forget_member(before, code)))
        await self._store.write(*move_entrants(before, after))

    async def forget(self, player: str, pseudonym: str) -> None:
        """The player has never been there: the races of others stay, with a pseudonym. Can be begun again."""
        await self._change_tables(
            player, lambda seating: _stand_in(seating, player, pseudonym), lambda code: (forget_member(player, code),)
        )
        for race, seat, dealt in await self._store.read_entries(player):
            row = await self._store.find_race(race)
            if row is not None and dealt:
                names = [pseudonym if number == seat else name for number, name in enumerate(row.names)]
                await self._store.write(rename_in_race(race, names))
        await self._store.write(forget_entrants(player))

    async def _change_tables(self, player: str, change: Callable[[Seating], None], also: Also) -> None:
        while tables := await self._store.read_tables(player, AT_ONCE):
            for row, _ in tables:
                await self._change_table(row.code, change, also)

    async def _change_table(self, code: str, change: Callable[[Seating], None], also: Also) -> None:
        for _ in range(ATTEMPTS):
            row = await self._store.find_table(code)
            assert row is not None
            seating = read_seating(row.data)
            change(seating)
            try:
                await self._store.write(change_table(replace_data(row, seating)), *also(code))
            except Conflict:  # somebody has sat down meanwhile
                continue
            await self._hall.refresh(code)
            self._hall.fleet.changed(code)
            return
        raise Refusal(Code.SAVING_FAILED)


def replace_data(row: TableRow, seating: Seating) -> TableRow:
    """The next revision of a table."""
    return TableRow(row.code, seating.data(), row.revision + 1)


def _describe(row: TableRow, changed: float) -> OwnTable:
    """A table as its people find it in a list."""
    seating = read_seating(row.data)
    names = [name for name in seating.names() if name]
    return OwnTable(seating.code, seating.game, seating.stage, names, round(changed, 3))


def _stand_in(seating: Seating, player: str, pseudonym: str) -> None:
    """A bot drives on under the pseudonym; before a race the seat is simply open."""
    for number, seat in enumerate(seating.seats):
        if seat.owner != player:
            continue
        kind, name = ("open", "") if seating.stage == "lobby" else ("bot", pseudonym)
        seating.seats[number] = replace(seat, kind=kind, owner=None, name=name)
    if seating.host == player:
        others = [seat.owner for seat in seating.seats if seat.is_persons]
        seating.host = next((owner for owner in others if owner is not None), "")
