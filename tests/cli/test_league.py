"""What `karacho league` prints: names as they are, and tables that fit."""

import contextlib
import io
import os
import signal
import subprocess
import sys

import pytest
from rich.console import Console

from karacho.cli import run
from karacho.cli.league import HEADS, markdown_lines, print_standings
from tests.arena.leagues import HERE, table_of


def printed(table, terminal=None):
    """The standings as they are piped, or in a terminal of that width."""
    console = Console(file=io.StringIO(), width=terminal or 80, force_terminal=bool(terminal), color_system=None)
    print_standings(table, console)
    return console.file.getvalue()


@pytest.mark.parametrize("bot", ["python:my.Bot,tag=[red]", "python:my.Bot,tag=[/red]", "python:my.Bot,tag=[1]\\"])
def test_square_brackets_in_a_name_are_shown(bot):
    lines = printed(table_of(["rule", bot])).splitlines()
    assert sum(line.startswith(f"│ {bot} ") for line in lines) == 2
    assert sum(line.startswith("┃") and bot in line for line in lines) == 1


def test_a_league_of_bots_and_a_folder_in_square_brackets_is_told(tmp_path, capsys):
    bot, folder = f"{HERE}Dice,name=[/red]", tmp_path / "[/red]"
    fixed = ["--races", "3", "--seats", "3", "--seed", "1", "--processes", "1", "--plots", "none"]
    assert run(["league", "stich-rallye", "--bots", f"rule,{bot}", *fixed, "--out", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert "[/red]" in out
    assert f"in {folder}\n" in err


def test_a_league_says_that_its_bots_are_compiled(tmp_path):
    terminal, theirs = os.openpty()
    league = subprocess.Popen(
        [sys.executable, "-c", "from karacho.cli import main; main()", "league", "rally-run", "--bots", "rule,random"],
        env={**os.environ, "KARACHO_CACHE": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"},
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    while b"compiling Rally Run: bots" not in told:
        told += os.read(terminal, 1000)
        assert b"racing" not in told
    league.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # the terminal goes with it
        while os.read(terminal, 1000):  # a full one would hold it up for ever
            pass
    assert league.wait() == 130
    os.close(terminal)


def test_faults_are_told_with_the_last_reason():
    table = table_of(["rule", "python:my.Bot"], fault="ValueError: <hm>")
    assert printed(table).splitlines()[-1] == "python:my.Bot: 3 faults, the last: ValueError: <hm>"
    assert markdown_lines(table)[-2:] == ["", "- `python:my.Bot`: 3 faults, the last: `ValueError: <hm>`"]
    assert markdown_lines(table_of(["rule", "random"]))[-1].startswith("|")


def test_nothing_in_a_name_breaks_a_row_of_markdown():
    table = table_of(["rule", "python:my.Bot,tag=|``"], fault="a | b")
    rows = [line for line in markdown_lines(table) if line.startswith("|")]
    assert {len(row.replace(r"\|", "").split("|")) for row in rows} == {len(HEADS) + 2, 3 + 2}
    assert sum(r"| ``` python:my.Bot,tag=\|`` ``` |" in row for row in rows) == 3
    assert markdown_lines(table)[-1] == "- ``` python:my.Bot,tag=|`` ```: 3 faults, the last: `a | b`"


OWN = [f"python:mypackage.experiments.MyBot,depth={depth}" for depth in range(10)]


def test_piped_tables_are_as_wide_as_they_must_be():
    table = table_of(OWN)
    lines = printed(table).splitlines()
    for bot in OWN:
        assert sum(line.startswith(f"│ {bot} ") for line in lines) == 2
    assert any(all(bot in line for bot in OWN) for line in lines)
    assert len(lines) == 2 * (len(OWN) + 4) + 2
    assert printed(table, terminal=1000).splitlines() == lines


def test_in_a_narrow_terminal_short_names_stay_in_the_table():
    lines = printed(table_of(["champion", "driver", "rule", "random"]), terminal=80).splitlines()
    assert lines[2].startswith(" 1: champion  25.0 ± 1.0 ")
    assert all(len(line) <= 80 for line in lines[1:])
    assert lines[7].split() == ["1", "2", "3", "4"]
    assert lines[8].endswith(" 62% (62 – 62)  75% (75 – 75)  88% (88 – 88) ")


@pytest.mark.parametrize("bots", [2, 3, 4, 10])
def test_in_a_narrow_terminal_long_names_stand_above_the_table(bots):
    lines = printed(table_of(OWN[:bots]), terminal=80).splitlines()[1:]
    assert lines[:bots] == [f"{number}: {bot}" for number, bot in enumerate(OWN[:bots], 1)]
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) == bots + 2 * (bots + 1) + 1
    assert lines[bots].split()[:2] == ["bot", "rating"]
    assert lines[2 * bots + 2].split() == [str(number) for number in range(1, bots + 1)]
    first = lines[2 * bots + 3].split()
    assert first[0] == "1"
    assert first[1].endswith("%")
