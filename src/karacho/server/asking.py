"""Is everybody still there? One task asks all clients: those in a race often, whose messages are timed, others rarely.

A ping says when the next one comes at the latest, so that a client knows how long silence may last. On the way all
hear how many look on at their table: these come and go, and telling everybody each time would keep moves waiting.
"""

import asyncio
import time
from collections.abc import Iterable

from karacho.server.codes import CloseCode
from karacho.server.connection import Connection
from karacho.server.pulse import Pulse

TICK = 0.5  # in which everybody is looked at once,
GROUPS = 25  # one group after another: the answers of hundreds at once would keep moves waiting
RACING_SECONDS = 2
IDLE_SECONDS = 20  # proxies close what is silent for 30
SILENT_SECONDS = 20.0  # after a ping, without any word


async def keep_asking(connections: Iterable[Connection], pulse: Pulse) -> None:
    """For ever."""
    while True:
        everybody = list(connections)
        for group in range(GROUPS):
            await asyncio.sleep(TICK / GROUPS)
            if not pulse.is_late:  # else first hear what was said while the process stood still
                _ask(everybody[group::GROUPS])


def _ask(connections: Iterable[Connection]) -> None:
    now = time.monotonic()
    for connection in connections:
        if now - connection.unanswered_since > SILENT_SECONDS:
            connection.close(CloseCode.SLOW, "silent")  # whoever cannot answer is absent
            continue
        if connection.table is not None:
            connection.table.tell_audience(connection)
        within = RACING_SECONDS if is_racing(connection) else IDLE_SECONDS
        if now - connection.asked_at >= within - TICK:
            connection.ping(within)


def is_racing(connection: Connection) -> bool:
    """Does somebody sit there for whom time counts?"""
    table = connection.table
    return table is not None and table.seating.stage == "racing" and table.seating.is_seated(connection.player)
