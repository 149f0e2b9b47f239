"""G2, G5: in Rally Run the page remembers nothing for its players: not a tile that was open, not what told of it."""

import json

import numpy as np
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import make_move, play_now, wait_for_turn, wait_until
from tests.e2e.test_g_canaries import memory_of

GAME = "rally-run"
MOVES = 5


def remembered(page: Page) -> tuple[int, int]:
    """How many views of the race, and how many of its events, the page can still reach in its memory."""
    heap = json.loads(memory_of(page))
    meta, words = heap["snapshot"]["meta"], heap["strings"]
    nodes = np.array(heap["nodes"]).reshape(-1, len(meta["node_fields"]))
    edges = np.array(heap["edges"]).reshape(-1, len(meta["edge_fields"]))
    owners = np.repeat(np.arange(len(nodes)), nodes[:, meta["node_fields"].index("edge_count")])
    own = edges[:, 0] == meta["edge_types"][0].index("property")

    def with_property(name: str) -> np.ndarray:
        return own & (edges[:, 1] == words.index(name))

    values = nodes[edges[:, 2] // nodes.shape[1], meta["node_fields"].index("name")]
    views = set.intersection(*(set(owners[with_property(name)]) for name in ("tiles", "open", "cars")))
    told = [words.index(kind) for kind in ("tile_revealed", "car_drove") if kind in words]
    return len(views), int(np.isin(values[with_property("kind")], told).sum())


def test_g2_g5_a_page_has_one_view_in_its_memory_and_no_event(open_page: OpenPage):
    page = open_page("/")
    play_now(page, GAME)
    guest = open_page(page.url)
    for _ in range(MOVES):
        make_move(page, GAME)
        if not wait_for_turn(page):
            return
    tiles = "[...document.querySelectorAll('[data-place]')].map((tile) => tile.textContent.length).join()"
    wait_until(guest, f"{tiles} === arg", page.evaluate(tiles))
    assert remembered(guest) == (1, 0)
    page.evaluate("window.kept = {kind: 'tile_revealed', clause: 'RR-3', cell: 'A1'}")
    assert remembered(page) == (1, 1), "nothing but what was just put there, so what were kept would be found"
