"""What the commands at a table were answered: who says the same again is answered the same, and nothing changes.

A command that makes an entry of a log leaves its answer in that entry's row, so that a move changes one page of the
database and not two. Such a row says whose command it was by a hash only, and of its answer nothing that follows from
the entry: most are accepted at its version, no more.
"""

from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from karacho.server.protocol import Accepted
from karacho.store import Entry, Statement, Store
from karacho.store.records import command_hash, command_key
from karacho.store.statements import Kept, append, keep_answer
from karacho.store.store import LATEST_ANSWERS

Answered = tuple[str, Accepted]  # who asked, and the answer
Texts = dict[bytes, bytes]


class Answers:
    """The latest ones of a table, and where the others are."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._texts: Texts = {}
        self._versions: dict[bytes, int] = {}
        """Where an answer says no more than the version, as far as this process has not given it itself."""

    @classmethod
    async def load(cls, store: Store, table: str) -> "Answers":
        """Those of a table that was used before."""
        answers = cls(store, table)
        answers._texts = {command_hash(op): text for op, text in (await store.read_answers(table)).items()}
        for name, version, text in await store.read_log_answers(table):
            if text is None:
                answers._versions[name] = version
            else:
                answers._texts[name] = text
        return answers

    def find(self, asker: str, op: str) -> bytes | None:
        """What the same command was answered before, if it was lately."""
        name = command_hash(command_key(asker, op))
        text = self._texts.get(name)
        if text is None and name in self._versions:
            return _plain(op, self._versions[name])
        return text

    async def look_up(self, asker: str, op: str) -> bytes | None:
        """The same, if it was long ago or another server that answered."""
        kept = await self._store.find_log_answer(self._table, command_hash(command_key(asker, op)))
        if kept is not None:
            version, text = kept
            return text if text is not None else _plain(op, version)
        return await self._store.find_answer(self._table, command_key(asker, op))

    def write_down(
        self, race: str, entries: Sequence[Entry], given: Sequence[Answered]
    ) -> tuple[list[Statement], Texts]:
        """The new entries of a race with the answers in them; what is left over goes into rows of its own."""
        texts: Texts = {}
        statements = []
        for place, (asker, answer) in enumerate(given):
            key = command_key(asker, answer.op)
            name, text = command_hash(key), json.encode(answer)
            texts[name] = text
            kept = text if answer.token is None else json.encode(replace(answer, token=None))  # its hash is kept
            if place < len(entries):
                statements.append(append(race, entries[place], _in_log(name, answer, kept, entries[place])))
            else:
                statements.append(keep_answer(self._table, key, kept))
        statements += [append(race, entry) for entry in entries[len(given) :]]
        return statements, texts

    def remember(self, texts: Texts) -> None:
        """These are on disk."""
        self._texts |= texts
        while len(self._texts) > LATEST_ANSWERS:  # the store has the oldest, should it be asked for again
            del self._texts[next(iter(self._texts))]


def _in_log(name: bytes, answer: Accepted, text: bytes, entry: Entry) -> Kept:
    is_plain = answer == Accepted(answer.op, version=entry.version)
    return Kept(name, None if is_plain else text)


def _plain(op: str, version: int) -> bytes:
    return json.encode(Accepted(op, version=version))
