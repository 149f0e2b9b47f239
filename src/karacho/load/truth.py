"""What is in the store after a run, played again with nothing but the rules."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from karacho.load.client import digest
from karacho.race import Race
from karacho.store.errors import StoreError
from karacho.store.opening import is_postgres
from karacho.store.records import command_hash, command_key

Asked = dict[int, set[int]]
"""By version: the seats whose views were seen; −1 is a spectator."""


@dataclass(frozen=True)
class Line:
    """An entry of a log."""

    number: int
    version: int
    at: float
    kind: str
    seat: int | None
    action: str | None
    driver: str | None


@dataclass
class Stored:
    """A race as it is kept."""

    race: str
    game: str
    seats: int
    seed: int
    options: dict[str, Any]
    outcome: dict[str, Any] | None
    log: list[Line] = field(default_factory=list)


class Records:
    """A server's database, opened to read."""

    def __init__(self, database: str | Path) -> None:
        self._postgres = is_postgres(database)
        self._db: Any
        if self._postgres:
            import psycopg

            self._error: type[Exception] = psycopg.Error
            with self._told():
                self._db = psycopg.connect(str(database), autocommit=True)
        else:
            self._error = sqlite3.Error
            with self._told():
                self._db = sqlite3.connect(f"file:{quote(str(database))}?mode=ro", uri=True)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            raise StoreError(str(error).partition("\n")[0]) from error

    def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]]
        with self._told():
            found = self._db.execute(sql.replace("?", "%s") if self._postgres else sql, values).fetchall()
        return found

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def integrity(self) -> str:
        """`ok`, or what the database itself finds wrong."""
        return "ok" if self._postgres else "; ".join(row[0] for row in self._ask("PRAGMA integrity_check"))

    def answers(self, ops: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
        """The kept answers to a run's own ops, given with their tables; each should be there once."""
        found: dict[str, list[dict[str, Any]]] = {}
        for key, answer in self._ask("SELECT op, answer FROM answers"):
            op = key.rpartition("/")[2]
            if op in ops:
                found.setdefault(op, []).append(json.loads(answer))
        hashes = self._hashes(ops)
        for name, version, answer in self._ask("SELECT op, version, answer FROM log WHERE op IS NOT NULL"):
            if bytes(name) in hashes:
                told = json.loads(bytes(answer)) if answer is not None else {"version": version}
                found.setdefault(hashes[bytes(name)], []).append(told)
        return found

    def _hashes(self, ops: Mapping[str, str]) -> dict[bytes, str]:
        """The ops by what the log has of them, whoever of a table has said them."""
        members: dict[str, list[str]] = {}
        for player, table in self._ask("SELECT player, table_code FROM members"):
            members.setdefault(table, []).append(player)
        return {
            command_hash(command_key(player, op)): op for op, table in ops.items() for player in members.get(table, ())
        }

    def race(self, name: str) -> Stored | None:
        """A race with its log."""
        columns = "race, game, seats, seed, options, outcome"
        rows = self._ask(f"SELECT {columns} FROM races WHERE race = ?", name)
        if not rows:
            return None
        race, game, seats, seed, options, outcome = rows[0]
        stored = Stored(race, game, seats, int(seed), json.loads(options), json.loads(outcome) if outcome else None)
        sql = "SELECT number, version, at, kind, seat, action, driver FROM log WHERE race = ? ORDER BY number"
        stored.log = [Line(*line) for line in self._ask(sql, name)]
        return stored


class Truth:
    """A race, version by version: what each seat could see, and how it ended."""

    def __init__(self, stored: Stored, asked: Asked) -> None:
        self._race = Race(stored.game, seats=stored.seats, seed=stored.seed, **stored.options)
        self._begun: set[int] = set()
        self.views: dict[tuple[int, int], set[int]] = {}
        """By version and seat: the views there were (slides change one's own and make no version)."""
        for line in stored.log:
            self._play(line)
            for seat in asked.get(line.version, ()):
                self.views.setdefault((line.version, seat), set()).add(self._digest(seat))

    def _play(self, line: Line) -> None:
        race, seat, action = self._race, line.seat or 0, line.action or ""
        match line.kind:
            case "act":
                race.act(action, seat, at=line.at)
            case "slides":
                for slide in action:
                    race.act(slide, seat, at=line.at)
            case "timeout":
                race.timeout(seat, at=line.at)
            case "go":
                self._begun.add(self._round())

    def _round(self) -> int:
        return int(self._race.view(None)["round"])

    def _digest(self, seat: int) -> int:
        closed = self._race.by_the_clock and self._round() not in self._begun
        return digest(msgspec.json.encode(self._race.view(None if closed or seat < 0 else seat)))

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended, as the store should say it."""
        race = self._race
        if not race.over:
            return None
        return {"reason": race.end_reason, "winner": race.winner, "standing": race.standing}
