"""Chromium, and pages in it as people have them: a size, a language, a theme, and what they have set."""

import json
import shutil
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = "The browser tests need Chromium: `apt-get install chromium`, or put `chromium` on the PATH."

SIZES = {
    "narrow": (360, 740),
    "phone": (390, 844),
    "lying": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1366, 768),
    "desktop": (1440, 900),
    "hall": (1920, 1080),
    "tv": (3840, 2160),
}
HANDHELD = ("narrow", "phone", "lying", "tablet")
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}
FAST = {"speed": "off", "sound": False}

# `innerWidth` is no measure: a telephone makes it as wide as whatever sticks out.
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"


class NoBrowser(Exception):
    """There is no Chromium here."""


def launch(playwright: Playwright) -> Browser:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise NoBrowser(NO_CHROMIUM)
    return playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


def new_context(
    browser: Browser,
    address: str,
    *,
    size: str = "desktop",
    language: str = "en",
    theme: str = "light",
    settings: dict[str, Any] | None = None,
    **others: Any,
) -> BrowserContext:
    """A person's browser. `settings` are what it finds in its storage the first time it comes here."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=size in HANDHELD,
        is_mobile=size in HANDHELD,
        locale=LOCALES[language],
        color_scheme=theme,  # type: ignore[arg-type]
        **{"service_workers": "block", **others},
    )
    stored = json.dumps(json.dumps(FAST if settings is None else settings))
    context.add_init_script(f"localStorage['karacho.settings'] ??= {stored}")
    return context


class Complaints:
    """What the pages of a test had to complain about; a test says what it expects."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        self._expected: tuple[str, ...] = ()

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._heard.append(f"{page.url}: {error.message}\n{error.stack or ''}"))
        page.on("console", lambda message: self._listen(page, message))

    def expect(self, *parts: str) -> None:
        self._expected = parts

    def _listen(self, page: Page, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self._heard.append(f"{page.url}: console {message.type}: {message.text}")

    @property
    def unexpected(self) -> list[str]:
        return [line for line in self._heard if not any(part in line for part in self._expected)]
