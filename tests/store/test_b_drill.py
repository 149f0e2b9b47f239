"""B13 in small: what is restored plays again as it was, and the drill finds out when it does not."""

import sqlite3
from contextlib import closing

import pytest

from tests.store import b_drill
from tests.store.b_drill import Report, compare, drill
from tests.store.played import fill, race_name

RACES = 12


def test_b13_everything_plays_again_after_a_restore(tmp_path, monkeypatch):
    monkeypatch.setattr(b_drill, "ORIGINALS", 6)
    report = drill(tmp_path, RACES, postgres=True)
    assert report.different == []
    assert report.compared == 2 * RACES
    assert report.entries > 20 * RACES
    assert list(report.seconds)[1:3] == ["karacho backup", "karacho restore"]


@pytest.mark.parametrize(
    "alteration",
    [
        "UPDATE log SET at = at + 1 WHERE race = ? AND number = 4",
        "DELETE FROM log WHERE race = ? AND number = 4",
        "UPDATE races SET outcome = json_set(outcome, '$.winner', 7) WHERE race = ?",
        "UPDATE races SET names = '[]', seed = '1' WHERE race = ?",
        "DELETE FROM races WHERE race = ?",
    ],
)
def test_b13_the_drill_finds_a_race_that_came_out_different(tmp_path, alteration):
    source, restored = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    for path in (source, restored):
        fill(path, RACES, 3)
    with closing(sqlite3.connect(restored)) as database, database:
        assert database.execute(alteration, (race_name(7),)).rowcount == 1
    report = Report(RACES)
    compare(report, source, restored, [race_name(number) for number in range(RACES)])
    assert report.different == [race_name(7)]


def test_b13_a_race_that_neither_store_can_play_again_is_different(tmp_path):
    source = tmp_path / "old.sqlite"
    fill(source, RACES, 3)
    report = Report(RACES)
    compare(report, source, source, ["no such race", race_name(0)])
    assert report.different == ["no such race"]


def test_b13_a_difference_is_told_by_the_exit_code(monkeypatch, capsys):
    report = Report(2, different=["R7"], compared=2)
    monkeypatch.setattr(b_drill, "drill", lambda *arguments, **options: report)
    monkeypatch.setattr("sys.argv", ["b_drill", "--races", "2"])
    with pytest.raises(SystemExit) as ended:
        b_drill.main()
    assert ended.value.code == 1
    assert "2 races played again after a restore, 1 of them different\n  R7\n" in capsys.readouterr().out
    report.different.clear()
    b_drill.main()
