"""The client's texts, so that tests find things by the names they have in the page's language."""

import json
import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

LOCALES = Path(__file__).parents[2] / "web" / "locales"
LANGUAGES = ("en", "de", "fr")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


@cache
def texts(language: str) -> dict[str, str]:
    """Every text of a language by its key with the namespace."""
    found = {}
    for file in sorted((LOCALES / language).glob("*.json")):
        for key, text in json.loads(file.read_text(encoding="utf-8")).items():
            found[f"{file.stem}.{key}"] = text
    return found


def say(page: Page, key: str, **values: str) -> re.Pattern[str]:
    """A text as the page shows it, whole; what is not said of its placeholders may be anything."""
    text = within(page, key)
    parts = PLACEHOLDER.split(text)
    assert not any("{" in part for part in parts), f"{key} has plurals or choices: name a text without"
    pattern = "".join(
        re.escape(part) if at % 2 == 0 else re.escape(values[part]) if part in values else ".+"
        for at, part in enumerate(parts)
    )
    return re.compile(f"^{pattern}$")


def within(page: Page, key: str) -> str:
    """A text that is part of a longer one on the page. To Playwright every gap between words is a plain one."""
    return re.sub(r"\s", " ", texts(page.evaluate("document.documentElement.lang"))[key])
