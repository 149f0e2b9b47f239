"""H1 in a browser: the seal is shown while the race is on, and after it the page has checked everything by itself."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from karacho.fair import verify
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, finish_race, play_now
from tests.e2e.serving import Server
from tests.e2e.words import say, within

HASH = re.compile(r"\b[0-9a-f]{64}\b")


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, ("en", "de", "fr"), strict=True)))
def test_h1_the_page_shows_the_seal_and_checks_the_race(open_page: OpenPage, server: Server, game: str, language: str):
    page = open_page("/", language=language)
    play_now(page, game)
    page.get_by_role("button", name=say(page, "table.race.menu")).click()
    menu = page.get_by_role("dialog")
    expect(menu).to_contain_text(within(page, "table.fair.title"))
    (commitment,) = HASH.findall(menu.inner_text())
    page.keyboard.press("Escape")
    finish_race(page, game)
    section = page.get_by_role("region", name=within(page, "table.fair.title"))
    expect(section).to_contain_text(within(page, "table.fair.mine"))
    section.get_by_text(within(page, "table.fair.details")).click()
    sealed, fingerprint = HASH.findall(section.inner_text())
    assert sealed == commitment
    file = section.get_by_role("link", name=say(page, "table.fair.download")).get_attribute("href")
    report = verify(httpx.get(f"{server.address}{file}").text, commitment=sealed, fingerprint=fingerprint)
    assert report.ok, report.text()


def test_h2_the_page_says_when_a_race_does_not_check_out(open_page: OpenPage, bot_race, server: Server, complaints):
    complaints.expect("404")
    race = bot_race("rally-run")
    page = open_page("/")
    text = httpx.get(f"{server.address}/api/races/{race.race}/proof").text
    page.route("**/proof", lambda route: route.fulfill(body=text.replace('"begin"', '"bogin"')))
    page.goto(f"/r/{race.race}")
    expect(page.get_by_role("alert").first).to_contain_text(within(page, "table.fair.bad.chain"))
    page.unroute("**/proof")
    page.route("**/proof", lambda route: route.fulfill(status=404, body="{}"))
    page.reload()
    expect(page.get_by_text(within(page, "table.fair.none")).first).to_be_visible()
