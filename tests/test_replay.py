"""Replay files: read back, checked, and refused with a reason when damaged or foreign."""

import random

import pytest

import karacho
from karacho.replay import SIZE_LIMIT, Replay

GOOD = """karacho-replay 1
game: stich-rallye
rules: 1
seats: 3
seed: 5
options: {"track": "beach", "flag": 1}

"""


def finished(game="stich-rallye", seats=3, seed=5, **options):
    race, dice = karacho.Race(game, seats=seats, seed=seed, **options), random.Random(seed)
    while not race.over:
        seat = dice.choice(race.actors)
        race.act(dice.choice(race.legal_actions(seat)), seat)
    return race


def test_a_race_is_saved_and_loaded(tmp_path):
    race = finished(track="beach")
    file = tmp_path / "a.replay"
    race.replay().save(file)
    replay = Replay.load(file)
    assert replay == race.replay()
    assert replay.race().position() == race.position()
    assert [path.name for path in tmp_path.iterdir()] == ["a.replay"], "no half-written file is left behind"


def test_a_race_can_be_replayed_up_to_any_action():
    race = finished()
    replay = race.replay()
    assert len(replay.race(actions=10).log) == 10
    assert replay.race(actions=0).position() == karacho.Race("stich-rallye", seats=3, seed=5).position()


def test_a_race_from_a_position_keeps_it():
    start = finished().replay().race(actions=20).position()
    race = karacho.Race.from_position(start, seed=9)
    while not race.over:
        race.act(race.legal_actions()[0])
    again = Replay.parse(race.replay().text()).race()
    assert again.position() == race.position()


def test_timeouts_are_actions_of_the_log():
    race = karacho.Race("tiny-turbo-cars", seats=2, seed=1, draft="random")
    for _ in range(2):
        race.act(race.legal_actions()[0])
    race.act("done", 1, at=3.5)
    race.timeout(0, at=13.5)
    replay = Replay.parse(race.replay().text())
    assert replay.actions[-1] == (13.5, 0, "timeout")
    assert replay.race().position() == race.position()


def test_times_are_measured_or_given():
    race = karacho.Race("stich-rallye", seats=3, seed=5, flag=0)
    race.act(race.legal_actions()[0])
    race.act(race.legal_actions()[0], at=12.25)
    assert 0 <= race.log[0][2] < 60
    assert race.log[1][2] == 12.25


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1 must be"),
        ("PGN 1.0\n", "line 1 must be"),
        ("karacho-replay 2\n\n", "line 1 must be"),
        ("karacho-replay 1\ngame: stich-rallye\n", "empty line between head and actions"),
        (GOOD.replace("stich-rallye", "chess"), "none of stich-rallye"),
        (GOOD.replace("rules: 1", "rules: 99"), "rules version 99"),
        (GOOD.replace("rules: 1", "rules: one"), "rules must be a whole number"),
        (GOOD.replace("seats: 3", "seats: 9"), "cannot be set up"),
        (GOOD.replace("seed: 5", "seed: -5"), "seed must be a whole number"),
        (GOOD.replace("seed: 5", "seed: " + "9" * 79), "cannot be set up"),
        (GOOD.replace("seed: 5\n", ""), "no line for seed"),
        (GOOD.replace("seed: 5", "seed: 5\nseed: 6"), "seed is there twice"),
        (GOOD.replace("seed: 5", "sneed: 5"), "expected one of"),
        (GOOD.replace("options", "position"), "cannot be set up"),
        (GOOD.replace('options: {"track": "beach", "flag": 1}\n', ""), "either options or a position"),
        (GOOD.replace('{"track"', '["track"'), "options must be a JSON object"),
        (GOOD.replace('{"track": "beach", "flag": 1}', "[" * 100000), "options must be a JSON object"),
        (GOOD.replace("beach", "moon"), "cannot be set up"),
        (GOOD.replace('"flag"', '"seats"'), "no option 'seats'"),
        (GOOD.replace('"flag"', '"self"'), "no option 'self'"),
        (GOOD + "0.000 1\n", "expected seconds, seat and action"),
        (GOOD + "now 1 R5\n", "expected seconds, seat and action"),
        (GOOD + "1e5 1 R5\n", "expected seconds, seat and action"),
        (GOOD + "0.0 0 R5\n", "action 1 does not replay"),
        (GOOD + "0.0 1 R99\n", "action 1 does not replay"),
        (GOOD + "0.0 7 R5\n", "action 1 does not replay"),
        (GOOD + "0.0 1 timeout\n", "action 1 does not replay"),
    ],
)
def test_damaged_and_foreign_files_are_refused(tmp_path, text, reason):
    file = tmp_path / "bad.replay"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(karacho.InvalidReplay, match=reason) as caught:
        Replay.load(file)
    assert str(file) in str(caught.value)
    assert len(str(caught.value)) < 600


def test_an_altered_end_is_noticed(tmp_path):
    text = finished().replay().text()
    wrong = text.replace('"reason": "', '"reason": "NOT_')
    assert wrong != text
    with pytest.raises(karacho.InvalidReplay, match="was saved"):
        Replay.parse(wrong).race()


def test_files_that_are_no_text_or_too_large_or_absent(tmp_path):
    file = tmp_path / "bytes.replay"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(karacho.InvalidReplay, match="not a text file"):
        Replay.load(file)
    file.write_bytes(b"x" * (SIZE_LIMIT + 1))
    with pytest.raises(karacho.InvalidReplay, match="larger than"):
        Replay.load(file)
    with pytest.raises(karacho.InvalidReplay, match="No such file"):
        Replay.load(tmp_path / "absent.replay")


def test_the_head_must_fit_the_position():
    text = karacho.Race.from_position(finished().replay().race(actions=20).position(), seed=9).replay().text()
    for wrong in (text.replace("seats: 3", "seats: 4"), text.replace("game: stich-rallye", "game: rally-run")):
        with pytest.raises(karacho.InvalidReplay, match=r"another game or number of seats|rules version"):
            Replay.parse(wrong).race()


def test_other_things_than_paths_texts_and_numbers():
    for path in (5, None, b"x", "a\0b", "\ud800"):
        with pytest.raises(karacho.InvalidReplay):
            Replay.load(path)
    with pytest.raises(karacho.InvalidReplay):
        Replay.parse(7)
    with pytest.raises(karacho.InvalidOption, match="actions"):
        finished().replay().race("x")
    with pytest.raises(karacho.InvalidOption, match="at"):
        karacho.Race("stich-rallye", seats=3, flag=0).act("R5", at=-1)
