"""What is written about people: accounts, the secrets of their devices, and which tables and races are theirs."""

import json
import time
from typing import Any

from karacho.store.records import AccountRow
from karacho.store.statements import Statement


# Accounts.
def add_account(account: AccountRow) -> Statement:
    """A player gets a name of their own; one that is taken makes the whole write fail."""
    columns = "player, name, folded, passphrase, made"
    values = (account.player, account.name, account.folded, account.passphrase, time.time())
    return Statement(f"INSERT INTO accounts ({columns}) VALUES (?, ?, ?, ?, ?)", values)


def change_passphrase(player: str, passphrase: str) -> Statement:
    """Another passphrase, as argon2 writes it."""
    return Statement("UPDATE accounts SET passphrase = ? WHERE player = ?", (passphrase, player), rows=1)


def keep_settings(player: str, settings: dict[str, Any]) -> Statement:
    """What an account's person likes."""
    return Statement("UPDATE accounts SET settings = ? WHERE player = ?", (json.dumps(settings), player), rows=1)


def forget_account(player: str) -> Statement:
    """As if there had never been one."""
    return Statement("DELETE FROM accounts WHERE player = ?", (player,))


def forget_player(player: str) -> Statement:
    """As if the player had never been here."""
    return Statement("DELETE FROM players WHERE player = ?", (player,))


def forget_answers_of(scope: str) -> Statement:
    """What a player was answered that belongs to no table."""
    return Statement("DELETE FROM answers WHERE scope = ?", (scope,))


# Secrets.
def change_secret(player: str, before: bytes, after: bytes) -> Statement:
    """A guest's own secret; if it is another one by now, the whole write fails."""
    sql = "UPDATE players SET secret_hash = ? WHERE player = ? AND secret_hash = ?"
    return Statement(sql, (after, player, before), rows=1)


def add_device(player: str, secret_hash: bytes) -> Statement:
    """One more secret of an account."""
    return Statement("INSERT INTO devices VALUES (?, ?, ?)", (secret_hash, player, time.time()))


def forget_device(secret_hash: bytes) -> Statement:
    """A secret of an account is worth nothing any more."""
    return Statement("DELETE FROM devices WHERE secret_hash = ?", (secret_hash,))


def dismiss(secret_hash: bytes) -> Statement:
    """For all servers: hang up on whoever came with this secret."""
    return Statement("INSERT INTO dismissed VALUES (?, ?) ON CONFLICT DO NOTHING", (secret_hash, time.time()))


def forget_dismissed(seconds: float) -> Statement:
    """Those of before: everybody has hung up long since."""
    return Statement("DELETE FROM dismissed WHERE at < ?", (time.time() - seconds,))


# Whose tables and races.
def add_member(player: str, table: str) -> Statement:
    """A player has set a table up or taken a seat there."""
    return Statement("INSERT INTO members VALUES (?, ?) ON CONFLICT DO NOTHING", (player, table))


def forget_member(player: str, table: str) -> Statement:
    """The table is not theirs any more."""
    return Statement("DELETE FROM members WHERE player = ? AND table_code = ?", (player, table))


def add_entrant(race: str, seat: int, player: str, *, dealt: bool) -> Statement:
    """A player has a seat in a race: from the deal on, or taken later."""
    sql = "INSERT INTO entrants VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    return Statement(sql, (race, seat, player, int(dealt)))


def move_entrants(before: str, after: str) -> tuple[Statement, ...]:
    """The races of one player become another's."""
    sql = "INSERT INTO entrants SELECT race, seat, ?, dealt FROM entrants WHERE player = ? ON CONFLICT DO NOTHING"
    return Statement(sql, (after, before)), forget_entrants(before)


def forget_entrants(player: str) -> Statement:
    """Nobody knows any more which races these were."""
    return Statement("DELETE FROM entrants WHERE player = ?", (player,))


def rename_in_race(race: str, names: list[str]) -> Statement:
    """What the seats of a race are called."""
    return Statement("UPDATE races SET names = ? WHERE race = ?", (json.dumps(names), race))
