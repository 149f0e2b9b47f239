"""I2, I10: a slice of the long runs (`i_contests.py`, `i_orphans.py`), on the same three servers."""

import pytest

from tests.faults import i_contests, i_orphans
from tests.server.conftest import run


@pytest.fixture(scope="module")
def fleet(tmp_path_factory):
    with i_contests.running(3, tmp_path_factory.mktemp("fleet")) as fleet:
        yield fleet


def test_i2_a_caretaker_that_slept_forks_nothing(fleet):
    report = i_contests.Report()
    seats = run(i_contests.quarrel(fleet, tables=18, contests=20, seed=1, report=report))
    i_contests.judge(seats, fleet[0].database, report)
    assert report.broken == []
    assert report.contests >= 20
    assert report.accepted > 20
    assert report.frames > report.accepted


def test_i2_a_fork_would_be_noticed(fleet):
    """What was shown and is not in the log, and what was accepted and is not there."""
    report = i_contests.Report()
    seats = run(i_contests.quarrel(fleet, tables=1, contests=0, seed=2, report=report))
    player = seats[0].sockets[0]
    player.frames[-1]["view"]["round"] = 99
    seats[0].asked["op-never"] = player.frames[-1]["race"]
    player.accepted.append(({"op": "op-never", "type": "act", "action": "N"}, {"version": 4711}))
    i_contests.judge(seats, fleet[0].database, report)
    assert len(report.broken) == 3


def test_i10_orphaned_tables_are_shared_out(fleet):
    report = i_orphans.Report()
    run(i_orphans.many_at_once(fleet, 60, report))
    assert len(report.seconds) == 60
    assert len(report.shares[0]) == 2, "both of the others have taken some"
    assert max(report.seconds) < 20  # generous, for a busy machine; the figures are in docs/reliability.md
