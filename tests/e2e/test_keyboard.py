"""Everything without a mouse."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import PATIENCE, act, wait_for_turn, wait_until

MOST_TABS = 60


def tab_to(page: Page, target: Locator) -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            expect(target).to_be_focused()
            return
    raise AssertionError(f"{target} cannot be reached with Tab")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"))


def start(page: Page, name: str) -> None:
    tab_to(page, page.get_by_role("button", name=name))
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)


def test_a_trick_of_stich_rallye(open_page: OpenPage):
    page = open_page("/")
    start(page, "Stich Rallye: Play now")
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    tab_to(page, hand.first)
    page.keyboard.press("ArrowRight")
    expect(hand.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(hand.last).to_be_focused()
    page.keyboard.press("Home")
    for _ in range(hand.count()):
        if "not allowed" not in focused(page):
            break
        page.keyboard.press("ArrowRight")
    count = hand.count()
    act(page, lambda: page.keyboard.press("Enter"))
    assert wait_for_turn(page)
    assert hand.count() == count - 1 or "Round 2" in page.get_by_role("region", name="Board").inner_text()


def test_the_focus_goes_on_with_the_moves_of_stich_rallye(open_page: OpenPage):
    """From the card that was played to the next one, and to coast or turbo as soon as that is the question."""
    page = open_page("/")
    start(page, "Stich Rallye: Play now")
    tab_to(page, page.locator("[data-card][tabindex='0']"))
    asked = page.locator("[data-action]")
    for _ in range(MOST_TABS):
        if asked.count():
            break
        for _ in range(page.locator("[data-card]").count()):
            if page.locator("[data-card][aria-disabled='false']:focus").count():
                break
            page.keyboard.press("ArrowRight")
        act(page, lambda: page.keyboard.press("Enter"))
        assert wait_for_turn(page)
    expect(asked.first).to_be_focused()
    act(page, lambda: page.keyboard.press("Enter"))
    assert wait_for_turn(page)
    expect(page.locator("[data-card]:focus")).to_have_count(1)


def test_a_drive_and_a_switch_of_rally_run(open_page: OpenPage):
    page = open_page("/")
    start(page, "Rally Run: Play now")
    board = page.get_by_role("group", name="Grid with road tiles")
    tab_to(page, board.locator("button[tabindex='0']"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(board.locator("[data-place='A3']")).to_be_focused()

    target = page.get_by_role("button", name="you can drive here").first
    walk_to(page, board, target.get_attribute("data-place") or "")
    act(page, lambda: page.keyboard.press("Enter"))
    lay_by_key(page)

    assert wait_for_turn(page)
    lay_by_key(page)
    assert wait_for_turn(page)
    tab_to(page, page.get_by_role("button", name="Switch", exact=True))
    page.keyboard.press("Enter")
    first = page.get_by_role("button", name="can be switched").first.get_attribute("data-place") or ""
    tab_to(page, board.locator("button[tabindex='0']"))
    walk_to(page, board, first)
    page.keyboard.press("Enter")
    expect(board.locator(f"[data-place='{first}']")).to_have_attribute("aria-label", re.compile("picked up"))
    second = page.get_by_role("button", name="switch with this one").first.get_attribute("data-place") or ""
    walk_to(page, board, second)
    page.keyboard.press("Enter")
    expect(
        page.locator("main aside li", has_text=re.compile(f"switches the road tiles on ({first}|{second})"))
    ).not_to_have_count(0)


def lay_by_key(page: Page) -> None:
    """If the tile can lie in several ways: the second of them. The focus is already there."""
    wait_until(page, "document.title.startsWith('●') || document.title.includes('·')")
    ways = page.get_by_role("group", name="ways the road tile can lie")
    if not ways.count():
        return
    expect(ways.get_by_role("button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    act(page, lambda: page.keyboard.press("Enter"))


def walk_to(page: Page, board: Locator, place: str) -> None:
    """Over the grid with the arrow keys; corners hang on the first and last cells of its edges."""
    edges = {"NW": ("A1", "ArrowUp"), "NE": ("E1", "ArrowRight"), "SE": ("E5", "ArrowDown"), "SW": ("A5", "ArrowLeft")}
    cell, last = edges.get(place, (place, None))
    here = board.locator("button[tabindex='0']").get_attribute("data-place") or "C3"
    for key in {"NW": ["ArrowDown", "ArrowRight"], "NE": ["ArrowLeft", "ArrowDown"]}.get(here, []):
        page.keyboard.press(key)
    for key in {"SE": ["ArrowUp", "ArrowLeft"], "SW": ["ArrowRight", "ArrowUp"]}.get(here, []):
        page.keyboard.press(key)
    here = board.locator("button[tabindex='0']").get_attribute("data-place") or "C3"
    across, down = ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    if last:
        page.keyboard.press(last)
    expect(board.locator(f"[data-place='{place}']")).to_be_focused()


def test_a_program_of_tiny_turbo_cars(open_page: OpenPage):
    page = open_page("/")
    start(page, "Tiny Turbo Cars: Play without a clock")
    done = page.get_by_role("button", name=re.compile("^Done"))
    while not done.count():
        choice = page.get_by_role("button", name=re.compile("^(Choose |Starting space)")).first
        tab_to(page, choice)
        act(page, lambda: page.keyboard.press("Enter"))
        assert wait_for_turn(page)
    controller = page.get_by_role("application", name="Your controller")
    tab_to(page, controller)
    lines = "[...document.querySelectorAll('main .controller ol li')].map((line) => line.innerText).join('|')"
    before = page.evaluate(lines)
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    wait_until(page, f"({lines}) !== arg", before)
    page.keyboard.press("p")
    expect(page.get_by_text("Program: 1 ")).to_have_count(1)
    tab_to(page, done)
    page.keyboard.press("Enter")
    expect(page.locator("main aside li", has_text="Guest is done.")).to_have_count(1)


def test_the_focus_goes_on_with_the_moves_of_tiny_turbo_cars(open_page: OpenPage):
    """From the Racecar to the grid, to the controller, through the show, and to the controller of the next round."""
    page = open_page("/")
    start(page, "Tiny Turbo Cars: Play without a clock")
    tab_to(page, page.get_by_role("button", name=re.compile("^Choose ")).first)
    act(page, lambda: page.keyboard.press("Enter"))
    # All others choose, and line up, before.
    expect(page.get_by_role("button", name=re.compile("^Starting space")).first).to_be_focused(timeout=PATIENCE)
    act(page, lambda: page.keyboard.press("Enter"))
    controller = page.get_by_role("application", name="Your controller")
    expect(controller).to_be_focused()
    for game_round in (1, 2):
        expect(page.get_by_role("heading", name=f"Round {game_round}")).to_be_visible()
        tab_to(page, page.get_by_role("button", name=re.compile("^Done")))
        act(page, lambda: page.keyboard.press("Enter"))
        assert page.evaluate("document.activeElement !== document.body")
        assert wait_for_turn(page)
        expect(page.locator("[data-next]:focus")).to_have_count(1)


@pytest.mark.parametrize("game", ["Rally Run: Play now", "Tiny Turbo Cars: Play without a clock"])
def test_a_hint_gives_the_focus_to_the_board(open_page: OpenPage, game: str):
    page = open_page("/")
    start(page, game)
    hint = page.get_by_role("button", name="Got it")
    while not hint.count():
        page.locator("[data-next]").first.press("Enter")
        page.wait_for_timeout(200)
        assert wait_for_turn(page)
    tab_to(page, hint)
    page.keyboard.press("Enter")
    while hint.count():  # the next one is due at once
        hint.press("Enter")
    expect(page.get_by_role("region", name="Board").locator(":focus")).to_have_count(1)


def test_dialogs_close_with_escape_and_give_the_focus_back(open_page: OpenPage):
    page = open_page("/")
    start(page, "Rally Run: Play now")
    menu = page.get_by_role("button", name="Menu")
    tab_to(page, menu)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()


def test_the_log_is_one_stop_and_its_questions_have_names(open_page: OpenPage):
    page = open_page("/")
    start(page, "Stich Rallye: Play now")
    whys = page.locator("main aside").get_by_role("button")
    assert whys.count() > 2
    names = whys.evaluate_all("(found) => found.map((each) => each.getAttribute('aria-label'))")
    assert all(name.startswith("Why? ") and len(name) > 8 for name in names)
    tab_to(page, whys.last)
    page.keyboard.press("ArrowUp")
    expect(whys.nth(-2)).to_be_focused()
    page.keyboard.press("Home")
    expect(whys.first).to_be_focused()
    assert page.locator("main aside [tabindex='0']").count() == 1


def test_the_focus_goes_along_into_the_race(open_page: OpenPage):
    page = open_page("/")
    tab_to(page, page.get_by_role("button", name="Rally Run: Set up a table"))
    page.keyboard.press("Enter")
    page.keyboard.type("Otter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    tab_to(page, page.get_by_role("button", name="Start the race"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Rally Run")).to_be_focused()


def test_the_pieces_of_a_replay_take_no_keys(open_page: OpenPage, bot_race):
    race = bot_race("tiny-turbo-cars")
    page = open_page(f"/r/{race.race}?seat=0")
    controller = page.get_by_role("application")
    for _ in range(MOST_TABS):
        if controller.count():
            break
        page.keyboard.press("ArrowDown")
    expect(controller).to_have_attribute("aria-disabled", "true")
    expect(controller).to_have_attribute("tabindex", "-1")
    expect(controller).not_to_have_attribute("aria-describedby", re.compile("."))
