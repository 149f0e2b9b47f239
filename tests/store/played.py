"""Stores with very many finished races: some are really played, the others are these under other names."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import astuple, replace

from karacho.bots import make_bot
from karacho.fair.seal import Seal
from karacho.server import proofs
from karacho.server.course import Course
from karacho.server.identity import hashed
from karacho.server.seating import Seat, Seating
from karacho.store import Entry, PlayerRow, RaceRow, Statement, Store, TableRow
from karacho.store.people import add_entrant, add_member
from karacho.store.statements import add_player, add_race, add_table, append, end_race
from tests.store.rows import with_store

GAMES: dict[str, dict[str, Any]] = {"stich-rallye": {}, "rally-run": {}, "tiny-turbo-cars": {"mode": "relaxed"}}
SEATS = 4
BEGAN = 1_700_000_000.5
RACES_AT_A_TABLE = 5
AT_ONCE = 500  # races

Copy = tuple[RaceRow, list[Entry]]


def fill(path: Path, races: int, originals: int, say: Callable[[int], None] | None = None) -> None:
    """A new store with so many finished races, each at a table with its people."""
    played = [play(number) for number in range(min(originals, races))]

    async def write(store: Store) -> None:
        for first in range(0, races, AT_ONCE):
            numbers = range(races)[first : first + AT_ONCE]
            copies = {number: renamed(played[number % len(played)], number) for number in numbers}
            await store.write(*itertools.chain(*(_heads(number, row) for number, (row, _) in copies.items())))
            await store.write(*(append(row.race, entry) for row, entries in copies.values() for entry in entries))
            if say is not None:
                say(numbers[-1] + 1)

    with_store(path, write)


def play(number: int) -> Course:
    """A whole race with its log, dealt from a seal as a server does; the games take turns."""
    game, options = list(GAMES.items())[number % len(GAMES)]
    promise = Seal(race_name(number), hashed(f"salt {number}").hex(), hashed(f"secret {number}").hex())
    course = Course.fresh(replace(proofs.sealed_row(_seating(number, game, options), promise, []), began=BEGAN))
    bots = [make_bot(game, "rule", seed=SEATS * number + seat) for seat in range(SEATS)]
    noticed = 0
    while not course.race.over:
        for each, bot in enumerate(bots):
            bot.notice(course.race.redact([event for step in course.steps[noticed:] for event in step.events], each))
        noticed = course.version
        seat, slides = course.race.actors[0], ""
        trying = course.race.copy()
        while (action := bots[seat].choose(trying.view(seat))) in course.race.game.private:
            trying.act(action, seat)
            slides += action
        if slides:
            course.slide(seat, slides, _at(course), "person")
        course.act(seat, action, _at(course), "person")
    course.row = replace(course.row, outcome=to_builtins(course.outcome))
    return course


def renamed(course: Course, number: int) -> Copy:
    """The same race under another name, with the hashes that belong to it.

    Its seed stays, so it does not follow from the seal any more. Who plays a race again from the store does not ask
    for that; only `karacho verify` does.
    """
    row = replace(course.row, race=race_name(number), table=table_code(number))
    entries: list[Entry] = []
    for entry in course.entries:
        line = astuple(entry)[:-1]
        entries.append(Entry(*line, hash=proofs.hash_of(row, line, entries[-1] if entries else None)))
    return row, entries


def race_name(number: int) -> str:
    """In no order, as on a server, where names are random."""
    return hashed(f"race {number}").hex()[:16].upper()


def table_code(number: int) -> str:
    """Of the table at which a race was."""
    return hashed(f"table {number // RACES_AT_A_TABLE}").hex()[:11].upper()


def _at(course: Course) -> float:
    return round(course.number / 8, 3)


def _people(number: int) -> list[str]:
    return [f"{table_code(number)}P{seat}" for seat in range(SEATS)]


def _seating(number: int, game: str, options: dict[str, Any]) -> Seating:
    people = _people(number)
    seats = [Seat("person", f"Driver {seat}", player) for seat, player in enumerate(people)]
    return Seating(table_code(number), game, people[0], seats, options)


def _heads(number: int, row: RaceRow) -> Iterator[Statement]:
    """Everything of a race but its log; with its first race a table and its people are there."""
    people = _people(number)
    if number % RACES_AT_A_TABLE == 0:
        yield add_table(TableRow(row.table, _seating(number, row.game, row.options).data()))
        for player in people:
            yield add_player(PlayerRow(player, hashed(player), "Driver"))
            yield add_member(player, row.table)
    yield add_race(row)
    assert row.outcome is not None
    yield end_race(row.race, row.outcome)
    for seat, player in enumerate(people):
        yield add_entrant(row.race, seat, player, dealt=True)
