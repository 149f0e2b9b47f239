"""Shared by all tests: no test reads the user's own data files, and who gets a second try."""

import os
import tempfile
from pathlib import Path

import pytest

os.environ["KARACHO_DATA"] = str(Path(tempfile.gettempdir()) / "karacho-tests-have-no-user-data")

AGAINST_THE_CLOCK = ("cli", "e2e", "faults", "load", "server", "store")
"""Here real processes, sockets and browsers race real clocks, and a busy machine can make any of them late: a test
that fails is tried once more, and named at the end. Rules, bots and arena give the same every time: one try."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in AGAINST_THE_CLOCK:
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))
