"""Servers to test: a real process for everything that can be seen from outside, and one in the test's own loop, whose
clocks can be turned."""

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
import uvicorn

from karacho.server import app, drivers, pace
from karacho.server.evenness import Evenness
from karacho.server.listening import configuration
from karacho.server.settings import Settings
from tests.server.player import LINES

T = TypeVar("T")
START_SECONDS = 180.0  # on a busy machine that compiles first
COMMAND = [sys.executable, "-c", "from karacho.cli import main; main()", "serve"]
# The page may not be built; Python's tracker says what a killed server has left, and cleans it up.
EXPECTED_NOISE = ("The client has not been built", "resource_tracker", "warnings.warn(")
# All tests come from one address.
FLAGS = ["--host", "127.0.0.1", "--pace", "0", "--bot-processes", "1", "--connections-per-address", "4000"]


def run(test: Coroutine[Any, Any, T]) -> T:
    """Run an async test."""
    return asyncio.run(_cleanly(test))


async def _cleanly(test: Coroutine[Any, Any, T]) -> T:
    """Lines that a test has left open, perhaps because it failed, trouble no other test."""
    try:
        return await test
    finally:
        while LINES:
            with contextlib.suppress(RuntimeError):  # its loop has ended before
                LINES.pop().abort()
        await asyncio.sleep(0)


class Server:
    """A process that can be killed and started again on the same folder and port."""

    def __init__(self, folder: Path, database: str | None = None, flags: tuple[str, ...] = ("--quiet",)) -> None:
        self.folder = folder
        self._flags = flags
        self.database = folder / "karacho.sqlite" if database is None else database
        self.port = 0
        self.process: subprocess.Popen[str]
        self._noise = (folder / "stderr.txt").open("a")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def start(self) -> "Server":
        where = ["--data", str(self.folder)] if isinstance(self.database, Path) else ["--database", self.database]
        command = [*COMMAND, *FLAGS, *self._flags, "--port", str(self.port), *where]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._noise, text=True)
        line = self._first_line()
        if not line.startswith("Karacho is ready"):
            self.kill()
        assert line.startswith("Karacho is ready: http://127.0.0.1:"), (line, self.noise())
        self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])
        return self

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        return self.process.stdout.readline() if ready else "(nothing)"

    def kill(self) -> None:
        """As a power cut does."""
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(20)
        self.process.stdout.close()
        return code

    def close(self) -> None:
        if hasattr(self, "process") and self.process.poll() is None:
            self.kill()
        self._noise.close()

    def bots(self) -> list[int]:
        """The processes in which its bots think."""
        return [child for child in _children(self.process.pid) if "spawn_main" in _command(child)]

    def noise(self) -> str:
        """What it has complained about."""
        lines = (self.folder / "stderr.txt").read_text().splitlines()
        return "\n".join(line for line in lines if not any(word in line for word in EXPECTED_NOISE))

    def forgive(self) -> None:
        """What it has complained about so far was expected."""
        (self.folder / "stderr.txt").write_text("")


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _command(process: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def is_running(process: int) -> bool:
    with contextlib.suppress(OSError):
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    return False


def wait_until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of this process that leave it alive. It must have nothing to complain about."""
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    assert server.process.poll() is None, "it should have survived everything"
    code = server.stop()
    server.close()
    assert (code, server.noise()) == (-signal.SIGTERM, "")  # uvicorn ends as asked, after it has tidied up


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, to kill."""
    server = Server(tmp_path).start()
    yield server
    server.close()
    assert server.noise() == ""


class Thinker(drivers.Drivers):
    """Bots that think here and now: whoever turns the clocks need not wait for processes."""

    def __init__(self, _: int) -> None:
        self.fallbacks = self.hurried = 0
        self.evenness = Evenness()
        self.thought: list[tuple[int, list[str]]] = []

    async def warm_up(self) -> None:
        pass

    async def think(self, game: str, spec: str, seat: int, memories: Any, view: dict[str, Any]) -> list[str] | None:
        self.thought.append((seat, drivers.choose(game, spec, seat, memories, view, 1)))
        return list(self.thought[-1][1])

    async def close(self) -> None:
        pass


class Inside:
    """A server in the test's own loop."""

    def __init__(self, house: app.House, port: int) -> None:
        self.house = house
        self.address = f"127.0.0.1:{port}"

    def table(self, code: str) -> Any:
        return next(table for table in self.house.hall.tables if table.code == code)


Serve = Callable[..., contextlib.AbstractAsyncContextManager[Inside]]


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Serve:
    """`async with serve() as inside`: real sockets, on a database that stays for the next one."""
    monkeypatch.setattr(app, "Drivers", Thinker)

    @contextlib.asynccontextmanager
    async def served(**settings: Any) -> AsyncIterator[Inside]:
        chosen = {"host": "127.0.0.1", "port": 0, "database": tmp_path / "inside.sqlite", "pace": 0.0, **settings}
        application = app.make_app(Settings(**chosen))
        server = uvicorn.Server(configuration(application, Settings(**chosen)))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            assert not serving.done(), serving
            await asyncio.sleep(0.005)
        try:
            port = server.servers[0].sockets[0].getsockname()[1]
            yield Inside(application.state.house, port)
        finally:
            server.should_exit = True
            await serving

    return served


@pytest.fixture(autouse=True)
def _no_user_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("KARACHO_") and name not in ("KARACHO_DATA",)]:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def quick(monkeypatch):
    """Seconds become parts of them; the rest of the server does not know."""

    def turn(*, start=0.05, countdown=0.4):
        monkeypatch.setattr(pace, "START_SECONDS", start)
        monkeypatch.setattr(pace, "COUNTDOWN_SECONDS", countdown)

    turn()
    return turn
