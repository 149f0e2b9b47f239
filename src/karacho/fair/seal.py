"""Where the seed of a race comes from: a secret of the server under a seal, and a random value of each player.

The server seals its secret before anybody pledges, players pledge before anybody reveals, and the seed follows from
all of it. So whoever comes last cannot choose: neither the server, nor a player, nor both together against a third.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

BYTES = 32


@dataclass(frozen=True)
class Seal:
    """The server's part in one race: a secret, and the salt that hides it under the commitment."""

    race: str
    salt: str
    secret: str

    @property
    def commitment(self) -> str:
        """What is published before the deal."""
        return _hash(f"karacho-commitment-1\n{self.race}\n{self.salt}\n{self.secret}\n")


@dataclass(frozen=True)
class Pledge:
    """A player's part: the hash that was given first, and the value behind it, None if it was never revealed."""

    seat: int
    hash: str
    value: str | None = None


def new_seal(race: str) -> Seal:
    """A fresh secret."""
    return Seal(race, secrets.token_hex(BYTES), secrets.token_hex(BYTES))


def pledge_of(commitment: str, value: str) -> str:
    """The hash by which a player is bound to a value. It names the commitment, so it is good for one race only."""
    return _hash(f"karacho-pledge-1\n{commitment}\n{value}\n")


def seed_of(seal: Seal, pledges: Sequence[Pledge]) -> int:
    """The seed of the race. Without the secret nobody can tell it, whatever they know or choose of the rest."""
    lines = "".join(f"{pledge.seat} {pledge.hash} {pledge.value or '-'}\n" for pledge in pledges)
    text = f"karacho-seed-1\n{seal.race}\n{seal.commitment}\n{lines}"
    return int.from_bytes(hmac.digest(bytes.fromhex(seal.secret), text.encode(), "sha256"), "big")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
