"""What a race says about those who drive: who is there, what happens when they leave, how their order came about."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import wait_for_turn
from tests.e2e.tour import against_the_clock, set_up


def test_a_clock_leaves_presence_in_sight(open_page: OpenPage):
    page = open_page("/", size="narrow")
    set_up(page, "rally-run")
    page.get_by_text("More options").click()
    page.get_by_role("combobox", name="Time per decision").select_option(label="1 minute")
    page.get_by_role("button", name="Start the race").click()
    assert wait_for_turn(page)
    seat = page.get_by_role("list", name="Who races").get_by_role("button", name="Otter")
    expect(seat.get_by_role("timer")).to_be_visible()
    expect(seat.get_by_role("img", name="here")).to_be_visible()


def test_a_seat_tells_what_happens_when_somebody_leaves(open_page: OpenPage):
    page = open_page("/")
    set_up(page, "stich-rallye")
    page.get_by_role("button", name="Start the race").click()
    spectator = open_page(page.url)
    for watcher in (page, spectator):
        watcher.get_by_role("list", name="Who races").get_by_role("button", name="Otter").click()
        dialog = watcher.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name="If somebody has to leave")).to_be_visible()
        expect(dialog).to_contain_text("takes the wheel again at the next decision")


def test_a_race_against_the_clock_has_a_report(open_page: OpenPage):
    page = open_page("/", size="phone")
    against_the_clock(page)
    report = page.get_by_role("region", name="Race report")
    expect(report).to_contain_text("by at most 100 ms")
    expect(report).not_to_contain_text(
        "up to 0 ms"
    )  # bots sit on no line, and a person beside the server on a short one
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Story").click()
    expect(report).to_contain_text("by at most 100 ms")
