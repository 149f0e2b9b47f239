"""axe-core finds nothing on any screen in either theme."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e import tour
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import GAMES, wait_until

THEMES = ("light", "dark")
AT_REST = "!document.getAnimations().some((motion) => motion instanceof CSSTransition)"
TOURS = {
    "plain": tour.plain_stops,
    "table": tour.table_stops,
    "stich-rallye": tour.stich_rallye_stops,
    "rally-run": tour.rally_run_stops,
    "tiny-turbo-cars": tour.tiny_turbo_cars_stops,
}


def violations(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(tour.AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((report) => report.violations)")
    return [
        f"{rule['id']}: {rule['help']}\n      {node['html'][:240]}\n      {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def check(page: Page, stops: list[tour.Stop]) -> None:
    found = []
    for stop in stops:
        stop.go(page)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            wait_until(page, f"document.documentElement.dataset.theme === arg && {AT_REST}", theme)
            found += [f"{stop.name}, {theme}: {problem}" for problem in violations(page)]
    assert not found, "\n\n".join(found)


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("which", TOURS)
def test_every_screen(open_page: OpenPage, which: str, size: str):
    check(open_page("/", size=size), TOURS[which]())


@pytest.mark.parametrize("game", GAMES)
def test_after_the_race(open_page: OpenPage, bot_race, game: str):
    check(open_page("/"), tour.ended_stops(bot_race(game)))
