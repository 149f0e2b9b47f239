"""Every golden race replays to exactly the text that was written down."""

import pytest

from tests.golden.golden import CASES, read, text_of


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_the_golden_race_is_the_same(name, seats):
    text, replay = read(name, seats)
    assert text_of(replay) == text
    assert replay.race().over
