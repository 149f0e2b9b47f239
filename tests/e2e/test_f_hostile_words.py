"""F10, F11: whatever people call themselves and whatever they say, the page shows it and does nothing else with it."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from karacho.server.identity import clean, clean_name
from tests.e2e import browsing
from tests.e2e.browsing import Complaints
from tests.e2e.conftest import OpenPage
from tests.e2e.driving import make_move, wait_for_turn, wait_until
from tests.e2e.serving import Server
from tests.e2e.tour import set_up, sign_up

# At most 24 letters each; `/hk` is an address that nobody else asks for.
NAMES = [
    ["<img src=/hk onerror=h>", "{n,plural,other{#}} {0}", "javascript:hacked=1", "W" * 24],
    ["مرحبا {player} שלום", "👩\u200d👩\u200d👧🏳️ &lt;&amp;", "\u202eneddih\u200b\u2066 Z̸̢̛͈̗a̷̮͐", '"><b id=hacked>__proto__'],
]
OWN = "<svg/onload=hacked=1>{0}"
SAYINGS = [
    "<iframe src=/hk></iframe><object data=/hk></object><embed src=/hk>",
    '<a href="javascript:hacked=1" id=hacked>click</a> [click](javascript:hacked=1)',
    "<style>@import '/hk'; body { display: none }</style><link rel=stylesheet href=/hk>",
    "{name} {count, plural, one {#} other {<b id=hacked>#</b>}} '{' {{constructor.constructor('hacked=1')()}}",
    "<math><mtext></p><img src=/hk onerror=hacked=1>",
    "<form action=/hk><input autofocus onfocus=hacked=1></form>",
    "W" * 200,
    "\u202e\u2067 gnorw si siht \u2069 " + "‮" * 50 + "end",
    "Z" + "\u0335\u0322\u031b\u0348\u0317" * 30,
    "${hacked=1} `${hacked=1}` <%= hacked = 1 %> \\u003cscript\\u003ehacked=1\\u003c/script\\u003e",
]
WATCH = """
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""
PLANTED = (
    "#hacked, [onerror], [onload], [onfocus], [src='/hk'], [href='/hk'], [href^='javascript'], main iframe, main style"
)


class Guard:
    """What a page does by itself, besides what pages of this server do."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.done: list[str] = []
        page.add_init_script(WATCH)
        page.on("dialog", lambda dialog: (self.done.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda asked: self._look(asked.url, address))
        page.on("popup", lambda popup: self.done.append(f"window {popup.url}"))

    def _look(self, url: str, address: str) -> None:
        if "/hk" in url or not url.startswith((address, "data:", "blob:")):
            self.done.append(f"request {url}")

    def check(self, *texts: str) -> None:
        """These are on the page, as text; nothing has happened; nothing sticks out."""
        page = self.page
        for text in texts:
            wait_until(page, "document.body.textContent.replace(/\\s+/g, ' ').includes(arg)", text)
        assert self.done == []
        assert page.evaluate("[typeof window.hacked, window.violations]") == ["undefined", []]
        assert page.locator(PLANTED).count() == 0
        assert not page.evaluate(browsing.TOO_WIDE), "the page is wider than the screen"


class Mouth:
    """Says things over the wire, which is quicker than with a browser."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.tell("hello", protocol=1)
        self.hear("welcome")

    def tell(self, kind: str, **fields: Any) -> None:
        self._socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(60))
            if message["type"] == "ping":
                self.tell("pong", number=message["number"])
            assert message["type"] != "refused", message
            if message["type"] == kind:
                return message

    def set_up(self, kind: str, names: list[str], *, start: bool) -> str:
        seats = [{"kind": kind, "name": name} for name in names]
        options = {"op": new_op(), "free_chat": True, "start": start}
        self.tell("create", game="rally-run", seats=seats, options={"turn_limit": 4}, **options)
        table = str(self.hear("accepted")["table"])
        self.tell("open", table=table)
        return table

    def until_over(self) -> str:
        while not (frame := self.hear("frame")).get("outcome"):
            self.tell("ready", version=frame["version"])
        return str(frame["race"])


def new_op() -> str:
    return secrets.token_urlsafe(12)


@contextmanager
def mouth(server: Server) -> Iterator[Mouth]:
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None, max_size=2**22) as socket:
        yield Mouth(socket)


def watched(open_page: OpenPage, server: Server, **how: Any) -> tuple[Page, Guard]:
    page = open_page("/", **how)
    return page, Guard(page, server.address)


def test_f10_what_people_say_is_text(open_page: OpenPage, server: Server):
    """In the lobby and in the race; a mouth may say five things at once."""
    page, guard = watched(open_page, server, size="narrow")
    with mouth(server) as host:
        code = host.set_up("person", NAMES[0], start=False)
        page.goto(f"/t/{code}")
        guard.check(*map(clean_name, NAMES[0]))
        say_all(server, code)
        guard.check(*(clean(text) for text in SAYINGS))
        host.tell("start", op=new_op())
        host.hear("frame")
        expect(page.get_by_role("list", name="Who races")).to_be_visible()
        host.tell("say", text=SAYINGS[0])
        guard.check(clean(SAYINGS[0]), clean_name(NAMES[0][0]))
        host.tell("say", text=SAYINGS[6])
        guard.check(clean(SAYINGS[6]))


def say_all(server: Server, code: str) -> None:
    for first in range(0, len(SAYINGS), 5):
        with mouth(server) as guest:
            guest.tell("rename", op=new_op(), name=NAMES[1][first // 5])
            guest.tell("open", table=code)
            for text in SAYINGS[first : first + 5]:
                guest.tell("say", text=text)
                guest.hear("chatter")


@pytest.mark.parametrize("names", NAMES, ids=["markup", "letters"])
def test_f10_names_are_text_in_results_and_replays(open_page: OpenPage, server: Server, names: list[str]):
    with mouth(server) as host:
        code = host.set_up("bot", names, start=True)
        race = host.until_over()
    shown = [clean_name(name) for name in names]
    page, guard = watched(open_page, server, size="narrow")
    page.goto(f"/t/{code}")
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    guard.check(*shown)
    page.goto(f"/r/{race}")
    following = page.get_by_role("button", name="Next decision")
    for _ in range(2 * len(names)):  # everybody has a turn, and is told of
        following.click()
        guard.check(*shown)
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Story").click()
    guard.check(*shown)


def test_f10_a_name_of_ones_own_is_text_everywhere(open_page: OpenPage, server: Server):
    """In the lobby, the race, its log, the first page, and as the name of an account."""
    page, guard = watched(open_page, server)
    shown = clean_name(OWN)
    set_up(page, "rally-run", OWN)
    guard.check(shown)
    page.get_by_role("button", name="Start the race").click()
    assert wait_for_turn(page)
    make_move(page, "rally-run")
    wait_until(page, "document.querySelectorAll('main aside li').length > 0")
    guard.check(shown)
    account = f"{secrets.token_hex(2)} {OWN}"[:24]
    sign_up(page, account)
    guard.check(clean_name(account))
    page.goto("/")
    guard.check()


def test_f10_markup_that_got_into_the_page_would_be_noticed(
    open_page: OpenPage, server: Server, complaints: Complaints
):
    complaints.expect("Content Security Policy", "404")
    page, guard = watched(open_page, server)
    page.goto("/")
    guard.check()
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=/hk onerror=hacked=1>')")
    wait_until(page, "window.violations.length > 0")
    assert page.locator(PLANTED).count() == 1
    assert guard.done == [f"request {server.address}/hk"]
    assert page.evaluate("typeof window.hacked") == "undefined", "even then nothing is carried out"
    with pytest.raises(AssertionError):
        guard.check()


def test_f11_no_other_page_can_put_it_into_a_frame(open_page: OpenPage, server: Server, complaints: Complaints):
    complaints.expect("localStorage")  # a page of nowhere has no storage
    page = open_page("about:blank")
    page.set_content(f"<iframe src='{server.address}/' width=800 height=600></iframe>")
    for _ in range(100):
        framed = [frame.url for frame in page.frames if frame != page.main_frame]
        if any(framed):
            break
        page.wait_for_timeout(50)
    assert framed == ["chrome-error://chromewebdata/"]
