"""The rows of the store.

The log is the race: entries are appended and never changed, `number` counts them without gaps and, with the race, is
the key, so no race can fork. `version` counts only the entries that everybody is told about.
"""

from hashlib import blake2b
from typing import Any

from msgspec import Struct


class PlayerRow(Struct, frozen=True):
    """A person's browser, a person with an account, or an outside bot that is bound to one seat."""

    player: str
    secret_hash: bytes
    name: str
    table: str | None = None
    seat: int | None = None
    account: str | None = None
    """The account's name."""


class AccountRow(Struct, frozen=True):
    """A player who can be the same on several devices. `folded` is the name as it is compared."""

    player: str
    name: str
    folded: str
    passphrase: str
    """As argon2 writes it: the parameters, the salt and the hash."""
    settings: dict[str, Any] | None = None
    made: float = 0.0


class TableRow(Struct, frozen=True):
    """A table as its server wrote it."""

    code: str
    data: bytes
    revision: int = 1


class RaceRow(Struct, frozen=True):
    """What a race was set up with, and how it ended."""

    race: str
    table: str
    game: str
    rules: int
    seats: int
    seed: str
    options: dict[str, Any]
    names: list[str]
    began: float
    outcome: dict[str, Any] | None = None
    dealing: dict[str, Any] | None = None
    """The secret behind the seed and what players mixed in; None: dealt before there were seals."""


class Entry(Struct, frozen=True, gc=False):  # there are many, and never in a circle
    """One line of a race's log. `at` is seconds since the race began."""

    number: int
    version: int
    at: float
    kind: str
    seat: int | None = None
    action: str | None = None
    driver: str | None = None
    detail: dict[str, Any] = {}
    hash: str | None = None
    """Of this entry and all before it."""


def command_key(asker: str, op: str) -> str:
    """A command: an op is its asker's own."""
    return f"{asker}/{op}"


def command_hash(key: str) -> bytes:
    """The same so that nobody can read from it whose it was."""
    return blake2b(key.encode(), digest_size=16).digest()
