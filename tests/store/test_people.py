"""What every store keeps about people: accounts, their devices, whose tables and races are whose."""

import contextlib
import json
import time

import pytest
from alembic import command
from alembic.config import Config

from karacho.store import AccountRow, Conflict, PlayerRow, TableRow, migrating, people
from karacho.store.statements import add_player, add_table, keep_answer
from tests.postgres import drop_database, fresh_database
from tests.store.rows import RACE, TABLE, seeded, with_store

ANNA, BEN = "A" * 16, "B" * 16
ACCOUNT = AccountRow(ANNA, "Anna", "anna", "$argon2id$kept")


@pytest.fixture(params=["sqlite", "postgres"])
def path(request, tmp_path):
    """The address of a database."""
    if request.param == "sqlite":
        yield tmp_path / "karacho.sqlite"
        return
    url = fresh_database()
    yield url
    with contextlib.suppress(Exception):
        drop_database(url)


async def with_players(store):
    await seeded(store)
    players = [PlayerRow(ANNA, b"anna", ""), PlayerRow(BEN, b"ben", "Ben")]
    await store.write(*map(add_player, players), people.add_account(ACCOUNT))


def test_f3_secrets_of_an_account_come_and_go(path):
    async def work(store):
        await with_players(store)
        await store.write(people.change_secret(ANNA, b"anna", b"dead"), people.add_device(ANNA, b"phone"))
        await store.write(people.add_device(ANNA, b"laptop"))
        assert await store.find_player(b"anna") is None
        assert await store.find_player(b"phone") == PlayerRow(ANNA, b"phone", "", account="Anna")
        assert sorted(await store.find_devices(ANNA)) == [b"laptop", b"phone"]
        assert await store.find_player(b"ben") == PlayerRow(BEN, b"ben", "Ben")
        with pytest.raises(Conflict):  # the secret was another one by then: nothing of it counts
            await store.write(people.add_device(ANNA, b"thief"), people.change_secret(ANNA, b"anna", b"other"))
        assert await store.find_player(b"thief") is None
        await store.write(people.forget_device(b"phone"), people.dismiss(b"phone"), people.dismiss(b"phone"))
        assert await store.find_player(b"phone") is None
        assert await store.read_dismissed(time.time() - 60) == [b"phone"]
        assert await store.read_dismissed(time.time() + 60) == []
        await store.write(people.forget_dismissed(-60))
        assert await store.read_dismissed(0) == []

    with_store(path, work)


def test_a_name_is_had_once(path):
    async def work(store):
        await with_players(store)
        with pytest.raises(Conflict):
            await store.write(people.add_account(AccountRow(BEN, "ANNA", "anna", "")))
        found = await store.find_account("anna")
        assert (found.player, found.passphrase, found.settings) == (ANNA, "$argon2id$kept", None)
        assert await store.find_account("Anna") is None
        await store.write(people.change_passphrase(ANNA, "$argon2id$new"), people.keep_settings(ANNA, {"text": 1.15}))
        found = await store.find_account_of(ANNA)
        assert (found.passphrase, found.settings) == ("$argon2id$new", {"text": 1.15})
        with pytest.raises(Conflict):
            await store.write(people.keep_settings(BEN, {}))

    with_store(path, work)


def test_tables_and_races_of_a_player_can_be_moved_and_forgotten(path):
    async def work(store):
        await with_players(store)
        other = TableRow("ZZZZZZZZZZZ", b"{}")
        await store.write(add_table(other), *(people.add_member(ANNA, table.code) for table in (TABLE, other, TABLE)))
        assert [row.code for row, _ in await store.read_tables(ANNA, 9)] == [other.code, TABLE.code], "newest first"
        assert len(await store.read_tables(ANNA, 1)) == 1
        entries = [(ANNA, 0, True), (ANNA, 1, False), (BEN, 1, True)]
        await store.write(*(people.add_entrant(RACE.race, seat, who, dealt=dealt) for who, seat, dealt in entries))
        await store.write(*people.move_entrants(ANNA, BEN))
        assert await store.read_entries(ANNA) == []
        assert await store.read_entries(BEN) == [(RACE.race, 0, True), (RACE.race, 1, True)]
        await store.write(people.rename_in_race(RACE.race, ["Anonym", ""]), people.forget_member(ANNA, TABLE.code))
        assert (await store.find_race(RACE.race)).names == ["Anonym", ""]
        await store.write(keep_answer("player:A", "op", b""), people.forget_answers_of("player:A"))
        await store.write(people.forget_account(ANNA), people.forget_player(ANNA), people.forget_entrants(BEN))
        assert await store.find_account("anna") is None
        assert await store.find_player(b"anna") is None
        assert await store.read_entries(BEN) == []
        assert await store.find_answer("player:A", "op") is None

    with_store(path, work)


def test_tables_of_an_older_version_get_their_owners(path):
    """What was there before accounts belongs to those who sat there then."""
    seats = [{"kind": "person", "owner": ANNA}, {"kind": "bot", "owner": BEN}, {"kind": "outside", "owner": "C" * 16}]
    data = json.dumps({"host": BEN, "race": RACE.race, "seats": seats}).encode()

    async def fill(store):
        await seeded(store)
        await store.write(add_table(TableRow("ZZZZZZZZZZZ", data)))

    with_store(path, fill)
    url = f"sqlite:///{path}" if not str(path).startswith("postgresql") else f"postgresql+psycopg{str(path)[10:]}"
    config = Config()
    config.set_main_option("script_location", str(migrating.FOLDER))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.downgrade(config, "0003")

    async def look(store):
        for player, seat in ((ANNA, 0), (BEN, 1)):
            assert [row.code for row, _ in await store.read_tables(player, 9)] == ["ZZZZZZZZZZZ"]
            assert await store.read_entries(player) == [(RACE.race, seat, True)]
        assert await store.read_tables("C" * 16, 9) == []

    with_store(path, look)
