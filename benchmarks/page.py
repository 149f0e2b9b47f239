"""The page in the browser: its size, the way from a tap to the first choice, and how smoothly it moves.

`python -m benchmarks.page`; needs Chromium and a built page (`make page`).
"""

import gzip
import itertools
import re
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from tests.e2e import browsing
from tests.e2e.driving import GAMES, MOVES, MY_TURN, PATIENCE, RESULT, make_move, wait_for_turn, wait_until
from tests.e2e.serving import Server

from benchmarks.figure import Figure, table_of
from karacho.server import page as built

RUNS = 5
SLOWER = 4
BYTES_PER_SECOND = 400_000 / 8
MOST_FRAMES_MILLISECONDS = 6_000
EMPTY_MILLISECONDS = 2_000
MOVES_SHOWN = 6

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""")
SOURCE = re.compile(r"""(?:src|href)="/assets/([\w.-]+\.js)\"""")

NORMAL = {"speed": "normal", "sound": False}
# Timestamps of all frames until a condition holds, or long enough.
FRAMES = """(most) => new Promise((answer) => {
    const times = [];
    const note = (now) => {
        times.push(now);
        if (now - times[0] > most || (times.length > 30 && UNTIL)) answer(times);
        else requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
})"""
EMPTY = """<style>div { width: 5rem; height: 5rem; background: red; animation: move 1s infinite }
@keyframes move { to { transform: translateX(40rem) } }</style><div></div>"""


def measure() -> list[Figure]:
    figures = [Figure("JavaScript of the first screen, gzipped", first_screen_bytes() / 1000, "kB", 150, True)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), pace=1).start()
        browser = browsing.launch(playwright)
        try:
            for game in GAMES:
                seconds = [tap_to_choice(browser, server.address, game) for _ in range(RUNS)]
                name = f"{game}: tap to the first choice, {SLOWER} × slower, 400 kbit/s"
                figures.append(Figure(name, statistics.median(seconds), "s", 3, True))
                figures.append(Figure("… the fastest and", min(seconds), "s"))
                figures.append(Figure("… the slowest of them", max(seconds), "s"))
                cold = tap_to_choice(browser, server.address, game, first_visit=True)
                figures.append(Figure("… on the very first visit, as soon as the button is there", cold, "s"))
            for game in GAMES:
                figures += smoothness(browser, server.address, game)
        finally:
            browser.close()
            server.stop()
    return figures


# Size.
def first_screen_bytes() -> int:
    """What its JavaScript weighs on the wire."""
    files = (built.FOLDER / "assets" / name for name in first_screen_files())
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


def first_screen_files() -> set[str]:
    """The entry and everything it imports before anything is shown."""
    found: set[str] = set()
    waiting = SOURCE.findall((built.FOLDER / "index.html").read_text(encoding="utf-8"))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += IMPORT.findall((built.FOLDER / "assets" / name).read_text(encoding="utf-8"))
    return found


# Waiting.
def tap_to_choice(browser: Browser, address: str, game: str, *, first_visit: bool = False) -> float:
    """On a phone with a slow line and a slow processor, which has been here before or not."""
    context = _context(browser, address, "phone")
    try:
        page = context.new_page()
        if not first_visit:
            page.goto("/", wait_until="networkidle")
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        _slow_down(context, page)
        page.goto("/", wait_until="commit")
        button = page.locator("article").nth(GAMES.index(game)).get_by_role("button").first
        button.wait_for()
        page.evaluate("addEventListener('pointerup', () => (window.tapped ??= performance.now()), true)")
        button.tap()
        wait_until(page, MY_TURN)
        return float(page.evaluate("performance.now() - window.tapped")) / 1000
    finally:
        context.close()


def _slow_down(context: BrowserContext, page: Page) -> None:
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tools.send("Network.enable")
    tools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 0,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )


# Motion.
def smoothness(browser: Browser, address: str, game: str) -> list[Figure]:
    """Frames while the others' moves are shown after one's own; in turn with a page on which next to nothing moves."""
    context = _context(browser, address, "desktop")
    try:
        page = context.new_page()
        page.goto("/")
        page.locator("article").nth(GAMES.index(game)).get_by_role("button").first.click()
        page.wait_for_url("**/t/*")
        wait_for_turn(page)
        table, gaps, empty_gaps = page.url, [], []
        for _ in range(MOVES_SHOWN):
            page.goto("about:blank")
            page.set_content(EMPTY)
            empty_gaps += _gaps(page, EMPTY_MILLISECONDS)
            page.goto(table)
            if not _come_to_turn(page, game):
                break
            choice = MOVES[game](page)
            choice.hover()
            choice.click()
            gaps += _gaps(page, MOST_FRAMES_MILLISECONDS, until=f"({MY_TURN} || {RESULT})")
    finally:
        context.close()
    return [
        Figure(f"{game}: frames while the others move, in {sum(gaps) / 1000:.0f} s", _rate(gaps), "/s", 58),
        Figure("… of those of an almost empty page", _rate(gaps) / _rate(empty_gaps), "×"),
        Figure("… the longest gap of a hundred", sorted(gaps)[int(len(gaps) * 0.99)], "ms"),
        Figure("… and on the almost empty page", sorted(empty_gaps)[int(len(empty_gaps) * 0.99)], "ms"),
    ]


def _come_to_turn(page: Page, game: str) -> bool:
    """Up to a choice whose consequences are worth looking at; False: the race is over."""
    while wait_for_turn(page):
        if game != "tiny-turbo-cars" or page.locator("[role=application]").count():
            return True
        make_move(page, game)
    return False


def _gaps(page: Page, most: int, until: str = "false") -> list[float]:
    times = page.evaluate(FRAMES.replace("UNTIL", until), most)
    return [after - before for before, after in itertools.pairwise(times)]


def _rate(gaps: list[float]) -> float:
    return 1000 * len(gaps) / sum(gaps)


def _context(browser: Browser, address: str, size: str) -> BrowserContext:
    context = browsing.new_context(browser, address, size=size, settings=NORMAL, service_workers="allow")
    context.set_default_timeout(PATIENCE)
    return context


def main() -> int:
    Console(width=120).print(table_of("The page in Chromium, without a graphics card", measure()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
