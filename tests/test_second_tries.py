"""No promise is kept at the second try: tests of what is kept, hidden and fairly dealt have one."""

import pytest

from tests.conftest import AGAINST_THE_CLOCK, PROMISES, gets_a_second_try
from tests.test_fault_ids import ids_of, names_of_tests

NAMES = [(f"{file}::{name}", name) for file, names in names_of_tests().items() for name in names]
ONE_TRY = ("B", "F", "G", "H", "I")  # storage, identity, what is hidden, fair dealing, several servers
SAFETY = (
    "faults/test_death.py",
    "faults/test_g_twins.py",
    "load/test_checker.py",
    "load/test_command.py",
    "server/test_fleet.py",
    "server/test_outages.py",
    "server/test_repeats.py",
    "server/test_secrets.py",
    "store/test_copying.py",
    "store/test_store.py",
)


def test_promises_have_one_try():
    repeated = {whole for whole, name in NAMES if gets_a_second_try(whole)}
    assert repeated, "somebody is late now and then"
    assert [whole for whole in repeated if whole.startswith(SAFETY)] == []
    promised = {whole for whole, name in NAMES if any(each.startswith(ONE_TRY) for each in ids_of(name))}
    assert repeated & promised == set()


@pytest.mark.parametrize("start", [*AGAINST_THE_CLOCK, *PROMISES, *SAFETY])
def test_every_name_that_is_listed_exists(start):
    assert any(whole.startswith(start) for whole, _ in NAMES)
