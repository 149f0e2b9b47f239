"""A12: a bot computes for seconds; everybody else is answered meanwhile, and the loop's lag is told."""

import asyncio
import time

from karacho.server import app, drivers
from karacho.server.drivers import Drivers
from karacho.server.pulse import Pulse
from tests.faults import slow_bots
from tests.server.conftest import run
from tests.server.player import Player


def test_a12_while_a_bot_computes_others_are_answered(serve, monkeypatch):
    monkeypatch.setattr(app, "Drivers", Drivers)
    monkeypatch.setattr(drivers, "_choose_timed", slow_bots.choose_slowly)

    async def play():
        async with serve(bot_processes=1) as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            await anna.create("rally-run", "person", "bot", options={"first": 1}, start=True)
            await ben.create("rally-run", "person", "person", options={"first": 0}, start=True)
            async with asyncio.timeout(120):
                await inside.house.drivers._awake.wait()
            waits = []
            began = time.monotonic()
            while time.monotonic() - began < slow_bots.SECONDS * 0.35:
                seat = ben.view["turn"]
                await ben.look(seat)
                at = time.monotonic()
                await ben.act(seat, ben.legal[0])
                waits.append(time.monotonic() - at)
                await ben.until(lambda: ben.view["turn"] != seat or ben.legal or ben.over)  # noqa: B023
            assert anna.version == 1, "the bot still computes"
            await anna.until(lambda: anna.version > 1, 60)
            return sorted(waits)

    waits = run(play())
    assert waits[len(waits) // 2] < 0.5, "half of them far sooner than the bot; generous for a busy machine"


def test_a12_a_loop_that_hangs_is_noticed():
    async def hang():
        pulse = Pulse()
        beating = asyncio.create_task(pulse.beat())
        await asyncio.sleep(0.1)
        time.sleep(1.5)
        assert pulse.is_late
        await asyncio.sleep(0.3)
        beating.cancel()
        return pulse

    pulse = run(hang())
    assert pulse.lost > 1.0
    assert pulse.take_worst() > 1.0
    assert pulse.take_worst() == 0.0
