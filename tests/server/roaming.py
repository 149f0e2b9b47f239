"""Players who go on whatever happens to the line: they notice that it is dead, come back, and ask again."""

import asyncio
import contextlib
import secrets

from websockets.exceptions import ConnectionClosed

from tests.server.player import HARMLESS, Refused


async def insist(player, kind, **fields):
    """A command until its outcome is known: after every outage the same op again."""
    op = secrets.token_urlsafe(12)
    while True:
        try:
            return await player.ask(kind, op=op, **fields)
        except (ConnectionError, ConnectionClosed):
            await player.reconnect(40)


async def race_on(player, seat, dice, pause):
    """Play to the end, whatever happens to the server."""
    while not player.over:
        try:
            await player.until_turn()
            version = player.version
            if player.over:
                return
            legal = player.legal
            await asyncio.sleep(pause)
            if "done" in legal:
                slide = dice.choice([action for action in legal if action != "done"])
                fields = {"slides": slide, "first": player.slides_made(seat), "done": True}
                await insist(player, "program", seat=seat, base=version, **fields)
            else:
                await insist(player, "act", seat=seat, base=version, action=dice.choice(legal))
            await player.until(lambda: player.version > version or player.over)  # noqa: B023
        except (ConnectionError, ConnectionClosed):
            await player.reconnect(40)
        except Refused as refused:
            if refused.code not in HARMLESS:
                raise


@contextlib.asynccontextmanager
async def noticing_silence(*players, seconds=0.6):
    """As every client does: a line on which nothing is heard for so long is given up."""

    async def watch(player):
        heard, since = 0, clock()
        while True:
            await asyncio.sleep(0.05)
            if len(player.heard) != heard:
                heard, since = len(player.heard), clock()
            elif clock() - since > seconds:
                player.abandon()
                since = clock()

    clock = asyncio.get_running_loop().time
    watches = [asyncio.create_task(watch(player)) for player in players]
    try:
        yield
    finally:
        for each in watches:
            each.cancel()
        await asyncio.gather(*watches, return_exceptions=True)
