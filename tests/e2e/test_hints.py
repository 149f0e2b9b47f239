"""Hints and refusals can be read, and hide nothing of the board they are about."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import browsing, tour
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import make_move, play_now, wait_for_turn
from tests.e2e.words import within

LARGE = {"settings": {**browsing.FAST, "text": 1.5}}
SCREENS: dict[str, dict[str, Any]] = {
    "narrow": {"size": "narrow"},
    "narrow with large letters": {"size": "narrow", **LARGE},
    "phone": {"size": "phone"},
    "lying": {"size": "lying"},
    "lying with large letters": {"size": "lying", **LARGE},
    "tablet": {"size": "tablet"},
    "desktop": {"size": "desktop"},
    "desktop with large letters": {"size": "desktop", **LARGE},
}
HAND_TOP = "document.querySelector('[data-card]').parentElement.offsetTop"
LOCALES = Path(__file__).parents[2] / "web" / "locales"

# With every text that there is in place of the one that is due.
HIDES = """(texts) => {
  const hint = document.querySelector('.hint');
  const board = document.querySelector('section.board').getBoundingClientRect();
  hint.getAnimations().forEach((motion) => motion.finish());
  const words = hint.querySelector('p');
  return texts.filter((text) => {
    words.textContent = text;
    const box = hint.getBoundingClientRect();
    return box.right > board.left && box.left < board.right && box.bottom > board.top + 1;
  });
}"""


def all_texts() -> list[str]:
    texts = []
    for language in ("en", "de", "fr"):
        words = json.loads((LOCALES / language / "table.json").read_text(encoding="utf-8"))
        hints = {key: text for key, text in words.items() if key.startswith("hint.") and key != "hint.close"}
        texts += [f"{hints.get(key.rpartition('.')[0], '')} {text}".strip() for key, text in hints.items()]
    return texts


# The reasons against something are shorter.
UNDER_A_TOAST = """() => {
  const toast = document.querySelector('.toast');
  toast.getAnimations().forEach((motion) => motion.finish());
  return toast.getBoundingClientRect().bottom > document.querySelector('section.board').getBoundingClientRect().top + 1;
}"""


def seen(page: Page) -> list[str]:
    return list(json.loads(page.evaluate("localStorage['karacho.hints'] ?? '[]'")))


@pytest.mark.parametrize("screen", SCREENS)
def test_no_hint_hides_anything_of_the_board(open_page: OpenPage, screen: str):
    page = open_page("/", **SCREENS[screen])
    play_now(page, "rally-run")
    expect(page.locator(".hint")).to_be_visible()
    assert page.evaluate(HIDES, all_texts()) == []
    expect(page.get_by_role("button", name="Menu")).to_be_in_viewport()


def test_how_to_program_stays_until_the_first_slide(open_page: OpenPage):
    page = open_page("/", settings={"speed": "normal", "sound": False})
    play_now(page, "tiny-turbo-cars")
    how = page.locator(".hint", has_text=within(page, "table.hint.tiny-turbo-cars.1"))
    smiles = page.locator(".hint", has_text=within(page, "table.hint.tiny-turbo-cars.2.relaxed"))
    tour.to_the_controller(page)
    expect(how).to_be_visible()
    expect(page.locator("main aside li", has_text="is done").first).to_be_visible(timeout=30_000)
    expect(how).to_be_visible()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(smiles).to_be_visible()
    assert seen(page) == ["tiny-turbo-cars.1"]


def test_a_hint_that_nobody_could_read_comes_again(open_page: OpenPage):
    page = open_page("/")
    play_now(page, "rally-run")
    expect(page.locator(".hint")).to_be_visible()
    page.reload()
    expect(page.locator(".hint")).to_be_visible()
    assert seen(page) == []
    page.locator(".hint p").click()
    expect(page.locator(".hint")).to_have_count(0)
    assert seen(page) == ["rally-run.1"]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_refusal_hides_nothing_either_and_goes_with_the_next_move(open_page: OpenPage, screen: str):
    page = open_page("/", language="de", **SCREENS[screen])
    tour.refusal(page)
    toast = page.locator(".toast")
    assert not page.evaluate(UNDER_A_TOAST)
    make_move(page, "rally-run")
    expect(toast).to_have_count(0, timeout=1_000)


@pytest.mark.parametrize("screen", ["narrow with large letters", "phone", "desktop with large letters"])
def test_the_hand_lies_still_whatever_is_said_of_a_card(open_page: OpenPage, screen: str):
    """Or it would slip away under a finger, and under a mouse to and fro for ever."""
    page = open_page("/", **SCREENS[screen])
    play_now(page, "stich-rallye")
    for _ in range(4):
        found = {page.evaluate(HAND_TOP)}
        for card in page.locator("[data-card][aria-disabled='false']").all():
            card.focus()
            found.add(page.evaluate(HAND_TOP))
        assert len(found) == 1
        page.evaluate("document.activeElement.blur()")
        make_move(page, "stich-rallye")
        assert wait_for_turn(page)
