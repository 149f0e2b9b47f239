"""Servers to hurt: those of the server's own tests, and one whose environment plans its failure."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from karacho.load.server import OwnServer
from tests.server.conftest import _no_user_settings, mortal, serve, server

__all__ = ["_no_user_settings", "doomed", "mortal", "serve", "server"]

Doomed = Callable[..., OwnServer]


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[Doomed]:
    """`doomed("after_commit:exit@3")`: a server that fails there; `doomed()`: its next life, in order again."""
    lives: list[OwnServer] = []

    def start(failpoint: str = "") -> OwnServer:
        life = OwnServer(tmp_path, {"KARACHO_FAILPOINT": failpoint})
        life.port = lives[-1].port if lives else 0
        life.start()
        lives.append(life)
        life.wait_ready()
        return life

    yield start
    for life in lives:
        life.close()
