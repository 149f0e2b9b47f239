"""G14: what a host can watch says nothing about a race, and what says something only the host can read."""

import asyncio
import json
import logging
import re
import stat
from pathlib import Path

import httpx
import pytest

from karacho.cli import run as command_line
from karacho.server import app, protocol
from karacho.server.codes import Code
from karacho.server.course import Course
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import ask

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 60}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 3}),
]
LABEL = re.compile(r'(\w+)="([^"]*)"')
UNITS = Path(__file__).parents[2] / "deploy"


def hidden(database, players):
    """What nobody may read anywhere while the race runs: how it was dealt, who people are, where they meet."""
    found = []
    for seed, dealing in ask(database, "SELECT seed, dealing FROM races"):
        dealt = json.loads(dealing)
        found += [seed, f"{int(seed):x}", dealt["salt"], dealt["secret"]]
        found += [value for _, _, value in dealt["pledges"] if value]
    found += [value for (data,) in ask(database, "SELECT data FROM tables") for value in sealed(json.loads(data))]
    return found + [secret for player in players for secret in (player.secret, player.welcome["player"])]


def sealed(table):
    """The secret behind the next race."""
    return [text for text in re.findall(r"[0-9a-f]{64}", json.dumps(table)) if text]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_g14_figures_health_and_logs_hold_nothing_of_a_race(serve, tmp_path, caplog, monkeypatch, game, options):
    """A race that people play, quarrel with, and that meets an internal error in the end."""
    for name in ("karacho", "uvicorn"):
        caplog.set_level(logging.DEBUG, name)
    database = tmp_path / "inside.sqlite"

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create(game, "person", "open", "bot", options=options)
            await ben.open(code)
            await ben.ask("sit", seat=1, name="Ben")
            await anna.ask("start")
            acting = await whose_turn(anna, ben)
            for player, other in ((anna, 1), (ben, 0)):
                await player.refused("act", seat=other, base=player.version, action="R1")
                await player.refused("sit", seat=9)
                await player.rejected({"type": "act", "secret": player.secret})
                await player.rejected(f"nonsense {player.secret}")
            race = anna.frame["race"]
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                bodies = [(await client.get(f"/api/races/{race}{end}")).text for end in ("", "/file", "/proof")]
                health = await client.get("/healthz")
                monkeypatch.setattr(app, "race_json", broken)
                failed = await client.get(f"/api/races/{race}?seat=1")
                monkeypatch.setattr(Course, "act", broken)
                monkeypatch.setattr(Course, "slide", broken)
                assert await ask_anything(acting) == "PARKED"
                figures = (await client.get("/metrics")).text
            secrets = hidden(database, (anna, ben))
            assert len(secrets) > 8
            assert health.json().keys() == {"status", "store"}
            assert (failed.status_code, failed.text) == (500, "Internal Server Error")
            told = [text for player in (anna, ben) for text in player.heard if "PARKED" in text]
            assert told
            for place in (*bodies, figures, failed.text, *told, caplog.text):
                for secret in secrets:
                    assert secret not in place
            assert not re.search(r"Course\(|RaceRow\(|State\(|controllers|canisters", caplog.text)
            assert code not in figures
            assert race not in figures
            check_labels(figures)

    run(play())
    assert "a breakdown" in caplog.text, "the host is told that something is wrong"
    files = [*tmp_path.glob("inside.sqlite*"), *(tmp_path / "parked").iterdir()]
    assert len(files) >= 2
    assert [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def broken(*_arguments, **_fields):
    raise RuntimeError("a breakdown")


async def whose_turn(*players):
    async with asyncio.timeout(40):
        while not any(player.legal for player in players):
            await asyncio.sleep(0.01)
    return next(player for player in players if player.legal)


async def ask_anything(player):
    common = {"seat": player.frame["seat"], "base": player.version}
    if "done" in player.legal:
        slide = next(action for action in player.legal if action != "done")
        return await player.outcome("program", first=0, slides=slide, **common)
    return await player.outcome("act", action=player.legal[0], **common)


def check_labels(figures):
    """Labels are words of the program: codes, reasons and sorts of messages."""
    tags = {each.__struct_config__.tag for each in protocol.Message.__args__}
    for name, value in LABEL.findall(figures):
        match name:
            case "le":
                float(value)
            case "type":
                assert value in tags
            case "code":
                assert value in Code.__members__ or re.fullmatch(r"[A-Z_]+|HTTP_\d{3}", value)
            case "reason":
                assert re.fullmatch(r"[a-z_]+", value)
            case _:
                pytest.fail(f"a label that nobody has thought about: {name}")


def test_g14_databases_and_backups_are_the_hosts_alone(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create("rally-run", "person", "person", start=True)
            open_files = list(tmp_path.glob("inside.sqlite*"))
            assert len(open_files) == 4  # the file, its log, the index of that, and the lock
            assert {stat.S_IMODE(path.stat().st_mode) for path in open_files} == {0o600}

    run(play())
    backup = tmp_path / "backups" / "backup.sqlite"
    (tmp_path / "inside.sqlite").rename(tmp_path / "karacho.sqlite")
    assert command_line(["backup", str(backup), "--data", str(tmp_path)]) == 0
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_g14_a_dying_server_leaves_no_picture_of_its_memory():
    units = list(UNITS.glob("*.service"))
    assert len(units) == 2
    assert all("LimitCORE=0\n" in unit.read_text("utf-8") for unit in units)
