"""Pictures of every screen for docs/screens: `python -m tests.e2e.screens [NAME …]`, or `make screens` for all."""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e import botrace, browsing, tour
from tests.e2e.driving import act, finish_race, is_touched, make_move, play_now, play_until, wait_for_turn, wait_until
from tests.e2e.serving import Server
from tests.e2e.words import say, within

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
LARGEST = 250_000
AT_REST = "!document.getAnimations().some((motion) => motion instanceof CSSTransition)"
SHOWN = {"speed": "normal", "sound": False}
HINTS = [f"{game}.{number}" for game in tour.GAMES for number in (1, 2, 3, 4)]
PATIENCE = 60_000

Way = Callable[[Page], None]


@dataclass(frozen=True)
class Shot:
    """A picture: what is on it, for whom, and the way there."""

    name: str
    about: str
    go: Way
    size: str = "desktop"
    language: str = "en"
    theme: str = "light"
    settings: dict[str, Any] = field(default_factory=lambda: browsing.FAST)
    hints: bool = False

    @property
    def file(self) -> Path:
        """Large pictures are JPEG, or they would be too large; the name never changes, so that pages can show them."""
        return FOLDER / f"{self.name}.{'png' if self.size in ('narrow', 'phone') else 'jpg'}"

    @property
    def facts(self) -> str:
        words = [self.size, {"en": "English", "de": "German", "fr": "French"}[self.language], self.theme]
        return ", ".join(words)


# Ways to telling moments.
def after_moves(game: str, moves: int, then: Way = lambda page: None) -> Way:
    def go(page: Page) -> None:
        play_now(page, game)
        for _ in range(moves):
            make_move(page, game)
            if not wait_for_turn(page):
                page.goto("/")
                play_now(page, game)
        then(page)

    return go


def first_hint(page: Page) -> None:
    """It comes with the first color that others have led."""
    words = within(page, "table.hint.stich-rallye.1")
    play_until(page, "stich-rallye", lambda: page.get_by_text(words).count() > 0)


def look_at_a_card(page: Page) -> None:
    """A card that would win a trick that has begun, so that its landing is drawn."""
    begun = page.get_by_role("list", name=say(page, "stich-rallye.trick")).locator("[aria-label*=',']")
    play_until(page, "stich-rallye", lambda: begun.count() > 0 and winning(page) is not None)
    card = page.locator("[data-card][aria-disabled='false']").nth(winning(page) or 0)
    if is_touched(page):
        card.tap()
    else:
        card.hover()


def winning(page: Page) -> int | None:
    begin = within(page, "stich-rallye.outlook.win").partition("other {")[2].partition("}")[0]
    labels = page.locator("[data-card][aria-disabled='false']").evaluate_all(
        "(cards) => cards.map((card) => card.getAttribute('aria-label'))"
    )
    found = [at for at, label in enumerate(labels) if begin in label]
    return found[-1] if found else None


def won_trick(page: Page) -> None:
    """The winner of a trick is named."""
    make_move(page, "stich-rallye")
    wait_until(page, "document.querySelector('.trick.won') !== null", milliseconds=PATIENCE)


def release(page: Page) -> None:
    """The end of a round: the motors run, one car after another."""
    banner = within(page, "stich-rallye.release")
    shown = "[...document.querySelectorAll('.banner')].some((found) => found.innerText.includes(arg))"
    for _ in range(60):
        make_move(page, "stich-rallye")
        wait_until(page, f"document.title.startsWith('●') || ({shown})", banner, PATIENCE)
        if page.evaluate(f"(arg) => {shown}", banner):
            return


def to_the_canister(page: Page) -> None:
    """A race in which somebody has been at the pit."""
    none_yet = page.locator("ol li", has_text=within(page, "rally-run.no_canister"))
    play_until(page, "rally-run", lambda: none_yet.count() < 2)


def the_show(page: Page) -> None:
    """A program runs; the show is paused in the middle of it."""
    tour.programming(page)
    page.get_by_role("button", name=within(page, "tiny-turbo-cars.program.done_hint")).click()
    page.get_by_role("button", name=say(page, "table.race.pause_show")).click(timeout=PATIENCE)
    step = page.get_by_role("button", name=say(page, "table.race.step_show"))
    for _ in range(14):
        step.click()


def program(page: Page) -> None:
    tour.programming(page)
    expect(page.locator(".preview")).to_be_visible()


def countdown(page: Page) -> None:
    """Against the clock: the last one has ten seconds."""
    page.get_by_role("button", name=say(page, "common.play_label", how=within(page, "common.play_realtime"))).click()
    page.wait_for_url("**/t/*")
    while not page.get_by_role("timer").count():
        wait_until(page, "document.title.startsWith('●')")
        if page.locator("[role=application]").count():
            page.get_by_role("timer").last.wait_for(timeout=PATIENCE)
        else:
            make_move(page, "tiny-turbo-cars")


def choice_of(racecar: str, choice: str) -> Way:
    """What only one racecar is asked."""

    def draft(page: Page) -> None:
        card = within(page, f"tiny-turbo-cars.racecar.{racecar}")
        cards = page.get_by_role("button", name=say(page, "tiny-turbo-cars.draft.choose"))
        free = cards.and_(page.get_by_role("button", name=card))
        while not free.count():  # somebody else has taken it
            page.goto("/")
            play_now(page, "tiny-turbo-cars")
        act(page, free.click)

    def go(page: Page) -> None:
        asked = page.get_by_role("group", name=within(page, f"tiny-turbo-cars.choice.{choice}"))
        play_now(page, "tiny-turbo-cars")
        draft(page)
        for _ in range(400):
            if not wait_for_turn(page):
                page.goto("/")
                play_now(page, "tiny-turbo-cars")
                draft(page)
            if asked.count():
                return
            shuffle(page)
            make_move(page, "tiny-turbo-cars")

    return go


def shuffle(page: Page) -> None:
    """Some slides, if there is something to slide."""
    if page.locator("[role=application]").count():
        for key in ("ArrowUp", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
            page.keyboard.press(key)


def all_places(page: Page) -> None:
    tour.with_option("tiny-turbo-cars", "table.option.play_on", "switch")(page)
    finish_race(page, "tiny-turbo-cars")
    expect(page.locator("figure")).to_be_visible()


def report(page: Page) -> None:
    tour.against_the_clock(page)
    page.get_by_role("region", name=say(page, "table.report.title")).scroll_into_view_if_needed()


def decision_clock(page: Page) -> None:
    """Ten seconds for each choice."""
    tour.set_up(page, "stich-rallye")
    page.locator("main details").evaluate_all("(found) => found.forEach((each) => (each.open = true))")
    page.get_by_role("combobox", name=say(page, "table.lobby.decision")).select_option(index=2)
    tour.press(page, "table.lobby.start")
    assert wait_for_turn(page)
    expect(page.get_by_role("timer").first).to_be_visible()


def spectator(game: str) -> Way:
    """Somebody looks on from a device of their own."""

    def go(page: Page) -> None:
        host = page.context.browser.new_page(base_url=page.url, locale="en-GB")
        host.goto("/")
        play_now(host, game)
        make_move(host, game)
        page.goto(host.url)
        expect(page.get_by_role("list", name=say(page, "table.race.seats"))).to_be_visible()

    return go


def lost_line(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.get_by_text(say(page, "common.offline"))).to_be_visible(timeout=PATIENCE)


def ghosts(page: Page) -> None:
    tour.with_option("rally-run", "table.option.open_memory", "switch")(page)
    play_until(page, "rally-run", lambda: page.locator(".ghost").count() > 1)


def seat_dialog(page: Page) -> None:
    tour.set_up(page, "tiny-turbo-cars")
    page.locator("li button").nth(1).click()


def token(page: Page) -> None:
    seat_dialog(page)
    tour.press(page, "table.seat.make_outside")
    expect(page.get_by_role("dialog").locator("input, code").first).to_be_visible()


def invite(page: Page) -> None:
    tour.dialog_in_race("table.race.menu", "table.race.invite")(page)
    page.get_by_role("status").last.scroll_into_view_if_needed()


def last_trick(page: Page) -> None:
    play_until(page, "stich-rallye", lambda: page.locator("[data-action='turbo']").count() == 0)
    tour.press(page, "stich-rallye.last_trick")


def why(page: Page) -> None:
    tour.refusal(page)
    page.get_by_role("alert").get_by_role("button", name=say(page, "common.why")).click()


def the_story(replay: Way) -> Way:
    def go(page: Page) -> None:
        replay(page)
        tour.press(page, "replay.more")
        page.get_by_role("dialog").get_by_role("button", name=say(page, "replay.story")).click()

    return go


def the_review(page: Page) -> None:
    result("tiny-turbo-cars")(page)
    tour.look_back(page)
    page.get_by_role("region", name=say(page, "table.review.title")).scroll_into_view_if_needed()


def looked_back(replay: Way) -> Way:
    def go(page: Page) -> None:
        replay(page)
        tour.look_back(page)

    return go


def result(game: str) -> Way:
    def go(page: Page) -> None:
        play_now(page, game)
        finish_race(page, game)
        expect(page.locator("figure")).to_be_visible()

    return go


def shots(ended: Callable[[str], botrace.BotRace]) -> list[Shot]:
    """All pictures; `ended` gives a finished race of a game."""
    stich, rally, turbo = tour.GAMES

    def replay(game: str, part: float) -> Way:
        return lambda page: tour.visit(f"/r/{ended(game).race}?v={int(ended(game).version * part)}")(page)

    return [
        Shot("home", "The first page", tour.visit("/")),
        Shot("home-phone", "The first page", tour.visit("/"), "phone", "de"),
        Shot("home-dark", "The first page", tour.visit("/"), "desktop", "fr", "dark"),
        Shot("lobby", "A table before its race", lambda page: tour.set_up(page, turbo)),
        Shot("lobby-phone", "A table before its race", lambda page: tour.set_up(page, stich), "phone", "fr", "dark"),
        Shot("stich-rallye", "A card is looked at: where it would drive", after_moves(stich, 5, look_at_a_card)),
        Shot("stich-rallye-phone", "A first tap shows the landing", after_moves(stich, 3, look_at_a_card), "phone"),
        Shot("stich-rallye-hint", "The first hint", after_moves(stich, 0, first_hint), "phone", "de", hints=True),
        Shot("stich-rallye-turbo", "Coast or turbo", tour.turbo_choice, "desktop", "de", "dark"),
        Shot("stich-rallye-turbo-phone", "Coast or turbo", tour.turbo_choice, "phone", "fr"),
        Shot("stich-rallye-trick", "A trick is won", after_moves(stich, 1, won_trick), "tablet", settings=SHOWN),
        Shot(
            "stich-rallye-release",
            "The end of a round",
            after_moves(stich, 0, release),
            settings={**SHOWN, "speed": "fast"},
        ),
        Shot(
            "stich-rallye-beach",
            "The other track",
            tour.with_option(stich, "table.option.track.beach", "radio"),
            "tablet",
            "de",
        ),
        Shot("stich-rallye-last-trick", "The previous trick", after_moves(stich, 3, last_trick), "phone", "en", "dark"),
        Shot("stich-rallye-five", "Five seats", tour.five_seats, "narrow", "fr"),
        Shot("stich-rallye-lying", "A phone on its side", after_moves(stich, 3), "lying", "de"),
        Shot("rally-run", "Ways for a tile to lie", after_moves(rally, 2, tour.ways_to_lie)),
        Shot("rally-run-phone", "The first turn", after_moves(rally, 0), "phone", hints=True),
        Shot(
            "rally-run-ways-phone",
            "Ways for a tile to lie",
            after_moves(rally, 1, tour.ways_to_lie),
            "phone",
            "de",
            "dark",
        ),
        Shot(
            "rally-run-canister", "A canister shows the finish", after_moves(rally, 0, to_the_canister), "tablet", "fr"
        ),
        Shot("rally-run-swap", "A tile is picked up", tour.lifted_tile, "desktop", "de", "dark"),
        Shot("rally-run-refusal", "A refusal says why", tour.refusal, "phone", "fr"),
        Shot("rally-run-ghosts", "Tiles that were seen stay visible", ghosts, "tablet", "en", "dark"),
        Shot("rally-run-lying", "A phone on its side", after_moves(rally, 2), "lying", "en", "dark"),
        Shot("tiny-turbo-cars", "The show, paused", after_moves(turbo, 0, the_show), settings=SHOWN),
        Shot(
            "tiny-turbo-cars-phone", "The show, paused", after_moves(turbo, 0, the_show), "phone", "fr", "dark", SHOWN
        ),
        Shot("tiny-turbo-cars-draft", "The draft", after_moves(turbo, 0)),
        Shot("tiny-turbo-cars-draft-phone", "The draft", after_moves(turbo, 0), "phone", "de"),
        Shot("tiny-turbo-cars-grid", "The starting grid", after_moves(turbo, 1), "tablet"),
        Shot("tiny-turbo-cars-program", "Programming with the path preview", after_moves(turbo, 0, program)),
        Shot("tiny-turbo-cars-program-phone", "Programming", after_moves(turbo, 0, program), "phone", hints=True),
        Shot("tiny-turbo-cars-lying", "A phone on its side", after_moves(turbo, 0, program), "lying", "de"),
        Shot("tiny-turbo-cars-countdown", "Ten seconds for the last one", countdown, "desktop", "de", "dark"),
        Shot("tiny-turbo-cars-flight", "Where to fly", choice_of("bird-racer", "fly"), "phone", "en"),
        Shot("tiny-turbo-cars-shield", "A shield for two spaces", choice_of("m1-furry", "shield"), "tablet", "de"),
        Shot("tiny-turbo-cars-podium", "A race for all places", all_places, "desktop", "fr"),
        Shot("tiny-turbo-cars-report", "Who was done first, by the clock", report, "phone", "de"),
        Shot("decision-clock", "Time for a decision runs", decision_clock, "phone", "fr"),
        Shot("spectator", "Somebody looks on", spectator(stich), "tablet", "en", "dark"),
        Shot("lost-line", "The line is lost, the race is not", after_moves(rally, 1, lost_line), "phone", "de"),
        Shot("hand-over", "The device is passed on", tour.hand_over, "phone"),
        Shot("join", "Whoever was sent the link", tour.guest_at(rally), "phone", "fr"),
        Shot("seat", "What may be done with a seat", seat_dialog, "phone", "de"),
        Shot("token", "A seat for a program of one's own", token, "desktop", "en", "dark"),
        Shot("invite", "A race in course makes room", after_moves(stich, 1, invite), "phone", "de", "dark"),
        Shot("chat", "Something to say", after_moves(rally, 0, tour.dialog_in_race("table.race.chat")), "phone", "fr"),
        Shot("log-phone", "What happened", after_moves(stich, 2, tour.dialog_in_race("table.race.log")), "phone"),
        Shot("why", "The clause behind a refusal", why, "phone", "de"),
        Shot(
            "menu", "The menu of a race", after_moves(rally, 0, tour.dialog_in_race("table.race.menu")), "phone", "de"
        ),
        Shot("result", "After a race", result(stich)),
        Shot("result-phone", "After a race", result(turbo), "phone", "de", "dark"),
        Shot("result-rally-run", "After a race", result(rally), "tablet", "fr"),
        Shot("replay", "A replay", replay(stich, 0.6)),
        Shot("replay-phone", "A replay", replay(turbo, 0.7), "phone", "fr"),
        Shot("replay-lying", "A phone on its side", replay(rally, 0.6), "lying", "fr"),
        Shot("review", "What could have been done", the_review, "phone", "de"),
        Shot("review-dark", "What could have been done", looked_back(replay(stich, 0.4)), "desktop", "fr", "dark"),
        Shot("story", "How the race went", the_story(replay(turbo, 0.5)), "tablet", "de"),
        Shot("replay-dark", "A replay", replay(rally, 0.5), "desktop", "de", "dark"),
        Shot("rules", "The rules in pictures", tour.visit(f"/rules/{turbo}"), "desktop", "fr"),
        Shot("rules-phone", "The rules in pictures", tour.visit(f"/rules/{rally}"), "phone", "de"),
        Shot("rules-dark", "The rules in pictures", tour.visit(f"/rules/{stich}"), "desktop", "en", "dark"),
        Shot("settings", "Settings", tour.visit("/settings"), "phone"),
        Shot("settings-dark", "Settings", tour.visit("/settings"), "desktop", "de", "dark"),
        Shot("account", "An account, for those who want one", tour.visit("/account"), "phone"),
        Shot("account-dark", "Signed in", tour.sign_up, "desktop", "de", "dark"),
        Shot("carpet", "Free play", tour.visit("/carpet")),
        Shot("carpet-phone", "Free play", tour.visit("/carpet"), "phone", "de", "dark"),
        Shot("carpet-shelf", "Carpets that were kept", tour.shelf, "tablet", "fr"),
        Shot("not-found", "An address that is none", tour.visit("/nowhere"), "phone", "fr"),
    ]


# Taking them.
def take(browser: Browser, address: str, shot: Shot) -> Path:
    context = browsing.new_context(
        browser, address, size=shot.size, language=shot.language, theme=shot.theme, settings=shot.settings
    )
    context.add_init_script("localStorage['karacho.name'] ??= 'Otter'")
    if not shot.hints:
        context.add_init_script(f"localStorage['karacho.hints'] = JSON.stringify({HINTS})")
    context.set_default_timeout(30_000)
    try:
        page = context.new_page()
        page.goto("/")
        shot.go(page)
        wait_until(page, AT_REST)
        page.screenshot(path=shot.file, **({"type": "jpeg", "quality": 85} if shot.file.suffix == ".jpg" else {}))
        assert shot.file.stat().st_size < LARGEST, f"{shot.file.name} is too large"
        return shot.file
    finally:
        context.close()


def write_list(all_shots: list[Shot]) -> None:
    lines = ["# Screens", "", "Taken by `make screens`. A picture has the name of what it shows.", ""]
    lines += ["| Picture | What is on it | For |", "| --- | --- | --- |"]
    for shot in all_shots:
        lines.append(f"| [{shot.name}]({shot.file.name}) | {shot.about} | {shot.facts} |")
    (FOLDER / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = browsing.launch(playwright)
        try:
            all_shots = shots(cache(lambda game: botrace.drive(server, game)))
            for shot in all_shots:
                if wanted and shot.name not in wanted:
                    continue
                try:
                    print(take(browser, server.address, shot).name, flush=True)
                except Exception as problem:
                    failed += 1
                    print(f"{shot.name}: {problem}", file=sys.stderr)
            write_list(all_shots)
        finally:
            browser.close()
            server.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
