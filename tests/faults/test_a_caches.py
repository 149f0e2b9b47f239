"""A4: whatever the server has in memory is only a cache of the log, and equal to what the log gives."""

import hashlib
import shutil

import httpx
import pytest
from msgspec import json
from msgspec.structs import asdict

from karacho.server.answers import Answers
from karacho.server.course import restore
from karacho.server.seating import read_seating
from karacho.server.table import LiveTable
from karacho.store import open_store
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import plain

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 12}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 2}),
    ("tiny-turbo-cars", {"draft": "random", "round_limit": 1}),
]
IDS = ["stich-rallye", "rally-run", "relaxed", "against-the-clock"]


def digest(course):
    """Everything that is known of a race while it is in memory."""
    eyes = (*range(course.row.seats), None)
    known = {
        "state": course.race.state_bytes().hex(),
        "entries": [asdict(entry) for entry in course.entries],
        "steps": [repr(step) for step in course.steps],
        "programming": repr(course.programming),
        "views": [course.view(seat) for seat in eyes],
        "hints": [course.hints(seat) for seat in eyes],
        "outcome": repr(course.outcome),
    }
    return {name: hashlib.sha256(json.encode(value)).hexdigest() for name, value in known.items()}


def told(answers):
    """By command what it was answered, but for its op: of most the log has only a hash."""
    texts = {name: {**json.decode(text), "op": None} for name, text in answers._texts.items()}
    plain = {name: {"type": "accepted", "op": None, "version": at} for name, at in answers._versions.items()}
    return texts | plain


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_a4_at_every_instant_the_files_give_what_is_in_memory(serve, tmp_path, monkeypatch, game, options):
    """After every commit the files are copied as a kill would leave them, and read as a new process would."""
    commit, compared = LiveTable.commit, []

    async def compare(table, **changes):
        await commit(table, **changes)
        left = tmp_path / f"left-{len(compared)}"
        left.mkdir()
        for file in tmp_path.glob("inside.sqlite*"):
            if not file.name.endswith("-shm"):  # shared memory does not outlive its processes
                shutil.copy(file, left)
        store = await open_store(left / "inside.sqlite")
        row = await store.find_table(table.code)
        assert read_seating(row.data) == table.seating
        if table.course is not None:
            assert digest(await restore(store, table.course.row.race)) == digest(table.course)
        assert told(await Answers.load(store, table.code)) == told(table.answers)
        await store.close()
        shutil.rmtree(left)
        compared.append(table.course.version if table.course is not None else 0)

    monkeypatch.setattr(LiveTable, "commit", compare)

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create(game, "person", "bot", "bot", options=options, start=True)
            while not anna.over and len(compared) < 25:
                version = anna.version
                await anna.play_once(0)
                await anna.until(lambda: anna.version != version or anna.over)  # noqa: B023

    run(play())
    assert len(compared) >= 8
    assert compared == sorted(compared)


def test_a4_after_a_kill_everybody_sees_the_same_and_replays_have_the_same_letters(mortal):
    async def play():
        async with Player(mortal.address) as host:
            await host.create("stich-rallye", "bot", "bot", "bot", start=True)
            await host.until(lambda: host.over)
            paths = [f"/api/races/{host.frame['race']}{end}" for end in ("", "?seat=1", "/file", "/proof")]
        anna, guest = Player(mortal.address), Player(mortal.address)
        await anna.connect()
        await guest.connect()
        code = await anna.create("stich-rallye", "person", "person", "person", start=True)
        await guest.open(code)
        await anna.look(0)
        for _ in range(7):
            await anna.look(anna.view["actors"][0])
            version = anna.version
            await anna.act(anna.frame["seat"], anna.legal[0])
            await guest.until(lambda: guest.version > version)  # noqa: B023
        seen = await look_everywhere(anna, guest)
        texts = [httpx.get(f"{mortal.url}{path}").text for path in paths]
        mortal.kill()
        mortal.start()
        for player in (anna, guest):
            player.frame = {}
            await player.reconnect()
        assert await look_everywhere(anna, guest) == seen
        assert [httpx.get(f"{mortal.url}{path}").text for path in paths] == texts
        for player in (anna, guest):
            await player.disconnect()

    run(play())


async def look_everywhere(anna, guest):
    """The race as every seat and a spectator sees it now."""
    found = []
    for seat in range(3):
        await anna.look(seat)
        found.append((anna.version, plain(anna.view), anna.frame["hints"]))
    await guest.look(None)
    return [*found, (guest.version, plain(guest.view), guest.frame["hints"])]
