"""What the server writes to its log."""

import io
import json
import logging
import signal

import pytest

from karacho.registry import load_game
from karacho.server import drivers, logs
from tests.server.conftest import Server, run
from tests.server.player import Player
from tests.server.test_cheater import raw
from tests.server.truth import ask
from tests.server.wire import PING, TEXT, Wire, frame

FORGED = "Anna\nERROR karacho.app: all is lost\r\x1b[2J\u2028\x7f\u202e"


@pytest.fixture
def written(monkeypatch):
    """A function that writes records and returns the text."""

    def write(formatter, records):
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        handler.addFilter(logs.Sampling())
        for record in records:
            if handler.filter(record):
                handler.emit(record)
        return stream.getvalue()

    return write


def record(message, *args, error=None, **fields):
    made = logging.LogRecord("karacho.test", logging.WARNING, __file__, 1, message, args, None)
    if error is not None:
        try:
            raise error
        except Exception as raised:
            made.exc_info = (type(raised), raised, raised.__traceback__)
    made.__dict__.update(fields)
    return made


def test_f12_nobody_can_forge_a_line(written):
    text = written(logs.PlainLines(), [record("%s has come", FORGED), record("failed", error=ValueError(FORGED))])
    lines = text.splitlines()
    assert lines[0] == (r"WARNING karacho.test: Anna\nERROR karacho.app: all is lost\r\x1b[2J\u2028\x7f\u202e has come")
    assert [line for line in lines if not line.startswith("    ")] == [lines[0], "WARNING karacho.test: failed"]
    assert text.count("\n") == len(lines)
    assert text.isprintable() or set(filter(lambda char: not char.isprintable(), text)) == {"\n"}


def test_f12_one_json_object_a_line_with_its_fields(written):
    records = [
        record("%s has come", FORGED, address="192.0.2.1", reason=FORGED),
        record("failed", error=ValueError(FORGED)),
    ]
    text = written(logs.JsonLines(), records)
    assert text.isascii()
    assert "\x7f" not in text
    first, second = [json.loads(line) for line in text.splitlines()]
    assert first["message"] == f"{FORGED} has come"
    assert (first["level"], first["logger"], first["kind"]) == ("warning", "karacho.test", "%s has come")
    assert (first["address"], first["reason"]) == ("192.0.2.1", FORGED)
    assert first["time"].endswith("+00:00")
    assert second["error"][-1] != ""
    assert "ValueError" in "".join(second["error"])


def test_e2_floods_are_sampled_and_counted(written, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])

    def flood():
        for number in range(1000):
            yield record("flood of %s", number)
        yield record("something else")
        now[0] += 1
        yield record("flood of %s", 1000)

    lines = [json.loads(line) for line in written(logs.JsonLines(), flood()).splitlines()]
    assert [line["message"] for line in lines] == [
        *(f"flood of {n}" for n in range(10)),
        "something else",
        "flood of 1000",
    ]
    assert lines[-1]["left_out"] == 990
    assert "left_out" not in lines[0]
    monkeypatch.undo()


def test_kinds_without_end_do_not_fill_the_memory():
    sampling = logs.Sampling()
    for number in range(5000):
        assert sampling.filter(record(f"kind {number}"))
    assert len(sampling._kinds) <= logs.MOST_KINDS


def test_s9_the_log_of_a_server_is_json_and_tells_no_secrets(tmp_path):
    """A race, a stranger with a wrong key, names that try to forge lines, and floods."""
    server = Server(tmp_path, flags=("--log-format", "json")).start()
    secrets_ = []

    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            code = await anna.create("stich-rallye", {"kind": "person", "name": "Anna\u0007"}, "open", "open")
            await ben.open(code)
            await ben.ask("sit", seat=1, name="Ben")
            token = (await anna.ask("assign", seat=2, kind="outside"))["token"]
            await anna.ask("assign", seat=2, kind="bot")
            await anna.ask("start")
            secrets_.extend([anna.secret, ben.secret, token, "wrong" * 8, *anna.values.values()])
        await raw(server, json.dumps({"type": "hello", "protocol": 1, "secret": "wrong" * 8}))
        for piece in (frame(PING) * 100, frame(TEXT, b"\xff\xfe"), b"GET / HTTP/9\r\nforged: x\r\n\r\n"):
            wire = await Wire.upgraded(server.address)
            await wire.flood(piece)

    try:
        run(play())
        seeds = [str(row[0]) for row in ask(server.database, "SELECT seed FROM races")]
        assert server.stop() == -signal.SIGTERM
    finally:
        server.close()
    lines = [line for line in server.noise().splitlines() if line]
    told = [json.loads(line) for line in lines]
    assert {"frames", "no_text"} <= {line.get("reason") for line in told}
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in told)
    assert not [line for line in told if line["level"] not in ("info", "debug")]
    for secret in (*secrets_, *seeds):
        assert len(secret) >= 8
        assert secret not in "".join(lines)


def test_compiling_is_told_in_the_log_also_when_quiet(monkeypatch, capsys):
    game = load_game("stich-rallye")
    monkeypatch.setattr(drivers, "uncompiled", lambda: [game])
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    for as_json in (False, True):
        logs.start_logging(as_json=as_json, quiet=True)
        drivers.compile_missing()
    plain, told = capsys.readouterr().err.split("is compiled\n", 1)
    assert plain == "karacho: compiling Stich Rallye (once for this machine, about a minute) …\nkaracho: Stich Rallye "
    assert [json.loads(line)["message"].split()[0] for line in told.splitlines()] == ["compiling", "Stich"]
