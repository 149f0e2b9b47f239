"""A checker that cannot fail is worth nothing: every promise is broken on purpose and must be found."""

import shutil
import sqlite3

import pytest

from karacho.load import campaign, history
from karacho.load.campaign import Plan
from karacho.load.checker import check
from karacho.load.history import Operation, Return, Sight
from karacho.load.plan import KINDS


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A short run of all games with nothing wrong."""
    folder = tmp_path_factory.mktemp("played")
    plan = Plan(tables=4, games=tuple(KINDS), pace=60, spectators=1, seconds=5, seed=3, folder=folder)
    result = campaign.run(plan, lambda _: None)
    assert result.broken == []
    assert result.verdict.accepted > 100
    return folder


@pytest.fixture
def database(played, tmp_path):
    """A copy to spoil."""
    shutil.copy(played / "server" / "karacho.sqlite", tmp_path / "copy.sqlite")
    return tmp_path / "copy.sqlite"


@pytest.fixture
def rows(played):
    return list(history.read([played / "history-0.jsonl"]))


def change(database, sql, *values):
    connection = sqlite3.connect(database)
    with connection:
        assert connection.execute(sql, values).rowcount == 1
    connection.close()


def broken(database, rows):
    """The promises that are found broken."""
    return {int(line[1]) for line in check(database, rows).broken}


def an_act(rows, *, last=False):
    acts = [row for row in rows if isinstance(row, Operation) and row.kind == "act" and row.outcome == "ok"]
    return acts[-1 if last else 0]


def test_nothing_is_found_where_nothing_is_wrong(database, rows):
    verdict = check(database, rows)
    assert verdict.broken == []
    assert verdict.good
    assert verdict.views == sum(isinstance(row, Sight) for row in rows)
    assert not any(isinstance(row, Return) for row in rows)


def test_1_a_lost_move(database, rows):
    act = an_act(rows)
    change(database, "DELETE FROM log WHERE race = ? AND version = ? AND kind = 'act'", act.race, act.version)
    assert 1 in broken(database, rows)


def test_1_a_move_of_which_no_answer_is_kept(database, rows):
    act = an_act(rows)
    change(database, "UPDATE log SET op = NULL WHERE race = ? AND version = ? AND kind = 'act'", act.race, act.version)
    assert broken(database, rows) == {1}


def test_1_another_version_than_was_told(database, rows):
    act = an_act(rows)
    act.version += 1
    assert 1 in broken(database, rows)


def test_2_a_refused_command_that_was_carried_out(database, rows):
    act = an_act(rows)
    act.outcome = "refused"
    assert 2 in broken(database, rows)


def test_3_a_move_that_nobody_made(database, rows):
    act = an_act(rows, last=True)
    assert 3 in broken(database, [row for row in rows if row is not act])


def test_3_an_unknown_outcome_is_either(database, rows):
    for act in [an_act(rows, last=True)]:
        act.outcome = "unknown"
    assert broken(database, rows) == set()


def sights_of_one(rows):
    first = next(row for row in rows if isinstance(row, Sight))
    return [row for row in rows if isinstance(row, Sight) and (row.client, row.race) == (first.client, first.race)]


def test_4_a_gap(database, rows):
    hidden = sights_of_one(rows)[1]
    assert 4 in broken(database, [row for row in rows if row is not hidden])


def test_4_a_client_that_fell_back(database, rows):
    seen = sights_of_one(rows)
    again = Sight(seen[0].client, seen[0].race, seen[0].seat, 0, seen[0].version, True, seen[0].digest)
    assert broken(database, [*rows, again]) == {4}


def test_5_another_view(database, rows):
    sights_of_one(rows)[1].digest ^= 1
    assert broken(database, rows) == {5}


def test_6_another_result(database, rows):
    over = sqlite3.connect(database).execute("SELECT race FROM races WHERE outcome IS NOT NULL").fetchall()
    race = over[0][0] if over else sights_of_one(rows)[0].race
    change(database, "UPDATE races SET outcome = ? WHERE race = ?", '{"reason": "x", "winner": 1}', race)
    assert broken(database, rows) == {6}


def test_6_a_log_that_cannot_be_played(database, rows):
    act = an_act(rows)
    change(database, "UPDATE log SET action = 'x' WHERE race = ? AND version = ?", act.race, act.version)
    assert {1, 6} <= broken(database, rows)


def test_7_an_answer_before_an_earlier_command_was_sent(database, rows):
    act = an_act(rows)
    later = [row for row in rows if isinstance(row, Operation) and row.race == act.race and row.version > act.version]
    later[0].ended = act.sent - 1
    assert 7 in broken(database, rows)


def test_a_race_that_is_gone(database, rows):
    change(database, "DELETE FROM races WHERE race = ?", an_act(rows).race)
    assert 1 in broken(database, rows)
