"""Nothing moves on a device that asks for it, whatever the speed of the show."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES

# A motion that is switched off lasts a hundredth of a millisecond, and may be met in it.
MOVING = """() => new Promise((answer) => requestAnimationFrame(() => requestAnimationFrame(() => answer(
    document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().duration > 1)
        .map(({ effect }) => effect.target.getAttribute('class') ?? effect.target.tagName)))))"""
# Where the track of a replay is seen while the race goes on to three quarters of it at once.
PLACES_OF_THE_CAMERA = """(scrubber) => new Promise((answer) => {
  const strip = document.querySelector('.track .window');
  const places = [strip.scrollTop];
  const look = () => {
    if (strip.scrollTop !== places.at(-1)) places.push(strip.scrollTop);
    requestAnimationFrame(look);
  };
  scrubber.value = Math.round(scrubber.max * 0.75);
  scrubber.dispatchEvent(new Event('input', { bubbles: true }));
  look();
  setTimeout(() => answer(places), 800);
})"""


@pytest.fixture
def still(open_page: OpenPage) -> Page:
    page = open_page("/", settings={"speed": "normal", "sound": False}, reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    return page


@pytest.mark.parametrize("path", ["/", *(f"/rules/{game}" for game in GAMES)])
def test_a_page_stands_still(still: Page, path: str):
    still.goto(path)
    expect(still.get_by_role("heading", level=1)).to_be_visible()
    assert still.evaluate(MOVING) == []


def test_the_carpet_stands_still(still: Page):
    still.goto("/carpet")
    still.get_by_role("button", name="Clear", exact=True).click()
    cell = still.locator("[data-place='C2']")
    still.get_by_role("list", name="Road tiles left").get_by_role("button", name=re.compile("straight road")).click()
    cell.click()
    lying = cell.get_attribute("aria-label") or ""
    cell.click()
    expect(cell).not_to_have_attribute("aria-label", lying)
    assert still.evaluate(MOVING) == []


def test_the_camera_jumps(still: Page, bot_race):
    race = bot_race("tiny-turbo-cars")
    still.goto(f"/r/{race.race}?v={race.version // 3}")
    places = still.get_by_role("slider", name="Where the replay stands").evaluate(PLACES_OF_THE_CAMERA)
    assert len(places) == 2
