"""The race on the front page is played, and the front page names the two commands."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_race_in_the_readme():
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_two_commands_are_named():
    text = README.read_text(encoding="utf-8")
    assert "make play" in text
    assert "make test" in text


def test_every_page_that_the_readme_links_to_exists():
    import re

    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target
