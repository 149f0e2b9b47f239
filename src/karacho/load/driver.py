"""One process full of scripted players."""

import asyncio
import gc
import os
import sys
import time
import traceback
from collections import deque
from pathlib import Path
from typing import Any

from karacho.load import history
from karacho.load.client import Client
from karacho.load.history import OK, Operation, Return, Row
from karacho.load.plan import KINDS, Kind, Share

SETTING_UP = 16  # tables at once: the server shall not be flooded before it starts
TICK = 0.001
COUNT_SECONDS = 0.1

# Places in the counters that the driver shares with the campaign.
TABLES, IDLE, MOVES, REFUSALS, RETURNS, AWAY, PARKED = range(7)
COUNTERS = 7
STORMS = 1  # in what the campaign tells all drivers: how often all lines were lost; 0 is when to stop


Shared = Any  # an array of plain numbers that several processes see


def drive(share: Share, counters: Shared, stop: Shared) -> None:
    """Play until the campaign says when to stop: the instant in `stop`, once it is not 0."""
    gc.freeze()
    if sys.platform == "win32":
        asyncio.run(_Driver(share, counters, stop).run())
    else:
        import uvloop

        uvloop.run(_Driver(share, counters, stop).run())


class _Driver:
    def __init__(self, share: Share, counters: Shared, stop: Shared) -> None:
        self._share = share
        self._counters = counters
        self._stop = stop
        self._file = Path(share.history).open("wb", buffering=1 << 20)  # noqa: SIM115 closed at the end of `run`
        self._clients: list[Client] = []
        self._ready: deque[Client] = deque()
        self._due: deque[float] = deque()
        self._asking: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        asyncio.get_running_loop().set_exception_handler(_fail)
        gate = asyncio.Semaphore(SETTING_UP)
        idle = [self._idle(f"idle {number}", gate) for number in range(self._share.idle)]
        keeper = asyncio.create_task(self._keep())
        tables = [self._set_up(number, KINDS[kind], gate) for number, kind in enumerate(self._share.kinds)]
        setting_up = asyncio.gather(*idle, *tables)
        while not self._stop[0] or time.monotonic() < self._stop[0]:
            if setting_up.done():
                setting_up.result()
            await asyncio.sleep(0.05)
        setting_up.cancel()  # the server may have ended meanwhile
        keeper.cancel()
        for client in self._clients:
            client.playing = False
        await asyncio.sleep(1.0)  # most get their answer
        self._count()
        for task in self._asking:
            task.cancel()
        for client in self._clients:
            client.leave()
        await asyncio.sleep(0.1)
        self._file.close()

    def _count(self) -> None:
        self._counters[AWAY] = sum(client.is_away for client in self._clients)
        self._counters[PARKED] = sum(client.is_parked for client in self._clients)

    def _client(self, place: str) -> Client:
        """Its dice depend on its place, not on who was set up first."""
        number = len(self._clients)
        client = Client(number, f"ws://{self._share.address}/ws", f"{self._share.seed}/{place}", self._note, self._take)
        self._clients.append(client)
        return client

    async def _idle(self, place: str, gate: asyncio.Semaphore) -> None:
        async with gate:
            await self._client(place).arrive()
            self._counters[IDLE] += 1

    async def _set_up(self, number: int, kind: Kind, gate: asyncio.Semaphore) -> None:
        """A table with a client for every seat, and some who look on."""
        async with gate:
            players = [self._client(f"{number} seat {seat}") for seat in range(kind.seats)]
            sleepers = range(number, self._share.frozen, len(self._share.kinds))
            frozen = [self._client(f"{number} frozen {each}") for each in sleepers]
            guests = [*frozen, *[self._client(f"{number} guest {each}") for each in range(self._share.spectators)]]
            await asyncio.gather(*(client.arrive() for client in (*players, *guests)))
            host = players[0]
            seats = [{"kind": "person", "name": f"P{number}"}, *[{"kind": "open"}] * (kind.seats - 1)]
            code = (await host.ask("create", game=kind.game, seats=seats, options=kind.options)).table
            assert code is not None
            await asyncio.gather(*(client.arrive(code) for client in (*players, *guests)))
            for seat, player in enumerate(players):
                if seat:
                    await player.ask("sit", seat=seat, name=f"P{number}.{seat}")
                player.seat, player.by_the_clock, player.playing = seat, kind.by_the_clock, True
            for client in frozen:
                client.reads = False
            await host.ask("start")
            host.on_end = lambda: self._again(host)
            self._counters[TABLES] += 1

    def _again(self, host: Client) -> None:
        """A race is over: the next one."""
        task = asyncio.create_task(self._rematch(host))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _rematch(self, host: Client) -> None:
        while host.is_busy:
            await asyncio.sleep(0.001)
        await host.ask("rematch")

    async def _keep(self) -> None:
        """Deal out the moves that are due; drop lines that have gone silent."""
        began, dealt, looked, counted, storms = time.monotonic(), 0, 0.0, 0.0, 0.0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if now - counted > COUNT_SECONDS:
                counted = now
                self._count()
            if self._stop[STORMS] > storms:
                storms = self._stop[STORMS]
                for client in self._clients:
                    client.lose_line()
            if now - looked > 1:
                looked = now
                for client in self._clients:
                    client.drop_if_silent()
            pace = self._share.pace
            if pace is None:
                continue
            if self._counters[TABLES] < len(self._share.kinds):
                began = now
                continue
            while dealt < (now - began) * pace:
                self._due.append(began + dealt / pace)
                dealt += 1
            while self._due and self._ready:
                if self._ready.popleft().move(self._due[0]):
                    self._due.popleft()

    def _take(self, client: Client) -> None:
        """It is a client's turn."""
        if self._share.pace is None:
            client.move(time.monotonic())
        elif self._due and not self._ready:
            if client.move(self._due[0]):
                self._due.popleft()
        else:
            self._ready.append(client)

    def _note(self, row: Row) -> None:
        history.write(self._file, row)
        if isinstance(row, Operation):
            if row.outcome == OK:
                self._counters[MOVES] += row.kind in ("act", "program")
            else:
                self._counters[REFUSALS] += 1
        elif isinstance(row, Return):
            self._counters[RETURNS] += 1


def _fail(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A player that does not understand what it hears: the run is worth nothing."""
    error = context.get("exception")
    print(f"karacho: a driver failed: {context['message']}", file=sys.stderr)
    if isinstance(error, BaseException):
        traceback.print_exception(error)
    sys.stderr.flush()
    os._exit(1)
