"""H1 in a browser: the seal is shown while the race is on, and after it the page has checked everything by itself."""

import json
import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from karacho.fair import verify
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, finish_race, make_move, play_now, wait_for_turn
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
    menu.get_by_text(within(page, "table.fair.commitment")).click()
    (commitment,) = HASH.findall(menu.inner_text())
    page.keyboard.press("Escape")
    finish_race(page, game)
    section = page.get_by_role("region", name=within(page, "table.fair.title"))
    expect(section).to_contain_text(within(page, "table.fair.mine.mixed"))
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
    expect(page.get_by_role("alert").filter(has_text=within(page, "table.fair.bad.chain"))).to_be_visible()
    page.unroute("**/proof")
    page.route("**/proof", lambda route: route.fulfill(status=404, body="{}"))
    page.reload()
    expect(page.get_by_text(within(page, "table.fair.none")).first).to_be_visible()


def deafen(line: WebSocketRoute) -> None:
    """A dishonest server: it does not hear what players want to mix in."""
    server = line.connect_to_server()
    line.on_message(lambda text: server.send(text) if json.loads(str(text))["type"] != "pledge" else None)
    server.on_message(line.send)


def test_h1_the_page_says_when_its_own_value_was_left_out(open_page: OpenPage):
    page = open_page("/")
    page.route_web_socket(re.compile("/ws$"), deafen)
    page.reload()
    play_now(page, "rally-run")
    left_out = page.get_by_role("alert").filter(has_text=within(page, "table.fair.bad.ignored"))
    open_fairness(page)
    expect(left_out).to_be_visible()
    page.keyboard.press("Escape")
    finish_race(page, "rally-run")
    expect(left_out).to_be_visible()


def open_fairness(page: Page) -> Locator:
    """What the menu of a running race says of it."""
    page.get_by_role("button", name=say(page, "table.race.menu")).click()
    return page.get_by_role("dialog")


def test_h5_every_tile_is_checked_when_it_is_turned_up(open_page: OpenPage):
    page = open_page("/")
    play_now(page, "rally-run")
    make_move(page, "rally-run")
    wait_for_turn(page)
    menu = open_fairness(page)
    expect(menu).to_contain_text(re.compile(r"[1-9]\d* turned up so far"))
    expect(page.get_by_role("alert").filter(has_text="does not deal fairly")).to_have_count(0)


def test_h5_a_tile_exchanged_in_mid_race_raises_the_alarm(open_page: OpenPage):
    """A dishonest server: from some time on it shows other tiles than those that were sealed."""

    honest = True

    def deceive(text: str) -> str:
        message = json.loads(text)
        for event in message.get("events", []):
            if event["kind"] == "tile_revealed" and not honest:
                event["tile"] = "I" if event["tile"] == "L" else "L"
        return json.dumps(message)

    def stand_between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda text: line.send(deceive(str(text))))

    page = open_page("/")
    page.route_web_socket(re.compile("/ws$"), stand_between)
    page.reload()
    play_now(page, "rally-run")
    alarm = page.get_by_role("alert").filter(has_text="does not deal fairly")
    expect(alarm).to_have_count(0)
    honest = False
    make_move(page, "rally-run")
    expect(alarm).to_be_visible()
