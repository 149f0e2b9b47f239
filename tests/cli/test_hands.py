"""How fast bots slide in the terminal."""

from karacho.cli.play import hands
from karacho.cli.play.flow import PERSON


def test_each_level_looks_first_and_then_slides_at_its_own_pace(monkeypatch):
    now = 100.0
    monkeypatch.setattr(hands.time, "monotonic", lambda: now)
    both = hands.Hands((PERSON, "champion:time=0.2", "rule"), 1.0)
    both.look([1, 2])
    now = 104.9
    assert both.free([1, 2]) == []
    now = 105.0
    assert both.free([1, 2]) == [1]
    both.rest(1)
    assert both.free([1, 2]) == []
    now = 105.8
    assert both.free([1, 2]) == [1]
    now = 112.0
    assert both.free([1, 2]) == [1, 2]
    both.rest(2)
    now = 114.9
    assert both.free([2]) == []
