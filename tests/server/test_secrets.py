"""Nothing that a seat or a spectator is sent tells what they may not know.

First whole races over real sockets: every letter that was sent is kept and compared with what the rules show to that
seat. Then twin worlds: two races that are equal but for what a seat may not know send it the same bytes.
"""

import asyncio
import json
import random
from dataclasses import replace

import httpx
import pytest
from msgspec import json as wire

import karacho
from karacho.registry import load_game
from karacho.server import commands, protocol
from karacho.server import table as tables
from karacho.server.codes import Refusal
from karacho.server.connection import Connection
from karacho.server.course import Course
from karacho.server.seating import Seat, Seating
from karacho.store import RaceRow
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
def test_every_letter_sent_in_a_whole_race(server, game, options):
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
              "spectators", "race", "races", "seal", "next"},
    "dealing": {"type", "race", "commitment", "pledges"},
    "accepted": {"type", "op", "version", "table", "slides", "token", "hints"},
    "refused": {"type", "code", "op", "clause", "detail", "version"},
    "ping": {"type", "number"},
    "chatter": {"type", "name", "seat", "emote", "text"},
}  # fmt: skip


def check_kinds_of_messages(players):
    """Besides frames there are only messages whose fields are listed here: a new field must be thought about."""
    for player in players:
        for text in player.heard[1:]:
            message = json.loads(text)
            if message["type"] != "frame":
                assert set(message) <= ALLOWED[message["type"]]


# Twin worlds.
class NoStore:
    """Everything is on disk at once."""

    async def write(self, *_):
        pass


# Here the rules themselves tell something new, so that the worlds part.
REVEALING = {
    "stich-rallye": set(),
    "rally-run": {"tile_revealed", "canister_taken", "race_ended"},
    "tiny-turbo-cars": {"program_shown"},
}
WORLDS = [
    ("stich-rallye", 3, {}),
    ("stich-rallye", 5, {"track": "beach"}),
    ("rally-run", 2, {}),
    ("rally-run", 4, {"turn_limit": 60}),
    ("tiny-turbo-cars", 3, {"mode": "relaxed", "draft": "random"}),
    ("tiny-turbo-cars", 2, {"draft": "pick"}),
]
PAIRS = 25


class World:
    """A table in memory at which the seat's owner, a spectator and all others listen."""

    def __init__(self, course, seat):
        row = course.row
        seats = [Seat("person", "", f"player-{number}") for number in range(row.seats)]
        seating = Seating(row.table, row.game, "player-0", seats, row.options, stage="racing", race=row.race)
        self.table = tables.LiveTable(NoStore(), seating, course, {})
        self.ears = [Connection(f"player-{seat}", "") for _ in range(2)]
        self.hands = [Connection(f"player-{number}", "") for number in range(row.seats)]
        for connection in self.ears:
            self.table.enter(connection)
            self.table.catch_up(connection, row.race, max(0, course.version - 3))
        for connection in self.hands:
            connection.table = self.table

    async def say(self, seat, message):
        """A command; how it was answered."""
        command = commands.COMMANDS[type(message)]
        try:
            return wire.encode(await command(self.table, self.hands[seat], message))
        except Refusal as refusal:
            return (refusal.code, refusal.clause, refusal.detail, refusal.version)

    def heard(self):
        """Every byte that waits for the listeners, from now on forgotten."""
        found = [[*connection._outbox] for connection in self.ears]
        for connection in self.ears:
            connection._outbox.clear()
            connection._bytes = 0
        return found

    def kinds(self):
        """What the last version has brought."""
        course = self.table.course
        return {course.race.game.events.data(event)["kind"] for event in course.steps[-1].events}


def played(name, seats, options, dice):
    """A course somewhere in the middle of a race."""
    row = RaceRow("R" * 16, "T" * 11, name, load_game(name).rules_version, seats, "", options, [""] * seats, 0.0)
    course = Course.fresh(replace(row, seed=str(dice.getrandbits(256))))
    for _ in range(dice.randrange(40)):
        race = course.race
        if race.over:
            return played(name, seats, options, dice)
        if course.closed:
            course.go(1.0)
        seat = dice.choice(race.actors)
        action = dice.choice(race.legal_actions(seat))
        if action in race.game.private:
            course.slide(seat, action, 1.0, "person")
        else:
            course.act(seat, action, 1.0, "person")
    return course if not course.race.over else played(name, seats, options, dice)


def twin_of(course, seat, dice):
    """The same race for this seat; for everybody else, as likely as not, another."""
    eyes = course.eyes(seat)
    race = karacho.resample(course.race.view(eyes), seed=dice.getrandbits(64))
    race._chance = course.race.copy()._chance  # the same chance to come
    return Course(course.row, race, course.entries.copy(), course.steps.copy(), course.programming)


def messages(course, twin, seat, dice):
    """What is tried next: mostly by the seat itself, possible or not; sometimes by another, if both worlds allow it."""
    race, base = course.race, course.version
    names = [name for name in race.game.actions if name]
    for number in range(12):
        action = dice.choice([*race.legal_actions(seat), dice.choice(names)])
        yield seat, say(number, seat, base, action, course.slides_made(seat), race.game.private)
    for other in race.actors:
        both = sorted(set(race.legal_actions(other)) & set(twin.race.legal_actions(other)))
        if both and other != seat:
            first = course.slides_made(other)
            if first == twin.slides_made(other):
                yield other, say(99 + other, other, base, dice.choice(both), first, race.game.private)


def say(number, seat, base, action, first, private):
    op = f"op-{number:08}"
    if action in private:
        return protocol.Program(op, seat, base, first, action, hints=True)
    if action == "done":
        return protocol.Program(op, seat, base, first, "", done=True, hints=True)
    return protocol.Act(op, seat, base, action)


@pytest.mark.parametrize(("name", "seats", "options"), WORLDS, ids=[f"{world[0]}-{world[1]}" for world in WORLDS])
def test_g1_twin_worlds_send_a_seat_the_same_bytes(name, seats, options):
    dice = random.Random(f"{name} {seats}")
    different = compared = 0

    async def compare(course, seat):
        nonlocal different, compared
        twin = twin_of(course, seat, dice)
        different += twin.race.position() != course.race.position()
        one, other = World(course, seat), World(twin, seat)
        assert one.heard() == other.heard()
        for speaker, message in messages(course, twin, seat, dice):
            answers = [await world.say(speaker, message) for world in (one, other)]
            if one.kinds() & REVEALING[name] or other.kinds() & REVEALING[name]:
                return
            if speaker == seat:
                assert answers[0] == answers[1]
            assert one.heard() == other.heard()
            for world in (one, other):
                for connection in world.ears:
                    world.table.show(connection)
            assert one.heard() == other.heard()
            compared += 1

    for _ in range(PAIRS):
        course = played(name, seats, options, dice)
        for seat in range(seats):
            run(compare(course, seat))
    assert compared > PAIRS
    assert different > 0, "some of the twins must really differ"


def test_the_spectator_of_twin_worlds(monkeypatch):
    dice = random.Random(7)
    for name, seats, options in WORLDS:
        for _ in range(5):
            course = played(name, seats, options, dice)
            race = karacho.resample(course.race.view(None), seed=dice.getrandbits(64))
            twin = Course(course.row, race, course.entries, course.steps, course.programming)
            for since in (course.version, max(0, course.version - 5)):
                frames = [
                    tables.LiveTable(NoStore(), seating_of(each), each, {}).frame(None, since)
                    for each in (course, twin)
                ]
                assert wire.encode(frames[0]) == wire.encode(frames[1])


def seating_of(course):
    return Seating(course.row.table, course.row.game, "", [Seat() for _ in range(course.row.seats)], {})
