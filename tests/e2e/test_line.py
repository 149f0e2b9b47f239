"""What a page says and does when saving takes long, when the line is silent, and when it is older than its server."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import BOARD, make_move, play_now, wait_for_turn, wait_until
from tests.e2e.serving import Server
from tests.e2e.tour import set_up

SAVING = "Saving …"
NOT_SAVED = "This could not be saved yet"
OFFLINE = "No connection to the server"
PATIENCE = 30_000
A_DAY = 86_400_000
GAME = "stich-rallye"


class Line:
    """The line between pages and the server, in the hands of a test."""

    def __init__(self, page: Page) -> None:
        self.dead = False
        self.sent: list[dict] = []
        page.route_web_socket("**/ws", self._carry)

    def _carry(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def up(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            if not self.dead:
                server.send(text)

        route.on_message(up)
        server.on_message(lambda text: None if self.dead else route.send(text))

    def types(self) -> list[str]:
        return [message["type"] for message in self.sent if message["type"] != "pong"]


@contextmanager
def locked(database: Path) -> Iterator[None]:
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def play_something(page: Page) -> None:
    page.locator("[data-action], [data-card][aria-disabled='false']").first.click()


def test_b1_b2_what_cannot_be_saved_is_said_and_saved_later(open_page: OpenPage, server: Server):
    page = open_page("/")
    play_now(page, GAME)
    before = page.evaluate(BOARD)
    status = page.get_by_role("status")
    with locked(server.folder / "karacho.sqlite"):
        play_something(page)
        expect(status.get_by_text(SAVING)).to_be_visible()
        assert page.evaluate(BOARD) == before
        expect(status.get_by_text(NOT_SAVED)).to_be_visible(timeout=PATIENCE)
        assert page.evaluate(BOARD) == before
    expect(page.get_by_text(NOT_SAVED)).to_have_count(0, timeout=PATIENCE)
    wait_until(page, f"({BOARD}) !== arg", before)
    expect(page.get_by_role("alert").get_by_text("could not be saved")).to_have_count(0)
    assert wait_for_turn(page)
    make_move(page, GAME)


def test_c1_a_silent_line_is_noticed_and_comes_back(open_page: OpenPage):
    """Nobody says that it is dead: nothing arrives any more, in either direction."""
    page = open_page("/")
    line = Line(page)
    play_now(page, GAME)
    page.evaluate("window.never = 'reloaded'")
    before = page.evaluate(BOARD)
    line.dead = True
    play_something(page)
    expect(page.get_by_text(OFFLINE)).to_be_visible(timeout=PATIENCE)
    line.sent.clear()
    line.dead = False
    expect(page.get_by_text(OFFLINE)).to_have_count(0, timeout=PATIENCE)
    wait_until(page, f"({BOARD}) !== arg", before)
    assert wait_for_turn(page)
    assert page.evaluate("window.never") == "reloaded"
    assert line.types().count("act") == 1


def test_c9_a_frozen_tab_catches_up_when_it_is_looked_at(open_page: OpenPage):
    page = open_page("/")
    line = Line(page)
    play_now(page, GAME)
    page.evaluate("window.never = 'reloaded'")
    other = open_page(page.url, context=page.context)
    assert wait_for_turn(other)
    lifecycle = page.context.new_cdp_session(page)
    lifecycle.send("Page.enable")
    lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.sent.clear()
    for _ in range(2):
        make_move(other, GAME)
        assert wait_for_turn(other)
    lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
    wait_until(page, f"({BOARD}) === arg", other.evaluate(BOARD))
    assert page.evaluate("window.never") == "reloaded"
    assert "act" not in line.types()
    make_move(page, GAME)


def test_c10_the_clock_is_the_servers_whatever_day_this_computer_has(open_page: OpenPage):
    page = open_page("/")
    page.add_init_script(f"""(() => {{
        const right = Date.now;
        let wrong = {A_DAY};
        Date.now = () => right() + wrong;
        window.jump = () => (wrong = -wrong);
    }})()""")
    page.reload()
    set_up(page, GAME)
    page.get_by_text("More options").click()
    page.get_by_label("Time per decision").select_option("60")
    page.get_by_role("button", name="Start the race").click()
    assert wait_for_turn(page)
    clock = page.get_by_role("timer").first
    for _ in range(2):
        expect(clock).to_be_visible()
        assert 0 < int(clock.inner_text()) <= 60
        page.evaluate("window.jump()")


def test_c11_an_old_page_is_reloaded_with_one_click(open_page: OpenPage, complaints):
    page = open_page("/")
    old = True

    def carry(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda text: server.send(text.replace('"protocol":1', '"protocol":999') if old else text))

    page.route_web_socket("**/ws", carry)
    page.goto("/t/ABCD123EFGH")
    dialog = page.get_by_role("dialog", name="There is a new version")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    old = False
    dialog.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", name="This table is not here")).to_be_visible()
    expect(dialog).to_have_count(0)
