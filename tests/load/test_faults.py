"""What nobody did on purpose is told: a server that ends by itself, one that stays away, a race that is parked."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from karacho.cli import run
from karacho.load import campaign, driver
from karacho.load.campaign import Plan
from karacho.load.client import Client
from karacho.load.driver import AWAY, COUNTERS, PARKED, _Driver
from karacho.load.plan import Share

SHORT = ["load", "--tables", "1", "--games", "rally-run", "--pace", "40", "--seconds", "3", "--seed", "1"]


def test_a_server_that_ends_by_itself_is_a_fault(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("KARACHO_FAILPOINT", "after_commit:exit@40")
    assert run([*SHORT, "--json", str(tmp_path / "figures.json")]) == 1
    told = capsys.readouterr()
    assert "broken the server has ended by itself (exit code -9)" in told.err
    assert "1 PROMISES BROKEN" in told.out
    [found] = json.loads((tmp_path / "figures.json").read_text())["runs"]
    assert len(found["broken"]) == 1
    assert found["memory_mb"] == 0


def test_a_server_that_ends_while_tables_are_set_up_is_not_waited_for(monkeypatch, capsys):
    monkeypatch.setenv("KARACHO_FAILPOINT", "after_commit:exit@3")
    assert run(SHORT) == 1
    assert "broken the server has ended by itself" in capsys.readouterr().err


@pytest.fixture
def a_driver(tmp_path):
    share = Share("127.0.0.1:1", str(tmp_path / "history"), (), 0, 0, 0, None, "1/0")
    made = _Driver(share, [0] * COUNTERS, [0.0, 0.0])
    yield made
    made._file.close()


@pytest.mark.parametrize("op", ['"op": "X", ', ""])
def test_a_client_that_hears_that_its_race_is_parked_counts(a_driver, op, monkeypatch):
    client = Client(0, "ws://127.0.0.1:1/ws", "1", lambda _: None, lambda _: None)
    monkeypatch.setattr(driver, "Client", lambda *_: client)
    a_driver._client("0 seat 0")
    client._waiting = SimpleNamespace(row=SimpleNamespace(op="X", kind="act"), answer=None)
    client._hear(b'{"type": "refused", %s"code": "PARKED"}' % op.encode())
    a_driver._count()
    assert a_driver._counters[PARKED] == 1


def idle_campaign(tmp_path):
    found = campaign._Campaign(Plan(drivers=1), None, tmp_path, lambda _: None)
    found._drivers = [SimpleNamespace(join=lambda _: None, exitcode=0)]
    return found


def test_clients_that_are_still_away_are_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(campaign, "LONGEST_RETURN", 0.1)
    found = idle_campaign(tmp_path)
    found._counters[0][AWAY] = 2
    with pytest.raises(campaign._Fault, match=r"2 clients have not come back within 0\.1 s"):
        found._wait_for_all()


def test_parked_races_and_lost_drivers_are_faults(tmp_path):
    found = idle_campaign(tmp_path)
    found._dismiss_drivers()
    assert found._faults == []
    found._counters[0][PARKED] = 3
    found._drivers[0].exitcode = None
    found._dismiss_drivers()
    assert found._faults == [
        "a driver has died, or did not end",
        "3 clients were told that their race cannot be played on (PARKED)",
    ]


def test_a_run_that_is_asked_to_end_takes_its_server_along(tmp_path):
    command = [sys.executable, "-c", "from karacho.cli import main; main()", *SHORT, "--folder", str(tmp_path / "kept")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as load:
        assert "the server answered" in load.stderr.readline()
        children = Path(f"/proc/{load.pid}/task/{load.pid}/children").read_text().split()
        assert children
        load.terminate()
        assert load.wait(30) == 130
        assert load.stderr.read().endswith("karacho: asked to end before the run was over; nothing was checked\n")
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def test_the_same_seed_gives_the_same_dice_wherever_the_history_is_kept(tmp_path):
    def dice(folder, seed):
        found = campaign._Campaign(Plan(seed=seed, drivers=2), None, tmp_path / folder, lambda _: None)
        return [found._share(number, "").seed for number in range(2)]

    assert dice("one", 1) == dice("other", 1)
    assert len({*dice("one", 1), *dice("one", 2)}) == 4


@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_seconds_are_a_number(seconds, capsys):
    assert run(["load", "--seconds", seconds]) == 2
    assert f"{seconds} is no number" in capsys.readouterr().err
