"""More people than one: by an invite, on the same device, as a spectator."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.driving import RESULT, act, make_move, play_now, wait_until


def set_up(page: Page, game: str, nickname: str) -> str:
    """From the first page to the lobby of a new table; answers its link."""
    card = page.locator("article", has=page.get_by_role("heading", name=game))
    card.get_by_role("button", name="Set up a table").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(nickname)
    page.get_by_role("button", name="Go on").click()
    return page.get_by_role("textbox", name="Link to this table").input_value()


def log(page: Page) -> list[str]:
    return page.locator("main aside li .words").all_inner_texts()


def test_two_browsers_and_an_invite(open_page: OpenPage):
    host = open_page("/")
    link = set_up(host, "Rally Run", "Otter")
    host.get_by_role("button", name="Remove the last seat").click()

    guest = open_page(link)
    expect(guest.get_by_text("The host starts the race.")).to_be_visible()
    guest.get_by_role("textbox", name="Your nickname").fill("Wren")
    guest.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_role("region", name="Seats")).to_contain_text("Wren")
    expect(host.get_by_text("Everybody is seated.")).to_be_visible()

    host.get_by_role("button", name="Start the race").click()
    for page in (host, guest):
        seats = page.get_by_role("list", name="Who races").get_by_role("button")
        expect(seats).to_have_count(2)
    for _ in range(6):
        wait_until(host, "document.title.startsWith('●') || document.title.includes('·')")
        mover = host if host.title().startswith("●") else guest
        wait_until(mover, "document.title.startsWith('●')")
        make_move(mover, "rally-run")
        expect(guest.locator("main aside li")).to_have_count(host.locator("main aside li").count())
        assert log(host) == log(guest)


def test_whoever_sits_takes_no_second_seat_by_accident(open_page: OpenPage):
    page = open_page("/")
    set_up(page, "Stich Rallye", "Otter")
    page.get_by_role("button", name="Change seat 2").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Sit here")).to_have_count(0)
    dialog.get_by_role("button", name="Another person on this device").click()
    name = dialog.get_by_role("textbox", name="Nickname of the other person")
    name.fill("otter")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("otter already sits here")
    name.fill("Wren")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Seats")).to_contain_text("Wren")


def test_a_rematch_pulls_nobody_off_the_result(open_page: OpenPage):
    """Whoever asks goes at once; the others are told, and go when they like."""
    host = open_page("/")
    link = set_up(host, "Rally Run", "Otter")
    host.get_by_role("button", name="Remove the last seat").click()
    host.get_by_text("More options").click()
    host.get_by_role("spinbutton", name="Turn limit").fill("2")
    host.keyboard.press("Tab")
    guest = open_page(link)
    guest.get_by_role("textbox", name="Your nickname").fill("Wren")
    guest.get_by_role("button", name="Take a seat").click()
    watcher = open_page(link)
    host.get_by_role("button", name="Start the race").click()
    people = (host, guest)
    while not all(page.evaluate(RESULT) for page in people):
        wait_until(host, f"document.title.startsWith('●') || document.title.includes('·') || {RESULT}")
        mover = next((page for page in people if page.title().startswith("●")), None)
        if mover is not None:
            make_move(mover, "rally-run")

    host.get_by_role("button", name="Rematch").click()
    board = host.get_by_role("region", name="Board")
    expect(board).to_be_visible()
    for page in (guest, watcher):
        expect(page.get_by_role("status").filter(has_text="Otter has set up a rematch.")).to_be_visible()
        expect(page.get_by_role("heading", name="The story of the race")).to_be_visible()
        expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    guest.get_by_role("button", name="Join in").click()
    expect(guest.get_by_role("list", name="Who races")).to_contain_text("Wren")
    watcher.get_by_role("button", name="Watch it").click()
    expect(watcher.get_by_role("region", name="Board")).to_be_visible()


def test_the_host_chooses_all_bots_at_once(open_page: OpenPage):
    page = open_page("/")
    set_up(page, "Stich Rallye", "Otter")
    page.get_by_role("combobox", name="All bots").select_option(label="Champion")
    expect(page.get_by_role("region", name="Seats").get_by_text("or a bot: Champion")).to_have_count(3)


def test_a_race_that_runs_makes_room_for_a_guest(open_page: OpenPage):
    host = open_page("/")
    play_now(host, "rally-run")
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Invite").click()
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("All seats are taken")
    dialog.get_by_role("button", name="Let a guest have the seat of Bot 2").click()
    expect(dialog).to_contain_text("1 seat is open for a guest")

    guest = open_page(host.url)
    guest.get_by_role("button", name="Sit here").click()
    guest.get_by_role("textbox", name="Your nickname").fill("Wren")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("list", name="Who races")).to_contain_text("Wren")
    expect(dialog).to_contain_text("All seats are taken")


def test_a_bot_drives_for_somebody_who_has_left(open_page: OpenPage):
    host = open_page("/")
    guest = open_page(set_up(host, "Rally Run", "Otter"))
    guest.get_by_role("textbox", name="Your nickname").fill("Wren")
    guest.get_by_role("button", name="Take a seat").click()
    host.get_by_role("button", name="Remove the last seat").click()
    host.get_by_role("button", name="Start the race").click()
    for _ in range(600):  # until the guest is asked
        if guest.title().startswith("●"):
            break
        if host.title().startswith("●"):
            make_move(host, "rally-run")
        host.wait_for_timeout(100)
    guest.close()

    caption = host.locator(".caption")
    expect(caption).to_contain_text("Wren is away. In")
    before = host.locator("main aside li").count()
    caption.get_by_role("button").click(timeout=60_000)
    host.get_by_role("dialog").get_by_role("button", name="Racer").click()
    wait_until(host, "document.querySelectorAll('main aside li').length > arg", before)
    expect(caption).not_to_contain_text("is away")


def test_an_emote_is_seen_by_the_others(open_page: OpenPage):
    host = open_page("/")
    link = set_up(host, "Stich Rallye", "Otter")
    guest = open_page(link)
    guest.get_by_role("button", name="Hello!").click()
    expect(host.get_by_role("list", name="Say something")).to_contain_text("Hello!")
    expect(host.get_by_role("log")).to_contain_text("Hello!")  # where one looks, however far down the list is
    expect(host.get_by_role("log").get_by_text("Hello!")).to_be_in_viewport()
    guest.get_by_role("button", name="Only watch").click()
    expect(host.get_by_text("1 person is watching")).to_be_visible()


def test_a_code_is_enough_to_join(open_page: OpenPage):
    code = set_up(open_page("/"), "Rally Run", "Otter").rpartition("/")[2]
    guest = open_page("/")
    guest.get_by_label("The code or the link you were sent").fill("ABC")
    guest.get_by_role("button", name="Join", exact=True).click()
    expect(guest.get_by_text("A code has 11 letters and digits.")).to_be_visible()
    guest.get_by_label("The code or the link you were sent").fill(f"{code[:4]} {code[4:]}".lower())
    guest.get_by_role("button", name="Join", exact=True).click()
    expect(guest.get_by_role("heading", name="Play along")).to_be_visible()


def test_a_code_that_cannot_be_one_is_called_wrong(open_page: OpenPage):
    page = open_page("/t/abc")
    expect(page.get_by_text("Check the code")).to_be_visible()
    expect(page.get_by_text("reload")).to_have_count(0)


def test_a_browser_that_keeps_nothing_says_so(open_page: OpenPage, server, browser):
    context = browser.new_context(base_url=server.address, service_workers="block")
    context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
    page = open_page("/", context=context)
    set_up(page, "Rally Run", "Otter")
    note = page.get_by_text("This browser keeps nothing")
    expect(note).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)
    context.close()


def test_people_on_one_device_do_not_race_against_the_clock(open_page: OpenPage):
    """Whoever comes second would find the countdown running; so the table relaxes, and says so."""
    page = open_page("/")
    set_up(page, "Tiny Turbo Cars", "Otter")
    relaxed = page.get_by_label("Relaxed: slides are counted")
    expect(relaxed).not_to_be_checked()
    page.get_by_role("button", name="Another person on this device").click()
    expect(page.get_by_role("dialog")).to_contain_text("slides are counted instead of seconds")
    page.get_by_role("textbox", name="Nickname of the other person").fill("Wren")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("region", name="Seats")).to_contain_text("Wren")
    expect(relaxed).to_be_checked()


def test_hand_over_on_the_same_device(open_page: OpenPage):
    """Two people on one device and a bot: nobody's cards are in the page while it is passed on."""
    page = open_page("/")
    set_up(page, "Stich Rallye", "Otter")
    page.get_by_role("button", name="Remove the last seat").click()
    page.get_by_role("button", name="Another person on this device").click()
    page.get_by_role("textbox", name="Nickname of the other person").fill("Wren")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("region", name="Seats")).to_contain_text("Wren")
    page.get_by_role("button", name="Start the race").click()

    hands: dict[str, set[str]] = {"Otter": set(), "Wren": set()}
    cards = page.locator("[data-card]")
    for _ in range(6):
        passing = page.get_by_role("button", name="show my cards")
        expect(passing).to_be_visible()
        expect(cards).to_have_count(0)
        expect(page.get_by_text("Your hand")).to_have_count(0)  # neither in the log nor for a screen reader
        expect(passing).to_be_focused()
        name = "Otter" if "Otter" in passing.inner_text() else "Wren"
        passing.click()
        expect(cards.first).to_be_visible()
        hand = set(cards.evaluate_all("(found) => found.map((card) => card.dataset.card)"))
        assert not hand & hands["Wren" if name == "Otter" else "Otter"]
        hands[name] |= hand
        while not passing.count() and page.evaluate("document.title.startsWith('●')"):
            choice = page.locator("[data-action], [data-card][aria-disabled='false']").first
            choice.hover()
            act(page, choice.click)
            wait_until(page, "document.title.startsWith('●') || document.querySelector('#handover')")
    assert hands["Otter"]
    assert hands["Wren"]


def test_a_bot_takes_the_wheel_and_gives_it_back(open_page: OpenPage):
    page = open_page("/")
    set_up(page, "Stich Rallye", "Otter")
    page.get_by_role("button", name="Start the race").click()
    wait_until(page, "document.title.startsWith('●')")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Otter: let a bot drive or stand up").click()
    page.get_by_role("button", name="Driver").click()
    page.get_by_role("button", name="Take the wheel back").click()
    wait_until(page, "document.title.startsWith('●')")
