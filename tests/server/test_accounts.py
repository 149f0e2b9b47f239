"""Accounts: the same person on several devices, and nobody else; a person who goes is forgotten."""

import asyncio
import contextlib
import json
import sqlite3
import statistics
import time

import httpx
import pytest

from karacho.server import belongings, passphrases
from karacho.server.accounts import fold
from karacho.server.belongings import LATEST_TABLES
from karacho.server.codes import CloseCode
from karacho.server.identity import hashed
from tests.server.conftest import run
from tests.server.player import Player
from tests.server.truth import ask

WORDS = "correct horse battery"
OTHER = "wrong donkey capacitor"


@contextlib.asynccontextmanager
async def people(server, *secrets):
    """Several devices."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Player(server.address, secret)) for secret in secrets]


async def sign_up(player, name, passphrase=WORDS):
    """Answers the new secret."""
    player.secret = (await player.ask("sign_up", name=name, passphrase=passphrase))["secret"]
    return player.secret


async def sign_in(server, name, passphrase=WORDS, **fields):
    """A new device of the account."""
    async with Player(server.address) as guest:
        secret = (await guest.ask("sign_in", name=name, passphrase=passphrase, **fields))["secret"]
    device = Player(server.address, secret)
    await device.connect()
    return device


async def is_dead(server, secret):
    """Does nobody have this secret any more?"""
    try:
        async with Player(server.address, secret):
            return False
    except Exception as error:
        return getattr(getattr(error, "rcvd", None), "code", None) == CloseCode.AUTH


async def account_of(player):
    """What is kept for a player."""
    count = len(player.heard)
    await player.send({"type": "whoami"})
    await player.until(lambda: any('"type":"account"' in text for text in player.heard[count:]))
    return json.loads(next(text for text in player.heard[count:] if '"type":"account"' in text))


# Coming in.
def test_races_and_settings_follow_to_another_device(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as phone:
            code = await phone.create("stich-rallye", "person", "bot", "bot", options={"flag": 0}, start=True)
            await phone.until_turn()
            await sign_up(phone, "Otter")
            await phone.ask("keep_settings", settings={"theme": "dark", "text": 1.15, "sound": False})
            await phone.act(0, phone.legal[0])
            laptop = await sign_in(inside, "otter")
            assert laptop.welcome["account"] == "Otter"
            assert laptop.welcome["player"] == phone.welcome["player"]
            kept = await account_of(laptop)
            assert kept["settings"] == {"theme": "dark", "text": 1.15, "sound": False}
            assert [(table["code"], table["stage"]) for table in kept["tables"]] == [(code, "racing")]
            await laptop.open(code)
            assert laptop.table["seats"][0]["mine"]
            await laptop.until_turn()
            assert laptop.frame["seat"] == 0
            await laptop.act(0, laptop.legal[0])
            await laptop.ask("keep_settings", settings={"theme": "light"})
            await phone.until(lambda: any('"theme":"light"' in text for text in phone.heard))
            await laptop.disconnect()

    run(play())


def test_a_name_is_taken_whatever_its_case(serve):
    async def play():
        async with serve() as inside, people(inside, None, None, None) as (one, other, third):
            await sign_up(one, "  Zoë   Straße ")
            assert one.welcome["name"] == ""
            assert await other.refused("sign_up", name="ZOË STRASSE", passphrase=OTHER) == "NAME_TAKEN"
            assert await other.refused("sign_up", name="\u200b\u202e", passphrase=WORDS) == "NAME_NOT_ALLOWED"
            assert await other.refused("sign_up", name="Otter", passphrase="too short") == "PASSPHRASE_TOO_SHORT"
            assert await other.outcome("sign_up", name="Otter", passphrase=" " * 10) == "accepted", "no other rule"
            # The answer to a sign-up was lost: whoever has the passphrase gets in.
            again = await third.ask("sign_up", name="zoë straße", passphrase=WORDS)
            async with Player(inside.address, again["secret"]) as device:
                assert device.welcome["account"] == "Zoë Straße"
                assert device.welcome["name"] == "Zoë Straße"
                assert device.welcome["player"] == one.welcome["player"]

    run(play())
    assert fold("ﬁn") == fold("FIN")


def test_what_a_guest_had_is_brought_or_stays(serve):
    async def play():
        async with serve() as inside, people(inside, None, None, None) as (owner, guest, friend):
            await sign_up(owner, "Otter")
            code = await guest.create("rally-run", "person", "open", options={"first": 0}, start=True)
            await guest.until_turn()
            await friend.open(code)
            # Without `bring`: the guest is still there, and the account has nothing of it.
            other = await sign_in(inside, "Otter")
            await other.open(code)
            assert not any(seat.get("mine") for seat in other.table["seats"])
            assert "tables" not in await account_of(other)
            # With it: everything is the account's, and the guest is nobody any more.
            answer = await guest.ask("sign_in", name="Otter", passphrase=WORDS, bring=True)
            assert (await guest.until_closed())[0] == CloseCode.AUTH
            assert await is_dead(inside, guest.secret)
            await other.until(lambda: other.table["seats"][0].get("mine") and other.table["host"])
            await other.until_turn()
            await other.act(0, other.legal[0])
            async with Player(inside.address, answer["secret"]) as device:
                assert [table["code"] for table in (await account_of(device))["tables"]] == [code]
            assert not friend.table["host"]
            await other.disconnect()

    run(play())


def test_f3_an_account_is_no_way_to_other_peoples_seats(serve):
    async def play():
        async with serve() as inside, people(inside, None, None) as (owner, thief):
            code = await owner.create("stich-rallye", "person", "bot", "bot", options={"flag": 0}, start=True)
            await sign_up(owner, "Otter")
            await sign_up(thief, "Marten")
            await thief.open(code)
            assert await thief.refused("act", seat=0, base=1, action="R1") == "NOT_YOUR_SEAT"
            assert await thief.refused("sign_in", name="Otter", passphrase=WORDS) == "SIGNED_IN"
            assert await thief.refused("delete_account", passphrase=OTHER) == "WRONG_PASSPHRASE"
            for extra in ("player", "account", "secret"):
                message = {"type": "sign_up", "op": "x" * 8, "name": "Owl", "passphrase": WORDS, extra: "Otter"}
                assert await thief.rejected(message) == "UNREADABLE"

    run(play())


# Going out.
def test_f6_signing_up_makes_the_secret_of_before_worthless(serve):
    """Whoever has planted a secret in somebody's browser must not get into the account."""

    async def play():
        async with serve() as inside, Player(inside.address) as victim:
            planted = victim.secret
            async with Player(inside.address, planted) as attacker:
                await sign_up(victim, "Otter")
                assert (await attacker.until_closed(5))[0] == CloseCode.AUTH
            assert await is_dead(inside, planted)
            assert await victim.outcome("rename", name="Otter") == "accepted"

    run(play())


@pytest.mark.parametrize("how", ["sign_out", "everywhere", "change_passphrase"])
def test_f6_sockets_are_closed_and_secrets_dead(serve, how):
    async def play():
        async with serve() as inside, Player(inside.address) as here:
            await sign_up(here, "Otter")
            tab = Player(inside.address, here.secret)
            await tab.connect()
            there = await sign_in(inside, "Otter")
            before = here.secret
            began = time.monotonic()
            if how == "change_passphrase":
                assert await here.refused(how, passphrase="short") == "PASSPHRASE_TOO_SHORT"
                began = time.monotonic()
                here.secret = (await here.ask(how, passphrase=OTHER))["secret"]
            else:
                await here.ask("sign_out", everywhere=how == "everywhere")
                assert (await here.until_closed())[0] == CloseCode.AUTH
            assert (await tab.until_closed())[0] == CloseCode.AUTH
            if how != "sign_out":
                assert (await there.until_closed())[0] == CloseCode.AUTH
            assert time.monotonic() - began < 3  # one second, and this machine may be busy
            assert await is_dead(inside, before)
            assert await is_dead(inside, there.secret) == (how != "sign_out")
            if how == "change_passphrase":
                assert await here.outcome("rename", name="Otter") == "accepted", "the one that asked stays"
                async with Player(inside.address, here.secret) as again:
                    assert again.welcome["account"] == "Otter"
                    assert await again.refused("sign_up", name="Owl", passphrase=WORDS) == "SIGNED_IN"
                async with Player(inside.address) as guest:
                    assert await guest.refused("sign_in", name="Otter", passphrase=WORDS) == "WRONG_PASSPHRASE"
            if there.closed is None:
                await there.disconnect()

    run(play())


def test_f6_a_hello_that_meets_the_sign_out_is_cut_off_too(serve):
    """Greeted with a secret that dies before the greeting is over."""

    async def play():
        async with serve() as inside, Player(inside.address) as here:
            await sign_up(here, "Otter")
            inside.house.hall.callers.dismiss([hashed(here.secret)])
            with contextlib.suppress(ConnectionError):
                late = Player(inside.address, here.secret)
                await late.connect()
                assert (await late.until_closed())[0] == CloseCode.AUTH

    run(play())


# Guessing.
def test_f13_unknown_names_and_wrong_passphrases_look_alike(serve, monkeypatch):
    monkeypatch.setattr(passphrases, "PER_ADDRESS", (1000, 1000))
    monkeypatch.setattr(passphrases, "PER_NAME", (1000, 1000))

    async def play():
        took = {"Otter": [], "Nobody": []}
        answers = set()
        async with serve() as inside, people(inside, None, None) as (owner, guest):
            await sign_up(owner, "Otter")
            for _ in range(15):
                for name, times in took.items():
                    began = time.perf_counter()
                    with contextlib.suppress(Exception):
                        await guest.ask("sign_in", name=name, passphrase=OTHER)
                    times.append(time.perf_counter() - began)
            for refusal in guest.refusals:
                answers.add(json.dumps({key: value for key, value in refusal.items() if key != "op"}))
        assert len(answers) == 1
        known, unknown = statistics.median(took["Otter"]), statistics.median(took["Nobody"])
        # 5 ms on a quiet machine; without the dummy an unknown name takes next to nothing.
        assert abs(known - unknown) < max(0.005, 0.5 * max(known, unknown)), (known, unknown)

    run(play())
    assert not passphrases.hasher.check_needs_rehash(passphrases.NOBODYS)


def test_whoever_tries_too_often_is_refused(serve, monkeypatch):
    monkeypatch.setattr(passphrases, "PER_NAME", (0.001, 3))
    monkeypatch.setattr(passphrases, "PER_ADDRESS", (0.001, 6))

    async def play():
        async with serve() as inside, Player(inside.address) as guest:
            tries = [await guest.refused("sign_in", name="Otter", passphrase=OTHER) for _ in range(4)]
            assert tries == ["WRONG_PASSPHRASE"] * 3 + ["TOO_MANY_TRIES"]
            assert await guest.refused("sign_in", name="OTTER", passphrase=OTHER) == "TOO_MANY_TRIES"
            tries = [await guest.refused("sign_in", name=f"Otter {n}", passphrase=OTHER) for n in range(3)]
            assert tries[-1] == "TOO_MANY_TRIES", "many names from one address"

    run(play())


def test_a_flood_of_sign_ins_waits_for_nobody(serve, monkeypatch):
    """Few are tried at once, and the rest is refused before it costs anything; a race goes on meanwhile."""
    monkeypatch.setattr(passphrases, "PER_ADDRESS", (1000, 1000))
    monkeypatch.setattr(passphrases, "MOST_WAITING", 4)

    async def play():
        async with serve() as inside, Player(inside.address) as driver, people(inside, *[None] * 12) as crowd:
            await driver.create("rally-run", "person", "bot", options={"first": 0}, start=True)
            await driver.until_turn()
            tries = [guest.outcome("sign_in", name=f"Name {n}", passphrase=OTHER) for n, guest in enumerate(crowd)]
            flood = asyncio.gather(*tries)
            began = time.monotonic()
            await driver.act(0, driver.legal[0])
            assert time.monotonic() - began < 5
            assert set(await flood) == {"WRONG_PASSPHRASE", "TOO_MANY_TRIES"}

    run(play())


def test_a_host_may_want_no_accounts(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as owner:
            assert "accounts" not in owner.welcome
            await sign_up(owner, "Otter")
        async with serve(accounts=False) as inside, Player(inside.address) as guest:
            assert guest.welcome["accounts"] is False
            assert await guest.refused("sign_up", name="Owl", passphrase=WORDS) == "NO_ACCOUNTS"
            assert await guest.outcome("sign_in", name="Otter", passphrase=WORDS) == "accepted", "it is still theirs"

    run(play())


# Taking along, and leaving.
async def export(inside, secret, **headers):
    async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
        return await client.post("/api/export", headers={"authorization": f"Bearer {secret}", **headers})


def test_everything_of_ones_own_in_one_file(serve):
    async def play():
        async with serve() as inside, Player(inside.address) as me, Player(inside.address) as other:
            await sign_up(me, "Otter")
            await me.ask("keep_settings", settings={"theme": "dark"})
            await me.create("rally-run", "person", "bot", options={"turn_limit": 2, "first": 0}, start=True)
            await me.play_to_the_end(0)
            over = me.frame["race"]
            await me.create("stich-rallye", "person", "bot", "bot", options={"flag": 0}, start=True)
            running = me.frame["race"]
            await other.create("stich-rallye", "person", "bot", "bot", start=True)
            answer = await export(inside, me.secret)
            assert answer.headers["cache-control"] == "no-store"
            found = answer.json()
            assert found["account"]["name"] == "Otter"
            assert found["settings"] == {"theme": "dark"}
            races = {race["race"]: race for race in found["races"]}
            assert list(races) == [over, running]
            assert races[over]["replay"].startswith("karacho")
            assert races[over]["seats"] == [0]
            assert "replay" not in races[running]
            (seed,) = ask(inside.house.settings.database, "SELECT seed FROM races WHERE race = ?", running)[0]
            assert seed not in answer.text
            assert (await export(inside, other.secret)).json()["account"] is None, "a guest has data, too"
            # F3, F5, F11: nobody else, no other page, no address with a secret in it.
            assert (await export(inside, "x" * 32)).status_code == 401
            assert (await export(inside, me.secret, origin="http://evil.example")).status_code == 403
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                assert (await client.post(f"/api/export?secret={me.secret}")).status_code == 401
                assert (await client.post("/api/export", headers={"cookie": f"secret={me.secret}"})).status_code == 401
            refused = [(await export(inside, me.secret)).status_code for _ in range(6)].count(429)
            assert refused >= 1
            assert f'karacho_refusals_total{{code="TOO_FAST"}} {refused}.0' in inside.house.metrics.text().decode()

    run(play())


def test_an_export_holds_all_tables_and_devices_with_their_dates(serve, monkeypatch):
    monkeypatch.setattr(belongings, "AT_ONCE", 4)

    async def play():
        async with serve() as inside, Player(inside.address) as me:
            before = time.time()
            await sign_up(me, "Otter")
            there = await sign_in(inside, "Otter")
            seats = [{"kind": "person"}, {"kind": "bot"}]
            codes = [(await me.ask("create", game="rally-run", seats=seats))["table"] for _ in range(LATEST_TABLES + 1)]
            found = (await export(inside, me.secret)).json()
            assert sorted(table["code"] for table in found["tables"]) == sorted(codes)
            assert before - 60 < found["made"] < time.time()
            dates = [device["made"] for device in found["devices"]]
            assert len(dates) == 2
            assert before < dates[0] < dates[1] < time.time()
            await there.disconnect()

    run(play())


def test_who_goes_is_forgotten_and_the_races_of_others_stay(serve, tmp_path):
    async def play():
        async with serve() as inside, people(inside, None, None) as (me, friend):
            code = await me.create(
                "rally-run", {"kind": "person", "name": "Ottokar"}, "open", options={"turn_limit": 4}
            )
            await friend.open(code)
            await friend.ask("sit", seat=1, name="Wren")
            await me.ask("start")
            await asyncio.gather(me.play_to_the_end(0), friend.play_to_the_end(1))
            over = me.frame["race"]
            await me.ask("rematch")
            await friend.until(lambda: friend.frame["race"] != over)
            await sign_up(me, "Ottokar", "nobody must ever read this")
            await me.ask("keep_settings", settings={"theme": "ottokars"})
            lobby = (await me.ask("create", game="rally-run", seats=[{"kind": "person"}, {"kind": "open"}]))["table"]
            there = await sign_in(inside, "Ottokar", "nobody must ever read this")
            assert await me.refused("delete_account", passphrase=OTHER) == "WRONG_PASSPHRASE"
            await me.ask("delete_account", passphrase="nobody must ever read this")
            assert (await me.until_closed())[0] == CloseCode.AUTH
            assert (await there.until_closed())[0] == CloseCode.AUTH
            assert await is_dead(inside, me.secret)
            assert await friend.refused("sign_in", name="Ottokar", passphrase=WORDS) == "WRONG_PASSPHRASE"
            # The friend's race goes on, and the friend is its host now.
            await friend.until(lambda: friend.table["host"])
            pseudonym = friend.table["seats"][0]["name"]
            assert pseudonym.startswith("Anonym ")
            assert friend.table["seats"][0]["kind"] == "bot"
            await friend.play_to_the_end(1)
            async with httpx.AsyncClient(base_url=f"http://{inside.address}") as client:
                for race in (over, friend.frame["race"]):
                    assert (await client.get(f"/api/races/{race}")).json()["names"] == [pseudonym, "Wren"]
                    assert (await client.get(f"/api/races/{race}/proof")).status_code == 200
            await friend.open(lobby)
            assert [seat["kind"] for seat in friend.table["seats"]] == ["open", "open"]
            # The name is free again, and has nothing of the one before.
            await sign_up(friend, "Ottokar")
            assert (await account_of(friend)).get("settings") is None
            await friend.ask("delete_account", passphrase=WORDS)

    run(play())
    for file in tmp_path.glob("inside.sqlite*"):
        data = file.read_bytes().lower()
        assert b"ottokar" not in data, file
        assert b"argon2" not in data, file


def test_who_goes_is_forgotten_by_the_log_of_writes_while_the_server_runs(serve, tmp_path):
    async def play():
        async with serve() as inside, Player(inside.address) as me, Player(inside.address) as friend:
            await sign_up(me, "Ottokar")
            assert any(b"ottokar" in file.read_bytes().lower() for file in tmp_path.glob("inside.sqlite*"))
            await me.ask("delete_account", passphrase=WORDS)
            async with asyncio.timeout(10):
                while any(
                    word in file.read_bytes().lower()
                    for file in tmp_path.glob("inside.sqlite*")
                    for word in (b"ottokar", b"argon2")
                ):
                    await asyncio.sleep(0.1)
            await friend.ask("rename", name="Wren")

    run(play())


def test_f4_no_passphrase_and_no_secret_is_written_down(mortal):
    """Not in the database, not in the log, not in the metrics."""
    words = ["my granny rides a scooter", "my granny sold the scooter"]
    secrets = []

    async def play():
        async with Player(mortal.address) as me, Player(mortal.address) as guest:
            secrets.append(me.secret)
            secrets.append(await sign_up(me, "Otter", words[0]))
            secrets.append((await me.ask("change_passphrase", passphrase=words[1]))["secret"])
            await guest.refused("sign_in", name="Otter", passphrase=words[0])
            await guest.rejected({"type": "sign_in", "op": "o" * 8, "name": "Otter", "passphrase": words[1], "x": 1})
            await guest.rejected('{"type":"sign_in","op":"oooooooo","passphrase":"' + words[1])
            await guest.rejected({"type": "sign_in", "op": "o" * 8, "name": "O" * 99, "passphrase": words[1]})
            secrets.append((await guest.ask("sign_in", name="Otter", passphrase=words[1], bring=True))["secret"])
            secrets.append(guest.secret)
            async with httpx.AsyncClient(base_url=mortal.url) as client:
                await client.post("/api/export", headers={"authorization": f"Bearer {secrets[2]}"})
                texts = [(await client.get("/metrics")).text]
            return texts + [text for text in guest.heard + me.heard if "refused" in text]

    texts = run(play())
    mortal.stop()
    texts.append((mortal.folder / "stderr.txt").read_text())
    stored = [file.read_bytes() for file in mortal.folder.rglob("*") if file.is_file()]
    for secret in words + secrets:
        assert not any(secret in text for text in texts)
        assert not any(secret.encode() in data for data in stored)
    assert any(hashed(secrets[-2]) in data for data in stored), "only its hash"
    kept = sqlite3.connect(mortal.database).execute("SELECT passphrase FROM accounts").fetchall()
    assert [row[0].startswith("$argon2id$") for row in kept] == [True]
