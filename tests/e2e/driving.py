"""Drives through a race as somebody does who taps whatever lights up."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.words import say, within

GAMES = ("stich-rallye", "rally-run", "tiny-turbo-cars")
MOST_MOVES = 400
PATIENCE = 30_000

# The tab's title carries a mark while it is one's own turn; the result is where the way to the replay is.
MY_TURN = "document.title.startsWith('●')"
RESULT = "document.querySelector('main a[href^=\"/r/\"]') !== null"
# Everything the board tells a screen reader: it changes with every step of the race, and with nothing else.
BOARD = """[document.title, ...[...document.querySelectorAll('main section [aria-label]')]
    .map((part) => part.getAttribute('aria-label'))].join('|')"""

CHOICES = (
    "tiny-turbo-cars.draft.choose",
    "tiny-turbo-cars.grid.space",
    "tiny-turbo-cars.choice.stay",
    "tiny-turbo-cars.choice.use",
)


def wait_until(page: Page, condition: str, arg: Any = None, milliseconds: int = PATIENCE) -> None:
    """Until an expression over `arg` holds. (Playwright's own way needs eval, which the page rightly forbids.)"""
    held = page.evaluate(
        f"""([arg, milliseconds]) => new Promise((answer) => {{
            const began = performance.now();
            const look = () => {{
                if ({condition}) answer(true);
                else if (performance.now() - began > milliseconds) answer(false);
                else setTimeout(look, 25);
            }};
            look();
        }})""",
        [arg, milliseconds],
    )
    assert held, f"not within {milliseconds / 1000} s: {condition}"


def play_now(page: Page, game: str) -> None:
    """From the first page into a race against bots, up to the first choice."""
    title = within(page, f"common.game.{game}")
    page.locator("article", has=page.get_by_role("heading", name=title)).get_by_role("button").first.click()
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)


def wait_for_turn(page: Page) -> bool:
    """True: it is one's own turn. False: the race is over and its result is shown."""
    wait_until(page, f"{MY_TURN} || {RESULT}")
    return bool(page.evaluate(f"!({RESULT})"))


def make_move(page: Page, game: str) -> None:
    """The first choice that lights up, and wait until the race has gone on."""
    choice = MOVES[game](page)
    if is_touched(page):
        act(page, choice.tap)
    else:
        choice.hover()  # a look at a choice shows what would come of it: that is not yet the move
        act(page, choice.click)


def act(page: Page, action: Callable[[], None]) -> None:
    """Do something and wait until it has changed the board."""
    before = page.evaluate(BOARD)
    action()
    wait_until(page, f"{RESULT} || ({BOARD}) !== arg", before)


def play_until(page: Page, game: str, condition: Callable[[], bool]) -> None:
    """Moves until something is on the screen in one's own turn, if need be in another race."""
    for _ in range(MOST_MOVES):
        if not wait_for_turn(page):
            page.goto("/")
            play_now(page, game)
        if condition():
            return
        make_move(page, game)
    raise AssertionError(f"{game}: not seen in {MOST_MOVES} moves")


def finish_race(page: Page, game: str) -> int:
    """To the result; answers how many moves it took."""
    for moves in range(MOST_MOVES):
        if not wait_for_turn(page):
            return moves
        make_move(page, game)
    raise AssertionError(f"{game}: no end after {MOST_MOVES} moves")


def is_touched(page: Page) -> bool:
    return bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))


def _stich_rallye(page: Page) -> Locator:
    turbo = page.locator("[data-action='turbo']")
    if turbo.count():
        return turbo
    card = page.locator("[data-card][aria-disabled='false']").first
    if is_touched(page):  # a finger looks with its first tap and plays with the second
        card.tap()
    return card


def _rally_run(page: Page) -> Locator:
    ways = page.get_by_role("group", name=say(page, "rally-run.ways"))
    roads = page.get_by_role("button", name=within(page, "rally-run.can_drive"))
    unknown = roads.and_(page.get_by_role("button", name=within(page, "rally-run.face_down")))
    if ways.count():
        return ways.get_by_role("button").first
    if roads.count():
        return (unknown if unknown.count() else roads).last
    page.get_by_role("button", name=within(page, "rally-run.can_be_lifted")).first.click()
    return page.get_by_role("button", name=within(page, "rally-run.can_be_partner")).first


def _tiny_turbo_cars(page: Page) -> Locator:
    done = page.get_by_role("button", name=within(page, "tiny-turbo-cars.program.done_hint"))
    if done.count():
        expect(done).to_be_enabled()
        return done
    found = [page.get_by_role("button", name=say(page, key)) for key in CHOICES]
    return next(choice for choice in found if choice.count()).first


# Each gets ready what comes before and answers what is to be tapped.
MOVES: dict[str, Callable[[Page], Locator]] = {
    "stich-rallye": _stich_rallye,
    "rally-run": _rally_run,
    "tiny-turbo-cars": _tiny_turbo_cars,
}
