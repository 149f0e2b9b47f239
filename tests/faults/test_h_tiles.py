"""H4, H5: every tile of Rally Run is sealed singly; one that is turned up is proven at once, to everybody."""

import json

from msgspec.structs import replace

from karacho.fair import verify
from karacho.fair.chain import chained, unchained
from karacho.fair.seal import Seal
from karacho.fair.tiles import LEAVES, TileProof, is_proven, leaf_of, seal_tiles
from karacho.server import proofs
from karacho.server.course import Course
from tests.faults.h_samples import RACE, proof, sealed_race
from tests.server.conftest import run
from tests.server.player import Player

OPTIONS = {"turn_limit": 60}
KINDS = "ILTXD"


def reveals(course: Course) -> list[tuple[str, TileProof]]:
    """Every tile that was turned up, with its proof."""
    found = []
    for step in course.steps:
        tiles = [event.tile for event in step.events if type(event).__name__ == "TileRevealed"]
        found += zip(tiles, step.proofs, strict=True)
    return found


def test_h5_every_tile_that_is_turned_up_is_proven():
    course = sealed_race("rally-run", OPTIONS)
    root = course.row.dealing["tiles"]
    shown = reveals(course)
    assert len(shown) > 10
    assert any(given.cell != given.dealt for _, given in shown), "also one that was swapped"
    for tile, given in shown:
        assert [kind for kind in KINDS if is_proven(RACE, root, kind, given)] == [tile]
        assert not is_proven(RACE, root, tile, given._replace(dealt="E5" if given.dealt == "A1" else "A1"))
        assert not is_proven(RACE, root, tile, given._replace(path=given.path[1:]))


def test_h5_a_proof_names_the_cell_that_follows_from_the_swaps():
    """So a tile that was exchanged in secret is found out, though it is sealed too."""
    course = sealed_race("rally-run", OPTIONS)
    where = {}
    for step in course.steps:
        shown = iter(step.proofs)
        for event in step.events:
            if type(event).__name__ == "TilesSwapped":
                where[event.a], where[event.b] = where.get(event.b, event.b), where.get(event.a, event.a)
            elif type(event).__name__ == "TileRevealed":
                assert next(shown).dealt == where.get(event.cell, event.cell)


def test_h4_a_seal_cannot_be_tried_out():
    """A tile is one of five: without its salt, which has 256 bits, no seal can be recognized; and no two are alike."""
    seal = Seal(RACE, "5a" * 32, "c0" * 32)
    course = sealed_race("rally-run", OPTIONS)
    sealed = seal_tiles(seal, proofs.set_up(course.row))
    given = [sealed.prove(cell, cell) for cell in ("A1", "B1", "E5")]
    assert len({each.salt for each in given}) == 3
    assert all(len(bytes.fromhex(each.salt)) == 32 for each in given)
    beside = given[0].path[0]  # the seal of B1
    guesses = {leaf_of(RACE, "B1", kind, salt) for kind in KINDS for salt in ("", "5a" * 32, given[0].salt)}
    assert beside not in guesses
    assert beside in {leaf_of(RACE, "B1", kind, given[1].salt) for kind in KINDS}
    assert 2 ** len(given[0].path) == LEAVES


def test_h5_the_proofs_come_back_after_a_restart():
    course = sealed_race("rally-run", OPTIONS)
    again = Course.restored(course.row, course.entries)
    assert [step.proofs for step in again.steps] == [step.proofs for step in course.steps]
    fork = course.fork()
    assert fork.reveals is not course.reveals


def test_h2_another_root_is_caught():
    course = sealed_race("rally-run", OPTIONS)
    contents, _ = unchained(proof(course))
    contents[0]["tiles"] = "0" * 64
    report = verify(chained(contents))
    assert [(check.name, check.ok) for check in report.checks][-1] == ("deal", False)
    assert "sealed when the race began" in report.checks[-1].words


def test_races_of_earlier_servers_have_no_sealed_tiles():
    course = sealed_race("rally-run", OPTIONS)
    dealing = {name: value for name, value in course.row.dealing.items() if name != "tiles"}
    old = Course.fresh(replace(course.row, dealing=dealing))
    for entry in course.entries[1:]:
        old.repeat(entry)
    assert not any(step.proofs for step in old.steps)
    assert verify(proof(old)).ok
    described = proofs.describe(old.row, old.entries[-1], old.outcome)
    assert described is not None
    assert described.tiles is None


def test_h5_over_the_wire(server):
    """Everybody is shown the root when the race begins, and a proof with each tile, players and guests alike."""

    async def play():
        async with Player(server.address) as anna, Player(server.address) as guest:
            code = await anna.create("rally-run", "person", "bot", options={"turn_limit": 30})
            await guest.open(code)
            await anna.ask("start")
            await anna.play_to_the_end(0)
            await guest.until(lambda: guest.table["stage"] == "over")
            frames = [message for message in map(json.loads, guest.heard) if message["type"] == "frame"]
            return guest.table["seal"], frames

    seal, frames = run(play())
    shown = 0
    for frame in frames:
        tiles = [event for event in frame.get("events", []) if event["kind"] == "tile_revealed"]
        given = frame.get("proofs", [])
        assert len(tiles) == len(given)
        for event, each in zip(tiles, given, strict=True):
            assert each["cell"] == event["cell"]
            assert is_proven(seal["race"], seal["tiles"], event["tile"], TileProof(**each))
            shown += 1
    assert shown > 3
