"""A race goes on whatever happens: reloads, lost lines, a server that dies."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import BOARD, make_move, play_now, wait_for_turn, wait_until
from tests.e2e.serving import Server

OFFLINE = "No connection to the server"
LINE_IS_DOWN = ("WebSocket connection to", "ERR_CONNECTION_REFUSED")


def test_reload_in_the_middle_of_a_race(open_page: OpenPage):
    page = open_page("/")
    play_now(page, "stich-rallye")
    for _ in range(3):
        make_move(page, "stich-rallye")
        assert wait_for_turn(page)
    before = page.evaluate(BOARD)
    page.reload()
    assert wait_for_turn(page)
    assert page.evaluate(BOARD) == before
    make_move(page, "stich-rallye")
    page.goto("/")
    page.get_by_role("link", name="Back to your race: Stich Rallye").click()
    assert wait_for_turn(page)


def test_the_server_is_killed_and_comes_back(open_page: OpenPage, complaints, tmp_path):
    """The page goes on by itself; a card that was played meanwhile is played, once."""
    complaints.expect(*LINE_IS_DOWN)
    server = Server(tmp_path).start()
    try:
        page = open_page("/", address=server.address)
        play_now(page, "stich-rallye")
        make_move(page, "stich-rallye")
        assert wait_for_turn(page)
        page.evaluate("window.never = 'reloaded'")
        before = page.evaluate(BOARD)
        cards = page.locator("[data-card]").count()
        place = page.locator("section[aria-label='Board']").bounding_box()
        playing = page.locator("[data-action]").count() == 0

        server.kill()
        expect(page.get_by_text(OFFLINE)).to_be_visible()
        assert page.locator("section[aria-label='Board']").bounding_box() == place, "the board has moved"
        page.locator("[data-action], [data-card][aria-disabled='false']").first.click()
        assert page.evaluate(BOARD) == before
        server.start()

        expect(page.get_by_text(OFFLINE)).to_have_count(0)
        wait_until(page, f"({BOARD}) !== arg", before)
        if playing:
            expect(page.locator("[data-card]")).to_have_count(cards - 1)
        assert wait_for_turn(page)
        make_move(page, "stich-rallye")
        assert page.evaluate("window.never") == "reloaded"
    finally:
        server.stop()


def test_two_tabs_of_one_person_show_the_same_and_either_may_act(open_page: OpenPage):
    page = open_page("/")
    play_now(page, "stich-rallye")
    other = open_page(page.url, context=page.context)
    for mover, watcher in ((other, page), (page, other)):
        assert wait_for_turn(mover)
        make_move(mover, "stich-rallye")
        assert wait_for_turn(mover)
        wait_until(watcher, f"({BOARD}) === arg", mover.evaluate(BOARD))
