"""What `karacho league` prints: names as they are, and tables that fit."""

import io

import pytest
from rich.console import Console

from karacho.cli import run
from karacho.cli.league import markdown_lines, print_standings
from tests.arena.leagues import HERE, table_of


def printed(table):
    """The standings as they are piped."""
    console = Console(file=io.StringIO(), width=300)
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


def test_faults_are_told_with_the_last_reason():
    table = table_of(["rule", "python:my.Bot"], fault="ValueError: <hm>")
    assert printed(table).splitlines()[-1] == "python:my.Bot: 3 faults, the last: ValueError: <hm>"
    assert markdown_lines(table)[-2:] == ["", "- `python:my.Bot`: 3 faults, the last: `ValueError: <hm>`"]
    assert markdown_lines(table_of(["rule", "random"]))[-1].startswith("|")
