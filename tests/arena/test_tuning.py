"""Tuning: the best of a grid is found, and levels are taken as far apart as can be."""

import re
import tomllib

import pytest

import karacho
from karacho.arena.plan import Plan
from karacho.arena.standings import Cell, Line, Standings
from karacho.arena.tuning import Ladder, Stage, derive_levels, grid, halve, levels_table
from karacho.bots.levels import level_specs
from karacho.cli import run, tuning
from karacho.cli.league import race_with_bar
from tests.arena.leagues import HERE, table_of


def test_a_grid_has_every_combination():
    assert grid("search:flat", {"worlds": ["1", "2"], "depth": ["3"]}) == [
        "search:flat,worlds=1,depth=3",
        "search:flat,worlds=2,depth=3",
    ]
    assert grid("search", {"worlds": ["1"]}) == ["search:worlds=1"]


def made_up(strengths):
    """A league in which everybody wins as often as they are strong."""
    plans = []

    def play(plan):
        plans.append(plan)
        bots = sorted(plan.bots, key=lambda bot: -strengths[bot])
        total = sum(strengths[bot] for bot in bots)
        lines = [
            Line(bot, (25.0, 20.0, 30.0), 100, 10 * strengths[bot], strengths[bot] / total, (0, 1), 1, 0, 0, 0, "", ())
            for bot in bots
        ]
        shares = [[strengths[a] / ((strengths[a] + strengths[b]) or 1) for b in bots] for a in bots]
        matrix = [
            [Cell(100, share, (0, 1)) if a != b else None for b, share in enumerate(row)]
            for a, row in enumerate(shares)
        ]
        return Standings(plan, plan.total, 0, lines, matrix)

    return play, plans


def test_the_better_half_goes_on_with_more_races_on_fresh_deals():
    play, plans = made_up({"a": 1, "b": 5, "c": 3, "d": 2, "e": 4, "rule": 3})
    stages = list(halve(["a", "b", "c", "d", "e"], "rule", Plan("stich-rallye", (), 4, 30, seed=7), play))
    assert [[bot for bot, _ in stage.shares] for stage in stages] == [
        ["b", "e", "c", "d", "a"],
        ["b", "e", "c"],
        ["b", "e"],
    ]
    assert [stage.races for stage in stages] == [32, 64, 128]
    assert [plan.total for plan in plans] == [32 * 5, 64 * 3, 128 * 2]
    assert [plan.seed for plan in plans] == [7, 8, 9]
    assert {plan.line_ups for plan in plans} == {"last"}


def test_races_that_would_be_too_many_in_a_later_stage_are_refused_before_the_first():
    play, plans = made_up({"a": 1, "b": 5, "c": 3, "rule": 3})
    with pytest.raises(karacho.InvalidOption, match="3 bots would come to 12,000,000"):
        list(halve(["a", "b", "c"], "rule", Plan("stich-rallye", (), 4, 3_000_000), play))
    assert plans == []


def test_levels_are_as_far_apart_as_can_be():
    play, plans = made_up({"a": 1, "b": 9, "c": 10, "d": 20, "e": 40, "f": 80, "g": 81})
    plan = Plan("stich-rallye", tuple("abcdefg"), 4, 400, seed=3)
    ladder = derive_levels(plan, play)
    assert ladder.specs == ["a", "b", "d", "g"]
    assert plans[1].bots == ("a", "b", "d", "g")
    assert plans[1].seed == 4
    assert ladder.steps == pytest.approx([9, 20 / 9, 81 / 20])
    assert tomllib.loads("\n".join(levels_table("stich-rallye", ladder))) == {
        "stich-rallye": {"learner": "a", "driver": "b", "racer": "d", "champion": "g"}
    }


def test_levels_are_written_with_the_specs_behind_them():
    specs = ["random", "learner", "rule", "driver"]
    table = made_up(dict.fromkeys(specs, 1))[0](Plan("stich-rallye", tuple(specs), 4, 400))
    written = tomllib.loads("\n".join(levels_table("stich-rallye", Ladder(specs, table, table))))["stich-rallye"]
    now = level_specs("stich-rallye")
    assert list(written.values()) == ["random", now["learner"], "rule", now["driver"]]


@pytest.mark.parametrize(
    ("strengths", "words"),
    [
        (
            {"a": 0, "b": 1, "c": 2, "d": 4},
            "driver wins 10 races, learner none; racer wins 2.00 × as often as driver; "
            "champion wins 2.00 × as often as racer: all are far enough apart",
        ),
        (
            {"a": 0, "b": 0, "c": 2, "d": 4},
            "neither driver nor learner wins a race; racer wins 20 races, driver none; "
            "champion wins 2.00 × as often as racer: not all reach 1.5 ×: offer other bots",
        ),
    ],
)
def test_levels_that_never_win_are_told_in_words(strengths, words):
    table = made_up(strengths)[0](Plan("stich-rallye", tuple("abcd"), 4, 400))
    assert tuning.describe_steps(Ladder(list("abcd"), table, table)) == words


def test_four_levels_need_four_bots():
    with pytest.raises(karacho.InvalidOption, match="at least 4"):
        derive_levels(Plan("stich-rallye", ("rule", "random"), 4), made_up({})[0])


def test_the_command_finds_the_better_of_two_settings(capsys):
    fixed = ["--races", "12", "--seats", "3", "--seed", "2", "--processes", "1"]
    bot = ["--bot", "search:flat", "--vary", "worlds=1,20", "--against", "random"]
    assert run(["tune", "stich-rallye", *bot, *fixed]) == 0
    out = capsys.readouterr().out
    assert "12 races each, one car against random, seed 2\n" in out
    assert "best: search:flat,worlds=20" in out


def test_a_seed_by_chance_is_told_and_gives_the_same_again(capsys):
    bot = ["--bot", "search:flat", "--vary", "worlds=1,2,3", "--against", "random"]
    same = ["tune", "stich-rallye", *bot, "--races", "3", "--seats", "3", "--processes", "1"]
    assert run(same) == 0
    first = capsys.readouterr().out
    (seed,) = set(re.findall(r", seed (\d+)\n", first))
    assert run([*same, "--seed", seed]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("shares", "fault", "words"),
    [
        ((0.5, 0.4), "", "best: a:x=1"),
        ((0.5, 0.5), "", "no best one, a tie: a:x=1; a:x=2"),
        ((0.4, 0.5), "no idea", "best: a:x=2 (but random chose too: a:x=2 had 3 faults)"),
        ((0.5, 0.4), "no idea", "best: a:x=1"),
    ],
)
def test_a_tie_has_no_best_and_faults_of_the_best_are_told(shares, fault, words):
    bots = ["a:x=1", "a:x=2"]
    cells = [(bot, Cell(60, share, (0.0, 1.0))) for bot, share in zip(bots, shares, strict=True)]
    stage = Stage(60, sorted(cells, key=lambda found: -found[1].share), table_of(bots, fault=fault).lines)
    assert tuning.describe_best(stage) == words


def test_the_command_tells_faults(capsys):
    bot = ["--bot", f"{HERE}Dice", "--vary", "sides=4,6", "--against", f"{HERE}Raises"]
    assert run(["tune", "stich-rallye", *bot, "--races", "3", "--seats", "3", "--seed", "2", "--processes", "1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert re.search(r"Raises: \d+ faults, the last: ValueError: no idea", out)
    assert "Dice,sides=4: " not in out


@pytest.mark.parametrize(
    ("more", "printed"),
    [
        (["--bot", "search:flat", "--vary", "worlds=1,2,3", "--races", "3"], "stage 1: 3 races each"),
        (["--levels", "random,rule,search:worlds=1,flat,search:worlds=2,flat", "--races", "12"], "12 races of stich"),
    ],
)
def test_what_was_finished_before_an_interrupt_is_printed(more, printed, capsys, monkeypatch):
    begun = []

    def interrupted(plan, journal, runner, console):
        begun.append(plan)
        if len(begun) == 2:
            raise KeyboardInterrupt
        race_with_bar(plan, journal, runner, console)

    monkeypatch.setattr(tuning, "race_with_bar", interrupted)
    assert run(["tune", "stich-rallye", *more, "--seats", "3", "--seed", "2", "--processes", "1"]) == 130
    out, err = capsys.readouterr()
    assert printed in out
    assert "best" not in out
    assert "[stich-rallye]" not in out
    assert err == "karacho: interrupted after 0 of 12 races, which are not kept\n"


def test_lost_workers_are_told(capsys, monkeypatch):
    def lossy(plan, journal, runner, console):
        race_with_bar(plan, journal, runner, console)
        runner.lost = 2

    monkeypatch.setattr(tuning, "race_with_bar", lossy)
    bot = ["--bot", "search:flat", "--vary", "worlds=1,2"]
    assert run(["tune", "stich-rallye", *bot, "--races", "3", "--seats", "3", "--seed", "2", "--processes", "1"]) == 0
    assert capsys.readouterr().err == "karacho: 2 workers were lost; their races were run again\n"


def test_the_command_prints_a_table_of_levels(capsys):
    bots = "random,rule,search:worlds=2,flat,search:worlds=20,flat"
    assert run(["tune", "stich-rallye", "--levels", bots, "--races", "4", "--seed", "2", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    table = tomllib.loads(out[out.rindex("[stich-rallye]") :])["stich-rallye"]
    assert set(table.values()) == {"random", "rule", "search:worlds=2,flat", "search:worlds=20,flat"}
    assert "× as often as learner" in out


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ([], "--levels"),
        (["--bot", "search", "--levels", "a,b"], "--levels"),
        (["--levels", "a,b,c,d", "--vary", "worlds=1,2"], "leave them out beside --levels"),
        (["--levels", "a,b,c,d", "--against", "rule"], "leave them out beside --levels"),
        (["--bot", "search:flat", "--vary", "worlds=1,2", "--ray", "x:1", "--processes", "2"], "leave out --processes"),
        (["--bot", "search"], "--vary"),
        (["--bot", "search", "--vary", "worlds"], "worlds=10,50,200"),
        (["--bot", "search", "--vary", "worlds=1,,2"], "worlds=10,50,200"),
        (["--bot", "search", "--vary", "worlds=1", "--vary", "worlds=2"], "once"),
        (["--bot", "search", "--vary", "wings=1,2"], "wings"),
        (["--levels", "rule,random"], "at least 4"),
        (["--bot", "search:flat", "--vary", "worlds=1,2", "--seats", "0"], "seats cannot be 0"),
        (["--bot", "search:flat", "--vary", "worlds=1,2", "--races", "0"], "races cannot be 0"),
        (["--bot", "search:flat", "--vary", "worlds=1,2", "--races", "-8"], "races cannot be -8"),
        (["--bot", "search:flat", "--vary", "worlds=1,2", "--races", "6000000"], "races cannot be 6000000: 2 bots"),
    ],
)
def test_mistakes(more, words, capsys):
    assert run(["tune", "stich-rallye", *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
