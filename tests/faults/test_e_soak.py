"""E11: what people leave behind when they have gone, a slice; `e_soak.py` at length (`make soak`)."""

import asyncio
import gc
import random
import time
from collections import Counter
from itertools import repeat
from operator import le
from pathlib import Path

import pytest

from karacho.server import hall
from karacho.server.connection import Connection
from karacho.server.course import Course
from karacho.server.pace import Pace
from karacho.server.table import LiveTable
from tests.faults.e_soak import GAMES, visit
from tests.server.conftest import run

ROUNDS = 2
PATIENCE = 30
SLACK = 2  # what the server itself may just be doing; a crowd that left anything would leave dozens
FOR_EACH_TABLE = (Connection, Course, LiveTable, Pace)


def test_e11_whoever_comes_and_goes_leaves_nothing_behind(serve, monkeypatch):
    """Tasks, timers, files, connections and tables are as many as before, and nothing holds what they were made of."""
    monkeypatch.setattr(hall, "SLEEP_SECONDS", 0.0)
    dice = random.Random(11)

    async def crowd(inside):
        visits = [visit(inside.address, game, options, dice) for game, options in GAMES for _ in range(2)]
        await asyncio.gather(*visits)

    async def play():
        async with serve() as inside:
            house = inside.house
            most = [count + SLACK for count in held()]
            for _ in range(ROUNDS):
                await crowd(inside)
            end = time.monotonic() + PATIENCE  # no timeout, which would be a timer more
            while not (is_empty(house) and all(map(le, held(), most)) and all(map(le, kept().values(), repeat(1)))):
                if time.monotonic() > end:
                    pytest.fail(f"tasks, timers and files: at most {most}, not {held()}; in memory: {kept()}")
                await asyncio.sleep(0.2)
                await house.hall.put_away()

    run(play())


def is_empty(house):
    """Nobody is there, nothing goes on, no table is in memory."""
    inside = house.door.lines.total + house.door.clients.total + len(house.reception.connections)
    going_on = len(house.hall._loading) + len(house.reception._attending)
    return inside + going_on + len(house.hall.tables) == 0


def held():
    """Tasks, timers that will go off, open files."""
    timers = [timer for timer in asyncio.get_running_loop()._scheduled if not timer.cancelled()]
    return len(asyncio.all_tasks()), len(timers), len(list(Path("/proc/self/fd").iterdir()))


def kept():
    """What a table is made of, and is still in memory: the last one that was asked for a sign of life, at most."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, FOR_EACH_TABLE))
