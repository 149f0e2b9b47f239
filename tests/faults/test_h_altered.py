"""H2: of a finished race that was altered in the store nothing is given out, least of all a proof."""

import sqlite3

import httpx
import pytest

from tests.server.conftest import run
from tests.server.player import Player

LAST = "(SELECT max(number) FROM log)"
ALTERED = {
    "who drove, and when": "UPDATE log SET driver = 'person', at = at + 5 WHERE number = 4",
    "when it began": "UPDATE log SET at = 5 WHERE number = 1",
    "an action that cannot be read": "UPDATE log SET action = 'nonsense' WHERE number = 4",
    "the last entry is missing": f"DELETE FROM log WHERE number = {LAST}",
    "an entry is missing": "DELETE FROM log WHERE number = 4",
    "a hash": "UPDATE log SET hash = NULL WHERE number = 4",
    "the winner": "UPDATE races SET outcome = json_set(outcome, '$.winner', 7)",
    "the options": "UPDATE races SET options = replace(options, '6', '7')",
    "options that do not exist": "UPDATE races SET options = '{\"nonsense\": 1}'",
}
KINDS = ("", "/file", "/proof", "/review?seat=0")


def alter(path, sql):
    with sqlite3.connect(path) as database:
        assert database.execute(sql).rowcount == 1
    database.close()


@pytest.mark.parametrize("alteration", ALTERED.values(), ids=ALTERED)
def test_h2_b6_nothing_is_given_out_of_a_race_that_was_altered(serve, tmp_path, alteration):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create("rally-run", "bot", "bot", options={"turn_limit": 6}, start=True)
            await anna.until(lambda: anna.over)
            alter(tmp_path / "inside.sqlite", alteration)
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                for kind in KINDS:
                    answer = await client.get(f"/api/races/{anna.frame['race']}{kind}")
                    assert (answer.status_code, answer.json()["code"]) == (409, "PARKED"), kind

    run(play())


def test_h2_a_table_does_not_go_on_with_a_race_whose_end_is_missing(serve, tmp_path, caplog):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("rally-run", "bot", "bot", options={"turn_limit": 6}, start=True)
            await anna.until(lambda: anna.over)
        alter(tmp_path / "inside.sqlite", ALTERED["the last entry is missing"])
        async with serve() as inside, Player(inside.address) as ben:
            assert await ben.rejected({"type": "open", "table": code}) == "PARKED"

    run(play())
    assert "the log does not end as the race did" in caplog.text
