"""Tables: set up, sat down at, looked at, talked at, played at again."""

import asyncio

from karacho.server import asking
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import Truth, asked_for, read_log

RELAXED = {"mode": "relaxed", "draft": "random"}


def kinds(player):
    return [seat["kind"] for seat in player.table["seats"]]


def test_from_an_empty_table_to_a_rematch(server):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            await anna.ask("rename", name="Anna")
            code = await anna.create("rally-run", "person", "open", "bot", options={"turn_limit": 12})
            assert anna.table["stage"] == "lobby"
            assert anna.table["host"]
            assert kinds(anna) == ["person", "open", "bot"]
            assert anna.table["seats"][0] == {
                "kind": "person", "name": "Anna", "mine": True, "taken": True, "present": True
            }  # fmt: skip
            await ben.open(code)
            assert not ben.table["host"]
            assert ben.table["spectators"] == 1
            await ben.ask("sit", seat=1, name="Ben")
            await anna.until(lambda: anna.table["seats"][1]["name"] == "Ben")
            assert anna.table["seats"][1].get("mine", False) is False
            assert anna.table.get("spectators", 0) == 0
            assert await ben.refused("start") == "NOT_HOST"
            assert await ben.refused("configure", seats=2, options={}) == "NOT_HOST"
            assert await anna.refused("rematch") == "RACE_NOT_OVER"
            await anna.ask("start")
            await anna.until(lambda: anna.table["stage"] == "racing")
            assert await anna.refused("start") == "RACE_RUNNING"
            assert await anna.refused("configure", seats=2, options={}) == "RACE_RUNNING"
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1))
            first = anna.frame["race"]
            await ben.ask("rematch")
            for player in (anna, ben):
                await player.until(lambda player=player: player.frame["race"] != first)
                assert player.table["races"] == [first, player.frame["race"]]
                assert player.table["asker"] == 1
                assert player.frame["since"] == 0
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1))
            return anna

    anna = run(play())
    seeds = {Truth(server.database, race).seed for race in anna.table["races"]}
    assert len(seeds) == 2


def test_what_was_watched_of_one_race_says_nothing_about_the_next(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("rally-run", "person", "bot", options={"turn_limit": 4, "first": 0}, start=True)
            await anna.play_to_the_end(0)
            (connection,) = inside.table(code).connections
            assert connection.watched >= anna.version - 1
            anna.watches = False
            await anna.ask("rematch")
            assert connection.watched == 0

    run(play())


def test_the_host_changes_the_table_between_races(server):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            code = await anna.create("rally-run", "person", "open", options={"turn_limit": 4}, start=True)
            await anna.play_to_the_end(0)
            await ben.open(code)
            options = {"turn_limit": 6, "open_memory": True}
            await anna.ask("configure", seats=4, options=options, decision_seconds=30, free_chat=True)
            await ben.until(lambda: ben.table["options"] == options)
            assert kinds(ben) == ["person", "open", "bot", "bot"]
            assert ben.table["decision_seconds"] == 30
            # A seat that the finished race does not have: its owner sees that race as a spectator does.
            await anna.ask("assign", seat=3, kind="open")
            await ben.ask("sit", seat=3)
            await ben.open(code)
            assert "seat" not in ben.frame
            assert await anna.refused("configure", seats=3, options=options) == "SEAT_TAKEN"
            assert await anna.refused("configure", seats=5, options=options) == "WRONG_OPTION"
            assert await anna.refused("configure", seats=4, options={"turn_limit": 0}) == "WRONG_OPTION"
            await anna.ask("rematch")
            await ben.until(lambda: ben.frame.get("seat") == 3)
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(3))
            await ben.ask("stand", seat=3)
            await anna.ask("configure", seats=2, options={})
            assert kinds(anna) == ["person", "open"]

    run(play())


def test_seats_are_taken_once_and_given_up(server):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben, Player(server.address) as cleo:
            code = await anna.create("stich-rallye", "open", "open", "bot")
            for player in (ben, cleo):
                await player.open(code)
            # D10: both want the same seat at the same moment.
            answers = await asyncio.gather(ben.ask("sit", seat=0), cleo.ask("sit", seat=0), return_exceptions=True)
            assert sorted(getattr(answer, "code", "accepted") for answer in answers) == ["SEAT_TAKEN", "accepted"]
            winner, other = (ben, cleo) if isinstance(answers[0], dict) else (cleo, ben)
            assert await other.refused("stand", seat=0) == "NOT_YOUR_SEAT"
            assert await other.refused("sit", seat=2) == "SEAT_NOT_OPEN"
            assert await other.refused("sit", seat=4) == "NOT_YOUR_SEAT"
            assert await other.refused("assign", seat=0, kind="bot") == "NOT_HOST"
            assert await anna.refused("assign", seat=0, kind="bot") == "NOT_ABSENT"
            assert await anna.refused("assign", seat=0, kind="open") == "NOT_ABSENT"
            await winner.ask("stand", seat=0)
            await other.ask("sit", seat=0)
            assert await anna.refused("assign", seat=2, kind="bot", bot="genius") == "NO_SUCH_BOT"
            await anna.ask("assign", seat=2, kind="bot", bot="learner")
            assert anna.table["seats"][2]["bot"] == "learner"
            await anna.ask("assign", seat=2, kind="open")
            await anna.ask("assign", seat=2, kind="person", name="Kim")
            assert anna.table["seats"][2]["mine"]

    run(play())


def test_an_open_seat_is_driven_by_a_bot_until_somebody_sits_down(server):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            code = await anna.create("stich-rallye", "open", "person", "bot", options={"flag": 0}, start=True)
            await anna.until_turn()
            await ben.open(code)
            assert ben.legal == []
            await ben.ask("sit", seat=0, name="Ben")
            assert ben.frame["seat"] == 0
            await asyncio.gather(anna.play_to_the_end(1), ben.play_to_the_end(0))
            return ben

    ben = run(play())
    log = read_log(server.database, ben.frame["race"])
    drivers = [entry["driver"] for entry in log if entry["seat"] == 0]
    assert (drivers[0], drivers[-1]) == ("bot", "person")


def test_a_seat_goes_to_a_bot_and_back_in_mid_race(server):
    async def play():
        async with Player(server.address) as anna:
            await anna.create("stich-rallye", "person", "bot", "bot", start=True)
            for _ in range(3):
                version = anna.version
                await anna.play_once(0)
                await anna.until(lambda: anna.version > version)  # noqa: B023
            await anna.ask("assign", seat=0, kind="bot", bot="learner")
            assert anna.table["seats"][0] == {
                "kind": "bot", "name": "", "bot": "learner", "mine": True, "taken": True, "present": True
            }  # fmt: skip
            version = anna.version
            await anna.until(lambda: anna.version > version + 6)
            assert "seat" not in anna.frame, "whoever gives the wheel away does not look into the hand any more"
            assert await anna.refused("act", seat=0, base=anna.version, action="R2") == "SEAT_NOT_DRIVEN_BY_YOU"
            await anna.ask("sit", seat=0)
            await anna.until(lambda: anna.frame.get("seat") == 0)
            await anna.play_to_the_end(0)
            return anna

    anna = run(play())
    truth = Truth(server.database, anna.frame["race"])
    truth.check_player(anna)
    drivers = [entry["driver"] for entry in truth.log if entry["seat"] == 0]
    changes = [driver for i, driver in enumerate(drivers) if i == 0 or drivers[i - 1] != driver]
    assert changes == ["person", "bot", "person"]


def test_standing_up_in_mid_race_leaves_the_seat_to_a_bot(server):
    async def play():
        async with Player(server.address) as anna:
            await anna.create("rally-run", "person", "bot", options={"turn_limit": 20}, start=True)
            await anna.play_once(0)
            await anna.ask("stand", seat=0)
            assert kinds(anna) == ["open", "bot"]
            await anna.until(lambda: anna.over)

    run(play())


def test_one_device_for_several_persons(server):
    """Pass-and-play: nobody's hand is shown until it is clear who holds the device."""

    async def play():
        async with Player(server.address) as device, Player(server.address) as guest:
            seats = [{"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Ben"}, {"kind": "bot"}]
            code = await device.create("stich-rallye", *seats, options={"flag": 0}, start=True)
            await guest.open(code)
            device.watches = False
            assert "seat" not in device.frame
            assert not any(isinstance(hand, list) for hand in device.view["hands"])
            while not device.over:
                actors = device.view["actors"]
                if actors[0] == 2:
                    version = device.version
                    await device.until(lambda: device.version > version or device.over)  # noqa: B023
                    continue
                await device.look(actors[0])
                assert isinstance(device.view["hands"][actors[0]], list)
                assert not isinstance(device.view["hands"][1 - actors[0]], list)
                await device.act(actors[0], device.legal[0])
                await device.look(None)
                assert not any(isinstance(hand, list) for hand in device.view["hands"])
            await guest.until(lambda: guest.over)
            assert await guest.rejected({"type": "look", "seat": 0}) == "NOT_YOUR_SEAT"
            assert await device.rejected({"type": "look", "seat": 2}) == "NOT_YOUR_SEAT"
            return device, guest

    device, guest = run(play())
    truth = Truth(server.database, device.frame["race"])
    truth.check_player(device)
    truth.check_player(guest)
    for seat in (0, 1):
        assert truth.done_by_persons(seat) == asked_for(device, seat)


def test_a_shared_device_sees_the_actor_where_there_are_no_secrets(server):
    async def play():
        async with Player(server.address) as device:
            code = await device.create("rally-run", "person", "person", options={"first": 1}, start=True)
            await device.open(code)
            assert device.frame["seat"] == 1
            assert device.legal

    run(play())


def test_c8_the_same_player_on_two_sockets(server):
    async def play():
        async with Player(server.address) as phone:
            code = await phone.create("stich-rallye", "person", "bot", "bot", start=True)
            async with Player(server.address, phone.secret) as laptop:
                assert "secret" not in laptop.welcome
                assert laptop.welcome["player"] == phone.welcome["player"]
                await laptop.open(code)
                for screen in (phone, laptop):
                    await screen.until_turn()
                assert laptop.view == phone.view
                # The same choice from both at once: one counts, the other is told so.
                both = [screen.act(0, phone.legal[0]) for screen in (phone, laptop)]
                answers = await asyncio.gather(*both, return_exceptions=True)
                assert sorted(getattr(answer, "code", "accepted") for answer in answers) == ["STALE", "accepted"]
                await asyncio.gather(phone.play_to_the_end(0), laptop.play_to_the_end(0))
                assert laptop.frame["outcome"] == phone.frame["outcome"]
                return phone, laptop

    phone, laptop = run(play())
    truth = Truth(server.database, phone.frame["race"])
    truth.check_player(phone)
    truth.check_player(laptop)


def test_slides_on_one_screen_are_seen_on_the_other(server):
    async def play():
        async with Player(server.address) as phone:
            code = await phone.create("tiny-turbo-cars", "person", "bot", options=RELAXED, start=True)
            await phone.until(lambda: "done" in phone.legal or (phone.legal and phone.view["phase"] == "grid"))
            if phone.view["phase"] == "grid":
                await phone.act(0, phone.legal[0])
                await phone.until(lambda: "done" in phone.legal)
            async with Player(server.address, phone.secret) as laptop:
                await laptop.open(code)
                slide = laptop.legal[0]
                controller = laptop.view["controllers"][0]
                await phone.program(0, slide, first=0)
                await laptop.until(lambda: laptop.view["controllers"][0] != controller)
                assert laptop.view["slides"][0] == 1
                # The phone's own picture is one slide ahead of what it was told; the laptop's first is not 0 any more.
                assert await laptop.refused(
                    "program", seat=0, base=laptop.version, first=0, slides="U"
                ) == "SLIDES_DIFFER"  # fmt: skip
                version = phone.version
                await laptop.program(0, "", first=1, done=True)
                await phone.until(lambda: phone.version > version)

    run(play())


def test_talking(server):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            code = await anna.create("rally-run", {"kind": "person", "name": "Anna"}, "bot")
            await ben.open(code)
            await ben.send({"type": "say", "emote": "wow"})
            await anna.until(lambda: anna.chatter)
            await anna.send({"type": "say", "emote": "thanks"})
            await ben.until(lambda: len(ben.chatter) == 2)
            assert ben.chatter == [
                {"type": "chatter", "name": "", "emote": "wow"},
                {"type": "chatter", "name": "Anna", "seat": 0, "emote": "thanks"},
            ]
            assert await ben.rejected({"type": "say", "text": "hi"}) == "NO_FREE_CHAT"
            assert await ben.rejected({"type": "say"}) == "UNREADABLE"
            assert await ben.rejected({"type": "say", "text": "hi", "emote": "wow"}) == "UNREADABLE"
            await anna.ask("configure", seats=2, options={}, free_chat=True)
            long = "Donaudampfschifffahrtsgesellschaft"
            await anna.send({"type": "say", "text": f" \u202e{long}\u200b   <b>\n "})
            await ben.until(lambda: ben.chatter[-1].get("text"))
            assert ben.chatter[-1]["text"] == f"{long} <b>"
            assert await anna.rejected({"type": "say", "text": "\u200b \u202e"}) == "UNREADABLE"
            codes = [await anna.rejected({"type": "say", "emote": "haha", "text": "x"}) for _ in range(6)]
            assert "TOO_FAST" in codes

    run(play())


def test_coming_and_going(server):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben:
            code = await anna.create("rally-run", "person", "bot")
            assert await ben.refused("sit", seat=0) == "NOT_AT_TABLE"
            assert await ben.rejected({"type": "look", "seat": None}) == "NOT_AT_TABLE"
            assert await ben.rejected({"type": "say", "emote": "wow"}) == "NOT_AT_TABLE"
            assert await ben.rejected({"type": "open", "table": "00000000000"}) == "NO_SUCH_TABLE"
            await ben.open(code)
            await anna.until(lambda: anna.table.get("spectators", 0) == 1)
            await ben.send({"type": "close"})
            await anna.until(lambda: anna.table.get("spectators", 0) == 0)
            assert await ben.refused("act", seat=0, base=0, action="N") == "NOT_AT_TABLE"
            await anna.send({"type": "close"})
            await anna.send({"type": "close"})
            await ben.open(code)
            assert ben.table["seats"][0]["away"] == 0
            assert not ben.table["seats"][0].get("present", False)
            # Another table takes a client away from the first.
            other = await ben.create("rally-run", "person", "bot")
            await anna.open(code)
            assert anna.table.get("spectators", 0) == 0
            assert ben.table["code"] == other

    run(play())


def test_who_looks_on_and_is_soon_back_is_not_told_of(serve, monkeypatch):
    monkeypatch.setattr(asking, "TICK", 2.0)

    async def play():
        async with (
            serve() as inside,
            Player(inside.address) as anna,
            Player(inside.address) as ben,
            Player(inside.address) as guest,
        ):
            code = await anna.create("rally-run", "person", "open")
            await ben.open(code)
            await ben.ask("sit", seat=1, name="Ben")
            await guest.open(code)
            await anna.until(lambda: anna.table.get("spectators", 0) == 1)
            told = count_tables(anna)
            for _ in range(3):
                await guest.send({"type": "close"})
                await guest.open(code)
                assert guest.table["spectators"] == 1
            await asyncio.sleep(2 * asking.TICK)
            assert count_tables(anna) == told
            await ben.send({"type": "close"})  # a player's going is told at once, and once
            await anna.until(lambda: not anna.table["seats"][1].get("present", False))
            assert count_tables(anna) == told + 1

    def count_tables(player):
        return sum(text.startswith('{"type":"table"') for text in player.heard)

    run(play())


def test_in_the_end_everybody_knows_how_many_look_on(server):
    """Also who was told in between, when there were more or fewer for a moment."""

    async def play():
        people = [Player(server.address) for _ in range(6)]
        for player in people:
            await player.connect()
        anna, leaving, *staying = people
        code = await anna.create("rally-run", "person", "bot")
        await leaving.open(code)
        await anna.until(lambda: anna.table.get("spectators", 0) == 1)
        for guest in staying:
            await guest.open(code)
        await leaving.send({"type": "close"})
        for player in (anna, *staying):
            await player.until(lambda player=player: player.table["spectators"] == len(staying))
            await player.disconnect()
        await leaving.disconnect()

    run(play())


def test_any_number_of_spectators(server):
    async def play():
        async with Player(server.address) as anna:
            code = await anna.create("stich-rallye", "person", "bot", "bot", start=True)
            guests = [Player(server.address) for _ in range(12)]
            for guest in guests:
                await guest.connect()
                await guest.open(code)
            await anna.until(lambda: anna.table.get("spectators", 0) == 12)
            await anna.play_to_the_end(0)
            for guest in guests:
                await guest.until(lambda guest=guest: guest.over)
                await guest.disconnect()
            return anna, guests

    anna, guests = run(play())
    truth = Truth(server.database, anna.frame["race"])
    truth.check_player(guests[0])
    events = [[event for frame in guest.frames for event in frame.get("events", [])] for guest in guests]
    assert all(told[-50:] == events[0][-50:] for told in events)


def test_names_are_made_harmless(server):
    async def play():
        async with Player(server.address) as anna:
            for name, shown in [
                ("  Zoë \t Ω ", "Zoë Ω"),
                ("\u202eevil\u202c\u0000", "evil"),
                ("Z\u0301\u0302\u0303\u0304\u0305", "\u0179\u0302\u0303"),
                ("<img src=x>", "<img src=x>"),
                ("a\u2028b\u00a0c", "ab c"),
            ]:
                await anna.ask("rename", name=name)
                async with Player(server.address, anna.secret) as again:
                    assert again.welcome["name"] == shown
            for name in (" ", "\u200b\u200d", "\u0301"):
                assert await anna.refused("rename", name=name) == "NAME_NOT_ALLOWED"
            assert await anna.refused("rename", name="x" * 25) == "UNREADABLE"

    run(play())
