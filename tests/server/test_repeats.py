"""Coming back, and saying things twice: what was missed is told, what was done is not done again."""

import asyncio
import json

import pytest

from karacho.server import answers
from karacho.server import table as tables
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, ask, read_log

GAMES = [
    ("stich-rallye", {}),
    ("rally-run", {"turn_limit": 20}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 3}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_c9_whoever_comes_back_is_told_what_was_missed(server, game, options):
    """And in Rally Run is shown the table as it lies, nothing of what was seen before (RR-14)."""

    async def play():
        async with Player(server.address) as phone, Player(server.address) as guest:
            code = await phone.create(game, "person", "bot", "bot", options=options, start=True)
            laptop = Player(server.address, phone.secret)
            await laptop.connect()
            for screen in (laptop, guest):
                await screen.open(code)
                await screen.until(lambda screen=screen: screen.version)
                await screen.disconnect()
            had = {screen: screen.version for screen in (laptop, guest)}
            while phone.version < max(had.values()) + 3 and not phone.over:
                version = phone.version
                await phone.play_once(0)
                await phone.until(lambda: phone.version > version)  # noqa: B023
            for screen in (laptop, guest):
                count = len(screen.frames)
                await screen.reconnect()
                await screen.until(lambda screen=screen, count=count: len(screen.frames) > count)
                back = screen.frames[count]
                if game == "rally-run":
                    assert back["reset"]
                    assert "events" not in back
                else:
                    assert back["since"] == had[screen]
                    assert back["events"]
            await asyncio.gather(phone.play_to_the_end(0), laptop.play_to_the_end(0))
            await guest.until(lambda: guest.over)
            # Whoever has everything is told nothing new; whoever comes for the first time sees the race as it stands.
            count = len(guest.frames)
            await guest.disconnect()
            await guest.reconnect()
            await guest.until(lambda: len(guest.frames) > count)
            assert guest.frame["since"] == guest.version
            assert "reset" not in guest.frame
            async with Player(server.address) as late:
                await late.open(code)
                assert late.frame["reset"]
            await laptop.disconnect()
            return phone, laptop, guest

    screens = run(play())
    truth = Truth(server.database, screens[0].frame["race"])
    for screen in screens:
        truth.check_player(screen)


def test_whoever_has_missed_too_much_or_claims_the_future_sees_the_race_as_it_stands(serve, monkeypatch):
    monkeypatch.setattr(tables, "CATCH_UP", 3)

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("stich-rallye", "person", "bot", "bot", start=True)
            for _ in range(2):
                version = anna.version
                await anna.play_once(0)
                await anna.until(lambda: anna.version > version)  # noqa: B023
            await anna.until(lambda: anna.legal and anna.version > 5)
            race, version = anna.frame["race"], anna.version
            for have, reset in [(0, True), (version - 4, True), (version + 1, True), (999_999, True)]:
                await anna.open(code, race=race, have=have)
                assert anna.frame.get("reset", False) == reset
            anna.frame = anna.frame | {"version": version - 3}
            await anna.open(code, race=race, have=version - 3)
            assert anna.frame["since"] == version - 3
            await anna.open(code, race="0" * 16, have=version)
            assert anna.frame["reset"]

    run(play())


def test_a_repeated_op_gets_the_stored_answer_also_after_a_restart_a3(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            said = []

            async def twice(kind, op, /, **fields):
                message = {"type": kind, "op": op, **fields}
                await anna.ask(kind, op=op, **fields)
                first = anna.heard_answers(op)[-1]
                await anna.ask(kind, op=op, **fields)
                assert anna.heard_answers(op)[-1] == first
                said.append((message, first))

            await twice("rename", "rename-1", name="Anna")
            await twice("rename", "rename-2", name="Anne")
            seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot"}]
            await twice("create", "create-1", game="tiny-turbo-cars", seats=seats, options={"mode": "relaxed"})
            code = json.loads(said[-1][1])["table"]
            await anna.open(code)
            await twice("sit", "sit-0001", seat=1)
            await twice("stand", "stand-01", seat=1)
            await twice("assign", "assign-1", seat=1, kind="bot")
            await twice("configure", "configure-1", seats=2, options={"mode": "relaxed", "draft": "random"})
            await twice("start", "start-01")
            await anna.until(lambda: anna.legal)
            await twice("act", "act-0001", seat=0, base=anna.version, action=anna.legal[0])
            await anna.until(lambda: "done" in anna.legal)
            slide = anna.legal[0]
            await twice("program", "program-1", seat=0, base=anna.version, first=0, slides=slide, hints=True)
            await twice("program", "program-2", seat=0, base=anna.version, first=1, done=True)
            race = anna.table["race"]
        async with serve() as inside:
            before = read_log(tmp_path / "inside.sqlite", race)
            anna.address = inside.address
            await anna.reconnect()
            for message, first in said:
                await anna.ask(message["type"], **{key: value for key, value in message.items() if key != "type"})
                assert anna.heard_answers(message["op"])[-1] == first
            async with Player(inside.address, anna.secret) as again:
                assert again.welcome["name"] == "Anne", "an old command does not undo a newer one"
            # The same op of somebody else is another command.
            async with Player(inside.address) as ben:
                await ben.open(code)
                assert await ben.refused("act", op="act-0001", seat=0, base=0, action="U") == "NOT_YOUR_SEAT"
            await anna.disconnect()
            return race, before

    race, before = run(play())
    after = read_log(tmp_path / "inside.sqlite", race)
    mine = [entry for entry in after if entry["seat"] == 0 and entry["driver"] == "person"]
    assert mine == [entry for entry in before if entry["seat"] == 0 and entry["driver"] == "person"]
    assert len(ask(tmp_path / "inside.sqlite", "SELECT code FROM tables")) == 1


def test_c4_every_frame_ten_times(server):
    async def play():
        async with Player(server.address) as anna:
            anna.watches = False
            await anna.create("stich-rallye", "person", "bot", "bot", start=True)
            for number in range(4):
                await anna.until_turn()
                message = {"type": "act", "op": f"number-{number}", "seat": 0, "base": anna.version}
                message["action"] = anna.legal[0]
                for _ in range(10):
                    await anna.send(message)
                await anna.until(lambda message=message: len(anna.heard_answers(message["op"])) == 10)
                assert len(set(anna.heard_answers(message["op"]))) == 1
                await anna.until(lambda message=message: anna.version > message["base"])
            return anna

    anna = run(play())
    assert len(Truth(server.database, anna.frame["race"]).done_by_persons(0)) == 4


def test_c7_a_choice_made_on_an_old_view_is_told_so(server):
    async def play():
        async with Player(server.address) as anna:
            await anna.create("stich-rallye", "person", "bot", "bot", options={"flag": 0}, start=True)
            old, action = anna.version, anna.legal[0]
            await anna.act(0, action)
            await anna.until(lambda: anna.legal and anna.version > old + 2)
            for base in (0, old, anna.version - 1, anna.version + 1, 1_000_000):
                with pytest.raises(Exception, match="STALE") as refused:
                    await anna.ask("act", seat=0, base=base, action=anna.legal[0])
                assert refused.value.answer["version"] == anna.version
            await anna.act(0, anna.legal[0])

    run(play())


def test_a_program_counts_since_programming_began_whatever_others_do(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            options = {"mode": "relaxed", "draft": "random"}
            code = await anna.create("tiny-turbo-cars", "person", "open", options=options)
            await ben.open(code)
            await ben.ask("sit", seat=1)
            await anna.ask("start")
            players = (anna, ben)
            while "done" not in anna.legal:
                for seat, player in enumerate(players):
                    if player.legal and "done" not in player.legal:
                        await player.act(seat, player.legal[0])
                await anna.until(lambda: anna.legal or ben.legal)
                await ben.until(lambda: ben.version == anna.version)
            base = anna.version
            await ben.program(1, "", done=True)
            await anna.until(lambda: anna.version == base + 1)
            assert await anna.refused("program", seat=0, base=base - 1, first=0, done=True) == "STALE"
            await anna.ask("program", seat=0, base=base, first=0, slides=anna.legal[0], done=True)

    run(play())


def test_an_answer_that_is_not_in_memory_any_more_is_found_in_the_store(serve, monkeypatch):
    monkeypatch.setattr(answers, "LATEST_ANSWERS", 2)

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("stich-rallye", "person", "open", "bot")
            first = await anna.ask("assign", op="the-first-of-many", seat=1, kind="bot")
            for kind in ("open", "bot", "open", "bot"):
                await anna.ask("assign", seat=1, kind=kind)
            assert len(inside.table(code).answers._texts) == 2
            assert await anna.ask("assign", op="the-first-of-many", seat=1, kind="bot") == first
            return inside.table(code).revision

    assert run(play()) == 6, "the first and its repeat are one change"


@pytest.mark.parametrize("game", ["rally-run", "tiny-turbo-cars"])
def test_what_was_meant_for_the_race_before_is_not_done_in_the_rematch(server, game):
    """Said again after an outage, at a moment when the rematch is just as far."""
    options = dict(GAMES)[game] | {"turn_limit": 4} if game == "rally-run" else dict(GAMES)[game] | {"round_limit": 1}

    async def play():
        async with Player(server.address) as anna:
            await anna.create(game, "person", "bot", options=options, start=True)
            await anna.play_to_the_end(0)
            before = anna.frame["race"]
            await anna.ask("rematch")
            await anna.until(lambda: anna.frame["race"] != before and anna.legal)
            common = {"seat": 0, "base": anna.version}
            if "done" in anna.legal:
                kind, fields = "program", {**common, "first": 0, "slides": "", "done": True}
            else:
                kind, fields = "act", {**common, "action": anna.legal[0]}
            assert await anna.refused(kind, **fields, race=before) == "STALE"
            await anna.ask(kind, **fields, race=anna.frame["race"])

    run(play())
