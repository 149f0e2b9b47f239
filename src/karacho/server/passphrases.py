"""Passphrases: only what argon2id makes of them is kept, and trying them out is slow for everybody.

Whether a name is known must not show in how long an answer takes (F13), so a name that nobody has is tried as well.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from karacho.server.bucket import Buckets
from karacho.server.codes import Code, Refusal

T = TypeVar("T")

SHORTEST = 10
AT_ONCE = 2  # each takes 19 MiB and a core for some hundredths of a second
MOST_WAITING = 32
PER_ADDRESS = (1 / 6, 30)  # tries a second, and at once
PER_NAME = (1 / 20, 10)

hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# Of a passphrase that nobody knows.
NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$+CRPE0Dcrbe+0JVUGxy+ww$BSbSI2AwMVbYjNYLKvxtTQT836zw4qMj90j8RKvEhXs"


class Passphrases:
    """Makes and tries hashes in threads, few at once; whoever tries too often is refused before any work is done."""

    def __init__(self) -> None:
        # Threads of their own: each keeps the memory of a hash, so they should be few.
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="karacho-passphrases")
        self._waiting = 0
        self._of_address = Buckets(*PER_ADDRESS)
        self._of_name = Buckets(*PER_NAME)

    def check_tries(self, address: str, folded: str) -> None:
        """May somebody at this address try this name again?"""
        if not self._of_address.take(address) or not self._of_name.take(folded):
            raise Refusal(Code.TOO_MANY_TRIES)

    async def hash(self, passphrase: str) -> str:
        """What is kept."""
        return await self._work(hasher.hash, passphrase)

    async def fits(self, kept: str | None, passphrase: str) -> bool:
        """Is it the right one? None: nobody has the name, which takes as long."""
        found = await self._work(_verify, NOBODYS if kept is None else kept, passphrase)
        return found and kept is not None

    async def _work(self, work: Callable[..., T], *values: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal(Code.TOO_MANY_TRIES)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)
        finally:
            self._waiting -= 1


def prepare(passphrase: str) -> str:
    """The same letters however a keyboard puts them together."""
    return unicodedata.normalize("NFKC", passphrase)


def check_length(passphrase: str) -> None:
    """Length is what makes it hard to guess; nothing else is asked for."""
    if len(passphrase) < SHORTEST:
        raise Refusal(Code.PASSPHRASE_TOO_SHORT, detail=str(SHORTEST))


def _verify(kept: str, passphrase: str) -> bool:
    try:
        return hasher.verify(kept, passphrase)
    except Argon2Error:
        return False
