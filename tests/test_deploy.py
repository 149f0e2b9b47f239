"""What is in `deploy`: a server started by it finds its places, and nothing is taken along that it does not need."""

import re
import shlex
from pathlib import Path

import pytest

from karacho.server.hall import dumps_folder
from karacho.server.settings import Settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def environment(file: str) -> dict[str, str]:
    """What a unit or the container file sets for the server."""
    lines = re.findall(r"^(?:Environment=|ENV )(.+)$", (DEPLOY / file).read_text("utf-8"), re.MULTILINE)
    return dict(pair.split("=", 1) for line in lines for pair in shlex.split(line))


@pytest.mark.parametrize(
    ("file", "writable"),
    [("karacho.service", "/var/lib/karacho"), ("karacho@.service", "/var/lib/karacho"), ("Containerfile", "/data")],
)
def test_parked_races_are_written_where_the_server_may_write(file: str, writable: str, monkeypatch):
    """Also with PostgreSQL, where no folder for the database is used: there is no home to fall back on."""
    monkeypatch.delenv("KARACHO_DATA", raising=False)
    for name, value in environment(file).items():
        monkeypatch.setenv(name, value)
    assert dumps_folder(Settings(database="postgresql://karacho@/karacho")).is_relative_to(writable)


def test_nginx_is_told_to_have_room_for_all_clients():
    """Each takes two connections of it, one to the client and one to the server."""
    for file in (DEPLOY / "nginx.conf", ROOT / "docs" / "hosting.md"):
        text = file.read_text("utf-8")
        [connections] = re.findall(r"worker_connections (\d+);", text)
        [files] = re.findall(r"worker_rlimit_nofile (\d+);", text)
        assert 2 * Settings().connections < int(connections) < int(files)


def test_nginx_shuns_no_server_that_was_away_for_a_moment():
    """It counts a socket as a success only when it ends: until then it would let in one client every ten seconds."""
    servers = re.findall(r"^\s*(?:# )?server (127.+);$", (DEPLOY / "nginx.conf").read_text("utf-8"), re.MULTILINE)
    assert len(servers) == 3
    assert all(server.endswith(" max_fails=0") for server in servers)


def test_an_image_is_built_from_what_it_needs_alone():
    """The last line that fits a path decides."""
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    everything, *lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()[1:]
    assert everything == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == {name for names in copied for name in names.split()}
    assert {"web/node_modules", "src/karacho/server/page"} <= set(lines)
    assert lines == sorted(lines, key=lambda line: not line.startswith("!"))
