"""Whole races over real WebSockets in all three games; everything that was told is compared with the truth."""

import asyncio

import httpx
import pytest

from karacho.server.finishing import LARGEST_CORRECTION
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, asked_for, replayed

RELAXED = {"mode": "relaxed", "draft": "random", "round_limit": 5}


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("stich-rallye", 3, {}),
        ("stich-rallye", 5, {"track": "beach", "flag": 1}),
        ("rally-run", 2, {}),
        ("rally-run", 4, {"open_memory": True, "turn_limit": 40}),
        ("tiny-turbo-cars", 2, {"mode": "relaxed"}),
        ("tiny-turbo-cars", 4, RELAXED | {"play_on": True}),
    ],
)
def test_a_person_races_against_bots(server, game, seats, options):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as guest:
            code = await anna.create(game, "person", *["bot"] * (seats - 1), options=options, start=True)
            await guest.open(code)
            await anna.play_to_the_end(0)
            await anna.until(lambda: anna.table["stage"] == "over")
            await guest.until(lambda: guest.over)
            return anna, guest

    anna, guest = run(play())
    outcome = anna.frame["outcome"]
    assert sorted(seat for place in outcome["standing"] for seat in place) == list(range(seats))
    assert anna.frame["seat"] == 0
    assert "seat" not in guest.frame
    truth = Truth(server.database, anna.frame["race"])
    truth.check_player(anna)
    truth.check_player(guest)
    assert truth.race.over
    assert truth.race.standing == outcome["standing"]
    assert truth.done_by_persons(0) == asked_for(anna, 0)
    assert {entry["driver"] for entry in truth.log if entry["seat"] not in (0, None)} == {"bot"}


@pytest.mark.parametrize(
    ("game", "options"), [("stich-rallye", {}), ("rally-run", {"turn_limit": 30}), ("tiny-turbo-cars", RELAXED)]
)
def test_two_persons_and_a_bot(server, game, options):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            code = await anna.create(game, "person", "open", "bot", options=options)
            await ben.open(code)
            await ben.ask("sit", seat=1, name="Ben")
            await anna.ask("start")
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1))
            return anna, ben

    anna, ben = run(play())
    truth = Truth(server.database, anna.frame["race"])
    for player, seat in ((anna, 0), (ben, 1)):
        truth.check_player(player)
        assert truth.done_by_persons(seat) == asked_for(player, seat)


def test_everybody_against_the_clock(server):
    """The start is common, dones are reported, and the report is shown after the race (TTC-5)."""

    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben, Player(server.address) as guest:
            seats = ("person", "open", "bot")
            code = await anna.create("tiny-turbo-cars", *seats, options={"draft": "random", "round_limit": 2})
            for other in (ben, guest):
                await other.open(code)
            await ben.ask("sit", seat=1)
            await anna.ask("start")
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1), guest.until(lambda: guest.over, 40))
            return anna, ben, guest

    players = run(play())
    race = players[0].frame["race"]
    truth = Truth(server.database, race)
    for player in players:
        truth.check_player(player)
        starts = [frame["deadline"] for frame in player.frames if frame.get("deadline", {}).get("kind") == "start"]
        assert len(starts) == 2
        assert all(2.5 < start["left"] <= 3 for start in starts)
    assert [entry["kind"] for entry in truth.log].count("go") == 2
    dones = [entry for entry in truth.log if entry["action"] == "done"]
    assert len(dones) == 6
    assert all("corrected_ms" in entry["detail"] for entry in dones)
    info = httpx.get(f"{server.url}/api/races/{race}").json()
    report = info["report"]
    assert [(done["version"], done["seat"]) for done in report["dones"]] == [(d["version"], d["seat"]) for d in dones]
    assert report["most_ms"] == LARGEST_CORRECTION * 1000
    assert replayed(httpx.get(f"{server.url}/api/races/{race}/file").text).over
