"""Every screen there is, in any language: how to come to it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Literal

from playwright.sync_api import Page, expect

from tests.e2e.botrace import BotRace
from tests.e2e.driving import GAMES, finish_race, make_move, play_now, play_until, wait_for_turn
from tests.e2e.words import say, within

Way = Callable[[Page], None]


@dataclass(frozen=True)
class Stop:
    """A screen: its name, and the way to it from a page that stands anywhere."""

    name: str
    go: Way


def visit(path: str) -> Way:
    def go(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()

    return go


def sign_up(page: Page, name: str = "", passphrase: str = "a scooter for granny") -> None:
    """An account of one's own; nobody else on this server has its name."""
    page.goto("/account")
    page.locator("input[autocomplete='username']").fill(name or f"Otter {token_hex(4)}")
    page.locator("input[autocomplete='new-password']").fill(passphrase)
    press(page, "account.sign_up_go")
    expect(page.get_by_role("button", name=say(page, "account.sign_out"))).to_be_visible()


def refused_sign_in(page: Page) -> None:
    page.goto("/account")
    page.get_by_role("radio", name=say(page, "account.sign_in")).check()
    page.locator("input[autocomplete='username']").fill("Nobody")
    page.locator("input[autocomplete='current-password']").fill("is not anybody")
    press(page, "account.sign_in_go")
    expect(page.get_by_role("alert").first).to_contain_text(within(page, "refusals.WRONG_PASSPHRASE"))


def about_to_delete(page: Page) -> None:
    press(page, "account.delete_open")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_be_visible()


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=say(page, key)).first.click()


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def set_up(page: Page, game: str, nickname: str = "Otter") -> None:
    """The lobby of a new table."""
    page.goto("/")
    page.locator("article").nth(GAMES.index(game)).get_by_role("button", name=within(page, "common.set_up")).click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    expect(field.or_(page.locator("#invite"))).to_be_visible()
    if field.count():
        field.fill(nickname)
        press(page, "common.go_on")
    expect(page.locator("#invite")).to_be_visible()


def race(game: str) -> Way:
    def go(page: Page) -> None:
        page.goto("/")
        play_now(page, game)

    return go


def dialog_in_race(*keys: str) -> Way:
    """A dialog of the race that stands on the page."""

    def go(page: Page) -> None:
        if page.get_by_role("dialog").count():
            close_dialog(page)
        put_hint_away(page)
        for key in keys:
            press(page, key)
        expect(page.get_by_role("dialog").get_by_role("heading")).to_be_visible()

    return go


def put_hint_away(page: Page) -> None:
    """On a small screen it lies on the way to a dialog."""
    hint = page.get_by_role("button", name=say(page, "table.hint.close"))
    while hint.count():
        hint.click()


def ways_to_lie(page: Page) -> None:
    close_dialogs(page)
    ways = page.get_by_role("group", name=say(page, "rally-run.ways"))
    play_until(page, "rally-run", lambda: ways.count() > 0)


def lifted_tile(page: Page) -> None:
    race("rally-run")(page)
    press(page, "rally-run.swap")
    page.get_by_role("button", name=within(page, "rally-run.can_be_lifted")).first.click()


def close_dialogs(page: Page) -> None:
    if page.get_by_role("dialog").count():
        close_dialog(page)


def starting_grid(page: Page) -> None:
    make_move(page, "tiny-turbo-cars")
    assert wait_for_turn(page)


def to_the_controller(page: Page) -> None:
    done = page.get_by_role("button", name=within(page, "tiny-turbo-cars.program.done_hint"))
    play_until(page, "tiny-turbo-cars", lambda: done.count() > 0)


def programming(page: Page) -> None:
    to_the_controller(page)
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)


def turbo_choice(page: Page) -> None:
    race("stich-rallye")(page)
    play_until(page, "stich-rallye", lambda: page.locator("[data-action='turbo']").count() > 0)


def refusal(page: Page) -> None:
    """The pit cannot be switched: the server says so, with the clause."""
    race("rally-run")(page)
    press(page, "rally-run.swap")
    page.locator("[data-place='C3']").click()
    expect(page.get_by_role("alert").get_by_role("button", name=say(page, "common.why"))).to_be_visible()


def hand_over(page: Page) -> None:
    set_up(page, "stich-rallye")
    press(page, "table.lobby.remove_seat")
    press(page, "table.seat.here")
    page.get_by_role("dialog").get_by_role("textbox").fill("Wren")
    page.get_by_role("dialog").get_by_role("button", name=say(page, "table.name.sit")).click()
    press(page, "table.lobby.start")
    expect(page.locator("#handover")).to_be_visible()


def with_option(game: str, key: str, role: Literal["radio", "switch"]) -> Way:
    """A race with something that is off by itself."""

    def go(page: Page) -> None:
        set_up(page, game)
        option = page.get_by_role(role, name=within(page, key)).first
        option.locator("xpath=ancestor::details").evaluate_all("(found) => found.forEach((each) => (each.open = true))")
        option.check(force=True)
        press(page, "table.lobby.start")
        assert wait_for_turn(page)

    return go


def against_the_clock(page: Page) -> None:
    """A race of one round in which everybody programs at once, up to its report."""
    set_up(page, "tiny-turbo-cars")
    page.locator("main details").evaluate_all("(found) => found.forEach((each) => (each.open = true))")
    for key in ("table.option.mode.realtime", "table.option.draft.random"):
        page.get_by_role("radio", name=say(page, key)).check(force=True)
    limit = page.get_by_role("spinbutton", name=say(page, "table.option.round_limit"))
    limit.fill("1")
    limit.blur()
    press(page, "table.lobby.start")
    finish_race(page, "tiny-turbo-cars")
    expect(page.get_by_role("region", name=say(page, "table.report.title"))).to_be_visible()


def guest_at(game: str, then: Way = lambda page: None) -> Way:
    """Somebody who was sent the link to a table."""

    def go(page: Page) -> None:
        host = page.context.browser.new_page(base_url=page.url, locale="en-GB")
        set_up(host, game)
        page.goto(host.url)
        expect(page.get_by_role("textbox").first).to_be_visible()
        then(page)

    return go


def five_seats(page: Page) -> None:
    set_up(page, "stich-rallye")
    press(page, "table.lobby.add_seat")
    press(page, "table.lobby.start")
    assert wait_for_turn(page)


def story(page: Page) -> None:
    press(page, "replay.story")
    expect(page.get_by_role("dialog")).to_be_visible()


def shelf(page: Page) -> None:
    visit("/carpet")(page)
    press(page, "carpet.carpets")
    press(page, "carpet.keep")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_visible()


def plain_stops() -> list[Stop]:
    """Screens that need no race."""
    return [
        Stop("home", visit("/")),
        Stop("settings", visit("/settings")),
        *(Stop(f"rules of {game}", visit(f"/rules/{game}")) for game in GAMES),
        Stop("rules of no game", visit("/rules/none")),
        Stop("nothing there", visit("/somewhere/else")),
        Stop("no such table", visit("/t/00000000000")),
        Stop("carpet", visit("/carpet")),
        Stop("shelf of carpets", shelf),
        Stop("home of somebody who has raced", visit("/")),
        Stop("account of nobody", visit("/account")),
        Stop("wrong passphrase", refused_sign_in),
        Stop("account", sign_up),
        Stop("end of an account", about_to_delete),
        Stop("home of somebody with an account", visit("/")),
    ]


def table_stops() -> list[Stop]:
    return [
        Stop("lobby", lambda page: set_up(page, "tiny-turbo-cars")),
        Stop("seat of the lobby", lambda page: page.locator("li button").nth(1).click()),
        Stop("hand-over", hand_over),
        Stop("five seats", five_seats),
    ]


def stich_rallye_stops() -> list[Stop]:
    return [
        Stop("Stich Rallye", race("stich-rallye")),
        Stop("menu", dialog_in_race("table.race.menu")),
        Stop("settings in the race", dialog_in_race("table.race.menu", "table.race.settings")),
        Stop("invite in the race", dialog_in_race("table.race.menu", "table.race.invite")),
        Stop("chat", dialog_in_race("table.race.chat")),
        Stop("turbo or coast", turbo_choice),
        Stop("last trick", dialog_in_race("stich-rallye.last_trick")),
    ]


def rally_run_stops() -> list[Stop]:
    return [
        Stop("Rally Run", race("rally-run")),
        Stop("ways to lie", ways_to_lie),
        Stop("lifted tile", lifted_tile),
        Stop("refusal", refusal),
        Stop("why", lambda page: page.get_by_role("alert").get_by_role("button", name=say(page, "common.why")).click()),
    ]


def tiny_turbo_cars_stops() -> list[Stop]:
    return [
        Stop("draft", race("tiny-turbo-cars")),
        Stop("starting grid", starting_grid),
        Stop("programming", programming),
        Stop("after the show", lambda page: make_move(page, "tiny-turbo-cars")),
    ]


def look_back(page: Page) -> None:
    """The review of a race, on its replay or its result."""
    close_dialogs(page)
    go = page.get_by_role("button", name=say(page, "table.review.go"))
    title = page.get_by_role("button", name=say(page, "table.review.title"))
    more = page.get_by_role("button", name=say(page, "replay.more"))
    expect(go.or_(title).or_(more).first).to_be_visible()
    if more.is_visible():
        more.click()
    if title.is_visible():
        title.click()
    go.first.click()
    expect(page.locator(".sum")).to_be_visible(timeout=60_000)


def ended_stops(ended: BotRace) -> list[Stop]:
    """What is left of a finished race."""
    return [
        Stop(f"result of {ended.game}", visit(f"/t/{ended.table}")),
        Stop(f"replay of {ended.game}", visit(f"/r/{ended.race}?v={ended.version // 2}")),
        Stop(f"story of {ended.game}", story),
        *([Stop("review", look_back)] if ended.game == "tiny-turbo-cars" else []),
    ]


def live_stops() -> list[Stop]:
    return [*table_stops(), *stich_rallye_stops(), *rally_run_stops(), *tiny_turbo_cars_stops()]


AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
