"""Nothing that a seat or a spectator is sent tells what they may not know.

Whole races over real sockets: every letter that was sent is kept and compared with what the rules show to that seat.
(`tests/faults/test_g_twins.py` compares worlds that differ in what a seat may not know.)
"""

import asyncio
import json

import httpx
import pytest

from karacho.server import commands, protocol
from karacho.server.connection import Connection
from karacho.server.course import restore
from karacho.server.seating import read_seating
from karacho.server.table import LiveTable
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, ask

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 30}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 4}),
    ("tiny-turbo-cars", {"draft": "random", "round_limit": 1}),
]
IDS = ["stich-rallye", "rally-run", "relaxed", "against-the-clock"]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_g3_g4_g11_every_letter_sent_in_a_whole_race(server, game, options):
    """Two persons, a spectator, and a second screen that comes and goes and asks for everything it could (G3, G4)."""
    bodies = []

    async def nose_around(code, race, secret, over):
        """Reconnect, come late, ask for the past and for pictures and replays while the race runs."""
        nosy = []
        async with httpx.AsyncClient(base_url=server.url) as client:
            while not over():
                async with Player(server.address, secret) as screen:
                    nosy.append(screen)
                    await screen.open(code)
                    await screen.open(code, race=race, have=0)
                    screen.frame = {}
                    for path in (
                        f"races/{race}",
                        f"races/{race}?seat=1",
                        f"races/{race}/file",
                        f"tables/{code}/qr.svg",
                    ):
                        answer = await client.get(f"/api/{path}")
                        if answer.status_code != 200 or path.startswith("tables"):
                            bodies.append(answer.text)
                    bodies.append((await client.get("/metrics")).text)
                await asyncio.sleep(0.05)
        return nosy

    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben, Player(server.address) as guest:
            code = await anna.create(game, "person", "open", "bot", options=options)
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await guest.open(code)
            await anna.ask("start")
            await guest.until(lambda: guest.frame)
            race = guest.frame["race"]
            noses = [nose_around(code, race, secret, lambda: guest.over) for secret in (anna.secret, guest.secret)]
            nosy = asyncio.gather(*noses)
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1), guest.until(lambda: guest.over, 60))
            return race, [anna, ben, guest, *(screen for screens in await nosy for screen in screens)]

    race, players = run(play())
    truth = Truth(server.database, race)
    assert len(players) >= 5
    for player in players:
        for frame in player.frames:
            truth.check(frame)
    assert {frame.get("seat") for frame in players[2].frames} == {None}
    assert {frame.get("seat") for frame in players[0].frames if frame["version"] > 1} == {0}
    check_kinds_of_messages(players)
    # The seed is told by nothing, not even afterwards, except a replay that is asked for.
    seeds = [row[0] for row in ask(server.database, "SELECT seed FROM races WHERE outcome IS NULL OR race = ?", race)]
    texts = [text for player in players for text in player.heard] + bodies
    for seed in seeds:
        for written in (seed, f"{int(seed):x}", f"{int(seed):064x}", seed[:18], f"{int(seed):x}"[:16]):
            assert not any(written in text for text in texts)
    # Nor are there secrets, hashes or names of players in anything but one's own welcome.
    for player in players:
        rest = "\n".join(player.heard[1:])
        for other in players:
            assert other.secret not in rest
            assert other.welcome["player"] not in rest


ALLOWED = {
    "table": {"type", "code", "game", "stage", "seats", "options", "host", "free_chat", "decision_seconds",
              "spectators", "race", "races", "asker", "seal", "next"},
    "dealing": {"type", "race", "commitment", "pledges"},
    "accepted": {"type", "op", "version", "table", "slides", "token", "hints"},
    "refused": {"type", "code", "op", "clause", "detail", "version"},
    "ping": {"type", "number", "within"},
    "chatter": {"type", "name", "seat", "emote", "text"},
}  # fmt: skip


def check_kinds_of_messages(players):
    """Besides frames there are only messages whose fields are listed here: a new field must be thought about."""
    for player in players:
        for text in player.heard[1:]:
            message = json.loads(text)
            if message["type"] != "frame":
                assert set(message) <= ALLOWED[message["type"]]


class Elsewhere:
    """Another server that has read the same table, as far as commands are concerned."""

    @classmethod
    async def reads(cls, store, code):
        row = await store.find_table(code)
        seating = read_seating(row.data)
        course = None if seating.race is None else await restore(store, seating.race)
        elsewhere = cls()
        elsewhere.table = LiveTable(store, seating, course, revision=row.revision)
        return elsewhere

    async def hears(self, player, message):
        await commands.COMMANDS[type(message)](self.table, Connection(player.welcome["player"], ""), message)


@pytest.mark.parametrize("running", [False, True], ids=["before-the-race", "in-the-race"])
def test_g3_who_has_left_a_seat_elsewhere_sees_nothing_of_who_sits_there_now(serve, running):
    """Seats and race have changed on another server, and are read here in one go."""

    async def play():
        async with (
            serve() as inside,
            Player(inside.address) as anna,
            Player(inside.address) as ben,
            Player(inside.address) as cleo,
        ):
            code = await anna.create("stich-rallye", "person", "open", "bot", options={"flag": 0})
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await cleo.open(code)
            if running:
                await anna.ask("start")
                await asyncio.gather(*(player.until(lambda p=player: p.frame) for player in (ben, cleo)))
            there = await Elsewhere.reads(inside.house.store, code)
            told = len(ben.frames), len(cleo.frames)
            await there.hears(ben, protocol.Stand("stand-up-elsewhere", 1))
            await there.hears(cleo, protocol.Sit("sit-down-elsewhere", 1))
            if running:
                action = there.table.course.race.legal_actions(0)[0]
                await there.hears(anna, protocol.Act("act-elsewhere", 0, 1, action))
            else:
                await there.hears(anna, protocol.Start("start-elsewhere"))
            await inside.house.hall.refresh(code)
            await cleo.until(lambda: any(frame.get("seat") == 1 for frame in cleo.frames))
            await ben.until(lambda: len(ben.frames) > told[0])
            return ben.frames[told[0] :], cleo.frames[told[1] :]

    left, sat = run(play())
    assert {frame.get("seat") for frame in left} == {None}
    assert {frame.get("seat") for frame in sat} == {1}
