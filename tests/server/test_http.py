"""What can be had without a socket: health, figures, games, finished races, invitations, free play, the page."""

import asyncio
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import asdict

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import karacho
from karacho.registry import load_game
from karacho.server import app, page
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, plain, replayed

GAMES = [
    ("stich-rallye", 3, {}),
    ("rally-run", 2, {"turn_limit": 12}),
    ("tiny-turbo-cars", 2, {"mode": "relaxed", "draft": "random", "round_limit": 3}),
]


def get(server, path, **headers):
    return httpx.get(f"{server.url}{path}", headers=headers, timeout=60)  # a review takes its time


def test_health_and_figures(server):
    answer = get(server, "/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "store": True})
    text = get(server, "/metrics").text
    for name in ("karacho_connections", "karacho_tables", "karacho_commits", "karacho_loop_lag_seconds"):
        assert f"\n{name} " in text


def test_refusals_are_counted_by_their_code_s10(server):
    async def play():
        async with Player(server.address) as anna:
            assert await anna.refused("sit", seat=0) == "NOT_AT_TABLE"

    def count():
        lines = get(server, "/metrics").text.splitlines()
        found = [line for line in lines if line.startswith('karacho_refusals_total{code="NOT_AT_TABLE"}')]
        return float(found[0].split()[-1]) if found else 0.0

    before = count()
    run(play())
    assert count() == before + 1


def test_the_games(server):
    games = get(server, "/api/games").json()
    assert [game["name"] for game in games] == karacho.game_names()
    for game in games:
        rules = load_game(game["name"])
        assert game["seats"] == list(rules.seats)
        assert [option["name"] for option in game["options"]] == [option.name for option in rules.options]
        assert {level["name"] for level in game["levels"]} >= {"learner", "driver"}
        for level in game["levels"]:
            karacho.make_bot(game["name"], level["spec"], 0)
    assert [game["name"] for game in games if not game["secrets"]] == ["rally-run"]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_a_race_can_be_seen_again_after_its_end_only(server, game, seats, options):
    async def play():
        async with Player(server.address) as anna:
            await anna.create(game, "person", *["bot"] * (seats - 1), options=options, start=True)
            race = anna.frame["race"]
            for path in ("", "?seat=0", "/file", "/review?seat=0"):
                path = f"/api/races/{race}{path}"
                answer = await asyncio.to_thread(get, server, path)
                assert (answer.status_code, answer.json()["code"]) == (409, "RACE_NOT_OVER")
            await anna.play_to_the_end(0)
            return race

    race = run(play())
    truth = Truth(server.database, race)
    for asked in (None, *range(seats)):
        answer = get(server, f"/api/races/{race}" + ("" if asked is None else f"?seat={asked}"))
        info = answer.json()
        assert info["seat"] == asked
        assert info["seed"] == truth.seed
        assert info["options"] == options
        assert info["outcome"]["standing"] == truth.race.standing
        told = [entry for entry in truth.log if entry["kind"] in ("begin", "act", "timeout", "go")]
        assert [frame["version"] for frame in info["frames"]] == [entry["version"] for entry in told]
        for frame, entry in zip(info["frames"], told, strict=True):
            now = truth.moments[frame["version"]][0][0]
            assert frame["view"] == plain(now.view(asked)) | {"legal_actions": []}
            events = now.redact(truth.events[frame["version"]], asked)
            assert frame.get("events", []) == [plain(now.game.events.data(event)) for event in events]
            assert frame.get("action") == entry["action"]
            assert frame.get("driver") == entry["driver"]
            assert frame["progress"] == now.progress
    text = get(server, f"/api/races/{race}/file")
    assert text.headers["content-disposition"] == f'attachment; filename="{race}.replay"'
    again = replayed(text.text)
    assert again.standing == truth.race.standing
    assert again.state_bytes() == truth.race.state_bytes()
    review = get(server, f"/api/races/{race}/review?seat=0").json()
    told = {entry["version"]: entry for entry in truth.log if entry["kind"] in ("act", "timeout")}
    decisions = karacho.review(again.replay(), 0)
    assert [each["taken"] for each in review["decisions"]] == [written(each.taken) for each in decisions]
    assert [each["best"] for each in review["decisions"]] == [written(each.best) for each in decisions]
    for each in review["decisions"]:
        entry = told[each["version"]]
        assert (entry["seat"], entry["driver"]) == (0, each["driver"])
        assert entry["action"] in (each["taken"]["action"], "done", None)
    for seat in ("", "?seat=7"):
        assert get(server, f"/api/races/{race}/review{seat}").json()["code"] == "NOT_YOUR_SEAT"


def written(option):
    return {name: value for name, value in asdict(option).items() if value is not None}


def test_what_is_not_there(server):
    for path in ("/api/races/0000000000000000", "/api/races/x/file", "/api/tables/00000000000/qr.svg"):
        assert get(server, path).status_code == 404
    assert get(server, "/api/races/0000000000000000").json()["code"] == "NO_SUCH_RACE"
    for path in ("/api/", "/api/nothing", "/api/races", "/api/tables/x", "/api/carpet"):
        assert get(server, path).status_code in (404, 405), path
    for seat in ("9", "x", "-1", "00", "٣"):
        assert get(server, f"/api/races/0000000000000000?seat={seat}").status_code in (400, 404)
    assert httpx.post(f"{server.url}/api/games").status_code == 405
    assert httpx.delete(f"{server.url}/healthz").status_code == 405


def test_an_error_of_our_own_is_counted_and_carries_what_every_answer_does(serve, monkeypatch):
    def fail():
        raise RuntimeError("on purpose")

    async def play():
        async with serve() as inside, httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
            monkeypatch.setattr(app.offers, "games", fail)
            answer = await client.get("/api/games")
            assert (answer.status_code, answer.text) == (500, "Internal Server Error")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert 'karacho_refusals_total{code="HTTP_500"} 1.0' in (await client.get("/metrics")).text

    run(play())


def test_the_invitation(server):
    async def play():
        async with Player(server.address) as anna:
            return await anna.create("rally-run", "person", "open")

    code = run(play())
    answer = get(server, f"/api/tables/{code}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.content).tag.endswith("svg")
    assert get(server, f"/api/tables/{code.lower()}/qr.svg").status_code == 404


@pytest.mark.parametrize(
    ("bound", "asked", "answer"),
    [
        ("0.0.0.0", "127.0.0.1", "192.0.2.7"),  # a page on the server's own machine is good for nobody else
        ("0.0.0.0", "localhost", "192.0.2.7"),
        ("0.0.0.0", "karacho.example", "karacho.example"),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),  # it cannot be reached from elsewhere anyway
    ],
)
def test_where_others_find_the_server(serve, monkeypatch, bound, asked, answer):
    monkeypatch.setattr(app, "lan_address", lambda: "192.0.2.7")

    async def ask():
        async with serve(host=bound) as inside, httpx.AsyncClient() as client:
            port = inside.address.rpartition(":")[2]
            found = await client.get(f"http://{inside.address}/api/origin", headers={"host": f"{asked}:{port}"})
            return found.text, port

    text, port = run(ask())
    assert text == f"http://{answer}:{port}"


def test_the_carpet(server):
    answer = httpx.post(f"{server.url}/api/carpet", json={"tiles": {"A1": "SW"}, "cars": ["NW", None]})
    assert (answer.status_code, answer.json()) == (200, {"roads": [["E"], []]})
    for body in (b"", b"[]", b"{", b'{"a":' + b"[" * 8000, b'{"tiles":NaN}', b"\xff\xfe"):
        answer = httpx.post(f"{server.url}/api/carpet", content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "UNREADABLE"), body[:20]
    assert httpx.post(f"{server.url}/api/carpet", content=b" " * 20_000).status_code == 413


def test_f11_what_every_answer_carries(server):
    for path in ("/healthz", "/api/games", "/api/nothing", "/", "/metrics"):
        headers = get(server, path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]
        assert policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://{address}", True),
        ("https://{address}", True),
        (None, True),
        ("null", False),
        ("http://evil.example", False),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:1", False),
        ("http://{address}.evil.example", False),
        ("http://evil.example/{address}", False),
        ("ws://{address}", False),
        ("", False),
    ],
)
def test_f1_only_pages_of_this_server_may_connect(server, origin, welcome):
    async def play():
        headers = {} if origin is None else {"Origin": origin.format(address=server.address)}
        async with connect(f"ws://{server.address}/ws", additional_headers=headers) as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1}))
            assert json.loads(await socket.recv())["type"] == "welcome"

    if welcome:
        run(play())
    else:
        with pytest.raises(InvalidStatus, match="403"):
            run(play())


def test_other_pages_and_full_houses(serve):
    async def play():
        async with serve(origins=("http://friend.example",), connections_per_address=2) as inside:
            address = f"ws://{inside.address}/ws"
            async with connect(address, additional_headers={"Origin": "http://friend.example"}), connect(address):
                with pytest.raises(InvalidStatus, match="503"):
                    await connect(address)
            await asyncio.sleep(0.05)
            async with connect(address):
                pass
        async with serve(connections=1) as inside, Player(inside.address):
            with pytest.raises(InvalidStatus, match="503"):
                await connect(f"ws://{inside.address}/ws")

    run(play())


def test_the_page(serve, monkeypatch, tmp_path):
    async def look(built):
        async with serve() as inside, httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
            if not built:
                assert (await client.get("/")).status_code == 503
                return
            for path in ("/", "/t/00000000000", "/rules/rally-run", "/%00", "/" + "x" * 300, "/..%2f..%2fsecret"):
                answer = await client.get(path)
                assert (answer.status_code, answer.text) == (200, "the page"), path
                assert answer.headers["cache-control"] == "no-cache"
            answer = await client.get("/assets/app-1a2b.js")
            assert answer.text == "the script"
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            hidden = ["/assets/missing.js", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "//etc/passwd.txt", "/a%00.js"]
            for path in hidden:
                assert (await client.get(path)).status_code == 404, path

    monkeypatch.setattr(page, "FOLDER", tmp_path / "page")
    run(look(False))
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("the page")
    (tmp_path / "page" / "assets" / "app-1a2b.js").write_text("the script")
    assert page.build_id() != "none"
    run(look(True))
