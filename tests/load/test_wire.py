"""The driver's own line: how a connection ended is what the server said, not how the network tore it down."""

import asyncio
import socket
import struct

from websockets.frames import Close, Frame, Opcode
from websockets.server import ServerProtocol

from karacho.load.wire import ABNORMAL, Line
from tests.server.conftest import run

RESET_ON_CLOSE = struct.pack("ii", 1, 0)


def close_code(last_words):
    """What a client takes for the reason, if the server says this after the handshake and then resets the line."""

    async def part():
        loop = asyncio.get_running_loop()
        lost = loop.create_future()

        async def serve(reader, writer):
            server = ServerProtocol()
            while not (requests := server.events_received()):
                server.receive_data(await reader.read(4096))
            server.send_response(server.accept(requests[0]))
            writer.write(b"".join(server.data_to_send()) + last_words)
            await writer.drain()
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
            writer.transport.abort()

        async with await asyncio.start_server(serve, "127.0.0.1") as server:
            port = server.sockets[0].getsockname()[1]
            line = Line(f"ws://127.0.0.1:{port}/ws", lambda: None, lambda _: None, lost.set_result)
            await loop.create_connection(lambda: line, "127.0.0.1", port)
            return await lost

    return run(part())


def test_a_farewell_counts_though_the_line_is_reset():
    farewell = Frame(Opcode.CLOSE, Close(1012, "restart").serialize()).serialize(mask=False)
    assert close_code(farewell) == 1012


def test_no_farewell():
    assert close_code(b"") == ABNORMAL
