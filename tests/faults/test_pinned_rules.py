"""A9: a race is played by the rules that it was dealt under, or not at all."""

import sqlite3

import httpx

from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import read_log


def change_rules(path, race, version):
    """As if the race had been played with another version of the game's rules."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE races SET rules = ? WHERE race = ?", (version, race))
    database.close()


def damage(path, race):
    with sqlite3.connect(path) as database:
        database.execute("UPDATE log SET action = 'nonsense' WHERE race = ? AND number = 2", (race,))
    database.close()


def test_a9_a_race_of_other_rules_is_parked_and_goes_on_under_its_own(serve, tmp_path):
    path = tmp_path / "inside.sqlite"

    async def begin():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("rally-run", "person", "person", options={"first": 0}, start=True)
            await anna.look(0)
            await anna.act(0, anna.legal[0])
            return code, anna.secret, anna.frame["race"]

    async def under_other_rules(code, secret):
        async with serve() as inside, Player(inside.address, secret) as anna:
            await anna.send({"type": "open", "table": code})
            await anna.until(lambda: anna.refusals)
            assert anna.refusals[-1]["code"] == "PARKED"
            assert anna.refusals[-1]["detail"] == "rules version 99 was played; this is 1"
            assert await anna.refused("act", seat=0, base=2, action="N") == "PARKED"

    async def under_its_own(code, secret):
        async with serve() as inside, Player(inside.address, secret) as anna:
            await anna.open(code)
            await anna.look(anna.view["turn"])
            await anna.act(anna.view["turn"], anna.legal[0])

    code, secret, race = run(begin())
    before = read_log(path, race)
    change_rules(path, race, 99)
    run(under_other_rules(code, secret))
    assert read_log(path, race) == before, "not a line was added"
    change_rules(path, race, 1)
    run(under_its_own(code, secret))
    assert len(read_log(path, race)) == len(before) + 1


def test_a9_a_replay_says_that_other_rules_were_played(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create("rally-run", "bot", "bot", options={"turn_limit": 2}, start=True)
            await anna.until(lambda: anna.over)
            race = anna.frame["race"]
            change_rules(tmp_path / "inside.sqlite", race, 99)
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                answer = await client.get(f"/api/races/{race}")
            assert (answer.status_code, answer.json()["code"]) == (409, "PARKED")
            assert answer.json()["detail"] == "rules version 99 was played; this is 1"

    run(play())


def test_a9_b6_races_that_cannot_be_played_again_do_not_break_an_export(serve, tmp_path):
    async def play():
        path, races = tmp_path / "inside.sqlite", []
        async with serve() as inside, Player(inside.address) as anna:
            for _ in range(3):
                await anna.create("rally-run", "person", "bot", options={"turn_limit": 2}, start=True)
                await anna.play_to_the_end(0)
                races.append(anna.frame["race"])
            change_rules(path, races[0], 99)
            damage(path, races[1])
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                answer = await client.post("/api/export", headers={"authorization": f"Bearer {anna.secret}"})
        told = answer.json()["races"]
        assert [race["race"] for race in told] == races
        assert [race["replay"] is None for race in told] == [True, True, False]
        assert [race.get("why") for race in told] == [
            "rules version 99 was played; this is 1",
            "entry 2 was altered; version 1 is the last good one",
            None,
        ]

    run(play())
