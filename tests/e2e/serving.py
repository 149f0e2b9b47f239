"""A real server in a process of its own, that can be killed and started again where it was."""

import os
import selectors
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from karacho.server import page

START_SECONDS = 120  # a machine that has never compiled the games does it first


class NotReady(Exception):
    """The server has not said where it is."""


class Server:
    """One `karacho serve` on this machine with a data folder of its own."""

    def __init__(self, folder: Path, *, pace: float = 40) -> None:
        self.folder = folder
        self.pace = pace
        self.port = 0  # any free one; a restart takes the same again
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        if not page.is_built():
            raise NotReady(page.MISSING)
        command = [str(Path(sys.executable).with_name("karacho")), "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.folder), "--quiet"]
        command += ["--bot-processes", "1", "--pace", str(self.pace)]
        # In a session of its own, so that its bots end with it whatever happens.
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=dict(os.environ), start_new_session=True
        )
        self.port = int(self._announced().rstrip("/").rpartition(":")[2])
        return self

    def _announced(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            line = self._process.stdout.readline() if waiting.select(START_SECONDS) else ""
        if "http://" not in line:
            self.stop()
            raise NotReady(f"the server did not start: {line!r}")
        return line.split()[-1]

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(15)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # bots of a server that had no time to stop them
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
