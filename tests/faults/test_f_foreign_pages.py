"""F2, F11: what a page of somebody else, or a client without one, can do with what a browser sends by itself."""

import json

import httpx
import pytest
from websockets.asyncio.client import connect

from karacho.server.app import make_app
from karacho.server.settings import Settings
from tests.server.conftest import run
from tests.server.player import Player

ELSEWHERE = ("http://evil.example", "null", "http://127.0.0.1:1", "")
READING = {"GET", "HEAD"}


def cookies(secret):
    return {"Cookie": f"secret={secret}; session={secret}; karacho={secret}; __Host-secret={secret}"}


def test_f2_a_cookie_is_nobody_only_a_secret_that_is_said_is(server):
    """There are no cookies: a client without an origin is let in, as a stranger, until it says whose secret it has."""

    async def play():
        async with Player(server.address) as anna:
            code = await anna.create("rally-run", "person", "person", options={"first": 0}, start=True)
            for headers in (cookies(anna.secret), {"Authorization": f"Bearer {anna.secret}"}):
                async with connect(f"ws://{server.address}/ws", additional_headers=headers) as socket:
                    assert "Origin" not in socket.request.headers
                    await socket.send(json.dumps({"type": "hello", "protocol": 1}))
                    welcome = json.loads(await socket.recv())
                    assert welcome["player"] != anna.welcome["player"]
                    await socket.send(json.dumps({"type": "open", "table": code}))
                    table = await told(socket, "table")
                    assert not table.get("host")
                    assert not any(seat.get("mine") for seat in table["seats"])
                    move = {"seat": 0, "base": 1, "action": anna.legal[0], "op": "somebody-elses"}
                    await socket.send(json.dumps({"type": "act", **move}))
                    assert (await told(socket, "refused"))["code"] == "NOT_YOUR_SEAT"
            async with Player(server.address, anna.secret) as again:
                assert again.welcome["player"] == anna.welcome["player"]
            return anna.secret

    secret = run(play())
    answer = httpx.post(f"{server.url}/api/export", headers=cookies(secret))
    assert answer.status_code == 401


async def told(socket, kind):
    while (message := json.loads(await socket.recv()))["type"] != kind:
        pass
    return message


def writes():
    """Every address that takes more than questions, by the table of addresses itself."""
    routes = make_app(Settings()).routes
    return [(method, route.path) for route in routes for method in (getattr(route, "methods", None) or set()) - READING]


def test_f11_there_are_addresses_that_could_be_abused():
    assert sorted(writes()) == [("POST", "/api/carpet"), ("POST", "/api/export")]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_f11_other_pages_write_nothing(server, origin):
    async def secret():
        async with Player(server.address) as anna:
            return anna.secret

    mine = run(secret())
    forms = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json")
    for method, path in writes():
        for form in forms:
            headers = {"Origin": origin, "Content-Type": form, "Authorization": f"Bearer {mine}", **cookies(mine)}
            answer = httpx.request(method, f"{server.url}{path}", headers=headers, content=b'{"tiles": {}, "cars": []}')
            assert answer.status_code == 403, (path, form)
            assert not [name for name in answer.headers if name.startswith("access-control-")]
        asked = {"Origin": origin, "Access-Control-Request-Method": method}
        before = httpx.options(f"{server.url}{path}", headers=asked)  # as browsers ask before they send
        assert before.status_code == 405
        assert not [name for name in before.headers if name.startswith("access-control-")]


def test_f11_its_own_page_is_heard(server):
    headers = {"Origin": server.url}
    answer = httpx.post(f"{server.url}/api/carpet", headers=headers, json={"tiles": {}, "cars": ["NW", None]})
    assert answer.status_code == 200
