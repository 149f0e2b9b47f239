"""A slice of the fuzz; `make pester` sends a million."""

from tests.faults import e_fuzz


def test_e2_messages_that_are_almost_right_change_nothing():
    found = e_fuzz.run(20_000, seed=2)
    assert found["messages"] >= 20_000
    assert found["by_code"].keys() >= {"UNREADABLE", "NOT_YOUR_SEAT", "NOT_HOST", "NO_SUCH_TABLE"}


def test_e2_every_sort_of_message_is_drawn_and_most_are_wrong():
    mutator = e_fuzz.Mutator(1)
    texts = [mutator.message() for _ in range(5000)]
    for kind in e_fuzz.VALID:
        assert sum(f'"{kind}"' in text for text in texts) > 20, kind
    assert len(set(texts)) > 3000
