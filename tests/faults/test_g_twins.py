"""G: what is hidden cannot be learned from any byte that is sent, nor from its size or its place."""

import logging
import random

import msgspec
import pytest

from karacho.registry import game_names, load_game
from karacho.server import table
from karacho.server.course import Course
from karacho.server.frames import Frames
from tests.faults.g_twins import REVEALING, run_pairs

PAIRS = 1200  # the long run has a hundred thousand of each game


@pytest.mark.parametrize("name", game_names())
def test_g1_g3_g4_g8_g10_g13_twin_worlds_send_the_same_bytes(name):
    """Every seat and spectators (G3), comings-back and downloads (G4), refusals (G8), programs (G10), bots (G13)."""
    tally = run_pairs(name, PAIRS, seed=random.SystemRandom().getrandbits(32))
    assert tally.leaks == []
    assert tally.pairs == PAIRS
    assert tally.different > tally.pairs / 2, "the twins must really differ"
    assert tally.inputs > tally.pairs / 2
    assert tally.messages > tally.pairs


# Leaks as one could build them in by mistake: each must be found, or the test above is worth nothing.
def leak_dealt(monkeypatch, name):
    data = load_game(name).events.data

    def untouched(self, step, _):
        return len(step.events), [msgspec.json.encode(data(event)) for event in step.events]

    monkeypatch.setattr(Course, "events_of", untouched)


def leak_number_of_entries(monkeypatch, name):
    seen_by = Frames.seen_by

    def counted(self, *a, **k):
        return b'%b,"entries":%d}' % (seen_by(self, *a, **k)[:-1], self._course.number)

    monkeypatch.setattr(Frames, "seen_by", counted)


def leak_seed_in_the_log(monkeypatch, name):
    commit = table.LiveTable.commit

    async def telling(self, **changes):
        logging.getLogger("karacho.table").warning("race %s", self.course.row.seed)
        await commit(self, **changes)

    monkeypatch.setattr(table.LiveTable, "commit", telling)


def leak_by_size(monkeypatch, name):
    """Something harmless, but as long as what is hidden."""
    seen_by = Frames.seen_by

    def padded(self, *a, **k):
        position = self._course.race.position()
        hidden = sum(map(len, position.get("hands", []))) or len(str(position).split("'A1'")[0]) + hash_of(position)
        return b'%b,"draws":[{"x":"%b"}]}' % (seen_by(self, *a, **k)[:-1], b"y" * hidden)

    monkeypatch.setattr(Frames, "seen_by", padded)


def leak_by_refusal(monkeypatch, name):
    """An answer that depends on another seat's truth."""
    advance = table.LiveTable.advance

    async def curious(self, change, *answers):
        course = await advance(self, change, *answers)
        for _, answer in answers:
            answer.version = hash_of(self.course.race.position())
        return course

    monkeypatch.setattr(table.LiveTable, "advance", curious)


def hash_of(position):
    return sum(str(position).encode()) % 97 + sum(i * byte for i, byte in enumerate(str(position).encode())) % 97


PLANTED = [
    ("stich-rallye", leak_dealt),
    ("tiny-turbo-cars", leak_dealt),
    ("tiny-turbo-cars", leak_number_of_entries),
    ("rally-run", leak_seed_in_the_log),
    ("rally-run", leak_by_size),
    ("stich-rallye", leak_by_refusal),
    ("rally-run", leak_by_refusal),
]


@pytest.mark.parametrize(("name", "plant"), PLANTED, ids=[f"{plant.__name__}-{name}" for name, plant in PLANTED])
def test_g1_a_planted_leak_is_found(name, plant, monkeypatch):
    plant(monkeypatch, name)
    assert run_pairs(name, 600, seed=5).leaks


def test_g1_the_rules_reveal_no_more_than_is_listed():
    """Kinds of events that part the worlds are few; a new one must be thought about."""
    assert {name: len(kinds) for name, kinds in REVEALING.items()} == {
        "stich-rallye": 0,
        "rally-run": 3,
        "tiny-turbo-cars": 1,
    }
