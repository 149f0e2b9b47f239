"""Every command, with good and bad input. A mistake is one line on stderr and exit code 2."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import karacho
from karacho.cli import run


def fails(capsys, *arguments):
    """The one line a mistake prints."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("karacho: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


@pytest.fixture
def saved(tmp_path):
    race = karacho.Race("stich-rallye", seats=3, seed=5)
    while not race.over:
        race.act(race.legal_actions()[0], at=0.0)
    path = tmp_path / "race.replay"
    race.replay().save(path)
    return path


def test_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"karacho {karacho.__version__}\n"


@pytest.mark.parametrize(
    "command", ["play", "simulate", "league", "tune", "replay", "review", "fuzz", "bench", "compile", "data"]
)
def test_every_command_has_help_with_an_example(capsys, command):
    assert run([command, "--help"]) == 0
    assert f"karacho {command}" in capsys.readouterr().out


def test_help_does_not_load_the_engine():
    code = "import sys; from karacho.cli import run; run(['--help']); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dance"], "dance"),
        (["simulate"], "GAME"),
        (["simulate", "chess"], "chess"),
        (["simulate", "stich-rallye", "--wings", "2"], "--wings"),
        (["simulate", "stich-rallye", "--seats", "9"], "3 to 5"),
        (["simulate", "stich-rallye", "--races", "0"], "races"),
        (["simulate", "stich-rallye", "--races", "many"], "valid int"),
        (["simulate", "stich-rallye", "--bots", "genius"], "genius"),
        (["simulate", "stich-rallye", "--bots", "rule,random"], "4 seats"),
        (["simulate", "stich-rallye", "--bots", "search:worlds=9,flat"], "karacho league runs all others"),
        (["play", "stich-rallye", "--bots", "genius"], "genius"),
        (["play", "stich-rallye", "--bots", "python:nowhere.Bot"], "nowhere"),
        (["simulate", "stich-rallye", "--processes", "0"], "processes"),
        (["simulate", "stich-rallye", "--seed", "-1"], "seed"),
        (["simulate", "stich-rallye", "--option", "track"], "name=value"),
        (["simulate", "stich-rallye", "--option", "track=moon"], "moon"),
        (["simulate", "stich-rallye", "--option", "wheels=4"], "wheels"),
        (["simulate", "stich-rallye", "-o", "flag=1", "-o", "flag=2"], "twice"),
        (["simulate", "stich-rallye", "--json", "--csv"], "--csv"),
        (["replay", "nowhere.replay", "--text"], "nowhere.replay"),
        (["fuzz", "chess"], "chess"),
        (["fuzz", "--races", "0"], "--races"),
        (["fuzz", "--seconds", "-1"], "--seconds cannot be '-1': more than 0"),
        (["play", "chess"], "chess"),
        (["play", "stich-rallye", "--seats", "2"], "3 to 5"),
        (["play", "stich-rallye", "--players", "7"], "players"),
        (["play", "stich-rallye", "--speed", "warp"], "warp"),
        (["play", "stich-rallye"], "terminal"),
        (["play"], "terminal"),
        (["play", "--seats", "4"], "GAME cannot be None: one of stich-rallye"),
        (["play", "--bots", "nobody"], "GAME cannot be None: one of stich-rallye"),
    ],
)
def test_mistakes(capsys, arguments, words):
    assert words in fails(capsys, *arguments)


def test_a_damaged_replay(capsys, saved):
    text = saved.read_text()
    saved.write_text(text[: len(text) // 2] + "garbage\n")
    assert saved.name in fails(capsys, "replay", str(saved), "--text")
    saved.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in fails(capsys, "replay", str(saved), "--text")


def test_a_replay_needs_a_terminal_or_text(capsys, saved):
    assert "--text" in fails(capsys, "replay", str(saved))


def test_a_review(capsys, saved):
    assert "1 to " in fails(capsys, "review", str(saved), "--seat", "9")
    assert run(["review", str(saved), "--seat", "2"]) == 0
    assert "decisions within 2% of the best." in capsys.readouterr().out
    assert run(["review", str(saved), "--seat", "2", "--json"]) == 0
    decisions = json.loads(capsys.readouterr().out)
    assert decisions
    assert {"number", "taken", "best"} == set(decisions[0])


def test_verify_of_a_replay(capsys, saved):
    assert run(["verify", str(saved)]) == 3
    assert "not verifiable" in capsys.readouterr().out
    for noted in ("--fingerprint", "--commitment"):
        assert "holds no commitment and no fingerprint" in fails(capsys, "verify", str(saved), noted, "0" * 64)
    text = saved.read_text()
    cut = text.rstrip().rpartition("\n")[0] + "\n"
    for changed, words in ((text.replace("seed: 5", "seed: 6"), "does not replay"), (cut, "ends too soon")):
        saved.write_text(changed)
        assert run(["verify", str(saved)]) == 1
        out = capsys.readouterr().out
        assert words in out
        assert out.endswith("This race does NOT verify.\n")


def test_a_replay_as_text(capsys, saved):
    assert run(["replay", str(saved), "--text"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("stich-rallye, 3 seats, seed 5")
    assert "(SR-4)" in out
    for number, (_, seat, action) in enumerate(karacho.Replay.load(saved).actions, 1):
        assert f"\n{number}. 0.0 s  seat {seat + 1}: {action}\n" in out
    standing = karacho.Replay.load(saved).race().standing
    assert f"1. Seat {standing[0][0] + 1}\n" in out


def test_simulate_prints_a_table(capsys):
    assert run(["simulate", "stich-rallye", "--races", "200", "--seats", "3", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    for words in ("200 races of stich-rallye", "median", "endings", "decisions/s", "karacho.race_seed(7, i)"):
        assert words in out


def test_simulate_json_is_only_data(capsys):
    arguments = ["simulate", "stich-rallye", "--races", "300", "--seed", "1", "--json", "--option", "track=beach"]
    assert run(arguments) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["races"] == 300
    assert data["options"] == {"track": "beach"}
    assert sum(seat["wins"] for seat in data["wins"]) == 300
    assert all(low <= seat["share"] <= high for seat in data["wins"] for low, high in [seat["interval_95"]])


def test_simulate_csv_names_races_that_can_be_set_up_again(capsys):
    assert run(["simulate", "stich-rallye", "--races", "50", "--seats", "3", "--seed", "9", "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [int(row["index"]) for row in rows] == list(range(50))
    assert int(rows[7]["seed"]) == karacho.race_seed(9, 7)
    assert {row["end_reason"] for row in rows} <= {"CROSSED_TWICE", "THREE_ROUNDS"}


def test_the_number_of_processes_changes_nothing(capsys):
    outputs = []
    for processes in ("1", "2"):
        run(["simulate", "stich-rallye", "--races", "3000", "--seed", "2", "--csv", "--processes", processes])
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_fuzz_says_that_all_is_well(capsys, tmp_path):
    assert run(["fuzz", "stich-rallye", "--races", "1", "--seed", "4", "--folder", str(tmp_path / "f")]) == 0
    assert "all promises hold" in capsys.readouterr().out
    assert not (tmp_path / "f").exists()


def test_fuzz_writes_a_failure(capsys, tmp_path, monkeypatch):
    from karacho.arena import fuzz

    def broken(race, rng):
        raise fuzz.Broken("on purpose")

    monkeypatch.setattr(fuzz, "check", broken)
    assert run(["fuzz", "rally-run", "--races", "3", "--seed", "4", "--folder", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert "on purpose" in err
    assert str(tmp_path / "rally-run-4-0.replay") in err
    assert (tmp_path / "rally-run-4-0.replay").exists()


def test_data_shows_good_and_bad_files(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("KARACHO_DATA", str(tmp_path))
    assert run(["data"]) == 0
    assert "none of your own yet" in capsys.readouterr().out
    folder = tmp_path / "stich-rallye" / "tracks"
    folder.mkdir(parents=True)
    (folder / "my-hills.toml").write_text("spaces = 24\ndownhill = [[7, 9]]\nuphill = []\n")
    (folder / "steep.toml").write_text("spaces = 24\ndownhill = [[2, 9]]\nuphill = []\n")
    assert run(["data"]) == 2
    out = capsys.readouterr().out
    assert "✓ my-hills" in out
    assert "steep.toml, space 2: " in out


def test_compile_has_nothing_to_do_twice(capsys):
    assert run(["compile"]) == 0
    capsys.readouterr()
    assert run(["compile"]) == 0
    assert "nothing to do" in capsys.readouterr().err


def test_bench(capsys, monkeypatch):
    from karacho.cli import benching

    monkeypatch.setattr(benching, "RUNS", 1)
    monkeypatch.setattr(benching, "RACES", 20)
    monkeypatch.setattr(benching, "COPIES", 20)
    monkeypatch.setattr(benching, "_process_seconds", lambda _: 0.1)
    assert run(["bench", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert set(numbers["games"]) == set(karacho.game_names())
    benching.print_table(numbers)
    assert "Race.act/s" in capsys.readouterr().out


def test_interrupted(monkeypatch, capsys):
    from karacho.cli import simulating

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "run_races", interrupted)
    assert run(["simulate", "stich-rallye"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("command", [
    ("compile",),
    ("simulate", "rally-run"),
    ("league", "rally-run"),
    ("serve", "--port", "0", "--data", "races"),
])  # fmt: skip
def test_an_interrupt_is_heard_while_the_compiler_works(tmp_path, command):
    """By all processes of the terminal, as with Ctrl+C; nobody is left behind, and what is there is of use."""
    asked = subprocess.Popen(
        [sys.executable, "-c", "from karacho.cli import main; main()", *command],
        cwd=tmp_path,
        env={**os.environ, "KARACHO_CACHE": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not [*tmp_path.rglob("*.nbc")]:  # the first function is compiled, many are not
        assert asked.poll() is None
        time.sleep(0.05)
    time.sleep(1.0)
    began = time.monotonic()
    os.killpg(asked.pid, signal.SIGINT)
    out, errors = asked.communicate(timeout=60)
    assert time.monotonic() - began < 10  # the compiler itself would not come back for longer
    assert asked.returncode == 130
    told = [line for line in errors.splitlines() if line and "about a minute" not in line]
    assert (out, told) == ("", ["karacho: interrupted while compiling; what is finished is kept for the next time"])
    with pytest.raises(ProcessLookupError):
        os.killpg(asked.pid, 0)


def test_a_pipe_that_closes_early_is_no_traceback():
    code = (
        "from karacho.cli import main; main(['simulate', 'stich-rallye', '--races', '20000', '--seed', '1', '--csv'])"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert "Traceback" not in process.stderr.read().decode()
    process.stderr.close()
    process.wait()
