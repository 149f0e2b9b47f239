"""A tap never does nothing: what is refused says why, and offers the clause."""

import re

from playwright.sync_api import Error, Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import make_move, play_until
from tests.e2e.words import within

GAME = "tiny-turbo-cars"
SOON = 1_500

# The hand is on the controller again before the others are done.
AFTERWARDS = """async (done) => {
    done.click();
    await new Promise((drawn) => setTimeout(drawn));
    document.querySelector('main [role=application]').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
}"""


def heard(page: Page, key: str) -> None:
    """The reason stands on the screen with its Why?, and is put away again."""
    toast = page.locator(".toast", has_text=within(page, key))
    expect(toast).to_be_visible()
    expect(toast.get_by_role("button", name="Why?")).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


def comes(toast: Locator) -> bool:
    """Is anything said? The next tap would put it away, so it is waited for."""
    try:
        toast.wait_for(timeout=SOON)
    except Error:
        return False
    return True


def tap_space(page: Page, row: int, lane: int) -> None:
    """Where no button is."""
    lanes = page.locator("main .lanes")
    cell = page.evaluate("document.querySelector('main .lanes').clientWidth / 5")
    height = page.evaluate("document.querySelector('main .lanes').clientHeight")
    lanes.click(position={"x": (lane - 0.5) * cell, "y": height - (row - 0.5) * cell})


def phase(page: Page, title: str) -> Locator:
    return page.get_by_role("heading", name=within(page, f"tiny-turbo-cars.{title}"))


def test_tiny_turbo_cars(open_page: OpenPage):
    page = open_page("/")
    page.get_by_role("button", name="Tiny Turbo Cars: Play without a clock").click()
    page.wait_for_url("**/t/*")

    play_until(page, GAME, lambda: phase(page, "draft.title").count() > 0)
    make_move(page, GAME)

    play_until(page, GAME, lambda: phase(page, "grid.title").count() > 0)
    tap_space(page, row=5, lane=3)
    heard(page, "refusals.NOT_A_GRID_SPACE")
    told = page.locator("main aside li", has_text="lines up").last.inner_text()
    row, lane = map(int, re.findall(r"(?:row|lane) (\d)", told))
    tap_space(page, row, lane)
    heard(page, "refusals.SPACE_TAKEN")
    make_move(page, GAME)

    done = page.get_by_role("button", name=re.compile("^Done"))
    play_until(page, GAME, lambda: done.count() > 0)
    controller = page.get_by_role("application", name="Your controller")
    size = page.evaluate("document.querySelector('main [role=application]').clientWidth / 4")
    for row in range(4):  # a piece that shares no line with the gap is in every row but one
        controller.click(position={"x": (row + 0.5) * size, "y": (row + 0.5) * size})
        if comes(page.locator(".toast")):
            break
    heard(page, "tiny-turbo-cars.controller.not_in_line")
    done.evaluate(AFTERWARDS)
    heard(page, "refusals.ALREADY_DONE")


def test_a_replay_says_that_it_is_one(open_page: OpenPage, bot_race):
    page = open_page(f"/r/{bot_race(GAME).race}")
    page.get_by_role("button", name="Die Liner").click(force=True)  # what cannot be chosen is disabled, not deaf
    expect(page.locator(".toast", has_text="This is a replay")).to_be_visible()
    page = open_page(f"/r/{bot_race('rally-run').race}")
    page.locator("[data-place='B2']").click()
    expect(page.locator(".toast", has_text="This is a replay")).to_be_visible()
