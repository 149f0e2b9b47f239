"""The least that a server of tables must do: hear a message, write it to disk, tell it to everybody at the table.

No rules, no views, no answers kept, nobody is checked; written as one writes it with Starlette and uvicorn. `moves.py`
measures Karacho beside it.
"""

import asyncio
import queue
import sqlite3
import sys
import threading
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

FRAME = "x" * 1400  # about what a move of Karacho says to each client


class Log:
    """A thread that commits whatever has come up since the last commit."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[tuple[str, asyncio.Future[None]]] = queue.SimpleQueue()
        threading.Thread(target=self._work, daemon=True).start()

    async def write(self, text: str) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put((text, future))
        await future

    def _work(self) -> None:
        database = sqlite3.connect(self._path, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, text TEXT)")
        while True:
            batch = [self._jobs.get()]
            while not self._jobs.empty():
                batch.append(self._jobs.get())
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT INTO log (text) VALUES (?)", [(text,) for text, _ in batch])
            database.execute("COMMIT")
            batch[0][1].get_loop().call_soon_threadsafe(_settle, [future for _, future in batch])


def _settle(futures: list[asyncio.Future[None]]) -> None:
    for future in futures:
        future.set_result(None)


def make_app(path: str) -> Starlette:
    """Tables by their names."""
    log, tables = Log(path), defaultdict[str, list[WebSocket]](list)

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        table = tables[socket.path_params["table"]]
        table.append(socket)
        try:
            async for text in socket.iter_text():
                await log.write(text)
                for other in table:
                    await other.send_text(FRAME)
        except WebSocketDisconnect:
            pass
        finally:
            table.remove(socket)

    return Starlette(routes=[WebSocketRoute("/{table}", serve)])


if __name__ == "__main__":
    port, path = sys.argv[1:]
    uvicorn.run(make_app(path), port=int(port), log_level="error", ws="websockets-sansio", ws_ping_interval=None)
