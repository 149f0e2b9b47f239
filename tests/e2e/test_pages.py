"""The pages around the races: settings, rules, free play, replay, nothing, and the installed page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import browsing
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, wait_until

# Settings.


def test_settings_stay(open_page: OpenPage):
    page = open_page("/settings", settings={})
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Largest").check()
    page.get_by_role("radio", name="Left hand").check()
    page.get_by_role("radio", name="Fast").check()
    page.get_by_role("switch", name="Sound").uncheck()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "de")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-hand", "left")
    expect(page.get_by_role("radio", name="Schnell")).to_be_checked()
    expect(page.get_by_role("switch").first).not_to_be_checked()
    assert page.evaluate("document.documentElement.style.getPropertyValue('--text')") == "1.5"


def test_language_and_theme_come_from_the_device(open_page: OpenPage):
    page = open_page("/", language="fr", theme="dark", settings={})
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("size", ["narrow", "phone", "tablet", "desktop", "hall", "tv"])
def test_nothing_is_wider_than_the_screen(open_page: OpenPage, size: str):
    page = open_page("/", size=size, settings={"text": 1.5})
    for path in ("/", "/settings", "/account", "/carpet", *(f"/rules/{game}" for game in GAMES)):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not page.evaluate(browsing.TOO_WIDE), path


@pytest.mark.parametrize(("size", "factor"), [("tablet", 1), ("desktop", 1), ("hall", 1.1), ("tv", 2.2)])
def test_everything_is_larger_on_a_screen_across_the_room(open_page: OpenPage, bot_race, size: str, factor: float):
    page = open_page("/", size=size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    letters = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert (letters >= 16 * factor) if factor > 1 else (letters == 16)
    for game in GAMES:
        race = bot_race(game)
        for path in (f"/t/{race.table}", f"/r/{race.race}?v={race.version // 2}"):
            page.goto(path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert not page.evaluate(browsing.TOO_WIDE), path


def test_the_ways_to_start_keep_their_places(open_page: OpenPage):
    page = open_page("/")
    starts = page.get_by_role("button", name=re.compile("^Tiny Turbo Cars: Play"))
    for mode, chosen in (("relaxed", 0), ("realtime", 1)):
        page.evaluate("(mode) => localStorage.setItem('karacho.mode', mode)", mode)
        page.reload()
        expect(starts.first).to_have_text(re.compile("without a clock"))
        expect(starts.nth(chosen)).to_have_class(re.compile("primary"))
        expect(starts.nth(1 - chosen)).not_to_have_class(re.compile("primary"))


# Rules.
@pytest.mark.parametrize(
    ("game", "clause"), [("stich-rallye", "SR-9"), ("rally-run", "RR-13"), ("tiny-turbo-cars", "TTC-5")]
)
def test_rules_unfold_a_clause(open_page: OpenPage, game: str, clause: str):
    page = open_page(f"/rules/{game}#{clause}")
    expect(page.locator(f"details#{clause}")).to_have_attribute("open", "")
    expect(page.locator("details[open]")).to_have_count(1)
    expect(page.get_by_role("heading", name="Every rule in detail")).to_be_visible()


def test_rules_of_the_other_games_are_a_tap_away(open_page: OpenPage):
    page = open_page("/rules/stich-rallye")
    page.get_by_role("link", name=re.compile("^Rally Run")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rally Run")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


# Nothing there.
def test_an_address_that_is_none(open_page: OpenPage):
    page = open_page("/nowhere")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Home").last.click()
    expect(page.get_by_role("heading", name="Karacho")).to_be_visible()


def test_a_table_and_a_race_that_are_none(open_page: OpenPage, complaints):
    complaints.expect("404")
    page = open_page("/t/00000000000")
    expect(page.get_by_role("heading", name="This table is not here")).to_be_visible()
    expect(page.get_by_role("textbox", name="The code or the link you were sent")).to_be_visible()
    page.goto("/r/0000000000000000")
    expect(page.get_by_text("There is no finished race with this name.")).to_be_visible()


def test_a_code_that_is_none_is_told_where_it_was_typed(open_page: OpenPage):
    page = open_page("/", size="phone")
    page.get_by_role("textbox", name="The code or the link you were sent").fill("ABC")
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_text("A code has 11 letters and digits.")).to_be_in_viewport(ratio=1)


# Free play.
def drag(page: Page, start: str, end: str) -> None:
    page.locator(start).first.hover()
    page.mouse.down()
    page.locator(end).first.hover()
    page.mouse.up()


def test_free_play_on_the_carpet(open_page: OpenPage):
    page = open_page("/carpet")
    page.get_by_role("button", name="Clear", exact=True).click()
    cell = page.locator("[data-place='C2']")
    expect(cell).to_have_attribute("aria-label", "C2, empty")
    page.get_by_role("list", name="Road tiles left").get_by_role("button", name=re.compile("straight road")).click()
    cell.click()
    expect(cell).to_have_attribute("aria-label", re.compile("C2, straight road, open to the"))
    if "north" not in (cell.get_attribute("aria-label") or ""):
        cell.click()  # turns it
    expect(cell).to_have_attribute("aria-label", "C2, straight road, open to the north and south")
    page.get_by_role("list", name="Cars in the garage").get_by_role("button", name="Green car").click()
    cell.click()
    expect(page.get_by_role("button", name="Green car, C2")).to_be_visible()
    page.get_by_role("button", name="Green car: drive to the south").click()
    expect(page.get_by_role("button", name="Green car, C3")).to_be_visible()
    page.get_by_role("button", name="Green car, C3").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name="Green car, C2")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Green car, C2")).to_be_visible()


def test_a_carpet_is_kept_and_laid_out_again(open_page: OpenPage):
    page = open_page("/carpet")
    before = page.locator("[data-place='B1']").get_attribute("aria-label") or ""
    page.get_by_role("button", name="Carpets", exact=True).click()
    page.get_by_role("button", name="Keep this carpet").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator("[data-place='B1']")).to_have_attribute("aria-label", "B1, empty")
    page.get_by_role("button", name="Carpets", exact=True).click()
    page.get_by_role("button", name="Lay out Carpet 1").click()
    expect(page.locator("[data-place='B1']")).to_have_attribute("aria-label", before)


def test_tiles_are_dragged_by_the_mouse(open_page: OpenPage):
    page = open_page("/carpet")
    page.get_by_role("button", name="Clear", exact=True).click()
    drag(page, "button[aria-label^='crossing']", "[data-place='D4']")
    expect(page.locator("[data-place='D4']")).to_have_attribute("aria-label", re.compile("D4, crossing"))
    drag(page, "[data-place='D4']", "[data-place='B5']")
    expect(page.locator("[data-place='B5']")).to_have_attribute("aria-label", re.compile("B5, crossing"))


# Replay.
def scrubber_of(page: Page) -> Locator:
    return page.get_by_role("slider", name="Where the replay stands")


@pytest.mark.parametrize("game", GAMES)
def test_replay_scrubs_steps_and_links(open_page: OpenPage, bot_race, game: str):
    race = bot_race(game)
    page = open_page(f"/r/{race.race}")
    scrubber = scrubber_of(page)
    expect(scrubber).to_have_value("0")
    page.get_by_role("button", name="Next decision").click()
    expect(scrubber).to_have_value("1")
    page.get_by_role("button", name="Previous decision").click()
    expect(scrubber).to_have_value("0")
    scrubber.fill("5")
    expect(page).to_have_url(re.compile(r"[?&]v=\d+"))
    moment, position = page.url, scrubber.input_value()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    other = open_page(moment)
    expect(scrubber_of(other)).to_have_value(position)
    other.get_by_role("combobox", name="Seen by").select_option("1")
    expect(other).to_have_url(re.compile("seat=1"))
    expect(scrubber_of(other)).to_have_value(position)
    if game == "stich-rallye":
        expect(other.get_by_role("group", name="Your hand")).to_be_visible()
        expect(page.get_by_role("group", name="Your hand")).to_have_count(0)


def test_replay_of_tiny_turbo_cars_shows_the_cars_on_a_phone(open_page: OpenPage, bot_race):
    race = bot_race("tiny-turbo-cars")
    page = open_page(f"/r/{race.race}?v={race.version // 2}", size="phone")
    board = page.get_by_role("region", name="Board")
    expect(board).to_be_visible()
    assert board.evaluate("(board) => board.scrollHeight <= board.clientHeight")
    assert page.locator(".track .car").evaluate_all(
        """(cars) => cars.some((car) => {
            const { top, bottom } = car.getBoundingClientRect();
            const track = car.closest(".window").getBoundingClientRect();
            return top >= track.top && bottom <= track.bottom;
        })"""
    )


def test_replay_by_keys(open_page: OpenPage, bot_race):
    page = open_page(f"/r/{bot_race('stich-rallye').race}")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(scrubber_of(page)).to_have_value("2")
    page.keyboard.press("End")
    expect(scrubber_of(page)).to_have_value(str(scrubber_of(page).get_attribute("max")))
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


# The installed page.
def test_the_shell_opens_without_a_network(open_page: OpenPage, complaints):
    complaints.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "WebSocket connection to")
    page = open_page("/", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    wait_until(page, "'karacho.mix' in localStorage")  # how many tiles there are, for free play
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Karacho")).to_be_visible()
    page.goto("/rules/rally-run")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rally Run")
    page.goto("/carpet")
    expect(page.get_by_role("button", name="curve, 6 left")).to_be_visible()
