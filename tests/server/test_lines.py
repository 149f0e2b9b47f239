"""Below the level of messages: floods of frames and pieces, lines that say nothing, and too many of them."""

import asyncio
import contextlib
import json
import socket
import time

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from karacho.server import greeting, lines, page
from karacho.server.door import Crowd, Door, neighbourhood
from karacho.server.metrics import Metrics
from karacho.server.settings import Settings
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.wire import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, Wire, frame

HELLO = frame(TEXT, json.dumps({"type": "hello", "protocol": 1}).encode())
SWIFT = 5.0  # the goal is one second; the machine may be busy


def counted(server, reason):
    """How often the server says it has cut somebody off for this."""
    text = httpx.get(f"http://{server.address}/metrics").text
    found = [line for line in text.splitlines() if line.startswith(f'karacho_cuts_total{{reason="{reason}"}}')]
    return float(found[0].split()[-1]) if found else 0.0


async def latencies(player, until):
    """How long an honest player waits for answers meanwhile."""
    took = []
    while not until.done():
        began = time.monotonic()
        await player.ask("rename", name="Anna")
        took.append(time.monotonic() - began)
        await asyncio.sleep(0.02)
    return sorted(took)


FLOODS = {
    "empty fragments": (frame(TEXT, last=False), frame(CONTINUED, last=False) * 500, "fragments"),
    "fragments of one byte": (frame(TEXT, b"x", last=False), frame(CONTINUED, b"x", last=False) * 500, "fragments"),
    "a few fragments": (frame(TEXT, b"x", last=False), frame(CONTINUED, last=False) * 70, "fragments"),
    "pings": (b"", frame(PING, b"x" * 125) * 200, "frames"),
    "pongs": (b"", frame(PONG) * 200, "frames"),
    "empty messages": (b"", frame(TEXT) * 1000, None),
    "empty binary messages": (HELLO, frame(BINARY) * 1000, None),
}


@pytest.mark.parametrize("sort", FLOODS)
def test_e3_floods_of_frames_are_cut_off_and_nobody_else_notices(server, sort):
    first, piece, reason = FLOODS[sort]

    async def play():
        async with Player(server.address) as anna:
            before = counted(server, reason)
            wires = [await Wire.upgraded(server.address) for _ in range(5)]
            for wire in wires:
                wire.send(first)
            floods = asyncio.gather(*(wire.flood(piece) for wire in wires))
            waited = await latencies(anna, floods)
            assert all(code in (1008, 1006) and took < SWIFT for code, took in await floods)
            assert waited[len(waited) // 2] < 1.0
            if reason is not None:  # else the first of them is a message, and reason enough
                assert counted(server, reason) == before + 5

    run(play())


def test_e3_cut_off_in_the_moment_of_the_welcome(serve, monkeypatch, caplog):
    """What the server was about to say has nowhere to go: that is nothing to complain about."""

    async def play():
        async with serve() as inside:
            store, written, cut = inside.house.hall.store, asyncio.Event(), asyncio.Event()
            write, let_go = store.write, lines.SocketLine._let_go

            async def write_until_cut(*given):
                await write(*given)
                written.set()
                await cut.wait()

            def tell_and_let_go(line, *given):
                cut.set()  # first: so the welcome is said before the loss of the line is known
                let_go(line, *given)

            monkeypatch.setattr(store, "write", write_until_cut)
            monkeypatch.setattr(lines.SocketLine, "_let_go", tell_and_let_go)
            wire = await Wire.upgraded(inside.address)
            wire.send(HELLO)
            await written.wait()
            wire.send(frame(PING) * 1000)
            assert await wire.end() == 1008

    run(play())
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_e3_a_message_in_pieces_of_one_byte(server):
    async def play():
        wire = await Wire.upgraded(server.address)
        wire.send(HELLO)
        await wire.hear()
        message = frame(TEXT, b'{"type":"close"}' + b" " * 9000)
        ending = asyncio.create_task(wire.end())
        for byte in message * 50:
            wire.send(bytes([byte]))
            await asyncio.sleep(0)  # each is a segment of its own: nothing waits to be sent with it
            if ending.done():
                break
        assert await ending in (1008, 1006)

    before = counted(server, "frames")
    run(play())
    assert counted(server, "frames") == before + 1


def test_a_client_that_writes_in_pieces_but_not_many_is_understood(server):
    async def play():
        wire = await Wire.upgraded(server.address)
        for byte in HELLO:
            wire.send(bytes([byte]))
            await asyncio.sleep(0.001)
        _, said = await wire.hear()
        assert json.loads(said)["type"] == "welcome"
        text = json.dumps({"type": "open", "table": "0" * 11}).encode()
        pieces = [text[place : place + 10] for place in range(0, len(text), 10)]
        for number, piece in enumerate(pieces):
            wire.send(frame(CONTINUED if number else TEXT, piece, last=number == len(pieces) - 1))
        wire.send(frame(PING, b"there?"))
        heard = [await wire.hear() for _ in range(3)]
        assert (PONG, b"there?") in heard
        assert any(b"NO_SUCH_TABLE" in said for _, said in heard)
        wire.close()

    run(play())


@pytest.mark.parametrize("length", [2**63, 2**63 - 1, 2**64 - 1, 2**32, 17_000])
def test_e4_lengths_that_nobody_could_hold(server, length):
    async def play():
        wire = await Wire.upgraded(server.address)
        wire.send(frame(TEXT, b"x", length=length))
        assert await wire.end() in ((1009,) if length < 2**63 else (1009, 1002))

    run(play())


def test_e4_compression_is_never_agreed_on(server):
    async def play():
        wire = await Wire.upgraded(
            server.address, Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits"
        )
        assert wire.answer.startswith("http/1.1 101")
        assert "extensions" not in wire.answer
        wire.send(frame(TEXT, b"\xaa" * 50, reserved=0x40))
        assert await wire.end() == 1002

    run(play())


BROKEN = {
    "not masked": frame(TEXT, b"{}", masked=False),
    "unknown opcode": frame(0x3),
    "a long ping": frame(PING, b"x" * 126),
    "a ping in pieces": frame(PING, last=False),
    "continued without a beginning": frame(CONTINUED),
    "no frame at all": b"GET / HTTP/1.1\r\n\r\n",
    "reserved bits": frame(TEXT, reserved=0x70),
    "half a close": frame(0x8, b"\x03"),
    "a close code that is none": frame(0x8, b"\x00\x01"),
}


@pytest.mark.parametrize("sort", BROKEN)
def test_e2_what_is_no_frame_ends_the_line_and_leaves_no_trace(server, sort):
    async def play():
        for early in (True, False):
            wire = await Wire.dial(server.address)
            wire.close()
            wire = await Wire.upgraded(server.address)
            if not early:
                wire.send(HELLO)
                await wire.hear()
            wire.send(BROKEN[sort])
            assert await wire.end() in (1002, 1006)

    run(play())  # the server must have had nothing to complain about in the end


def test_frames_before_the_handshake_is_over(server):
    """The upgrade and garbage behind it, in whatever pieces they come."""

    async def play():
        for pause in (0, 0, 0.001, 0.002, 0.005) * 4:
            wire = await Wire.dial(server.address)
            wire.send(
                f"GET /ws HTTP/1.1\r\nHost: {server.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            await asyncio.sleep(pause)
            wire.send(frame(0x3) * 3)
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(wire.reader.read(10), 5)
            wire.close()

    run(play())


async def frozen(inside):
    """A client that has said hello and reads nothing more, and the server's end of its line."""
    wire = await Wire.upgraded(inside.address)
    wire.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.send(HELLO)
    await wire.hear()
    wire.writer.transport.pause_reading()
    while not inside.house.reception.connections:
        await asyncio.sleep(0.01)
    (connection,) = inside.house.reception.connections
    return wire, connection


def test_e1_whoever_does_not_fetch_the_good_bye_is_gone_all_the_same(serve, monkeypatch):
    monkeypatch.setattr(lines, "LINGER_SECONDS", 0.3)
    monkeypatch.setattr(greeting, "FAREWELL_SECONDS", 0.1)

    async def play():
        async with serve() as inside:
            crowd = inside.house.door.lines
            wire, connection = await frozen(inside)
            for _ in range(400):  # more than the system takes off our hands
                connection.send_encoded(b'"' + b"x" * 100_000 + b'"')
                await asyncio.sleep(0)
            async with asyncio.timeout(20):
                while crowd.total:
                    await asyncio.sleep(0.02)
            wire.close()

    run(play())


def test_e1_the_system_keeps_little_for_whoever_does_not_read(serve):
    async def play():
        async with serve() as inside:
            wire, connection = await frozen(inside)
            sent, message = 0, b'"' + b"x" * 10_000 + b'"'
            while not connection.has_waiting:  # what the line takes is on its way, or waits in the system
                connection.send_encoded(message)
                sent += len(message)
                await asyncio.sleep(0.01)
            assert sent < 512 * 1024
            wire.close()

    run(play())


# Too many lines, and lines that say nothing.
async def is_welcome(address, source=None):
    """Does it get an answer?"""
    wire = await Wire.dial(address, source)
    try:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        return (await asyncio.wait_for(wire.reader.readline(), 10)).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False
    finally:
        wire.close()


@pytest.mark.parametrize("crowd", [1, 3, 50])
def test_also_where_few_of_an_address_may_come_everybody_may_talk(crowd):
    words = Door(Settings(connections_per_address=crowd), Metrics()).words
    assert [words.take("192.0.2.7") for _ in range(5)] == [True] * 5


def test_e6_lines_of_one_address_are_bounded_and_others_come_in(serve):
    async def play():
        async with serve(proxies=(), connections_per_address=20) as inside:
            wires = [await Wire.dial(inside.address) for _ in range(60)]
            async with asyncio.timeout(10):
                while inside.house.door.lines.total < 41:
                    await asyncio.sleep(0.01)
            assert not await is_welcome(inside.address)
            assert await is_welcome(inside.address, "127.0.0.2")
            assert inside.house.door.lines.total <= 42
            for wire in wires:
                wire.close()
            async with asyncio.timeout(10):
                while not await is_welcome(inside.address):
                    await asyncio.sleep(0.05)
            assert "full" in inside.house.metrics.text().decode()

    run(play())


def test_e6_half_a_request_is_not_waited_for(serve, monkeypatch):
    monkeypatch.setattr(lines, "REQUEST_SECONDS", 0.4)
    monkeypatch.setattr(lines, "SILENT_SECONDS", 0.4)

    async def play():
        async with serve() as inside:
            silent = await Wire.dial(inside.address)
            slow = await Wire.dial(inside.address)
            body = await Wire.dial(inside.address)
            body.send(b"POST /api/carpet HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
            dripping = asyncio.create_task(drip(slow))
            for wire in (silent, slow, body):
                with contextlib.suppress(ConnectionError):
                    assert not (await asyncio.wait_for(wire.reader.read(), 20)).startswith(b"HTTP/1.1 5")
                wire.close()
            await dripping
            assert await is_welcome(inside.address)
            assert inside.house.metrics.cuts.labels("slow_request")._value.get() >= 3

    async def drip(wire):
        for byte in b"GET /healthz HTTP/1.1\r\nX-Long: " + b"x" * 350:
            with contextlib.suppress(ConnectionError):
                wire.send(bytes([byte]))
            await asyncio.sleep(0.02)
            if wire.writer.transport.is_closing():
                return

    run(play())


def test_e6_a_request_in_pieces_of_one_byte_or_without_end(serve):
    async def play():
        async with serve() as inside:
            for text in (b"GET /" + b"x" * 5000, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000, b"\x16\x03\x01" * 3000):
                wire = await Wire.dial(inside.address)
                with contextlib.suppress(ConnectionError):
                    for byte in text:
                        wire.send(bytes([byte]))
                        await asyncio.sleep(0)
                    heard = await asyncio.wait_for(wire.reader.read(), 20)
                    assert heard == b"" or heard.startswith(b"HTTP/1.1 400")
                wire.close()
            assert await is_welcome(inside.address)

    run(play())


def test_f14_only_a_proxy_is_believed(serve):
    async def come(inside, forwarded):
        wires.append(await Wire.upgraded(inside.address, X_Forwarded_For=forwarded))
        return wires[-1].answer.split()[1]

    def go():
        while wires:
            wires.pop().close()

    wires = []

    async def play():
        async with serve(connections_per_address=2) as inside:  # from this machine: a proxy
            assert [await come(inside, "203.0.113.7") for _ in range(3)] == ["101", "101", "503"]
            assert await come(inside, "203.0.113.8") == "101"
            assert await come(inside, "198.51.100.1, 203.0.113.7") == "503", "the last one is what our proxy saw"
            assert [await come(inside, f"2001:db8::{number}") for number in range(3)] == ["101", "101", "503"]
            assert await come(inside, "2001:db8:0:1::1") == "101"
            assert [await come(inside, f"lies {number}") for number in range(3)] == ["101", "101", "503"]
            go()
        async with serve(connections_per_address=2, proxies=()) as inside:
            assert [await come(inside, f"203.0.113.{number}") for number in range(3)] == ["101", "101", "503"]
            go()

    run(play())


def test_e6_whom_an_address_stands_for():
    assert neighbourhood("192.0.2.1") == neighbourhood("::ffff:192.0.2.1") == "192.0.2.1"
    assert neighbourhood("2001:db8:1:2:3:4:5:6") == neighbourhood("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert neighbourhood("2001:db8:1:3::1") != neighbourhood("2001:db8:1:2::1")
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"
    assert {neighbourhood(strange) for strange in ("", "unknown", "1.2.3.4.5", "x" * 10_000)} == {"?"}


def test_e7_one_address_cannot_ask_or_begin_anew_without_end(serve):
    async def play():
        async with serve(connections_per_address=4, proxies=()) as inside:
            async with Player(inside.address) as anna:
                for _ in range(8):
                    await anna.ask("create", game="rally-run", seats=[{"kind": "bot"}] * 2)
                assert await anna.refused("create", game="rally-run", seats=[{"kind": "bot"}] * 2) == "TOO_MANY_TABLES"
            codes = []
            while len(codes) < 12 and 1013 not in codes:
                async with connect(f"ws://{inside.address}/ws") as socket:
                    await socket.send(json.dumps({"type": "hello", "protocol": 1}))
                    with contextlib.suppress(ConnectionClosed):
                        await socket.recv()
                        await socket.close()
                    await socket.wait_closed()
                    codes.append(socket.close_code)
            assert codes[-1] == 1013
            answers = [await is_welcome(inside.address) for _ in range(40)]
            assert not all(answers)
            assert await is_welcome(inside.address, "127.0.0.2")

    run(play())


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)

COUNTED = {
    "two origins": (HANDSHAKE + b"Origin: http://a\r\nOrigin: http://b\r\n\r\n", 'cuts_total{reason="no_handshake"}'),
    "another version": (HANDSHAKE.replace(b": 13", b": 12") + b"\r\n", 'cuts_total{reason="no_handshake"}'),
    "no key": (HANDSHAKE.replace(b"Sec-WebSocket-Key", b"X") + b"\r\n", 'cuts_total{reason="no_handshake"}'),
    "another path": (HANDSHAKE.replace(b"/ws", b"/wsx") + b"\r\n", 'refusals_total{code="HTTP_403"}'),
    "beyond the end": (
        b"GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=9999999-\r\n\r\n",
        'refusals_total{code="HTTP_416"}',
    ),
    "no range": (b"GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=abc\r\n\r\n", 'refusals_total{code="HTTP_400"}'),
}
GONE = {
    "before hello": frame(CLOSE, b"\x03\xe8"),
    "right behind hello": HELLO + frame(CLOSE, b"\x03\xe8"),
    "with too much": HELLO + frame(TEXT, b"x" * 20_000),
}


@pytest.mark.parametrize("case", COUNTED)
def test_whatever_is_refused_below_messages_is_counted(serve, case):
    request, figure = COUNTED[case]

    async def play():
        async with serve() as inside:
            wire = await Wire.dial(inside.address)
            wire.send(request)
            assert b" 4" in await wire.reader.readline()
            assert f"karacho_{figure} 1.0" in inside.house.metrics.text().decode()
            wire.writer.close()

    run(play())


@pytest.mark.parametrize("case", GONE)
def test_every_socket_that_ends_is_counted_once(serve, case):
    async def play():
        async with serve() as inside:
            wire = await Wire.upgraded(inside.address)
            wire.send(GONE[case])
            await wire.reader.read()
            while inside.house.door.clients.total:
                await asyncio.sleep(0.01)
            assert 'karacho_closes_total{reason="gone"} 1.0' in inside.house.metrics.text().decode()
            wire.writer.close()

    run(play())


UNSAFE = {
    "no http": (b"GARBAGE\r\n\r\n", b"400"),
    "no handshake": (HANDSHAKE.replace(b": 13", b": 12") + b"\r\n", b"400"),
    "another path": (HANDSHAKE.replace(b"/ws", b"/wsx") + b"\r\n", b"403"),
    "another page": (HANDSHAKE + b"Origin: http://evil.example\r\n\r\n", b"403"),
    "a socket too much": (HANDSHAKE + b"\r\n", b"503"),
    "a request too much": (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"429"),
    "a line too much": (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"503"),
}


@pytest.mark.parametrize("case", UNSAFE)
def test_every_refusal_carries_the_safe_headers(serve, case):
    request, status = UNSAFE[case]

    async def play():
        async with serve(connections=0 if case == "a socket too much" else 5) as inside:
            wire = await Wire.dial(inside.address)
            while case == "a request too much" and inside.house.door.requests.take("127.0.0.1"):
                pass
            if case == "a line too much":
                inside.house.door.lines = Crowd(0, 0)
                wire = await Wire.dial(inside.address)
            wire.send(request)
            answer = await wire.reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 " + status)
            for name, value in page.HEADERS.items():
                assert answer.lower().count(f"\r\n{name}: {value}\r\n".lower().encode()) == 1
            wire.writer.close()

    run(play())


@pytest.mark.parametrize(("length", "status"), [(15_000, b"200"), (20_000, b"400")])
def test_e6_headers_have_a_limit_also_in_one_piece(serve, length, status):
    async def play():
        async with serve() as inside:
            wire = await Wire.dial(inside.address)
            wire.send(b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + b"a" * length + b"\r\n\r\n")
            assert (await wire.reader.readline()).split()[1] == status
            wire.writer.close()

    run(play())
