"""G11: nobody can foresee what is drawn, and no name tells anything of it."""

import ast
import random
import time
from pathlib import Path

import pytest

import karacho
from karacho.fair.seal import Pledge, Seal, new_seal, seed_of
from karacho.server import identity

SOURCES = Path(karacho.__file__).parent
KEPT = ("core", "fair", "games", "server", "store", "race.py", "registry.py", "replay.py")
UNKNOWABLE = {"SystemRandom"}
# A generator that can be foreseen, and what it decides.
HARMLESS = {
    "server/fleet.py": "which server looks after a table without one",
    "store/postgres.py": "how long is waited before a write is tried again",
}
FORESEEABLE = ("random", "numpy.random", "uuid")


def foreseeable(tree):
    """What a module takes from generators that can be foreseen."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in (*FORESEEABLE, "np.random"):
            yield node.attr
        if isinstance(node, ast.ImportFrom) and node.module in FORESEEABLE:
            yield from (name.name for name in node.names)


def test_g11_what_people_play_with_is_drawn_by_the_system():
    files = [
        file for kept in KEPT for file in ((SOURCES / kept).rglob("*.py") if "." not in kept else [SOURCES / kept])
    ]
    assert len(files) > 80
    found = {str(file.relative_to(SOURCES)): set(foreseeable(ast.parse(file.read_text("utf-8")))) for file in files}
    used = {file: names - UNKNOWABLE for file, names in found.items() if names - UNKNOWABLE}
    assert used.keys() == HARMLESS.keys(), "say what it decides; whatever is hidden or a key comes from `secrets`"


@pytest.mark.parametrize(
    ("draw", "bits"),
    [
        (identity.new_table_code, 55),
        (identity.new_id, 80),
        (identity.new_secret, 192),
        (lambda: new_seal("R" * 16).secret, 256),
        (lambda: new_seal("R" * 16).salt, 256),
        (lambda: f"{karacho.Race('rally-run', seats=2).seed:x}", 128),
    ],
    ids=["table", "race", "secret", "sealed secret", "salt", "seed at home"],
)
def test_g11_names_and_secrets_do_not_repeat_when_everything_else_does(monkeypatch, draw, bits):
    """The same clock and the same state of every other generator: still each one is new, in all its letters."""
    monkeypatch.setattr(time, "time", lambda: 1.0)
    monkeypatch.setattr(time, "monotonic", lambda: 1.0)
    drawn = set()
    for _ in range(200):
        random.seed(1)
        drawn.add(draw())
    monkeypatch.undo()
    assert len(drawn) == 200
    alphabet = {letter for text in drawn for letter in text}
    longest = max(map(len, drawn))
    assert longest * (len(alphabet) - 1).bit_length() >= bits
    for place in range(min(map(len, drawn))):
        assert len({text[place] for text in drawn}) > 1, f"the letter at {place} is always the same"


def test_g11_what_is_told_before_the_end_leaves_every_deal_possible():
    """Race, commitment and pledges are told. Whoever knows them all knows no bit of the seed without the secret."""
    seal = new_seal("R" * 16)
    pledges = [Pledge(seat, f"{seat:064x}", f"{seat + 1:064x}") for seat in range(3)]
    told = Seal(seal.race, seal.salt, "00" * 32)
    seeds = [seed_of(Seal(told.race, told.salt, f"{guess:064x}"), pledges) for guess in range(512)]
    for bit in range(256):
        ones = sum(seed >> bit & 1 for seed in seeds)
        assert 150 < ones < 362, "each bit of the seed depends on the secret"  # 9 standard deviations
    assert seed_of(seal, pledges) not in seeds
