"""Two PostgreSQL servers, one the synchronous standby of the other, from the binaries of the `pgserver` wheel."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.postgres import server

SETTINGS = """
listen_addresses = ''
max_wal_senders = 5
shared_buffers = 16MB
max_connections = 40
synchronous_commit = on
"""


class Pair:
    """`first` is the primary until it is killed; then `second` may be promoted."""

    def __init__(self) -> None:
        server()  # makes the user that PostgreSQL runs as, where the tests run as root
        from pgserver._commands import POSTGRES_BIN_PATH

        self._programs = Path(POSTGRES_BIN_PATH)
        self._user = "pgserver" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.folder = Path(tempfile.mkdtemp(prefix="karacho-ha-", dir="/tmp"))
        self.folder.chmod(0o777)
        self.first, self.second = self.folder / "a", self.folder / "b"
        for sockets in (self.first, self.second):
            self._make_folder(sockets.with_suffix(".s"))
        self._run("initdb", "--auth=trust", "-U", "postgres", "-D", str(self.first), "--no-sync")
        self._configure(self.first)
        self.start(self.first)
        self._run("pg_basebackup", "-h", f"{self.first}.s", "-U", "postgres", "-D", str(self.second), "-R", "--no-sync")
        self._configure(self.second)
        self.start(self.second)
        self.tell(self.first, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.tell(self.first, "SELECT pg_reload_conf()")
        self._wait(lambda: self.tell(self.first, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"))

    def _make_folder(self, folder: Path) -> None:
        folder.mkdir()
        owner = pwd.getpwnam(self._user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)

    def _configure(self, data: Path) -> None:
        with (data / "postgresql.conf").open("a") as file:
            file.write(f"{SETTINGS}\nunix_socket_directories = '{data}.s'\n")

    @property
    def url(self) -> str:
        """Whichever of both can be written to."""
        hosts = ",".join(quote(f"{data}.s", safe="") for data in (self.first, self.second))
        return f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write&load_balance_hosts=random"

    def start(self, data: Path) -> None:
        self._run("pg_ctl", "-w", "-D", str(data), "-l", f"{data}.s/log", "start")

    def kill(self, data: Path) -> None:
        """At once and without a word."""
        main = int((data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(main, signal.SIGQUIT)
        self._wait(lambda: not (data / "postmaster.pid").exists())

    def promote(self, data: Path) -> None:
        self._run("pg_ctl", "-w", "-D", str(data), "promote")

    def tell(self, data: Path, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(f"postgresql://postgres@/postgres?host={quote(f'{data}.s')}", autocommit=True) as found:
            cursor = found.execute(sql)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        for data in (self.first, self.second):
            if (data / "postmaster.pid").exists():
                self.kill(data)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        user = self._user if os.geteuid() == 0 else None
        done = subprocess.run(command, user=user, cwd="/tmp", capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, (done.stdout, done.stderr)

    def _wait(self, true) -> None:  # type: ignore[no-untyped-def]
        end = time.monotonic() + 30
        while not true():
            assert time.monotonic() < end, "it takes too long"
            time.sleep(0.05)
