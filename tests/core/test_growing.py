"""A list that is forked for nothing must read like the list it stands for, whatever its forks do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karacho.core.growing import Growing


def test_it_reads_like_a_list() -> None:
    grown = Growing("abc")
    grown.append("d")
    assert [*grown] == ["a", "b", "c", "d"]
    assert (len(grown), grown[0], grown[-1], grown[1:3], grown[2:]) == (4, "a", "d", ["b", "c"], ["c", "d"])
    assert (grown == Growing("abcd"), grown == Growing("abc"), grown == ["a", "b", "c", "d"]) == (True, False, False)
    assert repr(grown) == "Growing(['a', 'b', 'c', 'd'])"
    for outside in (4, -5):
        with pytest.raises(IndexError):
            grown[outside]


def test_an_older_one_does_not_see_what_its_fork_has_brought() -> None:
    older = Growing("ab")
    fork = older.fork()
    fork.append("c")
    assert ([*older], [*fork]) == (["a", "b"], ["a", "b", "c"])
    assert (older[-1], older[:]) == ("b", ["a", "b"])
    with pytest.raises(IndexError):
        older[2]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30)), max_size=60))
def test_however_forks_go_on_each_holds_its_own(steps: list[tuple[bool, int]]) -> None:
    """Beside each of them a plain copy."""
    pairs: list[tuple[Growing[int], list[int]]] = [(Growing(), [])]
    for number, (forks, which) in enumerate(steps):
        grown, plain = pairs[which % len(pairs)]
        if forks:
            pairs.append((grown.fork(), plain.copy()))
        else:
            grown.append(number)
            plain.append(number)
        assert all([*one] == other and len(one) == len(other) for one, other in pairs)
