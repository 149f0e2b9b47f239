"""What makes a race of this server checkable: its head, the hashes of its log, and the file that reveals everything."""

import time
from collections.abc import Sequence
from typing import Any

from karacho.fair import tiles
from karacho.fair.chain import chained, link
from karacho.fair.seal import Pledge, Seal, seed_of
from karacho.race import Race
from karacho.registry import load_game
from karacho.server.protocol import Outcome, Pledged, Sealed
from karacho.server.seating import Seating
from karacho.store import Entry, RaceRow


def sealed_row(seating: Seating, seal: Seal, pledges: list[Pledge]) -> RaceRow:
    """A race whose seed follows from its seal and what players have mixed in."""
    row = RaceRow(
        race=seal.race,
        table=seating.code,
        game=seating.game,
        rules=load_game(seating.game).rules_version,
        seats=len(seating.seats),
        seed=str(seed_of(seal, pledges)),
        options=seating.options,
        names=seating.names(),
        began=round(time.time(), 3),
        dealing={
            "salt": seal.salt,
            "secret": seal.secret,
            "pledges": [[pledge.seat, pledge.hash, pledge.value] for pledge in pledges],
        },
    )
    if row.game == tiles.GAME:
        _dealing(row)["tiles"] = tiles.seal_tiles(seal, set_up(row)).root
    return row


def set_up(row: RaceRow) -> Race:
    """The race as it is dealt."""
    return Race(row.game, seats=row.seats, seed=int(row.seed), **row.options)


def reveals(row: RaceRow, dealt: Race) -> tiles.Reveals | None:
    """Proofs for the tiles of a race; None for one without sealed tiles."""
    if row.dealing is None or "tiles" not in row.dealing:
        return None
    return tiles.Reveals(tiles.seal_tiles(_seal(row), dealt))


def head(row: RaceRow) -> dict[str, Any]:
    """What was fixed before the deal. (No names: they may be changed when somebody wants to be forgotten.)"""
    dealing = _dealing(row)
    return {
        "race": row.race,
        "game": row.game,
        "rules": row.rules,
        "seats": row.seats,
        "options": row.options,
        "began": row.began,
        "commitment": _seal(row).commitment,
        "pledges": [[seat, given] for seat, given, _ in dealing["pledges"]],
        **({"tiles": dealing["tiles"]} if "tiles" in dealing else {}),
    }


def hash_of(row: RaceRow, line: Sequence[Any], before: Entry | None) -> str | None:
    """The hash of an entry, given as what its line says, after another; None for a race without a seal."""
    if row.dealing is None:
        return None
    previous = before.hash or "" if before is not None else link("", head(row))
    return link(previous, line)


def tail(row: RaceRow, outcome: Outcome) -> dict[str, Any]:
    """What is revealed when the race is over."""
    dealing = _dealing(row)
    return {
        "salt": dealing["salt"],
        "secret": dealing["secret"],
        "values": [value for _, _, value in dealing["pledges"]],
        "seed": row.seed,
        "outcome": {"reason": outcome.reason, "winner": outcome.winner, "standing": outcome.standing},
    }


def describe(row: RaceRow, last: Entry, outcome: Outcome | None) -> Sealed | None:
    """What everybody may know of a race's seal."""
    if row.dealing is None:
        return None
    pledges = [Pledged(seat, given) for seat, given, _ in row.dealing["pledges"]]
    fingerprint = link(last.hash or "", tail(row, outcome)) if outcome is not None else None
    return Sealed(row.race, _seal(row).commitment, pledges, fingerprint, row.dealing.get("tiles"))


def proof_text(row: RaceRow, entries: Sequence[Entry], outcome: Outcome) -> str:
    """A finished race as a file that anybody can check."""
    return chained([head(row), *map(_line, entries), tail(row, outcome)])


def _line(entry: Entry) -> list[Any]:
    return [
        entry.number,
        entry.version,
        entry.at,
        entry.kind,
        entry.seat,
        entry.action,
        entry.driver,
        entry.detail,
    ]


def _dealing(row: RaceRow) -> dict[str, Any]:
    assert row.dealing is not None
    return row.dealing


def _seal(row: RaceRow) -> Seal:
    dealing = _dealing(row)
    return Seal(row.race, dealing["salt"], dealing["secret"])
