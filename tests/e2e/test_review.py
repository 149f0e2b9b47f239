"""The review: what could have been done, with links to the moments."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import finish_race, play_now
from tests.e2e.tour import look_back


def test_whoever_has_raced_can_look_back(open_page: OpenPage):
    page = open_page("/", size="phone")
    play_now(page, "tiny-turbo-cars")
    finish_race(page, "tiny-turbo-cars")
    look_back(page)
    review = page.get_by_role("region", name="Review")
    expect(review.locator(".answer")).to_be_focused()
    expect(review.locator(".sum")).to_have_text(re.compile(r"^Well decided: \d+ of \d+\.$"))
    moment = review.get_by_role("listitem").first  # nobody drives well who slides nothing
    expect(moment).to_contain_text(re.compile(r"\(0 slides\).*Better:.*Chance to win: \d+%", re.DOTALL))
    step = re.findall(r"\d+", moment.get_by_role("link").inner_text())[0]
    moment.get_by_role("link").click()
    page.wait_for_url(re.compile(r"/r/.*seat=0"))
    expect(page.get_by_text(re.compile(f"^Step {step} of"))).to_be_visible()
    page.go_back()
    expect(review.locator(".sum")).to_be_visible()
    expect(page.get_by_role("heading", name="Say something")).to_have_count(0)  # bots do not listen


def test_a_replay_is_looked_back_at_seat_by_seat(open_page: OpenPage, bot_race):
    race = bot_race("stich-rallye")
    page = open_page(f"/r/{race.race}")
    look_back(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".sum")).to_have_text(re.compile("^Well decided"))
    whose = dialog.get_by_role("combobox", name="Whose decisions")  # the winner's at first
    whose.select_option(index=(int(whose.evaluate("select => select.selectedIndex")) + 1) % 4)
    expect(dialog.get_by_role("button", name="Look back")).to_be_visible()
