"""One person, two browsers: races and settings follow, and whoever goes is forgotten."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import make_move, wait_until
from tests.e2e.test_company import set_up
from tests.e2e.tour import press, sign_up

WORDS = "a scooter for granny"


def sign_in(page: Page, name: str, passphrase: str = WORDS) -> None:
    page.goto("/account")
    page.get_by_role("radio", name="I have one").check()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Passphrase").fill(passphrase)
    press(page, "account.sign_in_go")


def test_f6_a_race_and_settings_follow_and_are_left_behind(open_page: OpenPage):
    first = open_page("/", settings={"speed": "off", "sound": False, "theme": "light"})
    link = set_up(first, "Rally Run", "Ottokar")
    first.get_by_role("button", name="Remove the last seat").click()
    friend = open_page(link)
    friend.get_by_role("textbox", name="Your nickname").fill("Wren")
    friend.get_by_role("button", name="Take a seat").click()
    expect(first.get_by_text("Everybody is seated.")).to_be_visible()
    first.get_by_role("button", name="Start the race").click()
    expect(first.get_by_role("list", name="Who races").get_by_role("button")).to_have_count(2)

    # An account, made in the middle of the race; a setting that is changed afterwards.
    sign_up(first, "Ottokar")
    expect(first.get_by_role("heading", name="Signed in as Ottokar")).to_be_focused()
    first.goto("/settings")
    expect(first.get_by_text("Signed in as Ottokar")).to_be_visible()
    first.get_by_role("radio", name="Dark").check()
    wait_until(first, "JSON.parse(localStorage['karacho.synced'] || '{}').theme === 'dark'")

    # Another browser, which has been somebody else's.
    second = open_page("/", settings={"speed": "off", "sound": False, "theme": "light"})
    sign_in(second, "ottokar", "not these words")
    expect(second.get_by_text("Name and passphrase do not fit together.")).to_be_visible()
    sign_in(second, "ottokar")
    expect(second.get_by_role("heading", name="Signed in as Ottokar")).to_be_visible()
    expect(second.locator("html")).to_have_attribute("data-theme", "dark")
    second.goto("/")
    expect(second.get_by_role("link", name="Account: Ottokar")).to_be_visible()
    second.get_by_role("link", name=re.compile("Back to your race: Rally Run")).click()
    for _ in range(2):
        wait_until(second, "document.title.startsWith('●') || document.title.includes('·')")
        wait_until(friend, "document.title.length > 0")
        mover = second if second.title().startswith("●") else friend
        wait_until(mover, "document.title.startsWith('●')")
        make_move(mover, "rally-run")
    expect(friend.get_by_role("list", name="Who races")).to_contain_text("Ottokar")

    # Everything in one file.
    second.goto("/account")
    with second.expect_download() as downloading:
        press(second, "account.data_go")
    kept = json.loads(Path(downloading.value.path()).read_text(encoding="utf-8"))
    assert kept["account"]["name"] == "Ottokar"
    assert kept["settings"]["theme"] == "dark"
    assert len(kept["races"]) == 1

    # The end of it: here, in the other browser, and at the friend's table.
    press(second, "account.delete_open")
    second.get_by_role("dialog").get_by_label("Passphrase").fill(WORDS)
    press(second, "account.delete_go")
    expect(second.get_by_role("heading", name="You need no account")).to_be_focused()
    expect(first.get_by_text("You have been signed out on this device.")).to_be_visible()
    expect(friend.get_by_role("list", name="Who races")).to_contain_text("Anonym")
    expect(friend.get_by_role("list", name="Who races")).not_to_contain_text("Ottokar")
    second.goto("/")
    expect(second.get_by_role("link", name="Account", exact=True)).to_be_visible()
    expect(second.get_by_role("link", name=re.compile("Back to your race"))).to_have_count(0)


def test_f6_signing_out_in_one_tab_signs_out_the_others(open_page: OpenPage):
    page = open_page("/")
    sign_up(page, "Ottilie")
    tab = open_page("/", context=page.context)
    expect(tab.get_by_role("link", name="Account: Ottilie")).to_be_visible()
    press(page, "account.sign_out")
    expect(page.get_by_role("heading", name="You need no account")).to_be_visible()
    expect(tab.get_by_role("link", name="Account", exact=True)).to_be_visible()
    # Signed in again without what the guest has here: it is back afterwards.
    guest = page.evaluate("localStorage['karacho.secret']")
    sign_in(page, "Ottilie")
    expect(tab.get_by_role("link", name="Account: Ottilie")).to_be_visible()
    press(page, "account.sign_out")
    expect(tab.get_by_role("link", name="Account", exact=True)).to_be_visible()
    assert page.evaluate("localStorage['karacho.secret']") == guest
