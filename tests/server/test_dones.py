"""Dones against the clock whose place is not decided yet: said again, asked about by others, overtaken elsewhere."""

import asyncio

import pytest

from karacho.server import finish_line, hands
from karacho.store import TableRow
from karacho.store.statements import append, change_table
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.test_clocks import REALTIME, leave, log_of, two_at_the_clock

OP = "said-again-and-again"


@pytest.fixture
def undecided(monkeypatch):
    """A busy machine may take its time before the order is decided."""
    monkeypatch.setattr(finish_line, "WINDOW", 2.0)


def ends_of(tmp_path, player, seat):
    """How the programming of a seat ended, round by round."""
    entries = [entry for entry in log_of(tmp_path, player) if entry["seat"] == seat]
    return [entry["kind"] for entry in entries if entry["kind"] == "timeout" or entry["action"] == "done"]


def overtake(table, seat):
    """Another server lets a seat's time run out in the moment before that seat's done is written."""
    write = table.store.write

    async def late(*statements):
        table.store.write = write
        fork = table.course.fork()
        fork.timeout(seat, table.now())
        theirs = [append(fork.row.race, entry) for entry in fork.entries[table.course.number :]]
        theirs += table._new_end(fork)
        if fork.race.over:
            seating = table.seating.copy()
            seating.stage = "over"
            theirs.append(change_table(TableRow(seating.code, seating.data(), table.revision + 1)))
        await write(*theirs)
        await write(*statements)

    table.store.write = late


@pytest.mark.parametrize("rounds", [1, 4])
@pytest.mark.parametrize("cares", [True, False])
def test_d4_i8_a_done_that_another_server_was_ahead_of_counts_in_no_other_round(serve, quick, tmp_path, rounds, cares):
    quick(countdown=20.0)  # of this server's own clock: it does not run out

    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside, REALTIME | {"round_limit": rounds})
            table = inside.table(anna.opened)
            await anna.program(0, "", done=True)
            await ben.until(lambda: ben.frame.get("deadline"))
            table.fleet.cares_for = lambda _: cares
            overtake(table, 1)
            done = ben.outcome("program", seat=1, base=ben.version, first=0, slides="", done=True)
            answer = await asyncio.wait_for(done, 5)
            await ben.until(lambda: ben.view["phase"] != "program" or ben.view["round"] == 2)
            await leave(anna, ben)
            return ben, answer

    ben, answer = run(play())
    assert answer == "TOO_LATE"
    assert ends_of(tmp_path, ben, 1) == ["timeout"]


@pytest.mark.usefixtures("undecided")
def test_g8_g10_nobody_learns_of_a_done_before_it_is_told(serve, quick):
    async def play():
        async with serve() as inside, Player(inside.address) as carl:
            anna, ben = await two_at_the_clock(inside)
            await carl.open(anna.opened)
            asked = {"seat": 0, "base": ben.version, "first": 0, "slides": "", "hints": True}
            done = asyncio.create_task(anna.program(0, "", done=True))
            await asyncio.sleep(0.02)
            for other in (ben, carl):
                assert await other.refused("program", **asked) == "NOT_YOUR_SEAT"
            async with Player(inside.address, anna.secret) as tab:
                await tab.open(anna.opened)
                assert await tab.refused("program", **asked) == "ALREADY_DONE"
            assert not done.done()
            await done
            await leave(anna, ben)

    run(play())


@pytest.mark.usefixtures("undecided")
def test_c4_the_same_done_again_gets_the_same_answer(serve, quick, tmp_path):
    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            said = {"op": OP, "seat": 0, "base": anna.version, "first": 0, "slides": "", "done": True}
            async with Player(inside.address, anna.secret) as tab:
                await tab.open(anna.opened)
                first = asyncio.create_task(anna.ask("program", **said))
                await asyncio.sleep(0.02)
                again = await tab.ask("program", **said)
                later = await tab.ask("program", **said)
            assert await first == again == later
            await leave(anna, ben)
            return anna

    assert ends_of(tmp_path, run(play()), 0) == ["act"]


@pytest.mark.usefixtures("undecided")
def test_a8_whoever_waits_for_a_race_that_is_parked_is_told(serve, quick):
    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            done = asyncio.create_task(
                anna.outcome("program", seat=0, base=anna.version, first=0, slides="", done=True)
            )
            await asyncio.sleep(0.02)
            inside.table(anna.opened).park(RuntimeError("on purpose"))
            answer = await asyncio.wait_for(done, 5)
            assert answer == "PARKED"
            await leave(anna, ben)

    run(play())


def test_d7_hands_that_are_too_fast_are_noted_and_not_refused(serve, quick, monkeypatch):
    monkeypatch.setattr(hands, "SLIDES_PER_SECOND", 0.0)

    async def play():
        async with serve() as inside:
            anna, ben = await two_at_the_clock(inside)
            there = anna.legal[0]
            back = {"U": "D", "D": "U", "L": "R", "R": "L"}[there]
            for number in range(4):
                await anna.program(0, (there + back) * 5, first=number * 10)
            text = inside.house.metrics.text().decode()
            assert 'karacho_suspicions_total{reason="slides"} 1.0' in text
            await leave(anna, ben)

    run(play())
