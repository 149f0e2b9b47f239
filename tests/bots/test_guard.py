"""Whatever a bot does, the race goes on, and what it did is written down."""

import contextlib
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import karacho
from karacho.bots import apart
from karacho.bots.apart import ApartBot, end_idle
from karacho.bots.children import Child, ChildGone
from karacho.bots.guard import MOST_PRIVATE, Guard
from karacho.bots.making import make_guarded
from karacho.registry import load_game
from tests.bots import badly_behaved as bots

HERE = "python:tests.bots.badly_behaved."
LIMIT = 0.05
FLY = "answered 'fly', which is no legal action"


def guarded(kind, game="stich-rallye", limit=LIMIT):
    return Guard(load_game(game), kind, 5, limit)


def one_choice(guard, game="stich-rallye", seed=3):
    race = karacho.Race(game, seats=3, seed=seed)
    seat = race.actors[0]
    guard.notice(race.redact(race.opening, seat))
    legal = race.legal_actions(seat)
    action = guard.choose(race.view(seat))
    assert action in legal
    race.act(action, seat)
    return action


def drive(game, seats, drivers):
    race = karacho.Race(game, seats=seats, seed=1)
    events = race.opening
    while True:
        for seat, bot in enumerate(drivers):
            bot.notice(race.redact(events, seat))
        if race.over:
            return race
        seat = race.actors[0]
        events = race.act(drivers[seat].choose(race.view(seat)), seat)


REASONS = {
    bots.Raises: "ValueError: no idea",
    bots.Clears: r"ValueError: \x1b[2J\x9b\u202egone\ud800",
    bots.Escapes: r"answered a thing of the type \x1b[2J, which is no legal action",
    bots.Deaf: "RuntimeError: what?",
    bots.Leaves: "SystemExit: 5",
    bots.Stops: "GeneratorExit",
    bots.Recurses: "RecursionError: maximum recursion depth exceeded",
    bots.Dawdles: "took longer than 0.05 s",
    bots.Sleeps: "took longer than 0.05 s",
    bots.Tampers: FLY,
    bots.Lies: FLY,
    bots.Mute: "answered a thing of the type NoneType, which is no legal action",
    bots.Odd: "answered a thing of the type Unwritable",
    bots.Fails: "Bad",
}


@pytest.mark.parametrize("kind", bots.BAD)
def test_a_bad_bot_is_replaced_for_the_move_and_reported(kind):
    guard = guarded(kind)
    one_choice(guard)
    assert guard.conduct.faults == 1
    assert REASONS[kind] in guard.conduct.last_fault
    assert guard.conduct.decisions == 1
    one_choice(guard, seed=4)
    assert guard.conduct.faults == 2


@pytest.mark.parametrize("kind", [*bots.BAD, *bots.DEADLY])
def test_in_a_process_of_its_own_nothing_can_be_done_against_it(kind):
    guard = make_guarded("stich-rallye", HERE + kind.__name__, 5, 0.3)
    one_choice(guard)
    one_choice(guard, seed=4)
    assert guard.conduct.faults == 2
    assert REASONS.get(kind, "") in guard.conduct.last_fault.replace("0.3 s", "0.05 s")
    guard.close()


def test_a_good_bot_is_left_alone():
    for guard in (guarded(bots.First), guarded(bots.Numpy), make_guarded("stich-rallye", HERE + "Numpy", 5)):
        one_choice(guard)
        assert guard.conduct.faults == 0
        assert guard.conduct.last_fault == ""
        assert 0 < guard.conduct.slowest <= guard.conduct.seconds
        guard.close()


@pytest.mark.parametrize("game", karacho.game_names())
def test_a_whole_race_of_bad_bots(game):
    drivers = [guarded(kind, game) for kind in (bots.Raises, bots.Tampers, bots.Mute)]
    race = drive(game, 3, drivers)
    assert race.over
    assert all(guard.conduct.faults == guard.conduct.decisions > 0 for guard in drivers)


def test_what_is_printed_is_no_answer():
    guard = make_guarded("stich-rallye", HERE + "Talkative", 5)
    one_choice(guard)
    assert guard.conduct.faults == 0
    guard.close()


def test_a_bot_that_never_says_done_comes_to_an_end():
    race = karacho.Race("tiny-turbo-cars", seats=2, seed=1, draft="random")
    while race.position()["phase"] != "program":
        race.act(race.legal_actions()[0])
    guard = guarded(bots.Slides, "tiny-turbo-cars")
    actions = []
    while not actions or actions[-1] != "done":
        actions.append(guard.choose(race.view(0)))
        race.act(actions[-1], 0)
    assert len(actions) == MOST_PRIVATE + 1
    assert guard.conduct.faults == 1


def test_making_a_bot_anew_is_no_thinking():
    guard = make_guarded("stich-rallye", HERE + "Ponderous", 5, 20.0)
    for seed in (3, 4, 5):
        one_choice(guard, seed=seed)
    assert guard.conduct.faults == 3
    assert guard.conduct.slowest <= guard.conduct.seconds < 1.0
    guard.close()


def test_a_bot_whose_process_died_is_made_anew_and_told_again():
    guard = make_guarded("stich-rallye", HERE + "Counting", 5)
    race = karacho.Race("stich-rallye", seats=3, seed=3)
    seat = race.actors[0]
    seen = race.redact(race.opening, seat)
    view = race.view(seat)
    guard.notice(seen)
    for legal, reason in ((view["legal_actions"], f"told {len(seen)}"), (view["legal_actions"][:1], "has ended")):
        guard.choose({**view, "legal_actions": legal})
        assert reason in guard.conduct.last_fault
    guard.notice(seen)
    guard.choose(view)
    assert f"told {2 * len(seen)}" in guard.conduct.last_fault
    guard.close()


@pytest.mark.parametrize("game", karacho.game_names())
def test_a_bot_in_its_own_process_is_told_how_the_race_ended(game, tmp_path):
    file = tmp_path / "told.txt"
    guard = make_guarded(game, f"{HERE}Remembers,file={file}", 5)
    drive(game, 3, [guard, guarded(bots.First, game), guarded(bots.First, game)])
    guard.close()
    assert file.read_text() == "RaceEnded"


def test_who_fails_to_hear_the_end_is_reported():
    guard = make_guarded("stich-rallye", HERE + "Deaf", 5)
    guard.notice(karacho.Race("stich-rallye", seats=3, seed=3).opening)
    guard.close()
    assert guard.conduct.faults == 1
    assert "RuntimeError: what?" in guard.conduct.last_fault


def test_a_bot_that_never_lives_long_is_out_of_the_race():
    guard = make_guarded("stich-rallye", HERE + "Exits", 5)
    for seed in range(5):
        one_choice(guard, seed=seed)
    assert guard.conduct.faults == 5
    assert guard.conduct.last_fault.startswith("out of the race")


def test_a_bot_that_cannot_be_made_is_replaced_throughout():
    guard = guarded(lambda: bots.Picky(0))
    one_choice(guard)
    assert guard.conduct.faults == 2, "once for the making, once for the move"
    assert "at least 1" in guard.conduct.last_fault


def test_away_from_the_main_thread_the_clock_is_read_afterwards():
    guards = []

    def think():
        guard = guarded(bots.Slow, limit=0.01)
        one_choice(guard)
        guards.append(guard)

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert guards[0].conduct.last_fault == "took longer than 0.01 s"


def test_the_alarm_is_put_back():
    before = signal.getsignal(signal.SIGALRM)
    one_choice(guarded(bots.Dawdles))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_person_can_still_interrupt():
    """Where Ctrl-C works as usual, a KeyboardInterrupt goes through; where it is switched off it is the bot's."""
    # Whoever started the tests in the background has switched it off.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            one_choice(guarded(bots.Interrupts))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        guard = guarded(bots.Interrupts)
        one_choice(guard)
        assert guard.conduct.last_fault == "KeyboardInterrupt"
    finally:
        signal.signal(signal.SIGINT, before)


def test_no_bot_is_put_where_another_was():
    first = ApartBot("stich-rallye", f"{HERE}First", 1, None)
    pid = first._child.pid
    first.close()
    other = ApartBot("stich-rallye", f"{HERE}Dice", 1, None)
    again = ApartBot("stich-rallye", f"{HERE}First", 2, None)
    assert other._child.pid != pid
    assert again._child.pid == pid
    other.close()
    again.close()


def test_where_a_bot_has_failed_no_other_is_put():
    guard = make_guarded("stich-rallye", HERE + "Raises", 5)
    one_choice(guard)
    pid = guard._bot._child.pid
    guard.close()
    assert not _lives(pid)


def test_only_so_many_processes_wait():
    bots = [ApartBot("stich-rallye", f"{HERE}First", seed, None) for seed in range(3)]
    pids = [bot._child.pid for bot in bots]
    end_idle()
    before, apart.MOST_IDLE = apart.MOST_IDLE, 2
    try:
        for bot in bots:
            bot.close()
    finally:
        apart.MOST_IDLE = before
    assert [_lives(pid) for pid in pids] == [False, True, True]


def test_a_bot_that_forks_harms_nobody_else():
    guard = make_guarded("stich-rallye", HERE + "Forks", 5, 5.0)
    one_choice(guard)
    pid = guard._bot._child.pid
    time.sleep(0.2)  # for the second answer
    one_choice(guard, seed=4)
    assert guard.conduct.last_fault == "its process has answered twice"
    guard.close()
    for _ in range(100):
        if not _group(pid):
            return
        time.sleep(0.1)
    pytest.fail("one of the two is still there")


@pytest.mark.parametrize("kills", [False, True])
def test_what_a_bots_process_has_started_ends_with_it(tmp_path, kills):
    file = tmp_path / "pid"
    code = (
        "from karacho.bots.apart import ApartBot\n"
        f"bot = ApartBot('stich-rallye', '{HERE}Parent,file={file}', 1, None)\n"
        "print(flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        parent.stdout.readline()
        pid = int(file.read_text())
        assert _lives(pid)
        if kills:
            parent.kill()
    for _ in range(600):
        if not _lives(pid):
            return
        time.sleep(0.1)
    pytest.fail("it is still there")


def test_an_answer_that_nobody_waits_for_is_no_traceback(capfd):
    child = Child("tests.bots.test_guard:long_answer")
    child._process.stdout.close()
    with pytest.raises(ChildGone):
        child.ask("anything")
    child._process.wait(60)
    assert capfd.readouterr().err == ""


def test_a_bots_process_ends_with_whoever_asked():
    """Also when the bot hangs and whoever asked was killed."""
    code = (
        "from karacho.bots.apart import ApartBot\n"
        f"bot = ApartBot('stich-rallye', '{HERE}Stubborn', 1, None)\n"
        "print(bot._child.pid, flush=True)\n"
        "bot.choose({})\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert _lives(pid)
        parent.kill()
    for _ in range(600):
        if not _lives(pid):
            return
        threading.Event().wait(0.1)
    pytest.fail("the bot's process is still there")


def long_answer(question):
    """Inside a child: more than a pipe holds."""
    return "x" * 10_000_000


def _group(number):
    """The processes of a group that live."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(group) == number and state != "Z":
                found.append(int(folder.name))
    return found


def _lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
