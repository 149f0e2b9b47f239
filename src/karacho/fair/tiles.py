"""Rally Run: every tile under a seal of its own, so that a tile that is turned up can be checked at once.

Before the first turn the server publishes the root of a tree of hashes, whose leaves are the tiles by the cells they
were dealt to. A tile that is turned up comes with the salt of its leaf and the hashes beside its way to the root.
Whoever has followed the swaps knows to which cell it was dealt, so no other can have been put there meanwhile.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from karacho.fair.seal import Seal
from karacho.games.rally_run.components import CELL_NAMES, PIT_CELL
from karacho.games.rally_run.events import TileRevealed, TilesSwapped
from karacho.race import Race

GAME = "rally-run"
PIT = CELL_NAMES[PIT_CELL]
LEAVES = 32  # a cell each; what is beyond them, and the pit, is padding
PADDING = "0" * 64


class TileProof(NamedTuple):
    """Why the tile that was turned up on a cell is the one that was dealt."""

    cell: str
    dealt: str
    """The cell that it was dealt to."""
    salt: str
    path: list[str]
    """The hashes beside the way from its leaf to the root."""


class SealedTiles:
    """The tree of a race's tiles."""

    def __init__(self, seal: Seal, tiles: Mapping[str, str]) -> None:
        self._seal = seal
        leaves = [PADDING] * LEAVES
        for cell, tile in tiles.items():
            leaves[CELL_NAMES.index(cell)] = leaf_of(seal.race, cell, tile, salt_of(seal, cell))
        self._levels = [leaves]
        while len(self._levels[-1]) > 1:
            below = self._levels[-1]
            self._levels.append([_node(below[i], below[i + 1]) for i in range(0, len(below), 2)])

    @property
    def root(self) -> str:
        """What is published when the race begins."""
        return self._levels[-1][0]

    def prove(self, cell: str, dealt: str) -> TileProof:
        """For the tile that lies on a cell and was dealt to another, or the same."""
        place = CELL_NAMES.index(dealt)
        path = [level[place >> height ^ 1] for height, level in enumerate(self._levels[:-1])]
        return TileProof(cell, dealt, salt_of(self._seal, dealt), path)


class Reveals:
    """The tiles of a race on their way over the grid: proofs for those that are turned up."""

    def __init__(self, sealed: SealedTiles, dealt: Mapping[str, str] | None = None) -> None:
        self._sealed = sealed
        self._dealt = dict(dealt or {cell: cell for cell in CELL_NAMES})  # by cell: where its tile was dealt to

    def copy(self) -> "Reveals":
        """Goes on by itself."""
        return Reveals(self._sealed, self._dealt)

    def follow(self, events: Iterable[Any]) -> list[TileProof]:
        """What happens next, with a proof for each tile that is turned up."""
        proofs = []
        for event in events:
            if isinstance(event, TileRevealed):
                proofs.append(self._sealed.prove(event.cell, self._dealt[event.cell]))
            elif isinstance(event, TilesSwapped):
                self._dealt[event.a], self._dealt[event.b] = self._dealt[event.b], self._dealt[event.a]
        return proofs


def seal_tiles(seal: Seal, dealt: Race) -> SealedTiles:
    """The tree of a race that has just been dealt."""
    return _tree(seal, "".join(dealt.position()["tiles"]))


@lru_cache(4)  # whoever deals publishes the root and needs the tree right after
def _tree(seal: Seal, kinds: str) -> SealedTiles:
    return SealedTiles(seal, {cell: kind for cell, kind in zip(CELL_NAMES, kinds, strict=True) if cell != PIT})


def is_proven(race: str, root: str, tile: str, proof: TileProof) -> bool:
    """Does a proof lead from the tile to the root?"""
    place = CELL_NAMES.index(proof.dealt)
    found = leaf_of(race, proof.dealt, tile, proof.salt)
    for beside in proof.path:
        found = _node(beside, found) if place & 1 else _node(found, beside)
        place >>= 1
    return 2 ** len(proof.path) == LEAVES and found == root


def salt_of(seal: Seal, cell: str) -> str:
    """256 bits that nobody can guess: without them a leaf, whose tile is one of five, says nothing."""
    text = f"karacho-tile-salt-1\n{seal.race}\n{cell}\n"
    return hmac.digest(bytes.fromhex(seal.secret), text.encode(), "sha256").hex()


def leaf_of(race: str, cell: str, tile: str, salt: str) -> str:
    """The seal of one tile."""
    return _hash(f"karacho-tile-1\n{race}\n{cell}\n{tile}\n{salt}\n")


def _node(left: str, right: str) -> str:
    return _hash(f"karacho-node-1\n{left}\n{right}\n")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
