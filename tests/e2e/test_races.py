"""Whole races in the browser, one person against bots."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e import browsing
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, finish_race, make_move, play_now, play_until, wait_for_turn
from tests.e2e.words import LANGUAGES

LONGEST_SHOW = 45_000  # milliseconds
# Parts of the board in which something is wider than they are; what is one pixel wide is only read aloud.
WIDER = """[...document.querySelectorAll('section, section *')]
    .filter((part) => getComputedStyle(part).overflowX !== 'visible' && part.clientWidth > 1)
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.className}: ${part.scrollWidth} > ${part.clientWidth}`)"""


@pytest.mark.parametrize("game", GAMES)
def test_from_play_now_to_the_result(open_page: OpenPage, game: str):
    page = open_page("/")
    play_now(page, game)
    assert finish_race(page, game) > 2
    # Rally Run may also reach its turn limit (RR-11): whoever drives here looks for nothing.
    headline = page.get_by_role("heading", level=2).first
    expect(headline).to_contain_text(re.compile("win|Nobody has won"))
    expect(headline).to_be_focused()
    places = page.get_by_role("list", name="Standing").get_by_role("listitem")
    expect(places.first).to_contain_text("1.")
    expect(page.get_by_role("list", name="Podium")).to_be_visible()
    expect(page.get_by_role("heading", name="The story of the race")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name="Why?")).to_be_visible()


def test_rematch_is_one_tap_away(open_page: OpenPage, bot_race):
    race = bot_race("rally-run")
    page = open_page("/")
    page.evaluate("(secret) => localStorage.setItem('karacho.secret', secret)", race.secret)
    page.goto(f"/t/{race.table}")
    page.get_by_role("button", name="See the board").click()
    expect(page.get_by_role("region", name="Board")).to_be_visible()
    page.get_by_role("button", name="Back to the result").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("region", name="Board")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_race_on_a_phone(open_page: OpenPage, game: str):
    """Some moves with a finger; nothing is wider than the screen."""
    page = open_page("/", size="phone")
    play_now(page, game)
    for _ in range(4):
        make_move(page, game)
        assert wait_for_turn(page)
        assert not page.evaluate(browsing.TOO_WIDE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["rally-run", "tiny-turbo-cars"])
def test_large_text_fits_a_phone(open_page: OpenPage, game: str, language: str):
    page = open_page("/", size="phone", language=language, settings={**browsing.FAST, "text": 1.5})
    play_now(page, game)
    for _ in range(3):
        assert page.evaluate(WIDER) == []
        make_move(page, game)
        assert wait_for_turn(page)


@pytest.mark.parametrize("size", ["narrow", "phone", "tablet", "desktop"])
def test_what_can_be_chosen_is_in_sight(open_page: OpenPage, size: str):
    """Without scrolling: the hand, the roads out of the own tile, the racecars, the starting grid, the done button."""
    page = open_page("/", size=size)
    play_now(page, "stich-rallye")
    for card in page.locator("[data-card]").all():
        expect(card).to_be_in_viewport(ratio=1)
    page.goto("/")
    play_now(page, "rally-run")
    expect(page.get_by_role("button", name="you can drive here").first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Switch", exact=True)).to_be_in_viewport(ratio=1)
    page.goto("/")
    play_now(page, "tiny-turbo-cars")
    expect(page.get_by_role("button", name="Choose Die Liner")).to_be_in_viewport(ratio=1)
    make_move(page, "tiny-turbo-cars")
    assert wait_for_turn(page)
    for space in page.get_by_role("button", name=re.compile("^Starting space")).all():
        expect(space).to_be_in_viewport(ratio=0.9)
    make_move(page, "tiny-turbo-cars")
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name=re.compile("^Done"))).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", ["phone", "lying", "tablet", "laptop", "desktop"])
def test_stich_rallye_needs_no_scrolling(open_page: OpenPage, size: str):
    """The whole track, the seats, what is asked and the hand, at once."""
    page = open_page("/", size=size)
    play_now(page, "stich-rallye")
    board = page.get_by_role("region", name="Board")
    expect(board.get_by_role("img", name="Track volcano")).to_be_in_viewport(ratio=0.99)
    expect(board.get_by_role("list", name="Seats")).to_be_in_viewport(ratio=0.99)
    expect(board.locator("[aria-live]")).to_be_in_viewport(ratio=1)
    for card in page.locator("[data-card]").all():
        expect(card).to_be_in_viewport(ratio=1)


def test_large_letters_stay_on_a_phone(open_page: OpenPage):
    """Nothing of Stich Rallye is wider than the screen, and the prompt ends above what can be chosen."""
    page = open_page("/", size="phone", language="de", settings={"speed": "off", "sound": False, "text": 1.5})
    play_now(page, "stich-rallye")
    turbo = page.locator("[data-action]")
    play_until(page, "stich-rallye", lambda: turbo.count() > 0)
    right = "(parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right))"
    assert page.locator("main :is(button, p, li)").evaluate_all(right) <= page.evaluate("innerWidth")
    bottom = page.locator(".prompt").evaluate("(part) => part.getBoundingClientRect().bottom")
    assert bottom <= turbo.first.evaluate("(part) => part.getBoundingClientRect().top")


def test_others_moves_are_shown_one_after_another(open_page: OpenPage):
    """With the show on: a full trick stays until its winner is named, and the cards come before their consequences."""
    page = open_page("/", settings={"speed": "fast", "sound": False})
    play_now(page, "stich-rallye")
    told = "document.querySelector('main aside ol')?.innerText ?? ''"
    make_move(page, "stich-rallye")
    for _ in range(3):
        assert wait_for_turn(page)
        make_move(page, "stich-rallye")
    assert wait_for_turn(page)
    lines = page.evaluate(told)
    assert lines.index("plays") < lines.index("wins the trick") < lines.index("drives")
    page.get_by_role("button", name="Previous trick").click()
    expect(page.get_by_role("dialog")).to_contain_text("won it with")


def test_a_long_show_can_be_paused_stepped_and_skipped(open_page: OpenPage):
    page = open_page("/", settings={"speed": "normal", "sound": False})
    play_now(page, "tiny-turbo-cars")
    while not page.get_by_role("button", name=re.compile("^Done")).count():
        make_move(page, "tiny-turbo-cars")
        assert wait_for_turn(page)
    page.get_by_role("button", name=re.compile("^Done")).click()
    page.get_by_role("button", name="Pause").click(timeout=LONGEST_SHOW)
    caption = page.locator(".caption p")
    before = caption.inner_text()
    page.get_by_role("button", name="One event further").click()
    page.get_by_role("button", name="One event further").click()
    expect(caption).not_to_have_text(before)
    page.get_by_role("button", name="Skip to now").click()
    expect(page.get_by_role("button", name="Skip to now")).to_have_count(0)
