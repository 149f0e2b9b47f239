"""The scripted client itself: what it has been told counts, however soon the line is cut afterwards."""

import asyncio
import json

from websockets.asyncio.server import serve

from tests.server.conftest import run
from tests.server.player import Player


def test_an_answer_counts_although_the_server_hangs_up_before_its_ping_is_answered():
    async def hall(socket):
        await socket.recv()
        await socket.send(json.dumps({"type": "welcome", "player": "1"}))
        op = json.loads(await socket.recv())["op"]
        await socket.send(json.dumps({"type": "ping", "number": 1}))
        await socket.send(json.dumps({"type": "accepted", "op": op}))
        await socket.close(4001, "signed out")

    async def play():
        async with serve(hall, "127.0.0.1", 0) as server:
            _, port = server.sockets[0].getsockname()
            async with Player(f"127.0.0.1:{port}") as player:
                turns = iter([True, False, False, False, True])  # says the command at once, the pong later
                player._allowance.take = lambda: next(turns)
                assert await player.outcome("sign_out") == "accepted"

    run(asyncio.wait_for(play(), 20))
