"""Which people have to do with a table and its race, written down with the change that made it so."""

from karacho.server.seating import Seating
from karacho.store import Statement
from karacho.store.people import add_entrant, add_member


def noted(before: Seating | None, after: Seating) -> list[Statement]:
    """Who has come to the table, and who has got a seat in its race. (Outside bots are nobody's races.)"""
    known = _people(before) if before is not None else set()
    new = [add_member(player, after.code) for player in sorted(_people(after) - known)]
    return new + _entrants(before, after)


def _people(seating: Seating) -> set[str]:
    return {seating.host} | {seat.owner for seat in seating.seats if seat.owner is not None and seat.is_persons}


def _entrants(before: Seating | None, after: Seating) -> list[Statement]:
    if after.race is None or after.stage != "racing":
        return []
    dealt = before is None or before.race != after.race
    found = []
    for number, seat in enumerate(after.seats):
        new = dealt or before is None or before.seats[number].owner != seat.owner
        if seat.owner is not None and seat.is_persons and new:
            found.append(add_entrant(after.race, number, seat.owner, dealt=dealt))
    return found
