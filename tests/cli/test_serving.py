"""`karacho serve`: what is checked before it starts."""

import json
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

from karacho.cli import run
from karacho.cli.network import read_origins, read_proxies, take_port
from karacho.cli.serving import FILES_OF_ITS_OWN, _allow_many_files, _announce
from karacho.errors import InvalidOption
from karacho.server.door import ROOM_FOR_PAGES
from karacho.server.settings import Settings
from tests.server.conftest import COMMAND, EXPECTED_NOISE, mortal

__all__ = ["mortal"]


def test_f14_proxies_are_addresses_or_networks(capsys):
    assert read_proxies(["192.0.2.7", "10.0.0.0/8, 2001:db8::1"]) == ("192.0.2.7", "10.0.0.0/8", "2001:db8::1")
    assert read_proxies([""]) == ()
    with pytest.raises(InvalidOption, match="10\\.0\\.0\\.0/8"):
        read_proxies(["proxy.example"])
    assert run(["serve", "--proxy", "everybody"]) == 2
    assert "everybody" in capsys.readouterr().err


def test_f14_an_empty_environment_trusts_nobody(monkeypatch):
    served = []
    monkeypatch.setattr("karacho.cli.serving.run", lambda settings, _door, **_others: served.append(settings))
    monkeypatch.setattr("karacho.server.logs.start_logging", lambda **_how: None)
    monkeypatch.setenv("KARACHO_PROXIES", "")
    assert run(["serve", "--host", "127.0.0.1", "--port", "0"]) == 0
    assert served[0].proxies == ()


def test_origins_are_written_as_browsers_say_them(capsys, monkeypatch):
    good = ["https://karacho.example", "http://10.0.0.7:8600", "http://[2001:db8::1]:8600"]
    assert read_origins(good) == tuple(good)
    assert read_origins([", ".join(good)]) == tuple(good)
    for wrong, right in {
        "https://karacho.example/": "https://karacho.example",
        "https://Karacho.Example": "https://karacho.example",
        "https://karacho.example:443": "https://karacho.example",
        "http://10.0.0.7:8600/table?x": "http://10.0.0.7:8600",
        "https://k\u00e4rcher.example": "https://xn--krcher-bua.example",
    }.items():
        with pytest.raises(InvalidOption, match=re.escape(f"browsers name that page {right}; write it so")):
            read_origins([wrong])
    for wrong in ("karacho.example", "*", "null", "https://", "https://a:x", "ftp://a", "https://u@a", "https://*.a"):
        with pytest.raises(InvalidOption, match="scheme://host or scheme://host:port"):
            read_origins([wrong])
    monkeypatch.setenv("KARACHO_ORIGINS", "https://karacho.example/")
    assert run(["serve", "--host", "127.0.0.1", "--port", "0"]) == 2
    assert "browsers name that page https://karacho.example; write it so" in capsys.readouterr().err


def test_an_address_of_another_machine_is_named():
    with pytest.raises(InvalidOption, match=r"--host cannot be '192\.0\.2\.7': an address of this machine"):
        take_port("192.0.2.7", 0)


@pytest.mark.parametrize(("soft", "hard", "set_to", "told"), [
    (1024, 100_000, 5000 + ROOM_FOR_PAGES + FILES_OF_ITS_OWN, False),
    (1024, resource.RLIM_INFINITY, 5000 + ROOM_FOR_PAGES + FILES_OF_ITS_OWN, False),
    (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, False),
    (50_000, 50_000, None, False),
    (1024, 4096, 4096, True),
    (1024, 1024, None, True),
])  # fmt: skip
def test_e6_as_many_files_as_clients_need(monkeypatch, caplog, soft, hard, set_to, told):
    chosen = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: chosen.append(limits))
    _allow_many_files(Settings(connections=5000))
    assert chosen == ([] if set_to is None else [(set_to, hard)])
    assert ("raise the limit" in caplog.text) == told


def test_a_port_that_is_taken_is_told_in_one_line(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        flags = ["--port", str(port), "--host", "127.0.0.1", "--data", str(tmp_path), "--quiet"]
        assert run(["serve", *flags]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert f"--port cannot be {port}: it is taken. Does Karacho run already?" in told
    assert list(tmp_path.iterdir()) == []
    assert run(["serve", "--host", "no-such-host.invalid", "--data", str(tmp_path), "--quiet"]) == 2
    assert "--host cannot be" in capsys.readouterr().err


def refusal_of(*flags):
    """A server that cannot start: its exit code, and what it says."""
    command = [*COMMAND, "--host", "127.0.0.1", "--port", "0", "--quiet", *flags]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    lines = [line for line in ended.stderr.splitlines() if not any(noise in line for noise in EXPECTED_NOISE)]
    return ended.returncode, lines


def test_every_line_is_json_also_those_of_the_start(tmp_path):
    """Few files, no page, nothing compiled, and a folder that is a file: all of it is told."""
    (tmp_path / "file").touch()
    serve = [*COMMAND, "--host", "127.0.0.1", "--port", "0", "--quiet", "--data", str(tmp_path / "file" / "data")]
    limited = ["bash", "-c", 'ulimit -n 1024; exec "$@"', "-", *serve, "--log-format", "json"]
    ended = subprocess.run(limited, capture_output=True, text=True, timeout=60, check=False)
    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["level"] for line in lines][:1] == ["warning"]
    assert "this machine allows 1024 open files" in lines[0]["message"]
    assert ended.returncode == 1


def test_a_second_server_on_the_same_folder_is_refused(mortal):
    code, lines = refusal_of("--data", str(mortal.folder))
    assert (code, len(lines)) == (1, 1)
    assert f"another server uses {mortal.folder}: stop it" in lines[0]
    assert mortal.bots(), "they do not keep what a killed server has held"
    mortal.kill()
    mortal.start()


@pytest.mark.parametrize(
    ("folder", "reason"),
    [("file", "Not a directory"), ("taken", "Is a directory"), ("/proc/x", "No such file"), ("/sys", "Permission")],
)
def test_a_folder_that_cannot_be_used_is_told_in_one_line(tmp_path, folder, reason):
    (tmp_path / "file").touch()
    (tmp_path / "taken" / "karacho.sqlite").mkdir(parents=True)
    code, lines = refusal_of("--data", str(tmp_path / folder))
    assert (code, len(lines)) == (1, 1), lines
    assert f"the server cannot start: {tmp_path / folder}/karacho.sqlite cannot be opened: {reason}" in lines[0]


def test_a_database_that_cannot_be_used_is_told_in_one_line(tmp_path):
    (tmp_path / "karacho.sqlite").write_bytes(b"something else" * 100)
    code, lines = refusal_of("--data", str(tmp_path))
    assert (code, len(lines)) == (1, 1), lines
    assert "karacho.sqlite is damaged" in lines[0]


@pytest.mark.parametrize(
    "address",
    ["geh eim@localhost/k", "geh%zzeim@localhost/k", "geh@eim@localhost/k", "geh/eim@localhost/k"],
)
def test_an_address_that_cannot_be_read_is_told_without_its_password(address):
    code, lines = refusal_of("--database", f"postgresql://karacho:{address}")
    assert (code, len(lines)) == (1, 1), lines
    assert "the address of the database cannot be read" in lines[0]
    assert not re.search("geh|eim", lines[0])


@pytest.mark.parametrize(
    "address", ["karacho:geheim@localhost/k", "host=localhost password=geheim", "mysql://a:geheim@b"]
)
def test_an_address_of_another_kind_is_told_without_its_password(capsys, address):
    assert run(["serve", "--port", "0", "--database", address]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert "--database has to be postgresql://" in told
    assert "geheim" not in told


@pytest.mark.parametrize("pause", [0.02, 0.3])
def test_whoever_presses_ctrl_c_twice_sees_it_end_quietly(tmp_path, pause):
    karacho = str(Path(sys.executable).with_name("karacho"))
    flags = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--quiet"]
    with (tmp_path / "errors").open("w") as errors:
        server = subprocess.Popen(
            [karacho, "serve", *flags],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background do not hear it
        )
        try:
            address = server.stdout.readline().split()[-1].replace("http", "ws")
            with connect(f"{address}ws"):
                server.send_signal(signal.SIGINT)
                time.sleep(pause)
                server.send_signal(signal.SIGINT)
                assert server.wait(30) == 130
        finally:
            server.kill()
            server.stdout.close()
            server.wait()
    assert (tmp_path / "errors").read_text() == ""


def test_whoever_comes_while_the_server_is_loading_waits_at_the_door(tmp_path):
    door = take_port("127.0.0.1", 0)  # as `karacho serve` begins
    with socket.create_connection(door.getsockname(), timeout=5) as early:
        early.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        code = "import socket, sys; from pathlib import Path; from karacho.cli.serving import run; " + (
            "from karacho.server.settings import Settings; door = socket.socket(fileno=int(sys.argv[1])); "
            "run(Settings(), door, data=Path(sys.argv[2]), database=None, browser=False, quiet=True)"
        )
        arguments = [sys.executable, "-c", code, str(door.fileno()), str(tmp_path)]
        server = subprocess.Popen(arguments, pass_fds=[door.fileno()], stdout=subprocess.DEVNULL)
        try:
            early.settimeout(60)
            assert early.recv(100).startswith(b"HTTP/1.1 200 OK")
        finally:
            server.kill()
            server.wait()
            door.close()


def test_an_address_of_ipv6_is_told_as_browsers_want_it(capsys):
    _announce(Settings(host="::1"), 8715, quiet=True)
    assert capsys.readouterr().out == "Karacho is ready: http://[::1]:8715/\n"
