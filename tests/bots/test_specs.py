"""Specs, and bots of one's own behind them."""

import sys

import pytest

import karacho
from karacho.bots import making
from karacho.bots.making import check_bot
from karacho.bots.spec import parse_spec, split_specs
from karacho.bots.stich_rallye.searching import FlatBot, SearchBot
from tests.bots.badly_behaved import Dice, First

HERE = "python:tests.bots.badly_behaved."


def test_ones_own_class_is_found_and_gets_what_it_asks_for():
    spec = f"{HERE}Dice,sides=20,loaded,name=Fritz"
    bot = karacho.make_bot("rally-run", spec, 7, time_limit=0.5)
    assert isinstance(bot, Dice)
    assert bot.given == ("rally-run", 7, 0.5, 20, True, "Fritz")
    assert karacho.make_bot("rally-run", f"{HERE}Dice", 7).given == ("rally-run", 7, None, 6, False, "")


def test_a_class_that_asks_for_nothing_is_fine_too():
    assert isinstance(karacho.make_bot("stich-rallye", f"{HERE}First"), First)


def test_a_module_in_the_current_folder_is_found(tmp_path, monkeypatch):
    (tmp_path / "my_cautious_bot.py").write_text("from tests.bots.badly_behaved import First as Cautious\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    bot = karacho.make_bot("stich-rallye", "python:my_cautious_bot.Cautious")
    assert bot.choose({"legal_actions": ["R1", "R2"]}) == "R1"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nowhere.Bot", "the module nowhere cannot be imported: ModuleNotFoundError"),
        (
            "tests.bots.badly_behaved.Nobody",
            "tests.bots.badly_behaved, found at .*badly_behaved.py, has no class Nobody",
        ),
        ("nowhere.Bot", "the current folder is /"),
        ("tests.bots.badly_behaved.BAD", "has no class BAD"),
        ("tests.bots.badly_behaved.NoChoice", "missing: choose"),
        ("tests.bots.badly_behaved.Picky", "it could not be made: TypeError: .*depth"),
        ("tests.bots.badly_behaved.Picky,depth=0", "it could not be made: ValueError: the depth must be at least 1"),
        ("tests.bots.badly_behaved.First,depth=3", "it could not be made: TypeError"),
        ("tests.bots.badly_behaved.Dice,seed=3", "settings cannot be called game, seed, time_limit"),
        ("Bot", "a class in a module"),
        ("", "a class in a module"),
        ("my module.Bot", "a class in a module"),
        ("a..b", "a class in a module"),
        ("a.b,x=1,x=2", "there twice"),
        (f"a.b,x={'1' * 200}", "at most 200 letters long; this has 213"),
    ],
)
def test_what_is_wrong_with_ones_own_class_is_told(path, words):
    with pytest.raises(karacho.InvalidOption, match=words):
        karacho.make_bot("stich-rallye", f"python:{path}")


def test_a_fault_while_a_class_is_made_is_told_with_its_place():
    with pytest.raises(karacho.InvalidOption, match=r"at least 1 \(badly_behaved.py, line \d+\)$"):
        karacho.make_bot("stich-rallye", f"{HERE}Picky,depth=0")
    with pytest.raises(karacho.InvalidOption, match=r"SystemExit: 3 \(badly_behaved.py, line \d+\)$"):
        karacho.make_bot("stich-rallye", f"{HERE}Unmade")
    with pytest.raises(karacho.InvalidOption, match=r"unexpected keyword argument 'depth'$"):  # no line of it has run
        karacho.make_bot("stich-rallye", f"{HERE}Reckons,depth=1")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("\n1 / 0", r"ZeroDivisionError: division by zero \(my_bot_at_fault.py, line 2\) \(the current"),
        ("\nraise SystemExit(3)", r"SystemExit: 3 \(my_bot_at_fault.py, line 2\) \(the current"),
        ("\nclass", r"SyntaxError: invalid syntax \(my_bot_at_fault.py, line 2\) \(the current"),
        ("\nimport nowhere", r"ModuleNotFoundError: No module named 'nowhere' \(the current"),
    ],
)
def test_a_fault_at_import_is_told_with_its_place(tmp_path, monkeypatch, code, words):
    (tmp_path / "my_bot_at_fault.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(karacho.InvalidOption, match=f"the module my_bot_at_fault cannot be imported: {words}"):
        karacho.make_bot("stich-rallye", "python:my_bot_at_fault.Bot")


def test_it_is_told_alike_from_another_process():
    check_bot("stich-rallye", f"{HERE}First")
    with pytest.raises(karacho.InvalidOption, match="missing: choose"):
        check_bot("stich-rallye", f"{HERE}NoChoice")
    with pytest.raises(karacho.InvalidOption, match="genius"):
        check_bot("stich-rallye", "genius")


@pytest.mark.parametrize(
    ("setting", "words"), [("", r"SystemExit: 3 \(badly_behaved.py, line \d+\)"), (",hard", "its process has ended")]
)
def test_a_class_that_leaves_while_it_is_made_is_named(setting, words):
    with pytest.raises(karacho.InvalidOption, match=f"badly_behaved.Unmade{setting}.: it could not be made: {words}"):
        check_bot("stich-rallye", f"{HERE}Unmade{setting}")


def test_whoever_waits_long_for_a_class_is_told_once(capfd, monkeypatch):
    monkeypatch.setattr(making, "SILENT_SECONDS", 60.0)  # this machine may be busy
    check_bot("stich-rallye", f"{HERE}Ponderous")
    assert capfd.readouterr() == ("", "")
    monkeypatch.setattr(making, "SILENT_SECONDS", 0.1)
    check_bot("stich-rallye", f"{HERE}Ponderous")
    assert capfd.readouterr() == ("", f"karacho: waiting for {HERE}Ponderous to be made, at most 120 s\n")


@pytest.mark.parametrize(("text", "value"), [("loaded", True), ("loaded=on", True), ("loaded=off", False)])
def test_switches_of_ones_own(text, value):
    assert karacho.make_bot("rally-run", f"{HERE}Dice,{text}", 7).given[4] is value


def test_what_is_switched_off_is_off():
    assert isinstance(karacho.make_bot("stich-rallye", "search:flat", 1), FlatBot)
    assert isinstance(karacho.make_bot("stich-rallye", "search:flat=off", 1), SearchBot)
    assert isinstance(karacho.make_bot("stich-rallye", "racer:flat=off", 1), SearchBot)


@pytest.mark.parametrize(
    ("game", "spec", "words"),
    [
        ("stich-rallye", "search:flat=no", "search:flat cannot be 'no': on or off"),
        ("stich-rallye", "racer:flat", "flat search knows only worlds and thumb, not forget"),
        ("stich-rallye", "champion:flat", r"not playouts \(champion is search:worlds="),
        ("stich-rallye", "search:thumb", "search:thumb cannot be 'on': only beside flat"),
        ("rally-run", "search:overlook=0.5", "search:overlook cannot be '0.5': only beside a memory"),
        ("rally-run", "search:memory=perfekt", "search:memory cannot be 'perfekt': perfect, or a number"),
        ("rally-run", "search:hurry=no", "search:hurry cannot be 'no': on or off"),
        ("tiny-turbo-cars", "search:dry=no", "search:dry cannot be 'no': on or off"),
    ],
)
def test_a_setting_that_was_typed_is_named(game, spec, words):
    with pytest.raises(karacho.InvalidOption, match=words):
        karacho.make_bot(game, spec)


def test_a_class_is_checked_with_the_time_it_will_have():
    check_bot("stich-rallye", f"{HERE}Reckons", 0.5)
    with pytest.raises(karacho.InvalidOption, match="TypeError"):
        check_bot("stich-rallye", f"{HERE}Reckons")


@pytest.mark.parametrize("game", karacho.game_names())
@pytest.mark.parametrize("seconds", ["0", "0.0001", "61", "nan"])
def test_every_search_thinks_for_the_same_span_of_time(game, seconds):
    with pytest.raises(karacho.InvalidOption, match=r"a number from 0\.001 to 60"):
        karacho.make_bot(game, f"search:time={seconds}", 1)


@pytest.mark.parametrize("game", karacho.game_names())
def test_a_bot_may_not_plan_to_think_longer_than_its_time(game):
    check_bot(game, "champion:time=4.5", 5.0)
    check_bot(game, "champion:time=60")
    for seconds in (4.6, 5, 6):
        with pytest.raises(karacho.InvalidOption, match=f"champion:time={seconds}.: time may be at most 4.5 here"):
            check_bot(game, f"champion:time={seconds}", 5.0)


def test_levels_take_settings():
    assert karacho.make_bot("stich-rallye", "driver", 1)
    with pytest.raises(karacho.InvalidOption, match="one of random, rule, learner, driver, racer, champion"):
        karacho.make_bot("stich-rallye", "genius")


def test_lists_of_specs_are_split_between_bots():
    assert split_specs(f"rule,{HERE}Dice,sides=4,loaded,champion:time=0.2,learner") == [
        "rule",
        f"{HERE}Dice,sides=4,loaded",
        "champion:time=0.2",
        "learner",
    ]


def test_a_spec_of_ones_own_keeps_its_letters():
    spec = parse_spec("python:My_Module.sub.MyBot,File=Data/Net-2.txt,n=-1.5e3")
    assert spec.name == "python"
    assert spec.path == "My_Module.sub.MyBot"
    assert spec.settings == {"File": "Data/Net-2.txt", "n": "-1.5e3"}
