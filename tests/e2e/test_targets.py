"""Whatever can be tapped is as large as a finger, on small phones upright and lying and with the largest letters, and
no page is wider than its screen."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e import browsing, tour
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, wait_until
from tests.e2e.test_accessibility import AT_REST, TOURS

SCREENS: dict[str, dict[str, Any]] = {
    "narrow with large letters": {"size": "narrow", "settings": {**browsing.FAST, "text": 1.5}},
    "lying": {"size": "lying"},
}

# As a finger meets it: what of the 44 × 44 pixels around the middle belongs to a target, or to its label. Links within
# a sentence are as high as its lines, and the places of a board in a replay only tell what lies there. What is behind a
# dialog, or has something in front of its middle, is not met at all.
TOO_SMALL = """() => {
  const FINGER = 44, ROUNDING = 0.6;
  const span = (target, box, sideways) => {
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    const met = (far) => {
      const [x, y] = sideways ? [middle[0] + far, middle[1]] : [middle[0], middle[1] + far];
      return target.contains(document.elementFromPoint(x, y));
    };
    const reach = (way) => { let far = 0; while (far < FINGER && met(way * (far + 0.5))) far += 0.5; return far; };
    return Math.max(sideways ? box.width : box.height, reach(1) + reach(-1));
  };
  const inSentence = (link) => link.tagName === 'A' && getComputedStyle(link).display === 'inline'
    && link.parentElement.textContent.trim() !== link.textContent.trim();
  const TARGETS = "button, a[href], input, select, summary, [role='slider']";
  const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const covered = (found) => {
    const box = found.getBoundingClientRect();
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return met && !(found.closest('label') ?? found).contains(met);
  };
  return [...shown.querySelectorAll(TARGETS)]
    .filter((found) => found.checkVisibility({ visibilityProperty: true }) && found.getClientRects().length > 0)
    .filter((found) => !found.closest('.replay [data-place], .visually-hidden'))
    .filter((found) => !inSentence(found) && !covered(found))
    .map((found) => {
      const target = found.closest('label') ?? found;
      const box = target.getBoundingClientRect();
      const name = found.getAttribute('aria-label') ?? found.textContent.trim();
      return { name, width: span(target, box, true), height: span(target, box, false) };
    })
    .filter((found) => Math.min(found.width, found.height) < FINGER - ROUNDING)
    .map((found) => `${found.name.slice(0, 60)}: ${found.width.toFixed(1)} × ${found.height.toFixed(1)}`);
}"""


def check(page: Page, stops: list[tour.Stop]) -> None:
    found = []
    for stop in stops:
        stop.go(page)
        wait_until(page, AT_REST)
        found += [f"{stop.name}: {target}" for target in page.evaluate(TOO_SMALL)]
        if page.evaluate(browsing.TOO_WIDE):
            found.append(f"{stop.name}: wider than the screen")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("which", TOURS)
def test_every_screen(open_page: OpenPage, which: str, screen: str):
    check(open_page("/", **SCREENS[screen]), TOURS[which]())


@pytest.mark.parametrize("screen", SCREENS)
def test_after_the_race(open_page: OpenPage, bot_race, screen: str):
    page = open_page("/", **SCREENS[screen])
    for game in GAMES:
        check(page, tour.ended_stops(bot_race(game))[:2])
