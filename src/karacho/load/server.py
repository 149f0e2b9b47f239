"""A server of the run's own, to load, kill, deploy and stop."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from karacho.errors import KarachoError
from karacho.store.opening import is_postgres

COMMAND = [sys.executable, "-c", "from karacho.cli import main; main()", "serve"]
FLAGS = ["--host", "127.0.0.1", "--pace", "0", "--bot-processes", "1", "--quiet"]
ROOM = ["--connections", "100000", "--connections-per-address", "100000"]
ELSEWHERE = "KARACHO_DATABASE"  # where a host keeps people's races: a run never plays, and kills, there
START_SECONDS = 120.0
SETTLE_SECONDS = 15.0
END_SECONDS = 90.0


class OwnServer:
    """A `karacho serve` on a folder. It keeps its port over all its lives."""

    def __init__(
        self, folder: Path, environment: dict[str, str] | None = None, database: str | Path | None = None
    ) -> None:
        self.folder = folder
        self.database = folder / "karacho.sqlite" if database is None else database
        self.port = 0
        self.ready = False
        self.starts: list[float] = []
        """Seconds from each start until it answered."""
        self.births: list[float] = []
        """When each of its lives began."""
        self.cpu_of_the_dead = 0.0
        inherited = {name: value for name, value in os.environ.items() if name != ELSEWHERE}
        # With PostgreSQL races that had to be parked go to the host's own data, unless these are elsewhere.
        self._environment = {**inherited, "KARACHO_DATA": str(folder), **(environment or {})}
        self._process: subprocess.Popen[str]
        self._began = 0.0
        self._noise = (folder / "stderr.txt").open("a")

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    @property
    def process_id(self) -> int:
        """Of its present life."""
        return self._process.pid

    def start(self) -> None:
        """Begin; `poll_ready` says when it answers."""
        place = ["--database", str(self.database)] if is_postgres(self.database) else ["--data", str(self.folder)]
        command = [*COMMAND, *FLAGS, *ROOM, "--port", str(self.port), *place]
        self.ready = False
        self._began = time.monotonic()
        self.births.append(self._began)
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._noise, text=True, env=self._environment
        )

    def poll_ready(self, seconds: float = 0.0) -> bool:
        """Does it answer by now? Waits at most so long."""
        out = self._process.stdout
        assert out is not None
        if not self.ready and select.select([out], [], [], seconds)[0]:
            line = out.readline()
            if not line.startswith("Karacho is ready"):
                raise KarachoError(f"the server did not start: {self.noise()[-2000:]}")
            self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])
            self.starts.append(time.monotonic() - self._began)
            self.ready = True
        return self.ready

    def wait_ready(self) -> None:
        """Until it answers."""
        if not self.poll_ready(START_SECONDS):
            raise KarachoError("the server takes too long to start")

    def settle(self) -> int:
        """The bytes that it holds when it has loaded everything and nobody is there."""
        before, end = 0, time.monotonic() + SETTLE_SECONDS
        while (now := self.memory()) > before and time.monotonic() < end:
            before = now
            time.sleep(1.0)
        return now

    def end(self, how: signal.Signals) -> int:
        """Kill it, or ask it to go."""
        self.cpu_of_the_dead += self._cpu()
        self._process.send_signal(how)
        code = self._process.wait(END_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def pause(self, seconds: float) -> None:
        """As a machine does that is moved or suspended."""
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Whatever state it is in."""
        if self._process.poll() is None:
            self.end(signal.SIGKILL)
        self._noise.close()

    def is_running(self) -> bool:
        """Is it alive?"""
        return self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """Of its present life, if that is over."""
        return self._process.poll()

    def wait(self, seconds: float) -> int:
        """Until it ends by itself."""
        code = self._process.wait(seconds)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def noise(self) -> str:
        """What it has complained about."""
        return (self.folder / "stderr.txt").read_text()

    # Figures; 0 where the machine does not tell.
    def cpu_seconds(self) -> float:
        """Of all its lives, without the bots' processes."""
        return self.cpu_of_the_dead + self._cpu()

    def _cpu(self) -> float:
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes that it holds now."""
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0
        lines = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(lines[0].split()[1]) * 1024 if lines else 0
