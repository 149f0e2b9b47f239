"""G2: what a player may not know is nowhere in that player's browser, nor in what the server writes down.

Every race has markers that nobody can meet by accident: the seed, the secret behind it and its salt. They are looked
for in frames, page, storage, caches, console, the browser's whole memory, and the server's output. What is hidden in a
game, such as others' cards, is looked for in every frame and in the page.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, make_move, play_now, wait_for_turn
from tests.server.conftest import Server
from tests.server.truth import Truth, ask

MOVES = 6
STORED = """async () => JSON.stringify({
    local: {...localStorage}, session: {...sessionStorage},
    databases: await indexedDB.databases(),
    caches: await Promise.all((await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all((await cache.keys()).map(async (asked) =>
            [asked.url, await (await cache.match(asked)).text()]));
    })),
})"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server whose output is kept. (Named before `open_page`: pages are closed first, or they miss it.)"""
    running = Server(tmp_path).start()
    yield running
    running.close()


class Ears:
    """Everything a browser is told and says."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.console: list[str] = []
        self.bodies: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.on("console", lambda message: self.console.append(message.text))

    def _hear(self, payload: str | bytes) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    @property
    def shown(self) -> list[dict[str, object]]:
        return [message for message in map(json.loads, self.frames) if message["type"] == "frame"]


def memory_of(page: Page) -> str:
    """All strings and objects in the page's heap."""
    chunks: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda told: chunks.append(told["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return "".join(chunks)


def markers(server: Server, race: str) -> list[str]:
    """What only the server may know before the end."""
    seed, dealing = ask(server.database, "SELECT seed, dealing FROM races WHERE race = ?", race)[0]
    dealt = json.loads(dealing)
    number = f"{int(seed):064x}"
    return [seed, number, seed[:20], number[:20], dealt["salt"], dealt["secret"]]


@pytest.mark.parametrize("game", GAMES)
def test_g2_nothing_hidden_is_anywhere_in_a_browser(own_server: Server, open_page: OpenPage, game: str):
    page = open_page("/", address=own_server.url, service_workers="allow")
    ears = Ears(page)
    play_now(page, game)
    race = str(ears.shown[-1]["race"])
    hidden = markers(own_server, race)
    (value,) = [each[2] for each in json.loads(ask(own_server.database, "SELECT dealing FROM races")[0][0])["pledges"]]
    assert value in page.evaluate(STORED), "our own part is known here: what is looked for can be found"
    for _ in range(MOVES):
        truth = Truth(own_server.database, race)
        for frame in ears.shown:
            truth.check(frame)
        places = {
            "frames": "\n".join(ears.frames),
            "page": page.content(),
            "stored": page.evaluate(STORED),
            "console": "\n".join(ears.console),
            "server": (own_server.folder / "stderr.txt").read_text(),
        }
        for marker in hidden:
            for place, text in places.items():
                assert marker not in text, (marker, place)
        check_page(page, game, truth)
        make_move(page, game)
        if not wait_for_turn(page):
            return
    heap = memory_of(page)
    assert value in heap, "the memory is really searched"
    for marker in hidden:
        assert marker not in heap


def check_page(page: Page, game: str, truth: Truth) -> None:
    """Of what others hold nothing is drawn, described or kept in an attribute."""
    if game != "stich-rallye":
        return  # the backs of tiles are compared in test_table.py; of others' controllers nothing is drawn before
    position = truth.race.position()
    if position["round"] > 1:
        return  # the list of what happened still names cards that were played before
    others = {card for hand in position["hands"][1:] for card in hand}
    words = {"B": "blue", "G": "green", "R": "red"}
    drawn = page.locator("main").inner_html()
    for card in others:
        assert f'"{card}"' not in drawn
        spoken = f"{words[card[0]]} {card[1:]}"
        assert not re.findall(rf"[^<>\"]*\b{spoken}\b[^<>\"]*", drawn, re.IGNORECASE), card


def test_g2_a_spectator_of_the_table_gets_no_marker_either(own_server: Server, open_page: OpenPage):
    page = open_page("/", address=own_server.url)
    play_now(page, "stich-rallye")
    guest = open_page("/", address=own_server.url)
    ears = Ears(guest)
    guest.goto(page.url)
    for _ in range(200):
        if ears.shown:
            break
        guest.wait_for_timeout(100)
    race = str(ears.shown[-1]["race"])
    assert "seat" not in ears.shown[-1]
    truth = Truth(own_server.database, race)
    for frame in ears.shown:
        truth.check(frame)
    for marker in markers(own_server, race):
        for text in ("\n".join(ears.frames), guest.content(), memory_of(guest)):
            assert marker not in text
