"""What a table refuses, and what its page must not know."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import make_move, play_now, play_until, wait_for_turn

KNOWN = {"karacho.settings", "karacho.secret", "karacho.name", "karacho.tables", "karacho.raced", "karacho.hints",
         "karacho.pledges", "karacho.mix", "karacho.mode"}  # fmt: skip
BACKS = """() => [...document.querySelectorAll('[data-place]')].map((cell) => {
    const copy = cell.cloneNode(true);
    return { place: cell.dataset.place, label: cell.getAttribute('aria-label'), inside: copy.innerHTML };
})"""
STORED = """async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    history: history.state,
})"""


def test_a_refusal_says_why(open_page: OpenPage):
    page = open_page("/")
    play_now(page, "rally-run")
    page.get_by_role("button", name="Switch", exact=True).click()
    page.locator("[data-place='C3']").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("The pit stop tile stays in the middle.")
    refusal.get_by_role("button", name="Why?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(re.compile(r"The rule behind it \(RR-\d+\)"))
    assert len(dialog.inner_text()) > 100
    page.keyboard.press("Escape")
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_text("")


def test_a_card_that_does_not_follow_suit_is_refused(open_page: OpenPage):
    page = open_page("/", language="de")
    play_now(page, "stich-rallye")
    dim = page.locator("[data-card][aria-disabled='true']")
    turbo = page.locator("[data-action]")
    play_until(page, "stich-rallye", lambda: dim.count() > 0 and not turbo.count())
    dim.first.click(force=True)  # what looks dim can still be tapped, and answers
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Farbe")
    refusal.get_by_role("button", name="Warum?").click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text("SR-")


@pytest.mark.parametrize("speed", ["off", "fast"])
def test_g5_g6_a_covered_tile_is_forgotten(open_page: OpenPage, speed: str):
    """Every back is like every other, and nothing of any tile is kept anywhere in the browser."""
    page = open_page("/", settings={"speed": speed, "sound": False})
    play_now(page, "rally-run")
    covered = page.locator("main aside li", has_text="is turned back")
    for _ in range(30):
        make_move(page, "rally-run")
        if not wait_for_turn(page) or covered.count() > 2:
            break
    assert covered.count()
    if not page.locator("[data-place]").count():
        return
    cells = page.evaluate(BACKS)
    backs = [cell for cell in cells if "face down" in cell["label"]]
    assert len(backs) > 10
    plain = {
        re.sub(r'<span class="tape.*', "", cell["inside"]) for cell in backs if "switched, sticks" not in cell["label"]
    }
    assert len(plain) == 1, plain
    for cell in backs:
        assert not re.search("straight|curve|T-junction|crossing|dead end|open to", cell["label"])

    stored = page.evaluate(STORED)
    assert set(stored["local"]) <= KNOWN
    assert not stored["session"]
    assert not stored["databases"]
    assert not stored["caches"]
    kept = json.dumps({**stored, "local": {k: v for k, v in stored["local"].items() if k != "karacho.secret"}})
    assert not re.search(r"\b[A-E][1-5]\b|straight|curve|junction|crossing", kept)
