"""Every fault of the catalogue has a test that carries its id, or docs/reliability.md says why there is none."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Death, storage, network, races and clocks, overload, identity, what is hidden, fair dealing, several servers.
MOST = {"A": 12, "B": 14, "C": 15, "D": 11, "E": 11, "F": 15, "G": 15, "H": 8, "I": 10}
IDS = [f"{group}{number}" for group, most in MOST.items() for number in range(1, most + 1)]
DOCUMENTED_ONLY = {"G15"}
PAGE = (ROOT / "docs" / "reliability.md").read_text("utf-8")
ROWS = PAGE.partition("## The tests by their ids")[2].partition("\n## ")[0].splitlines()


def names_of_tests() -> dict[str, set[str]]:
    """By file: the names of its tests."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return {
        str(file.relative_to(ROOT / "tests")): set(re.findall(r"def (test_\w+)", file.read_text("utf-8")))
        for file in files
    }


def ids_of(name: str) -> set[str]:
    """`test_a1_a2_thirty_kills` carries A1 and A2."""
    leading = re.match(r"test((?:_[a-i]\d+)*)_", name)
    assert leading is not None
    return {each.upper() for each in leading[1].split("_") if each}


def ids_in(cell: str) -> set[str]:
    """`D1–D4, D6` names five."""
    found = set(re.findall(r"\b[A-I]\d+\b", cell))
    for group, first, last in re.findall(r"\b([A-I])(\d+)–[A-I](\d+)", cell):
        found |= {f"{group}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_id_is_carried_by_a_test():
    carried = {each for names in names_of_tests().values() for name in names for each in ids_of(name)}
    assert sorted(set(IDS) - carried) == sorted(DOCUMENTED_ONLY)
    assert carried <= set(IDS), "an id that the catalogue does not have"


def test_every_id_is_in_the_table():
    told = {each for row in ROWS if row.startswith("| ") for each in ids_in(row.split("|")[1])}
    assert sorted(set(IDS) - told) == []
    for each in DOCUMENTED_ONLY:
        (row,) = [row for row in ROWS if row.startswith("| ") and each in ids_in(row.split("|")[1])]
        assert "documented only" in row


def test_the_table_names_tests_that_exist():
    names = names_of_tests()
    for row in ROWS:
        for file, start in re.findall(r"`([a-z0-9_]+/test_\w+\.py|test_\w+\.py)(?:::(test_\w+)…?)?`", row):
            assert file in names, row
            assert any(name.startswith(start) for name in names[file]), (file, start)


def test_ids_are_read_from_names_and_ranges():
    assert ids_of("test_a1_a2_thirty_kills") == {"A1", "A2"}
    assert ids_of("test_every_id_is_carried_by_a_test") == set()
    assert ids_in(" D1–D4, D6 ") == {"D1", "D2", "D3", "D4", "D6"}
