"""One server and one browser for all tests of this folder in a process, and pages that fail a test when they complain.

The scope is the package and not the session: Playwright keeps an event loop running, which tests elsewhere that bring
their own cannot have around.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.e2e import botrace, browsing, serving

MOST_MILLISECONDS = 15_000

OpenPage = Callable[..., Page]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Server]:
    running = serving.Server(tmp_path_factory.mktemp("races"))
    try:
        running.start()
    except serving.NotReady as problem:
        pytest.fail(str(problem), pytrace=False)
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            browser = browsing.launch(playwright)
        except browsing.NoBrowser as problem:
            pytest.fail(str(problem), pytrace=False)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def bot_race(server: serving.Server) -> Callable[[str], botrace.BotRace]:
    """A finished race of a game, the same one whenever it is asked for."""
    return cache(lambda game: botrace.drive(server, game))


@pytest.fixture
def complaints() -> Iterator[browsing.Complaints]:
    heard = browsing.Complaints()
    yield heard
    assert not heard.unexpected, "\n".join(heard.unexpected)


@pytest.fixture
def open_page(server: serving.Server, browser: Browser, complaints: browsing.Complaints) -> Iterator[OpenPage]:
    """Opens an address in a browser of its own (`size`, `language`, `theme`, `settings`), or in one of before
    (`context`)."""
    contexts: list[BrowserContext] = []

    def open_it(path: str = "/", *, context: BrowserContext | None = None, **how: Any) -> Page:
        if context is None:
            context = browsing.new_context(browser, how.pop("address", server.address), **how)
            context.set_default_timeout(MOST_MILLISECONDS)
            contexts.append(context)
        page = context.new_page()
        complaints.watch(page)
        page.goto(path)
        return page

    yield open_it
    for context in contexts:
        context.close()
