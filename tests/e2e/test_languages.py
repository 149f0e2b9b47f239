"""Every screen speaks the reader's language, and all of it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.botrace import BotRace
from tests.e2e.conftest import OpenPage
from tests.e2e.words import LANGUAGES, texts

NAMESPACES = sorted({key.partition(".")[0] for key in texts("en")})
RAW_KEY = re.compile(rf"\b({'|'.join(NAMESPACES)})\.[a-z][\w.-]+")
SHORTEST = 4  # shorter words are alike by chance

# Everything that is seen or read out, bit by bit.
SAID = """() => {
    const said = [];
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.currentNode; node; node = walk.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
            if (!node.parentElement.closest('script, style')) said.push(node.textContent);
        } else {
            for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext'])
                if (node.hasAttribute(name)) said.push(node.getAttribute(name));
        }
    }
    return said.map((text) => text.trim()).filter(Boolean);
}"""


def english_only(language: str) -> set[str]:
    """Whole texts that only the English locale has."""
    own = set(texts(language).values())
    plain = {text for text in texts("en").values() if "{" not in text and len(text) >= SHORTEST}
    return plain - own


def problems(page: Page, language: str) -> list[str]:
    said = page.evaluate(SAID)
    assert len(said) > 3, "the page says nothing"
    found = [f"raw key {text!r}" for text in said if RAW_KEY.search(text)]
    if language != "en":
        leftover = english_only(language)
        found += [f"English {text!r}" for text in said if text in leftover]
    if page.evaluate("document.documentElement.lang") != language:
        found.append("another lang attribute")
    return found


def check(page: Page, stops: list[tour.Stop], language: str) -> None:
    found = []
    for stop in stops:
        stop.go(page)
        found += [f"{stop.name}: {problem}" for problem in problems(page, language)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(open_page: OpenPage, language: str):
    check(open_page("/", language=language), tour.plain_stops(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_and_races(open_page: OpenPage, language: str):
    check(open_page("/", language=language), tour.live_stops(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_and_replays(open_page: OpenPage, bot_race: Callable[[str], BotRace], language: str):
    page = open_page("/", language=language)
    for game in tour.GAMES:
        check(page, tour.ended_stops(bot_race(game)), language)


def test_german_and_french_as_they_are_spoken(open_page: OpenPage):
    german = open_page("/", language="de")
    expect(german.get_by_role("button", name="Stich Rallye: Sofort spielen")).to_be_visible()
    french = open_page("/settings", language="fr")
    expect(french.get_by_role("heading", name="Réglages")).to_be_visible()


def test_the_language_can_be_changed_in_the_middle_of_a_race(open_page: OpenPage):
    page = open_page("/")
    page.evaluate("localStorage.setItem('karacho.name', 'Otter')")
    tour.race("rally-run")(page)
    tour.dialog_in_race("table.race.menu", "table.race.settings")(page)
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert not problems(page, "de")
