"""Accounts: a name and a passphrase with which a person is the same player on several devices. Nobody needs one.

An account belongs to a player. Signing up keeps the player, so everything the person has had as a guest is there;
signing in gives the device a secret of its own for that player. No passphrase and no secret is ever kept: these
commands' answers are not stored either, and a command that is repeated is carried out again.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from karacho.server import protocol as p
from karacho.server.belongings import Belongings
from karacho.server.codes import CloseCode, Code, Refusal
from karacho.server.connection import Connection
from karacho.server.hall import Hall, own_scope
from karacho.server.identity import clean_name, hashed, new_code, new_secret
from karacho.server.passphrases import Passphrases, check_length, prepare
from karacho.server.settings import Settings
from karacho.store import AccountRow, Conflict, Statement
from karacho.store import people as kept
from karacho.store.statements import keep_answer, rename_player

Message = p.SignUp | p.SignIn | p.SignOut | p.ChangePassphrase | p.DeleteAccount | p.KeepSettings | p.WhoAmI


class Accounts:
    """What people ask about their accounts."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._store = hall.store
        self._open = settings.accounts
        self._belongings = Belongings(hall)
        self._passphrases = Passphrases()

    async def hear(self, who: Connection, message: Message) -> None:
        """Carry a message out and answer it."""
        match message:
            case p.SignUp():
                await self._sign_up(who, message)
            case p.SignIn():
                await self._sign_in(who, message)
            case p.SignOut():
                await self._sign_out(who, message)
            case p.ChangePassphrase():
                await self._change_passphrase(who, message)
            case p.DeleteAccount():
                await self._delete(who, message)
            case p.KeepSettings():
                await self._keep_settings(who, message)
            case p.WhoAmI():
                who.send(await self._describe(who.player))

    # Coming in.
    async def _sign_up(self, who: Connection, message: p.SignUp) -> None:
        if not self._open:
            raise Refusal(Code.NO_ACCOUNTS)
        _check_guest(who)
        name, passphrase = clean_name(message.name), prepare(message.passphrase)
        check_length(passphrase)
        self._passphrases.check_tries(who.address, fold(name))
        found = await self._store.find_account(fold(name))
        if found is not None:
            # The answer to a first attempt may have been lost: whoever knows the passphrase is that person.
            if not await self._passphrases.fits(found.passphrase, passphrase):
                raise Refusal(Code.NAME_TAKEN)
            await self._enter(who, found, message.op)
            return
        account = AccountRow(who.player, name, fold(name), await self._passphrases.hash(passphrase))
        await self._found(who, account, message.op)

    async def _found(self, who: Connection, account: AccountRow, op: str) -> None:
        """The guest becomes the account's player, with a secret that nobody can have known before (F6)."""
        secret, before = new_secret(), who.secret_hash
        statements = [
            kept.change_secret(who.player, before, hashed(new_secret())),
            kept.add_account(account),
            kept.add_device(who.player, hashed(secret)),
            kept.dismiss(before),
        ]
        if not who.name:
            statements.append(rename_player(who.player, account.name))
        try:
            with _spared(who):
                await self._store.write(*statements)
        except Conflict:  # in this very moment
            raise Refusal(Code.NAME_TAKEN) from None
        who.name, who.account, who.secret_hash = who.name or account.name, account.name, hashed(secret)
        who.send(p.Accepted(op, secret=secret))
        self._dismiss([before])

    async def _sign_in(self, who: Connection, message: p.SignIn) -> None:
        _check_guest(who)
        folded = fold(clean_name(message.name))
        self._passphrases.check_tries(who.address, folded)
        found = await self._store.find_account(folded)
        fits = await self._passphrases.fits(found.passphrase if found else None, prepare(message.passphrase))
        if found is None or not fits:
            raise Refusal(Code.WRONG_PASSPHRASE)
        await self._enter(who, found, message.op, bring=message.bring)

    async def _enter(self, who: Connection, account: AccountRow, op: str, *, bring: bool = False) -> None:
        """A secret for this device. The guest stays, unless everything it had is brought along."""
        secret, guests = new_secret(), who.secret_hash
        enter = kept.add_device(account.player, hashed(secret))
        if not bring:
            await self._store.write(enter)
            who.send(p.Accepted(op, secret=secret))
            return
        await self._belongings.move(who.player, account.player)
        forget = kept.forget_answers_of(own_scope(who.player))
        with _spared(who):
            await self._store.write(enter, kept.forget_player(who.player), forget, kept.dismiss(guests))
        who.send(p.Accepted(op, secret=secret))
        self._dismiss([guests], last=who)

    # Going out.
    async def _sign_out(self, who: Connection, message: p.SignOut) -> None:
        _check_signed_in(who)
        hashes = await self._store.find_devices(who.player) if message.everywhere else [who.secret_hash]
        with _spared(who):
            await self._store.write(*_revoked(hashes))
        who.send(p.Accepted(message.op))
        self._dismiss(hashes, last=who)

    async def _change_passphrase(self, who: Connection, message: p.ChangePassphrase) -> None:
        """Without the old one, which may be lost: there is no other way to get a new one."""
        _check_signed_in(who)
        passphrase = prepare(message.passphrase)
        check_length(passphrase)
        self._passphrases.check_tries(who.address, fold(who.account or ""))
        encoded, secret = await self._passphrases.hash(passphrase), new_secret()
        hashes = await self._store.find_devices(who.player)
        with _spared(who):
            await self._store.write(
                kept.change_passphrase(who.player, encoded),
                *_revoked(hashes),
                kept.add_device(who.player, hashed(secret)),
            )
        who.secret_hash = hashed(secret)
        who.send(p.Accepted(message.op, secret=secret))
        self._dismiss(hashes)

    async def _delete(self, who: Connection, message: p.DeleteAccount) -> None:
        """First nobody else can act for the account any more, then it leaves everything, then it goes."""
        await self._check_passphrase(who, message.passphrase)
        others = [each for each in await self._store.find_devices(who.player) if each != who.secret_hash]
        await self._store.write(*_revoked(others))
        self._dismiss(others)
        await self._belongings.forget(who.player, f"Anonym {new_code(4)}")
        hashes = await self._store.find_devices(who.player)
        with _spared(who):
            await self._store.write(
                *_revoked(hashes),
                kept.forget_account(who.player),
                kept.forget_player(who.player),
                kept.forget_answers_of(own_scope(who.player)),
            )
        self._store.empty_log()
        who.send(p.Accepted(message.op))
        self._dismiss(hashes, last=who)

    async def _check_passphrase(self, who: Connection, passphrase: str) -> None:
        """Nobody shall destroy anything by mistake, or in passing on somebody else's device."""
        _check_signed_in(who)
        found = await self._store.find_account_of(who.player)
        self._passphrases.check_tries(who.address, found.folded if found else "")
        if not await self._passphrases.fits(found.passphrase if found else None, prepare(passphrase)):
            raise Refusal(Code.WRONG_PASSPHRASE)

    def _dismiss(self, hashes: list[bytes], last: Connection | None = None) -> None:
        """Hang up on everybody who has come with these, here and elsewhere; on one after its answer was sent."""
        if last is not None:
            last.secret_hash = b""
            last.part(CloseCode.AUTH, "signed out")
        self._hall.callers.dismiss(frozenset(hashes))
        self._hall.fleet.dismissed()

    # What is kept.
    async def _keep_settings(self, who: Connection, message: p.KeepSettings) -> None:
        _check_signed_in(who)
        scope = own_scope(who.player)
        stored = await self._store.find_answer(scope, message.op)
        if stored is None:
            stored = msgspec.json.encode(p.Accepted(message.op))
            settings = kept.keep_settings(who.player, dict(message.settings))
            await self._store.write(settings, keep_answer(scope, message.op, stored))
            await self._tell_others(who)
        who.send_encoded(stored)

    async def _tell_others(self, who: Connection) -> None:
        others = [other for other in self._hall.callers.of(who.player) if other is not who]
        if others:
            account = await self._describe(who.player)
            for other in others:
                other.send(account)

    async def _describe(self, player: str) -> p.Account:
        found = await self._store.find_account_of(player)
        tables = await self._belongings.tables(player)
        if found is None:
            return p.Account(tables=tables)
        return p.Account(found.name, found.settings, tables)


@contextmanager
def _spared(who: Connection) -> Iterator[None]:
    """While its secret ends it is not hung up on, for it waits for an answer. (A fleet looks again and again.)"""
    before, who.secret_hash = who.secret_hash, b""
    try:
        yield
    except BaseException:
        who.secret_hash = before
        raise


def fold(name: str) -> str:
    """A name as it is compared: without regard to case, or to other ways to write the same letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _revoked(hashes: list[bytes]) -> list[Statement]:
    return [statement for each in hashes for statement in (kept.forget_device(each), kept.dismiss(each))]


def _check_guest(who: Connection) -> None:
    if who.account is not None:
        raise Refusal(Code.SIGNED_IN)


def _check_signed_in(who: Connection) -> None:
    if who.account is None:
        raise Refusal(Code.NOT_SIGNED_IN)
