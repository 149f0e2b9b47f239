"""What really happened, played again from the database with nothing but the rules; and who was told what of it."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import psycopg

import karacho
from karacho.fair.tiles import TileProof, is_proven
from karacho.race import Race
from tests.server.player import Player

COLUMNS = ("number", "version", "at", "kind", "seat", "action", "driver", "detail")


def ask(database: Path | str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Read from a server's database while it runs."""
    if str(database).startswith("postgresql:"):
        with psycopg.connect(str(database), autocommit=True) as found:
            return found.execute(sql.replace("?", "%s"), values).fetchall()
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


def read_log(database: Path | str, race: str) -> list[dict[str, Any]]:
    """The log of a race."""
    sql = f"SELECT {', '.join(COLUMNS)} FROM log WHERE race = ? ORDER BY number"
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in ask(database, sql, race)]
    return [row | {"detail": json.loads(row["detail"] or "{}")} for row in rows]


def plain(data: Any) -> Any:
    """As it looks after it has travelled."""
    return json.loads(json.dumps(data))


class Truth:
    """A race, version by version. It knows nothing of the server's own way to keep one."""

    def __init__(self, database: Path | str, race: str) -> None:
        columns = "game, seats, seed, options, dealing"
        game, seats, seed, options, dealing = ask(database, f"SELECT {columns} FROM races WHERE race = ?", race)[0]
        self.name = race
        self.seed = str(seed)
        self._root = (json.loads(dealing) or {}).get("tiles") if dealing else None
        self.log = read_log(database, race)
        assert [entry["number"] for entry in self.log] == list(range(1, len(self.log) + 1))
        self.race = Race(game, seats=seats, seed=int(seed), **json.loads(options))
        self.moments: dict[int, list[tuple[Race, bool]]] = {}
        """By version: the race after each entry, and whether everybody waits for the common start."""
        self.events: dict[int, list[Any]] = {}
        self.drivers: dict[int, str | None] = {}
        self._begun: set[int] = set()
        for entry in self.log:
            self._play(entry)

    def _play(self, entry: dict[str, Any]) -> None:
        race, seat, at = self.race, entry["seat"], entry["at"]
        events: list[Any] = []
        match entry["kind"]:
            case "begin":
                events = race.opening
            case "act":
                events = race.act(entry["action"], seat, at=at)
            case "slides":
                for slide in entry["action"]:
                    race.act(slide, seat, at=at)
            case "timeout":
                events = race.timeout(seat, at=at)
            case "go":
                self._begun.add(self._round())
            case kind:
                assert kind in ("start", "countdown")
        closed = race.by_the_clock and self._round() not in self._begun
        self.moments.setdefault(entry["version"], []).append((race.copy(), closed))
        if entry["kind"] != "slides":
            assert entry["version"] not in self.events
            self.events[entry["version"]] = events
            self.drivers[entry["version"]] = entry["driver"]

    def _round(self) -> int:
        return int(self.race.view(None)["round"])

    def check(self, frame: dict[str, Any]) -> None:
        """A frame tells what its seat may know, all of it and nothing else."""
        moments = self.moments[frame["version"]]
        seat = None if moments[-1][1] else frame.get("seat")
        assert frame["view"] in [plain(race.view(seat)) for race, _ in moments]
        race = moments[-1][0]
        versions = range(frame["since"] + 1, frame["version"] + 1)
        seen = [] if frame.get("reset") else [race.redact(self.events[version], seat) for version in versions]
        told = [plain(race.game.events.data(event)) for events in seen for event in events]
        assert frame.get("events", []) == told
        drivers = [self.drivers[version] for version in versions][: len(seen)]
        assert frame.get("parts", []) == [[len(events), driver] for events, driver in zip(seen, drivers, strict=True)]
        programming = any(not race.game.private.isdisjoint(race.legal_actions(actor)) for actor in race.actors)
        hints = None if programming else race.hints(frame.get("seat"))
        assert frame.get("hints") == (None if hints is None else plain(hints))
        assert (frame.get("outcome") is not None) == race.over
        assert set(frame) <= FIELDS
        tiles = [event for event in told if event["kind"] == "tile_revealed"]
        proofs = [TileProof(**proof) for proof in frame.get("proofs", [])]
        assert [proof.cell for proof in proofs] == [event["cell"] for event in tiles]
        for event, proof in zip(tiles, proofs, strict=True):
            assert is_proven(self.name, self._root, event["tile"], proof)

    def check_player(self, player: Player) -> None:
        """Every frame that a client was sent, at a table with one race."""
        assert {frame["race"] for frame in player.frames} == {self.name}
        for frame in player.frames:
            self.check(frame)

    def done_by_persons(self, seat: int) -> list[str]:
        """What people did on a seat, in order: actions, and slides in a row."""
        kinds = ("act", "slides")
        mine = [entry for entry in self.log if entry["seat"] == seat and entry["driver"] == "person"]
        return [entry["action"] for entry in mine if entry["kind"] in kinds]


FIELDS = {
    "type",
    "race",
    "since",
    "version",
    "view",
    "seat",
    "events",
    "reset",
    "parts",
    "hints",
    "deadline",
    "waiting",
    "outcome",
    "draws",
    "proofs",
}


def asked_for(player: Player, seat: int) -> list[str]:
    """What a client was told to have been carried out for a seat, written as `done_by_persons` does."""
    found = []
    for message, _ in player.accepted:
        if message.get("seat") != seat:
            continue
        if message["type"] == "act":
            found.append(message["action"])
        elif message["type"] == "program":
            found += [message["slides"]] if message.get("slides") else []
            found += ["done"] if message.get("done") else []
    return found


def replayed(text: str) -> karacho.Race:
    """The race of a replay file."""
    return karacho.Replay.parse(text).race()
