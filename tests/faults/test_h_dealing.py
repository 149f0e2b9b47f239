"""H: nobody can choose a deal, and every altered bit of a race is caught."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys

import httpx
import pytest
from alembic import command
from msgspec.structs import replace

from karacho.cli import run as command_line
from karacho.fair import chain, seal, verify
from karacho.fair.draws import drawn_order
from karacho.fair.seal import Pledge, Seal
from karacho.fair.verify import HEAD, TAIL
from karacho.race import Race
from karacho.server import dealing, proofs
from karacho.server import protocol as p
from karacho.server.connection import Connection
from karacho.server.course import Course
from karacho.server.seating import Seat, Seating
from tests.faults.h_samples import FILE, RACE, proof, samples, sealed_race
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import ask
from tests.store.formats import alembic_for

GAMES = [
    ("stich-rallye", {"flag": 0}),
    ("rally-run", {"turn_limit": 12}),
    ("tiny-turbo-cars", {"mode": "relaxed", "draft": "random", "round_limit": 2}),
]
IDS = [game for game, _ in GAMES]


async def eventually(true):
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.005)


# Whole races over real sockets.
@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_h1_a_race_from_the_server_verifies(server, game, options, tmp_path, capsys):
    async def play():
        async with Player(server.address) as anna, Player(server.address) as ben, Player(server.address) as guest:
            code = await anna.create(game, "person", "open", "bot", options=options)
            await guest.open(code)
            await ben.open(code)
            await ben.ask("sit", seat=1)
            promised = guest.table["next"]
            assert "seal" not in guest.table
            await anna.ask("start")
            await guest.until(lambda: "seal" in guest.table)
            assert guest.table["seal"]["commitment"] == promised["commitment"]
            assert guest.table["race"] == promised["race"]
            assert "next" not in guest.table
            assert "fingerprint" not in guest.table["seal"]
            async with httpx.AsyncClient(base_url=server.url) as client:
                early = await client.get(f"/api/races/{promised['race']}/proof")
                assert (early.status_code, early.json()["code"]) == (409, "RACE_NOT_OVER")
            await asyncio.gather(anna.play_to_the_end(0), ben.play_to_the_end(1))
            await guest.until(lambda: guest.table["stage"] == "over")
            return guest.table["seal"], [anna.values[promised["race"]], ben.values[promised["race"]]]

    seen, values = run(play())
    text = httpx.get(f"{server.url}/api/races/{seen['race']}/proof").text
    report = verify(text, commitment=seen["commitment"], fingerprint=seen["fingerprint"])
    assert report.ok, report.text()
    assert [check.name for check in report.checks] == [
        "chain", "noted", "seal", "players", "seed", "deal", "actions", "result"
    ]  # fmt: skip
    assert json.loads(text.splitlines()[-1][65:])["values"] == values, "both have really mixed their values in"
    file = tmp_path / "one.race"
    file.write_text(text)
    assert command_line(["verify", str(file), "--commitment", seen["commitment"]]) == 0
    assert "Everything holds." in capsys.readouterr().out
    assert command_line(["verify", str(file), "--commitment", "0" * 64]) == 1
    assert "NOT verify" in capsys.readouterr().out


def test_h1_a_replay_file_is_not_verifiable_but_says_so(server, tmp_path, capsys):
    async def play():
        async with Player(server.address) as anna:
            await anna.create("rally-run", "bot", "bot", options={"turn_limit": 2}, start=True)
            await anna.until(lambda: anna.over)
            return anna.frame["race"]

    race = run(play())
    file = tmp_path / "one.replay"
    file.write_text(httpx.get(f"{server.url}/api/races/{race}/file").text)
    assert command_line(["verify", str(file)]) == 3
    assert "not verifiable" in capsys.readouterr().out
    report = verify(httpx.get(f"{server.url}/api/races/{race}/proof").text)
    assert report.ok
    assert "nobody mixed anything in" in report.text()


# Altered files.
@pytest.mark.parametrize(("game", "options", "step"), [(*GAMES[0], 5), (*GAMES[1], 1), (*GAMES[2], 1)], ids=IDS)
def test_h2_every_flipped_bit_is_caught(game, options, step):
    data = proof(sealed_race(game, options)).encode()
    assert verify(data.decode()).ok
    for place in range(0, len(data), step):
        for bit in range(8):
            altered = bytearray(data)
            altered[place] ^= 1 << bit
            try:
                text = altered.decode("ascii")
            except UnicodeDecodeError:
                continue  # refused before anything is read, see below
            assert not verify(text).ok, (place, bit)


def test_h2_lines_cannot_be_dropped_doubled_or_swapped():
    text = proof(sealed_race(*GAMES[1]))
    lines = text.splitlines(keepends=True)
    for place in range(len(lines)):
        assert not verify("".join(lines[:place] + lines[place + 1 :])).ok
        assert not verify("".join(lines[: place + 1] + lines[place:])).ok
        if place:
            assert not verify("".join([*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]])).ok
    assert not verify(text + "\n").ok
    assert not verify(text.replace("\n", "\r\n")).ok
    assert not verify(text[:-1]).ok


def rewritten(text, change):
    """A forger who writes all hashes anew."""
    contents, _ = chain.unchained(text)
    change(contents)
    return chain.chained(contents)


def flip(word):
    return word[:-1] + ("0" if word[-1] != "0" else "1")


NOTHING = {"reason": None, "winner": None, "standing": []}
FORGERIES = {
    "salt": lambda c: c[-1].update(salt=flip(c[-1]["salt"])),
    "secret": lambda c: c[-1].update(secret=flip(c[-1]["secret"])),
    "value": lambda c: c[-1].update(values=[flip(c[-1]["values"][0]), *c[-1]["values"][1:]]),
    "value dropped": lambda c: c[-1].update(values=[None, *c[-1]["values"][1:]]),
    "seed": lambda c: c[-1].update(seed=str(int(c[-1]["seed"]) ^ 1)),
    "outcome": lambda c: c[-1].update(outcome=c[-1]["outcome"] | {"winner": None}),
    "race": lambda c: c[0].update(race="Q" * 16),
    "game": lambda c: c[0].update(game="rally-run"),
    "rules": lambda c: c[0].update(rules=c[0]["rules"] + 1),
    "seats": lambda c: c[0].update(seats=4),
    "options": lambda c: c[0].update(options={"flag": 1}),
    "unknown option": lambda c: c[0].update(options={"seed": 1}),
    "commitment": lambda c: c[0].update(commitment=flip(c[0]["commitment"])),
    "pledge": lambda c: c[0].update(pledges=[[0, flip(c[0]["pledges"][0][1])], *c[0]["pledges"][1:]]),
    "seats of pledges": lambda c: c[0].update(pledges=[[1, c[0]["pledges"][0][1]], *c[0]["pledges"][1:]]),
    "pledge dropped": lambda c: c[0].update(pledges=c[0]["pledges"][1:]),
    "all pledges dropped": lambda c: (c[0].update(pledges=[]), c[-1].update(values=[])),
    "action": lambda c: c[5].__setitem__(5, "R9" if c[5][5] != "R9" else "B2"),
    "seat": lambda c: c[5].__setitem__(4, (c[5][4] + 1) % 3),
    "number": lambda c: c[5].__setitem__(0, 99),
    "version": lambda c: c[5].__setitem__(1, 99),
    "kind": lambda c: c[5].__setitem__(3, "countdown"),
    "time": lambda c: c[5].__setitem__(2, -1.0),
    "entry dropped": lambda c: c.pop(5),
    "last entry dropped": lambda c: c.pop(-2),
    "not over": lambda c: (c.__delitem__(slice(9, -1)), c[-1].update(outcome=NOTHING)),
    "start after the end": lambda c: c.insert(-1, [c[-2][0] + 1, c[-2][1] + 1, 99.0, "start", None, None, None, {}]),
    "slides after the end": lambda c: c.insert(-1, [c[-2][0] + 1, c[-2][1], 99.0, "slides", 0, "", "person", {}]),
    "no begin": lambda c: c.pop(1),
    "a field more": lambda c: c[0].update(more=1),
    "no entry": lambda c: c.__setitem__(5, {"kind": "act"}),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_h2_whoever_forges_all_hashes_too_is_caught_by_what_they_mean(forgery):
    text = rewritten(proof(sealed_race("stich-rallye", {"flag": 0})), forgery)
    assert not verify(text).ok


def test_h2_what_means_nothing_is_caught_by_the_fingerprint_that_players_have_seen():
    text = proof(sealed_race("stich-rallye", {"flag": 0}))
    _, fingerprint = chain.unchained(text)
    later = rewritten(text, lambda c: c[5].__setitem__(2, c[5][2] + 0.001))
    assert verify(later).ok
    assert not verify(later, fingerprint=fingerprint).ok


def test_h2_a_race_that_is_not_over_does_not_verify():
    course = sealed_race("stich-rallye", {"flag": 0})
    race = Race("stich-rallye", seats=3, seed=int(course.row.seed), flag=0)
    for entry in course.entries[1:5]:
        race.act(entry.action, entry.seat, at=entry.at)
    outcome = {"reason": race.end_reason, "winner": race.winner, "standing": race.standing}
    text = rewritten(proof(course), lambda c: (c.__delitem__(slice(6, -1)), c[-1].update(outcome=outcome)))
    [*_, actions, result] = verify(text).checks
    assert actions.ok
    assert (result.ok, result.words) == (False, "the race is not over after its last entry")


def test_h2_what_was_noted_wrongly_is_a_mistake_and_no_forgery(tmp_path, capsys):
    text = proof(sealed_race("stich-rallye", {"flag": 0}))
    _, fingerprint = chain.unchained(text)
    file = tmp_path / "one.race"
    file.write_text(text)
    for noted in (f" {fingerprint} ", f"{fingerprint.upper()}\n"):
        assert command_line(["verify", str(file), "--fingerprint", noted]) == 0
    capsys.readouterr()
    for noted in ("", fingerprint[:-1], f"{fingerprint[:8]} {fingerprint[8:]}", f"g{fingerprint[1:]}"):
        for name in ("commitment", "fingerprint"):
            assert command_line(["verify", str(file), f"--{name}", noted]) == 2
            told = capsys.readouterr()
            assert told.out == ""
            assert told.err.startswith(f"karacho: {name} cannot be ")
            assert "64 digits 0-9 and a-f" in told.err


def test_h2_a_server_does_not_go_on_from_an_altered_log():
    course = sealed_race("stich-rallye", {"flag": 0})
    assert Course.restored(course.row, course.entries).entries == course.entries
    altered = [*course.entries]
    altered[4] = replace(altered[4], at=altered[4].at + 0.001)
    with pytest.raises(ValueError, match="entry 5 was altered; version 4 is the last good one"):
        Course.restored(course.row, altered)
    worse = replace(course.row, dealing=course.row.dealing | {"secret": "00" * 32})
    with pytest.raises(ValueError, match="entry 1 was altered"):
        Course.restored(worse, course.entries)


# Choosing a deal.
def test_h3_nothing_is_revealed_before_everybody_is_bound(serve):
    """The order of messages: commitment, pledges, `dealing`, values; the race is dealt after them."""

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            code = await anna.create("stich-rallye", "person", "open", "bot")
            await ben.open(code)
            await ben.ask("sit", seat=1)
            table = inside.table(code)
            await eventually(lambda: len(table.next_deal._pledged) == 2)
            promised = table.next_deal.seal
            await anna.ask("start")
            kinds = [json.loads(text)["type"] for text in ben.heard]
            assert kinds.index("dealing") < kinds.index("frame")
            told = next(json.loads(text) for text in ben.heard if '"dealing"' in text)
            assert [pledge["seat"] for pledge in told["pledges"]] == [0, 1]
            before = "".join(ben.heard[: kinds.index("frame")])
            for word in (promised.secret, promised.salt, *anna.values.values(), table.course.row.seed):
                assert word not in before
            row = table.course.row
            assert row.dealing["secret"] == promised.secret
            assert row.seed == str(seal.seed_of(promised, [Pledge(*each) for each in row.dealing["pledges"]]))
            assert table.next_deal.seal != promised, "every race has a seal of its own"

    run(play())


def test_h3_who_does_not_reveal_loses_only_that(serve, monkeypatch):
    monkeypatch.setattr(dealing, "REVEAL_SECONDS", 0.05)

    async def play():
        async with serve() as inside, Player(inside.address) as anna, Player(inside.address) as ben:
            ben.reveals = False
            code = await anna.create("stich-rallye", "person", "open", "bot")
            await ben.open(code)
            await ben.ask("sit", seat=1)
            deal = inside.table(code).next_deal
            await eventually(lambda: len(deal._pledged) == 2)
            await anna.ask("start")
            race = deal.race
            late = {"type": "reveal", "race": race, "value": ben.values[race]}
            await ben.send(late)  # now that the deal has been seen
            await ben.open(code)  # an answer that comes after it was heard
            pledges = inside.table(code).course.row.dealing["pledges"]
            assert [(seat, value) for seat, _, value in pledges] == [(0, anna.values[race]), (1, None)]

    run(play())


def test_h3_values_that_were_not_pledged_are_not_heard():
    deal = dealing.NextDeal(seal.new_seal(RACE))

    async def collect():
        seating = Seating("T" * 11, "rally-run", "", [Seat("person", owner="anna"), Seat("person", owner="ben")], {})
        for player, value in (("anna", "aa" * 32), ("ben", "bb" * 32), ("guest", "cc" * 32)):
            deal.pledge(player, p.Pledge(deal.race, seal.pledge_of(deal.seal.commitment, value)))
        deal.pledge("anna", p.Pledge("Q" * 16, "0" * 64))  # for another race
        waiting = asyncio.create_task(deal.collect(seating, [Connection("anna", ""), Connection("ben", "")]))
        await asyncio.sleep(0)
        deal.pledge("ben", p.Pledge(deal.race, seal.pledge_of(deal.seal.commitment, "dd" * 32)))  # too late
        deal.reveal("ben", p.Reveal(deal.race, "dd" * 32))
        deal.reveal("guest", p.Reveal(deal.race, "cc" * 32))
        deal.reveal("ben", p.Reveal(deal.race, "aa" * 32))
        await asyncio.sleep(0)
        assert not waiting.done()
        deal.reveal("ben", p.Reveal(deal.race, "bb" * 32))
        deal.reveal("anna", p.Reveal(deal.race, "aa" * 32))
        return await waiting, seating

    found, seating = run(collect())
    assert [(pledge.seat, pledge.value) for pledge in found] == [(0, "aa" * 32), (1, "bb" * 32)]
    seating.seats.reverse()
    assert run(deal.collect(seating, [])) == found, "a deal that could not be written is not drawn again"


def test_h3_the_first_deal_is_tried_again_when_it_could_not_be_written(serve, monkeypatch):
    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("stich-rallye", "person", "bot", "bot")
            table = inside.table(code)
            await eventually(lambda: table.next_deal._pledged)
            promised = table.next_deal.seal
            write = table.store.write

            async def fail(*statements):
                raise sqlite3.OperationalError("disk I/O error")

            table.store.write = fail
            assert await anna.refused("start") == "SAVING_FAILED"
            table.store.write = write
            await anna.ask("configure", seats=3, options={"flag": 0})
            assert anna.table["next"]["closed"], "who sits down now must not think that its pledge counts"
            await anna.ask("start")
            assert table.course.row.dealing["secret"] == promised.secret
            assert table.course.row.dealing["pledges"][0][2] == anna.values[promised.race]

    run(play())


def test_h3_who_mixes_nothing_in_is_not_waited_for(serve, monkeypatch):
    monkeypatch.setattr(dealing, "REVEAL_SECONDS", 1e6)

    async def play():
        async with serve() as inside, Player(inside.address) as anna:
            anna.mixes = False
            code = await anna.create("stich-rallye", "person", "bot", "bot")
            async with asyncio.timeout(5):
                await anna.ask("start")
            assert inside.table(code).course.row.dealing["pledges"] == []
            # Nor is somebody who has pledged and gone.
            async with Player(inside.address) as ben:
                other = await ben.create("stich-rallye", "person", "open", "bot")
                await anna.open(other)
                anna.mixes = True
                await anna.ask("sit", seat=1)
                await eventually(lambda: len(inside.table(other).next_deal._pledged) == 2)
                await anna.disconnect()
                await ben.until(lambda: not ben.table["seats"][1].get("present"))
                async with asyncio.timeout(5):
                    await ben.ask("start")

    run(play())


def test_h3_a_restart_does_not_change_what_has_been_promised(serve):
    async def promise():
        async with serve() as inside, Player(inside.address) as anna:
            code = await anna.create("stich-rallye", "person", "bot", "bot")
            return code, anna.secret, anna.table["next"]

    async def keep(code, secret):
        async with serve() as inside, Player(inside.address, secret) as anna:
            await anna.open(code)
            sealed = anna.table["next"]
            await anna.ask("start")
            assert (anna.table["race"], anna.table["seal"]["commitment"]) == (sealed["race"], sealed["commitment"])
            return sealed

    code, secret, before = run(promise())
    assert run(keep(code, secret)) == before


def test_h4_equal_secrets_have_commitments_of_their_own():
    seals = [Seal(RACE, seal.new_seal(RACE).salt, "00" * 32) for _ in range(50)]
    assert len({each.commitment for each in seals}) == 50
    assert all(len(each.salt) == len(each.secret) == 64 for each in (seal.new_seal(RACE) for _ in range(3)))


def test_h8_a_file_that_was_cut_off_is_said_to_end_too_soon():
    entry = [1, 1, 0.0, "begin", None, None, None, {}]
    text = chain.chained([dict.fromkeys(HEAD), entry, entry, dict.fromkeys(TAIL)])
    assert verify(text).checks[0].ok
    for end in range(len(text)):
        assert "ends too soon" in verify(text[:end]).text()


def test_h8_foreign_and_huge_files_are_refused(tmp_path):
    for text in (
        "",
        "karacho-race 1\n",
        "karacho-race 1\n\n\n\n",
        "x" * 100,
        "karacho-race 1\n" + "0" * 64 + " {}\n" * 3,
    ):
        assert not verify(text).ok
    assert not verify("karacho-race 1\n" + "x" * chain.SIZE_LIMIT).ok
    bomb = chain.chained([json.loads("[" * 400 + "]" * 400)] * 3)
    assert not verify(bomb).ok
    for name, data in {"binary": b"\xff\x00" * 50, "empty": b""}.items():
        (tmp_path / name).write_bytes(data)
        assert command_line(["verify", str(tmp_path / name)]) == 1
    assert command_line(["verify", str(tmp_path / "missing")]) == 2


# Races from before.
def test_h1_a_race_dealt_before_there_were_seals_opens_and_says_that_it_cannot_be_checked(serve, tmp_path):
    async def old():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.create("rally-run", "bot", "bot", options={"turn_limit": 2}, start=True)
            await anna.until(lambda: anna.over)
            return anna.frame["race"], anna.table["code"]

    race, code = run(old())
    command.downgrade(alembic_for(tmp_path / "inside.sqlite"), "0002")

    async def now():
        async with serve() as inside, Player(inside.address) as anna:
            await anna.open(code)
            assert "seal" not in anna.table
            assert anna.over
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                assert (await client.get(f"/api/races/{race}")).status_code == 200
                answer = await client.get(f"/api/races/{race}/proof")
                assert (answer.status_code, answer.json()["code"]) == (404, "NO_SEAL")

    run(now())
    assert ask(tmp_path / "inside.sqlite", "SELECT dealing FROM races") == [(None,)]


def test_h1_the_page_checks_races_as_this_engine_deals_them():
    """The same file is read by the tests of the page's verifier: the two know nothing of each other."""
    assert FILE.read_text(encoding="utf-8") == samples(), "write it anew: python -m tests.faults.h_samples"


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "TZ": "America/St_Johns", "LC_ALL": "de_DE.UTF-8", "PYTHONUTF8": "1"},
        {"KARACHO_JIT": "0"},
    ],
    ids=["early", "late", "uncompiled"],
)
def test_h7_a_race_verifies_in_any_surroundings(surroundings, tmp_path):
    for game, race in json.loads(FILE.read_text(encoding="utf-8")).items():
        (tmp_path / f"{game}.race").write_text(race["proof"])
    program = "import sys; from karacho.cli import run; sys.exit(max(run(['verify', file]) for file in sys.argv[1:]))"
    files = sorted(map(str, tmp_path.glob("*.race")))
    done = subprocess.run(
        [sys.executable, "-c", program, *files], env={**os.environ, **surroundings}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.count("Everything holds."), done.stderr) == (0, len(files), "")


def test_h2_the_order_of_dones_that_are_as_good_as_equal_is_drawn_from_the_seed():
    course = unstarted_race()
    seed, seats = int(course.row.seed), list(course.race.actors)
    order = drawn_order(seed, course.race.round_number, seats)
    for wanted, holds in ((order, True), (order[::-1], False)):
        fork = course.fork()
        for seat in wanted:
            fork.act(seat, "done", 1.0, "person", {"corrected_ms": 0, "draw": {"seats": seats, "order": wanted}})
        drive_on(fork)
        assert verify(proof(fork)).ok is holds
    fork = course.fork()
    for seat in order[::-1]:  # the right order in the report, but not kept to
        fork.act(seat, "done", 1.0, "person", {"corrected_ms": 0, "draw": {"seats": seats, "order": order}})
    drive_on(fork)
    assert not verify(proof(fork)).ok


def unstarted_race():
    """Against the clock, everybody has still to say done."""
    options = {"draft": "random", "round_limit": 1}
    seating = Seating("T" * 11, "tiny-turbo-cars", "", [Seat() for _ in range(3)], options)
    course = Course.fresh(proofs.sealed_row(seating, Seal(RACE, "5a" * 32, "c0" * 32), []))
    while course.programming is None:
        drive_on(course, 1)
    course.go(0.5)
    return course


def drive_on(course, most=1000):
    while not course.race.over and most:
        most -= 1
        seat = course.race.actors[0]
        course.act(seat, course.race.legal_actions(seat)[0], 2.0, "person")
