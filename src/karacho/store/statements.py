"""Everything that is ever written, as SQL that both databases understand."""

import json
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from karacho.store.records import Entry, PlayerRow, RaceRow, TableRow


class Kept(NamedTuple):
    """What is kept of a command in the row of an entry that it made."""

    op: bytes
    """Whose command it was, as a hash."""
    answer: bytes | None
    """None: that it was accepted at the version of the entry, no more."""


class Statement(NamedTuple):
    """One line of SQL. If it says how many rows it changes, any other number is a conflict."""

    sql: str
    values: Sequence[Any]
    rows: int | None = None


def add_player(player: PlayerRow) -> Statement:
    """A new identity."""
    values = (player.player, player.secret_hash, player.name, player.table, player.seat, time.time())
    columns = "player, secret_hash, name, table_code, seat, made"
    return Statement(f"INSERT INTO players ({columns}) VALUES (?, ?, ?, ?, ?, ?)", values)


def rename_player(player: str, name: str) -> Statement:
    """What a player wants to be called."""
    return Statement("UPDATE players SET name = ? WHERE player = ?", (name, player))


def forget_outside_bot(table: str, seat: int) -> tuple[Statement, ...]:
    """The token of a seat is worth nothing any more: all servers hang up on whoever came with it."""
    bot = "FROM players WHERE table_code = ? AND seat = ?"
    dismiss = f"INSERT INTO dismissed SELECT secret_hash, ? {bot} ON CONFLICT DO NOTHING"
    return Statement(dismiss, (time.time(), table, seat)), Statement(f"DELETE {bot}", (table, seat))


def add_table(table: TableRow) -> Statement:
    """A new table."""
    sql = "INSERT INTO tables (code, data, changed, revision) VALUES (?, ?, ?, ?)"
    return Statement(sql, (table.code, table.data, time.time(), table.revision))


def change_table(table: TableRow) -> Statement:
    """A table as it is now. If it has been changed since its last revision was read, the whole write fails."""
    sql = "UPDATE tables SET data = ?, changed = ?, revision = ? WHERE code = ? AND revision = ?"
    return Statement(sql, (table.data, time.time(), table.revision, table.code, table.revision - 1), rows=1)


def add_race(race: RaceRow) -> Statement:
    """A new race."""
    values = (
        race.race,
        race.table,
        race.game,
        race.rules,
        race.seats,
        race.seed,
        json.dumps(race.options),
        json.dumps(race.names),
        race.began,
        json.dumps(race.dealing) if race.dealing is not None else None,
    )
    columns = "race, table_code, game, rules, seats, seed, options, names, began, dealing"
    return Statement(f"INSERT INTO races ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def end_race(race: str, outcome: dict[str, Any]) -> Statement:
    """How a race ended."""
    return Statement("UPDATE races SET outcome = ? WHERE race = ?", (json.dumps(outcome), race))


_APPEND = (
    "INSERT INTO log (race, number, version, at, kind, seat, action, driver, detail, hash, op, answer) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_KEEP_ANSWER = "INSERT INTO answers (scope, op, answer, made) VALUES (?, ?, ?, ?)"
ROW_BY_ROW = {_APPEND: "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _KEEP_ANSWER: "(?, ?, ?, ?)"}
"""What every move writes, and how one more row of it is written: many can be one line of SQL."""


def append(race: str, entry: Entry, kept: Kept | None = None) -> Statement:
    """A line of the log. A number that is taken already makes the whole write fail."""
    op, answer = kept if kept is not None else (None, None)
    values = (
        race,
        entry.number,
        entry.version,
        entry.at,
        entry.kind,
        entry.seat,
        entry.action,
        entry.driver,
        json.dumps(entry.detail) if entry.detail else None,
        entry.hash,
        op,
        answer,
    )
    return Statement(_APPEND, values)


def forget_answers(seconds: float) -> Statement:
    """Answers older than that: nobody repeats a command after so long."""
    return Statement("DELETE FROM answers WHERE made < ?", (time.time() - seconds,))


def keep_answer(scope: str, op: str, answer: bytes) -> Statement:
    """What a command was answered."""
    return Statement(_KEEP_ANSWER, (scope, op, answer, time.time()))
