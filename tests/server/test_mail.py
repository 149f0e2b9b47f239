"""What comes by a line is taken in order, by whoever waits for it or comes later."""

import asyncio
import contextlib

from karacho.server.mail import Mail


def test_in_order_whether_somebody_waits_or_not() -> None:
    async def take() -> tuple[str, str, bool]:
        mail = Mail(asyncio.get_running_loop())
        waiting = asyncio.create_task(mail.get())
        await asyncio.sleep(0)
        mail.put_nowait("one")
        mail.put_nowait("two")
        return await waiting, await mail.get(), mail.empty()

    assert asyncio.run(take()) == ("one", "two", True)


def test_whoever_stops_waiting_loses_nothing() -> None:
    async def take() -> str:
        mail = Mail(asyncio.get_running_loop())
        waiting = asyncio.create_task(mail.get())
        await asyncio.sleep(0)
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting
        mail.put_nowait("one")
        return str(await mail.get())

    assert asyncio.run(take()) == "one"
