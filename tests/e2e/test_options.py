"""Options in the lobby, and that the board shows them."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import finish_race, make_move, play_until, wait_for_turn
from tests.e2e.tour import set_up, with_option


def test_boards_are_chosen_turned_and_put_in_order_by_keyboard(open_page: OpenPage):
    page = open_page("/", size="phone")
    set_up(page, "tiny-turbo-cars")
    page.get_by_label("Chosen boards").focus()
    page.keyboard.press("Space")
    rooms = page.get_by_role("list", name="Chosen boards").get_by_role("listitem").locator("b")
    expect(rooms).to_have_text(["Front garden", "Bathroom", "Children’s room", "Dining room", "Back garden"])
    later = page.get_by_role("button", name="Bathroom: one board later")
    later.focus()
    page.keyboard.press("Enter")
    expect(rooms).to_have_text(["Front garden", "Children’s room", "Bathroom", "Dining room", "Back garden"])
    expect(later).to_be_focused()
    page.get_by_role("button", name="Turn Bathroom over").press("Enter")
    page.get_by_role("button", name="Add Hallway to the track").click()
    page.get_by_role("button", name="Take Dining room off the track").click()
    expect(rooms).to_have_text(["Front garden", "Children’s room", "Kitchen", "Hallway", "Back garden"])
    expect(page.get_by_text("Track boards")).to_have_count(0)

    guest = open_page(page.url)
    expect(guest.get_by_role("list", name="Chosen boards")).to_contain_text("Kitchen")
    expect(guest.get_by_role("button", name="Turn Kitchen over")).to_have_count(0)

    page.get_by_role("button", name="Start the race").click()
    assert wait_for_turn(page)


def test_cars_change_their_starting_corners(open_page: OpenPage):
    page = open_page("/", size="phone")
    set_up(page, "rally-run")
    page.get_by_text("More options").click()
    corners = page.get_by_role("group", name="Starting corners")
    mine = corners.get_by_role("button", name="Otter starts here")
    expect(mine).to_have_accessible_name("Start-finish tile north-west: Otter starts here")
    mine.focus()
    page.keyboard.press("Enter")
    expect(mine).to_have_attribute("aria-pressed", "true")
    corners.get_by_role("button", name="south-west").press("Enter")
    expect(mine).to_have_accessible_name("Start-finish tile south-west: Otter starts here")
    expect(page.get_by_role("button", name="As usual")).to_be_visible()
    page.get_by_role("button", name="Remove the last seat").click()  # what was chosen for three does not fit two
    expect(mine).to_have_accessible_name("Start-finish tile north-west: Otter starts here")
    corners.get_by_role("button", name="north-east").click()
    mine.click()
    expect(mine).to_have_accessible_name("Start-finish tile north-east: Otter starts here")
    page.get_by_role("button", name="Start the race").click()
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Start-finish tile north-east").first).to_have_accessible_name(
        re.compile("car: Otter")
    )


def test_the_other_track(open_page: OpenPage):
    page = open_page("/", size="phone")
    with_option("stich-rallye", "table.option.track.beach", "radio")(page)
    expect(page.locator(".beach").first).to_be_visible()
    make_move(page, "stich-rallye")
    assert wait_for_turn(page)


def test_tiles_that_were_seen_stay_visible_for_small_children(open_page: OpenPage):
    page = open_page("/", size="phone")
    with_option("rally-run", "table.option.open_memory", "switch")(page)
    ghosts = page.locator(".ghost")
    play_until(page, "rally-run", lambda: ghosts.count() > 0)
    page.reload()
    expect(ghosts.first).to_be_visible()


def test_everything_that_is_chosen_at_once_counts(open_page: OpenPage):
    """Quicker than the server answers, and the start right after it."""
    page = open_page("/")
    set_up(page, "stich-rallye")
    page.locator("main details").evaluate_all("(found) => found.forEach((each) => (each.open = true))")
    page.evaluate(
        """() => {
            const all = [...document.querySelectorAll('button, label')];
            const tap = (text) => {
                const found = all.find((part) => part.textContent.includes(text));
                (found.querySelector('input') ?? found).click();
            };
            ['Add a seat', 'Beach', 'Free chat', 'Start the race'].forEach(tap);
        }"""
    )
    assert wait_for_turn(page)
    expect(page.locator(".beach").first).to_be_visible()
    expect(page.locator("[data-seat-panel]")).to_have_count(5)
    page.get_by_role("button", name="Say something").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_visible()


def test_a_race_for_all_places(open_page: OpenPage):
    page = open_page("/")
    with_option("tiny-turbo-cars", "table.option.play_on", "switch")(page)
    finish_race(page, "tiny-turbo-cars")
    expect(page.locator("[data-place='1'], [data-place='2'], [data-place='3']")).to_have_count(3)
