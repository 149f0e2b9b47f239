"""I1 as hosts have it: three servers on one PostgreSQL behind a real nginx with the site in `deploy`, killed in turn.

python -m tests.faults.i_proxy --kills 4    # needs nginx on the PATH
"""

import argparse
import contextlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.postgres import drop_database, fresh_database

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
SERVERS = 3
KARACHO = [sys.executable, "-c", "from karacho.cli import main; main()"]
GAMES = "stich-rallye,rally-run,tiny-turbo-cars,tiny-turbo-cars/realtime"
AWAY_SECONDS, THERE_SECONDS = 5, 7
MAIN = """
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_rlimit_nofile 32768;
events {{ worker_connections 16384; }}
http {{ access_log off; include {folder}/site.conf; }}
"""


def free_ports(count: int) -> list[int]:
    """That nobody listens on."""
    with contextlib.ExitStack() as held:
        doors = [held.enter_context(socket.socket()) for _ in range(count)]
        for door in doors:
            door.bind(("127.0.0.1", 0))
        return [door.getsockname()[1] for door in doors]


def site_for(door: int, ports: list[int]) -> str:
    """The site as it is shipped, with all servers and at these ports."""
    text = re.sub(r"^    listen .*$", "", SITE.read_text("utf-8"), flags=re.MULTILINE)
    text = text.replace("    server_name", f"    listen 127.0.0.1:{door};\n    server_name")
    text = text.replace("# server 127.0.0.1", "server 127.0.0.1")
    for number, port in enumerate(ports):
        text = text.replace(f"127.0.0.1:{8600 + number} ", f"127.0.0.1:{port} ")
    return text


@contextlib.contextmanager
def nginx(folder: Path, door: int, ports: list[int]) -> Iterator[None]:
    """The proxy, while it is needed."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        sys.exit("i_proxy: there is no nginx: `apt-get install nginx-light`, or put one on the PATH")
    (folder / "site.conf").write_text(site_for(door, ports))
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    process = subprocess.Popen([program, "-c", folder / "nginx.conf", "-g", "daemon off;"])
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def serve(port: int, database: str, folder: Path) -> subprocess.Popen[bytes]:
    """One of the servers."""
    place = ["--host", "127.0.0.1", "--port", str(port), "--database", database]
    with (folder / f"server-{port}.txt").open("a") as noise:
        return subprocess.Popen(
            [*KARACHO, "serve", *place, "--quiet", "--bot-processes", "1"], stdout=noise, stderr=noise
        )


def wait_for(port: int) -> None:
    """Until somebody answers there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    sys.exit(f"i_proxy: nobody answers at port {port}")


def main(kills: int, tables: int) -> int:
    """The exit code of `karacho load`: were all promises kept, and is everybody back?"""
    database = fresh_database()
    with tempfile.TemporaryDirectory(prefix="karacho-nginx-") as name:
        folder, (door, *ports) = Path(name), free_ports(SERVERS + 1)
        with nginx(folder, door, ports):
            servers = {port: serve(port, database, folder) for port in ports}
            try:
                for port in ports:
                    wait_for(port)
                seconds = kills * (AWAY_SECONDS + THERE_SECONDS) + 2 * THERE_SECONDS
                played = [
                    "--url",
                    f"127.0.0.1:{door}",
                    "--database",
                    database,
                    "--tables",
                    str(tables),
                    "--games",
                    GAMES,
                ]
                how = ["--pace", "40", "--spectators", "1", "--seconds", str(seconds)]
                load = subprocess.Popen([*KARACHO, "load", *played, *how])
                for kill in range(kills):
                    time.sleep(THERE_SECONDS)
                    port = ports[kill % SERVERS]
                    servers[port].send_signal(signal.SIGKILL)
                    servers[port].wait()
                    time.sleep(AWAY_SECONDS)
                    servers[port] = serve(port, database, folder)
                return load.wait()
            finally:
                for server in servers.values():
                    server.kill()
                    server.wait()
                drop_database(database)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--tables", type=int, default=20)
    sys.exit(main(**vars(parser.parse_args())))
