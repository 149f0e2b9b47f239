"""A league is the same wherever and however often it is interrupted; nothing a bot or a machine does takes it down."""

import csv
import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet
import pytest

import karacho
from karacho.arena import league
from karacho.arena.journal import Journal, begun_seed
from karacho.arena.plan import Plan
from karacho.arena.racing import play_race
from karacho.arena.workers import Workers
from karacho.bots.levels import level_specs
from karacho.cli import run
from tests.arena.leagues import HERE, played, timeless

BOTS = ("random", "rule", "search:worlds=3,flat", f"{HERE}Dice,sides=4")
SLOW = f"random,rule,{HERE}Slow"
PLAN = Plan("stich-rallye", BOTS, seats=3, races=12, seed=5, time_limit=20.0)


@pytest.fixture(scope="module")
def expected():
    """Race by race, in this process."""
    return [timeless(play_race(PLAN, race)) for race in range(PLAN.total)]


def test_one_process_two_processes_and_none_give_the_same(expected):
    assert played(Workers(PLAN, 1), PLAN) == expected
    assert played(Workers(PLAN, 2), PLAN) == expected


@pytest.mark.parametrize("game", karacho.game_names())
def test_all_levels_of_all_games_race(game):
    plan = Plan(game, ("random", "rule", "driver"), seats=3, races=3, seed=2)
    results = played(Workers(plan, 1), plan)
    assert len(results) == plan.total == 3
    for result in results:
        assert result["faults"] == [0, 0, 0]
        assert min(result["places"]) == 1
        assert result["winner"] is None or result["places"][result["winner"]] == 1
        assert all(len(distances) == 11 for distances in result["distances"])


def test_a_race_of_a_league_can_be_set_up_again():
    result = play_race(PLAN, 7)
    race = karacho.Race(PLAN.game, seats=3, seed=PLAN.deal_seed(7))
    bots = [karacho.make_bot(PLAN.game, PLAN.bots[bot], PLAN.bot_seed(7, s)) for s, bot in enumerate(PLAN.sitting(7))]
    events = race.opening
    while not race.over:
        for seat, bot in enumerate(bots):
            bot.notice(race.redact(events, seat))
        seat = race.actors[0]
        events = race.act(bots[seat].choose(race.view(seat)), seat)
    assert race.winner == result["winner"]
    assert len(race.log) == result["actions"]


def test_bad_bots_are_counted_and_the_league_goes_on():
    bots = ("random", f"{HERE}Leaves", f"{HERE}Exits")
    plan = Plan("stich-rallye", bots, seats=3, races=3, seed=1, time_limit=20.0)
    result = play_race(plan, 0)
    for bot, faults, decisions in zip(result["sitting"], result["faults"], result["decisions"], strict=True):
        assert faults == (decisions if bot else 0)
    gone = "out of the race: its process was lost 3 times; the last time: its process has ended"
    reasons = {re.sub(r"line \d+", "line …", reason) for reason in result["last_faults"]}
    assert reasons == {"", "SystemExit: 5 (badly_behaved.py, line …)", gone}


def test_a_bot_that_dawdles_is_stopped():
    plan = Plan("stich-rallye", ("random", f"{HERE}Stubborn"), seats=3, races=1, seed=1, time_limit=0.3)
    result = play_race(plan, 0)
    late = [bot == 1 for bot in plan.sitting(0)]
    assert [faults > 0 for faults in result["faults"]] == late


def test_a_lost_workers_race_is_run_again(expected):
    workers = Workers(PLAN, 2)
    results = {}
    for result in workers.run(range(PLAN.total)):
        results[result["race"]] = result
        if len(results) == 1:
            os.kill(workers.pids[0], signal.SIGKILL)
    assert workers.lost >= 1
    assert [timeless(results[race]) for race in range(PLAN.total)] == expected


def test_a_race_that_kills_every_worker_is_named(monkeypatch):
    monkeypatch.setattr("karacho.arena.workers.Child", _Doomed)
    with pytest.raises(karacho.KarachoError, match=r"race 0 has cost 3 processes.*random"):
        list(Workers(PLAN, 1).run([0]))


class _Doomed(league.Workers.__init__.__globals__["Child"]):
    def ask(self, question):
        os.kill(self.pid, signal.SIGKILL)
        return super().ask(question)


def test_a_worker_that_fails_says_why():
    plan = Plan("stich-rallye", ("random", "rule"), seats=7)
    with pytest.raises(karacho.KarachoError, match="could not be played: InvalidOption: seats cannot be 7"):
        list(Workers(plan, 1).run([0]))


def command(folder, *more, races=12, bots="random,rule"):
    fixed = ["--races", str(races), "--seats", "3", "--seed", "3", "--processes", "2", "--plots", "none"]
    return ["league", "stich-rallye", "--bots", bots, *fixed, "--out", str(folder), *more]


def start(folder, *more):
    # Whoever started the tests in the background has switched Ctrl-C off.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += f"from karacho.cli import main; main({command(folder, *more, bots=SLOW)!r})"
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_races(folder, count):
    journal = folder / "races.jsonl"
    for _ in range(3000):
        if journal.exists() and journal.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.05)
    pytest.fail("no race was finished in time")


def rows_of(folder):
    with (folder / "results.csv").open() as file:
        return [{k: v for k, v in row.items() if k not in ("seconds", "slowest")} for row in csv.DictReader(file)]


def test_interrupted_and_resumed_it_is_the_same_league(tmp_path, capsys):
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    with start(broken) as process:
        wait_for_races(broken, 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert re.match(r"interrupted after \d+ races of stich-rallye; planned are 12: 3 seats, 4 deals, ", out)
    assert "add --resume" in err
    assert "Traceback" not in err
    kept = len((broken / "races.jsonl").read_text().splitlines())
    assert 2 <= kept < 12
    assert len(rows_of(broken)) == 3 * kept

    with start(broken, "--resume") as process:  # this time the machine goes off, in the middle of a line
        wait_for_races(broken, kept + 2)
        process.kill()
        process.communicate()
    with (broken / "races.jsonl").open("a") as file:
        file.write('{"race": 11, "sit')

    assert run(command(broken, "--resume", bots=SLOW)) == 0
    resumed = capsys.readouterr().out
    assert run(command(whole, bots=SLOW)) == 0
    uninterrupted = capsys.readouterr().out
    assert rows_of(broken) == rows_of(whole)
    assert [row["race"] for row in rows_of(whole)] == [str(race) for race in range(12) for _ in range(3)]
    assert _without_times(resumed) == _without_times(uninterrupted)
    lines = (broken / "races.jsonl").read_text().splitlines()
    assert len({json.loads(line)["race"] for line in lines}) == len(lines) == 12


def test_a_league_that_is_asked_to_end_is_told_like_an_interrupted_one(tmp_path):
    with start(tmp_path / "a") as process:
        wait_for_races(tmp_path / "a", 1)
        process.terminate()
        out, err = process.communicate()
    assert process.returncode == 130
    assert re.match(r"interrupted after \d+ races? of stich-rallye; planned are 12: ", out)
    assert re.search(r"^karacho: interrupted, \d+ races are missing; add --resume to the same command", err, re.M)


def test_a_league_is_raced_by_one_command_at_a_time(tmp_path, capsys):
    first = Journal(Plan("stich-rallye", ("random", "rule"), 3, 6, 3, time_limit=10.0), tmp_path)
    assert run(command(tmp_path, "--resume", races=6)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"karacho: another command races the league in {tmp_path}: wait for it, or name another folder\n"
    first.close()
    assert run(command(tmp_path, "--resume", races=6)) == 0


def _without_times(table):
    return [[cell for place, cell in enumerate(line.split("│")) if place != 6] for line in table.splitlines()]


def test_a_finished_league_is_only_told_again(tmp_path, capsys, monkeypatch):
    assert run(command(tmp_path / "a", races=6)) == 0
    first = capsys.readouterr().out

    def nobody(*_):
        raise AssertionError("nothing is left to play")

    monkeypatch.setattr(Workers, "run", nobody)
    assert run(command(tmp_path / "a", "--resume", races=6)) == 0
    assert capsys.readouterr().out == first


def test_a_league_with_a_seed_by_chance_is_resumed_by_the_same_command(tmp_path, capsys):
    seedless = ["league", "stich-rallye", "--bots", "random,rule", "--races", "6", "--seats", "3", "--plots", "none"]
    same = [*seedless, "--processes", "1", "--out", str(tmp_path / "a")]
    assert run(same) == 0
    first = capsys.readouterr().out
    path = tmp_path / "a" / "races.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-2]))
    assert run([*same, "--resume"]) == 0
    assert _without_times(capsys.readouterr().out) == _without_times(first)
    assert run([*same[:-1], str(tmp_path / "none"), "--resume"]) == 2
    assert "no league to resume" in capsys.readouterr().err


def test_a_race_that_cannot_be_played_leaves_the_table_of_those_before_it(tmp_path, capsys):
    folder, deaths = tmp_path / "league", tmp_path / "deaths"
    bots = f"random,rule,{HERE}Assassin,file={deaths}"
    same = command(folder, "--processes", "1", races=6, bots=bots)
    assert run(same) == 2
    out, err = capsys.readouterr()
    assert out.startswith("interrupted after 2 races of stich-rallye; planned are 6: ")
    *_, missing, reason = err.splitlines()
    assert missing == "karacho: stopped, 4 races are missing; add --resume to the same command for the rest"
    assert reason.startswith("karacho: race 2 has cost 3 processes their lives")
    deaths.write_text("xxx")  # the bot has been mended
    assert run([*same, "--resume"]) == 0
    assert capsys.readouterr().out.startswith("6 races of stich-rallye")


def test_a_full_disk_leaves_the_table_of_what_was_raced(tmp_path, capsys):
    folder = tmp_path / "league"
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
    code += f"from karacho.cli import main; main({command(folder)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    kept = (folder / "races.jsonl").read_bytes().count(b"\n")
    assert 0 < kept < 12
    assert done.stdout.startswith(f"interrupted after {kept} races of stich-rallye; planned are 12: ")
    missing = f"karacho: stopped, {12 - kept} races are missing; add --resume to the same command for the rest"
    assert done.stderr.splitlines() == [missing, f"karacho: {folder / 'races.jsonl'}: File too large"]
    assert run(command(folder, "--resume")) == 0
    assert capsys.readouterr().out.startswith("12 races of stich-rallye: ")


def test_results_that_cannot_be_written_can_be_had_later(tmp_path, capsys, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patches:
        patches.setattr("karacho.arena.files.write_results", fail)
        assert run(command(tmp_path / "a", races=6)) == 2
    out, err = capsys.readouterr()
    assert out.startswith("6 races of stich-rallye: ")
    how = "karacho: stopped, no race is missing; add --resume to the same command for the files"
    assert err.splitlines() == [how, f"karacho: {tmp_path / 'a'}: No space left on device"]
    assert run(command(tmp_path / "a", "--resume", races=6)) == 0
    assert len(rows_of(tmp_path / "a")) == 3 * 6


def test_another_league_is_not_resumed(tmp_path, capsys):
    folder = tmp_path / "a"
    assert run(command(folder, races=6)) == 0
    capsys.readouterr()
    for more, words in (
        (["--resume", "--races", "100"], "was begun with --races 6, not --races 100: say the same, or name another"),
        (["--resume", "--bots", "random,driver"], "with --bots random,rule, not --bots random,driver: "),
        (["--resume", "-o", "track=beach"], "with no --option, not --option track=beach: "),
        (["--resume", "--line-ups", "single"], "with --line-ups mixed, not --line-ups single: "),
        (["--resume", "--time-limit", "5"], "with --time-limit 10.0, not --time-limit 5.0: "),
        (["--resume", "--seed", "4", "--seats", "4"], "with --seats 3, not --seats 4; with --seed 3, not --seed 4: "),
        ([], "add --resume"),
    ):
        assert run(command(folder, *more, races=6)) == 2
        assert words in capsys.readouterr().err
    assert run(command(tmp_path / "none", "--resume")) == 2
    assert "no league to resume" in capsys.readouterr().err
    (folder / "league.json").write_text("{")
    assert run(command(folder, "--resume", races=6)) == 2
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["league.json", "races.jsonl", "results.csv", "results.parquet", "distance.png"])
def test_files_of_others_are_not_overwritten(name, tmp_path, capsys):
    (tmp_path / name).write_text("mine\n")
    assert run(command(tmp_path)) == 2
    assert f"would overwrite {name} in {tmp_path}: name another folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine\n"


def test_a_file_is_no_folder_for_a_league(tmp_path, capsys):
    file = tmp_path / "nofile.txt"
    file.write_text("mine\n")
    for folder in (file, file / "below"):
        assert run(command(folder)) == 2
        assert f"--out needs a folder, and {file} is a file" in capsys.readouterr().err
        assert run(command(folder, "--resume")) == 2
        assert f"{folder} has no league to resume" in capsys.readouterr().err
    assert file.read_text() == "mine\n"


def test_a_league_without_a_race_is_there_already(tmp_path, capsys):
    Journal(PLAN, tmp_path).close()
    (tmp_path / "races.jsonl").unlink()
    assert run(command(tmp_path)) == 2
    assert "add --resume" in capsys.readouterr().err


def test_results_and_plots_are_written(tmp_path, capsys):
    bots = "random,rule"
    fixed = ["--bots", bots, "--races", "6", "--seats", "3", "--seed", "1", "--processes", "1"]
    for kind, magic in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        folder = tmp_path / kind
        assert run(["league", "stich-rallye", *fixed, "--out", str(folder), "--plots", kind]) == 0
        for name in ("ratings", "win-shares", "thinking-time", "distance"):
            assert (folder / f"{name}.{kind}").read_bytes().startswith(magic)
        table = pyarrow.parquet.read_table(folder / "results.parquet").to_pylist()
        with (folder / "results.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert len(table) == len(rows) == 6 * 3
        assert [(str(a["race"]), str(a["seat"]), a["bot"]) for a in table] == [
            (b["race"], b["seat"], b["bot"]) for b in rows
        ]
        assert sum(row["won"] for row in table) == 6
        assert table[0]["distance_0"] == 0 < max(row["distance_100"] for row in table)
        first = table[0]
        race = karacho.Race("stich-rallye", seats=3, seed=int(first["deal_seed"], 16))
        assert race.seed == karacho.race_seed(1, 0)
    capsys.readouterr()
    assert run(["league", "stich-rallye", *fixed, "--markdown", "--line-ups", "single"]) == 0
    out = capsys.readouterr().out
    assert "| bot      |" in out
    assert "One car of the row against cars of the column" in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("more", [[], ["--markdown"]])
def test_what_cannot_be_printed_is_written_all_the_same(tmp_path, more):
    code = f"from karacho.cli import main; main({command(tmp_path / 'a', *more, races=6)!r})"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == f"karacho: results.parquet, results.csv in {tmp_path / 'a'}"
    assert "Traceback" not in done.stderr
    assert len(rows_of(tmp_path / "a")) == 3 * 6


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--bots", "rule"], "at least two"),
        (["--bots", "rule,genius"], "genius"),
        (["--bots", "rule,python:nowhere.Bot"], "nowhere"),
        (["--bots", "rule,search:worlds=none"], "worlds"),
        (["--seats", "9"], "3 to 5"),
        (["--races", "0"], "races"),
        (["--processes", "0"], "processes"),
        (["--plots", "jpeg"], "png, svg, none"),
        (["--line-ups", "all"], "mixed, single"),
        (["--time-limit", "0"], "seconds"),
        (["--resume"], "--out"),
        (["--resume", "--seed", "1"], "--out"),
        (["--ray", "nowhere:1"], "nowhere:1"),
        (["--ray", "nowhere:1", "--processes", "2"], "leave out --processes"),
    ],
)
def test_mistakes_are_told_before_anything_is_begun(more, words, capsys, tmp_path):
    assert run(["league", "stich-rallye", "--bots", "rule,random", "--races", "3", *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_a_league_that_could_not_begin_leaves_nothing_in_the_way(tmp_path, capsys):
    fixed = ["--bots", "random,rule", "--races", "6", "--seats", "3", "--plots", "none", "--out", str(tmp_path)]
    for _ in range(2):
        assert run(["league", "stich-rallye", *fixed, "--ray", "127.0.0.1:1"]) == 2
        assert "no Ray cluster at 127.0.0.1:1" in capsys.readouterr().err
        assert not list(tmp_path.iterdir())
    assert run(["league", "stich-rallye", *fixed, "--processes", "1"]) == 0


def test_a_league_that_was_begun_before_is_kept_whatever_fails(tmp_path):
    fixed = ["--bots", "random,rule", "--races", "6", "--seats", "3", "--seed", "3", "--out", str(tmp_path)]
    Journal(Plan("stich-rallye", ("random", "rule"), 3, 6, 3, time_limit=10.0), tmp_path).close()
    assert run(["league", "stich-rallye", *fixed, "--ray", "127.0.0.1:1", "--resume"]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["league.json", "races.jsonl"]


def test_packages_that_are_missing_are_named(monkeypatch, capsys):
    monkeypatch.setattr(league.importlib.util, "find_spec", lambda name: None if name == "openskill" else name)
    assert run(["league", "stich-rallye"]) == 2
    assert "openskill is not installed: pip install 'karacho[arena]'" in capsys.readouterr().err


def test_a_journal_of_another_league_is_noticed(tmp_path):
    journal = Journal(PLAN, tmp_path)
    journal.add({**play_race(PLAN, 0), "sitting": [3, 3, 3]})
    journal.close()
    with pytest.raises(karacho.KarachoError, match="belongs to another league"):
        Journal(PLAN, tmp_path, resume=True)


@pytest.fixture
def begun(tmp_path):
    """A folder with the first four races of a league."""
    journal = Journal(PLAN, tmp_path)
    for race in range(4):
        journal.add(play_race(PLAN, race))
    journal.close()
    return tmp_path


@pytest.fixture(scope="module")
def first_race():
    return play_race(PLAN, 0)


@pytest.fixture
def one_race(tmp_path, first_race):
    """A folder with one race of a league."""
    journal = Journal(PLAN, tmp_path)
    journal.add(first_race)
    journal.close()
    return tmp_path


@pytest.mark.parametrize("damage", [b"{\n", b"\xff\n", b"\n", b"{}\n", b"[]\n", b'{"race":0}\n'])
@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_damaged_line_of_a_journal_is_named_and_nothing_is_cut_off(begun, place, damage):
    path = begun / "races.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:place], damage, *lines[place + 1 :]])
    path.write_bytes(damaged)
    with pytest.raises(karacho.KarachoError, match=rf"races\.jsonl is damaged in line {place + 1}: remove that line"):
        Journal(PLAN, begun, resume=True)
    assert path.read_bytes() == damaged
    path.write_bytes(b"".join([*lines[:place], *lines[place + 1 :]]))
    journal = Journal(PLAN, begun, resume=True)
    journal.close()
    assert journal.missing(range(4)) == [place], "as the error says"


def test_a_league_of_other_rules_is_not_resumed(begun):
    path = begun / "league.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "rules_version": 0}))
    with pytest.raises(karacho.KarachoError, match=r"begun with rules version 0, not rules version \d+: "):
        Journal(PLAN, begun, resume=True)


def test_a_league_goes_on_only_with_what_stood_behind_its_levels(tmp_path, monkeypatch):
    plan = Plan("stich-rallye", ("rule", "racer", "driver:worlds=9"), 3, 6)
    Journal(plan, tmp_path).close()
    kept = json.loads((tmp_path / "league.json").read_text())["behind"]
    assert kept == ["rule", level_specs("stich-rallye")["racer"], kept[2]]
    assert kept[2].startswith("search:worlds=9,")
    Journal(plan, tmp_path, resume=True).close()
    monkeypatch.setitem(level_specs("stich-rallye"), "racer", "search:worlds=77,flat=on")
    words = f"was begun with racer as {kept[1]}, not as search:worlds=77,flat=on: say the same"
    with pytest.raises(karacho.KarachoError, match=words):
        Journal(plan, tmp_path, resume=True)


@pytest.mark.parametrize("bots", [("rule", "random"), ("rule", "racer")])
def test_a_league_of_an_earlier_version_goes_on_if_it_has_no_levels(tmp_path, bots):
    plan = Plan("stich-rallye", bots, 3, 6)
    Journal(plan, tmp_path).close()
    path = tmp_path / "league.json"
    path.write_text(json.dumps({key: value for key, value in json.loads(path.read_text()).items() if key != "behind"}))
    if "racer" not in bots:
        Journal(plan, tmp_path, resume=True).close()
        return
    with pytest.raises(karacho.KarachoError, match="begun with racer as racer, not as search:"):
        Journal(plan, tmp_path, resume=True)


def test_only_a_last_line_that_was_cut_off_is_dropped(begun):
    path = begun / "races.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines)[:-5])
    journal = Journal(PLAN, begun, resume=True)
    journal.close()
    assert journal.missing(range(4)) == [3]
    assert path.read_bytes() == b"".join(lines[:3])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("race", "0"),
        ("race", 99),
        ("race", -1),
        ("race", False),
        ("sitting", "012"),
        ("winner", 3),
        ("winner", -1),
        ("winner", "rule"),
        ("winner", 1.0),
        ("winner", True),
        ("end_reason", 7),
        ("actions", None),
        ("places", [1]),
        ("places", ["a", "b", "c"]),
        ("places", [9, 9, 9]),
        ("places", [1, 2, 2, 4]),
        ("places", [1, 1, 2]),
        ("decisions", [1, 2, -3]),
        ("decisions", [1, 2, 10**30]),
        ("seconds", ["x", 0.1, 0.1]),
        ("seconds", [float("nan"), 0.1, 0.1]),
        ("slowest", [float("inf"), 0.1, 0.1]),
        ("faults", 0),
        ("last_faults", ["", "", 3]),
        ("last_faults", ["", "", "\ud800"]),
        ("distances", [1, 2, 3]),
        ("distances", [[0] * 11, [0] * 11, [0] * 10]),
        ("more", 1),
    ],
)
def test_a_race_that_cannot_be_of_the_league_is_damage(one_race, key, value):
    path = one_race / "races.jsonl"
    first = path.read_text()
    path.write_text(first + json.dumps({**json.loads(first), key: value}) + "\n")
    with pytest.raises(karacho.KarachoError, match=r"races\.jsonl is damaged in line 2: "):
        Journal(PLAN, one_race, resume=True)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 7),
        ("bots", "random,rule"),
        ("bots", [1, 2, 3, 4]),
        ("seats", "3"),
        ("races", 12.5),
        ("seed", True),
        ("line_ups", None),
        ("options", []),
        ("time_limit", "20"),
        ("rules_version", "1"),
        ("behind", ["random"]),
        ("behind", "rule"),
        ("behind", [1, 2, 3, 4]),
        ("behind", None),
    ],
)
def test_a_setting_of_another_type_is_damage(tmp_path, key, value):
    Journal(PLAN, tmp_path).close()
    path = tmp_path / "league.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(karacho.KarachoError, match=r"league\.json is damaged: put it back"):
        Journal(PLAN, tmp_path, resume=True)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '"league"', "[" * 100_000, '{"seed": 5}'])
def test_damaged_settings_of_a_league_are_told(begun, text):
    (begun / "league.json").write_text(text)
    with pytest.raises(karacho.KarachoError, match=r"league\.json is damaged: put it back"):
        begun_seed(begun)
    with pytest.raises(karacho.KarachoError, match=r"league\.json is damaged: put it back"):
        Journal(PLAN, begun, resume=True)
    assert (begun / "league.json").read_text() == text
