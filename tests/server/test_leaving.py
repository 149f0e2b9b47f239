"""Who has gone leaves nothing behind, at once: the collector of what hangs together in circles comes rarely."""

import asyncio
import gc
import time
from collections import Counter

import httpx
from uvicorn.protocols.http.h11_impl import RequestResponseCycle
from websockets.server import ServerProtocol

from karacho.server import hall
from karacho.server.connection import Connection
from karacho.server.course import Course
from karacho.server.lines import HttpLine, SocketLine, _Counting
from karacho.server.pace import Pace
from karacho.server.table import LiveTable
from tests.server.conftest import run
from tests.server.player import Player

PATIENCE = 30.0  # bots think to the end; and whoever is asked for a sign of life is known until all have been asked
KINDS = (
    Connection,
    SocketLine,
    ServerProtocol,
    _Counting,
    HttpLine,
    RequestResponseCycle,
    LiveTable,
    Pace,
    Course,
)


def _left() -> dict[str, int]:
    """Counted without a name for the list of everything, which would hold itself, and so everything, in memory."""
    found = Counter(map(type, gc.get_objects()))
    return {kind.__name__: found[kind] for kind in KINDS}


async def _visit(address: str) -> None:
    async with Player(address) as anna, Player(address) as ben:
        code = await anna.create("stich-rallye", "person", "open", "bot", options={"flag": 0}, start=True)
        await ben.open(code)
        await anna.play_once(0)
        async with httpx.AsyncClient(base_url=f"http://{address}") as client:
            await client.get("/api/games")


def test_e11_lines_and_tables_are_gone_when_they_are_gone(serve, monkeypatch):
    monkeypatch.setattr(hall, "SLEEP_SECONDS", 0.0)

    async def play():
        async with serve() as inside:
            await _visit(inside.address)
            gc.collect()
            gc.disable()
            try:
                for _ in range(5):
                    await _visit(inside.address)
                end = time.monotonic() + PATIENCE
                while any(_left().values()) and time.monotonic() < end:
                    await asyncio.sleep(0.1)
                    await inside.house.hall.put_away()
                assert _left() == dict.fromkeys(_left(), 0)
            finally:
                gc.enable()

    run(play())
