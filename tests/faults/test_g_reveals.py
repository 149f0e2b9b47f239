"""D11, G7: whoever has seen the face of a tile has turned it up. Nothing takes that back, for anybody.

(Whoever kills the server at that instant: `test_death.py::test_a3_g7_…`.)
"""

import asyncio
import json
from itertools import pairwise

from karacho.server import protocol
from tests.faults.test_f_matrix import MESSAGES
from tests.faults.test_f_matrix import ask as send_any
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, ask, read_log

REVEAL = {"seat": 0, "base": 1, "action": "E"}  # from the start-finish tile in the north-west onto A1
BACK = ("undo", "back", "abort", "revert", "cancel", "resign", "reset", "restart", "takeback", "take_back", "retract")


async def set_out(player, *seats, **fields):
    """At a new table of Rally Run, the car of seat 0 is about to drive onto its first tile."""
    code = await player.create("rally-run", *(seats or ("person", "person")), options={"first": 0}, **fields)
    if fields.get("start"):
        await player.look(0)
    return code


def shown(player):
    """How often a client was told of a tile's face, in an event or in a view."""
    frames = [json.loads(text) for text in player.heard]
    views = [frame["view"] for frame in frames if frame["type"] == "frame"]
    return sum('"tile_revealed"' in text for text in player.heard) + sum("revealed" in view for view in views)


def test_g7_the_face_is_sent_after_the_reveal_is_on_disk(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as guest:
            code = await set_out(anna, start=True)
            await guest.open(code)
            store, may_write = inside.house.store, asyncio.Event()
            real, early = store.write, []

            async def write(*statements):
                await asyncio.wait_for(may_write.wait(), 20)
                await real(*statements)
                early.append(shown(anna) + shown(guest))

            store.write = write
            asking = asyncio.create_task(anna.act(0, "E"))
            # A message that is answered behind it shows that it is being carried out.
            await guest.send({"type": "look", "seat": None})
            await guest.until(lambda: guest.frame.get("reset"))
            assert shown(anna) + shown(guest) == 0
            assert len(read_log(tmp_path / "inside.sqlite", anna.frame["race"])) == 1
            may_write.set()
            await asking
            await guest.until(lambda: guest.version == 2)
            assert early[0] == 0
            assert shown(anna) > 0 < shown(guest)

    run(play())


async def until_a_choice(player, **fields):
    """Tables until a tile is turned up that can lie in several ways: then the seat is asked."""
    while True:
        code = await set_out(player, start=True, **fields)
        await player.act(0, "E")
        await player.until(lambda: player.version == 2)
        if player.view["phase"] == "turn":
            return code


def test_g7_no_illegal_way_to_lie_no_other_move_and_no_leaving_takes_it_back(server):
    async def play():
        async with Player(server.address) as anna:
            code = await until_a_choice(anna)
            race, revealed, legal = anna.frame["race"], anna.view["revealed"], anna.legal
            impossible = [way for way in ("N", "E", "S", "NS", "EW", "NES", "NESW") if way not in legal]
            codes = {way: await anna.refused("act", seat=0, base=2, action=way) for way in impossible}
            assert set(codes.values()) <= {"NO_ROAD_BACK", "MUST_LAY"}, codes
            assert await anna.refused("act", seat=0, base=2, action="A2-B2") == "MUST_LAY"
            assert await anna.refused("act", seat=0, base=2, action="nonsense") != "accepted"
            assert await anna.refused("act", seat=1, base=2, action="W") == "NOT_YOUR_TURN"
            for leave in (anna.abandon, None):
                if leave is None:
                    await anna.disconnect()
                else:
                    leave()
                anna.frame = {}
                await anna.reconnect()
                await anna.look(0)
                assert (anna.version, anna.view["revealed"], anna.legal) == (2, revealed, legal)
                assert anna.view["tiles"][0][0] != "?"
            await anna.act(0, legal[0])
            assert code == anna.table["code"]
            return race

    race = run(play())
    assert [entry["action"] for entry in read_log(server.database, race)][:2] == [None, "E"]


def test_d11_there_is_no_message_that_takes_anything_back():
    tags = [each.__struct_config__.tag for each in protocol.Message.__args__]
    assert not [tag for tag in tags if any(word in tag for word in BACK)]


def test_d11_whatever_is_said_after_a_reveal_or_at_the_same_time_it_stays(server):
    """Every message that there is, of the one who drives and of the host, right behind the reveal and after it."""

    async def play():
        logs = []
        async with Player(server.address) as host, Player(server.address) as anna:
            code = await set_out(host, "open", "person")
            await anna.open(code)
            await anna.ask("sit", seat=0)
            await host.ask("start")
            await anna.until(lambda: anna.legal)
            race = anna.frame["race"]
            await asyncio.gather(anna.ask("act", **REVEAL), anna.ask("stand", seat=0))  # one right behind the other
            anna.abandon()
            for kind in MESSAGES:
                if kind not in ("act", "program", "sign_up"):  # a new secret would end this line (F6)
                    await send_any(host, kind, code)
                    await host.open(code)
                logs.append(read_log(server.database, race))
            await anna.reconnect()
            return race, logs, anna

    race, logs, anna = run(play())
    assert [entry["action"] for entry in logs[-1]][:2] == [None, "E"]
    for earlier, later in pairwise(logs):
        assert later[: len(earlier)] == earlier, "a log only ever grows"
    assert ask(server.database, "SELECT count(*) FROM races WHERE race = ?", race) == [(1,)]
    Truth(server.database, race).check_player(anna)
