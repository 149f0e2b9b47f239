"""Checking a finished race offline: seal, pledges, seed, deal, every action, result."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from karacho.errors import InvalidOption, InvalidReplay, KarachoError, brief
from karacho.fair.chain import CUT_OFF, SIZE_LIMIT, unchained
from karacho.fair.draws import drawn_order
from karacho.fair.seal import Pledge, Seal, pledge_of, seed_of
from karacho.fair.tiles import seal_tiles
from karacho.race import Race
from karacho.registry import game_names, load_game

HEAD = ("race", "game", "rules", "seats", "options", "began", "commitment", "pledges")
HEADS = (HEAD, (*HEAD, "tiles"))  # Rally Run; races of earlier servers have no tiles there
TAIL = ("salt", "secret", "values", "seed", "outcome")
UNSEEN = ("start", "go", "countdown")  # entries that tell of clocks; they do nothing to the race


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    words: str


@dataclass
class Report:
    """What was found out. After a check that fails nothing more is looked at."""

    checks: list[Check] = field(default_factory=list)
    fingerprint: str = ""

    @property
    def ok(self) -> bool:
        """Does everything hold?"""
        return all(check.ok for check in self.checks)

    def text(self) -> str:
        """For people."""
        return "\n".join(f"{'ok' if check.ok else 'NO':4}{check.name:10}{check.words}" for check in self.checks)


class _Wrong(Exception):
    """A check that failed."""


@dataclass
class _File:
    head: dict[str, Any]
    entries: list[list[Any]]
    tail: dict[str, Any]
    fingerprint: str
    race: Race | None = None

    @property
    def seal(self) -> Seal:
        return Seal(self.head["race"], self.tail["salt"], self.tail["secret"])

    @property
    def pledges(self) -> list[Pledge]:
        pairs = zip(self.head["pledges"], self.tail["values"], strict=True)
        return [Pledge(seat, given, value) for (seat, given), value in pairs]


def verify_file(path: Path, *, commitment: str | None = None, fingerprint: str | None = None) -> Report:
    """Check a file; see `verify`."""
    with path.open("rb") as file:
        data = file.read(SIZE_LIMIT + 1)
    try:
        return verify(data.decode("ascii"), commitment=commitment, fingerprint=fingerprint)
    except UnicodeDecodeError:
        return Report([Check("chain", False, "not a text file of a race")])


def verify(text: str, *, commitment: str | None = None, fingerprint: str | None = None) -> Report:
    """Check the text of a race, also against a commitment or fingerprint that somebody has noted during the race."""
    commitment, fingerprint = _noted("commitment", commitment), _noted("fingerprint", fingerprint)
    report = Report()
    try:
        file = _read(text)
    except (InvalidReplay, _Wrong) as error:
        report.checks.append(Check("chain", False, str(error)))
        return report
    report.fingerprint = file.fingerprint
    report.checks.append(Check("chain", True, f"{len(file.entries)} entries, fingerprint {file.fingerprint}"))
    for name, check in _checks(commitment, fingerprint).items():
        try:
            report.checks.append(Check(name, True, check(file)))
        except (_Wrong, KarachoError) as error:
            report.checks.append(Check(name, False, str(error)))
            break
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
            report.checks.append(Check(name, False, "the file does not hold what it should"))
            break
    return report


def _checks(commitment: str | None, fingerprint: str | None) -> dict[str, Callable[[_File], str]]:
    checks: dict[str, Callable[[_File], str]] = {}
    if commitment is not None or fingerprint is not None:
        checks["noted"] = lambda file: _check_notes(file, commitment, fingerprint)
    return checks | {
        "seal": _check_seal,
        "players": _check_players,
        "seed": _check_seed,
        "deal": _check_deal,
        "actions": _check_actions,
        "result": _check_result,
    }


def _noted(name: str, text: str | None) -> str | None:
    """A slip of the pen is no forgery."""
    if text is None:
        return None
    found = text.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", found):
        raise InvalidOption(name, text, f"64 digits 0-9 and a-f, as the table has shown them; these are {len(found)}")
    return found


def _read(text: str) -> _File:
    contents, fingerprint = unchained(text)
    head, *entries, tail = contents
    if isinstance(tail, list):  # an entry
        raise _Wrong(CUT_OFF)
    for part, kinds in ((head, HEADS), (tail, (TAIL,))):
        if not isinstance(part, dict) or tuple(part) not in kinds:
            raise _Wrong(f"a line must have the fields {', '.join(kinds[0])}")
    if not all(isinstance(entry, list) and len(entry) == 8 for entry in entries):
        raise _Wrong("an entry of the log must have eight fields")
    return _File(head, entries, tail, fingerprint)


def _check_notes(file: _File, commitment: str | None, fingerprint: str | None) -> str:
    if commitment is not None and commitment != file.head["commitment"]:
        raise _Wrong(f"the race was sealed with {file.head['commitment']}, not with what was noted")
    if fingerprint is not None and fingerprint != file.fingerprint:
        raise _Wrong(f"the fingerprint is {file.fingerprint}, not what was noted")
    return "as somebody has noted it during the race"


def _check_seal(file: _File) -> str:
    if file.seal.commitment != file.head["commitment"]:
        raise _Wrong("the revealed secret is not the one that was sealed before the deal")
    return f"the secret is the one sealed before the deal, {file.head['commitment']}"


def _check_players(file: _File) -> str:
    for pledge in file.pledges:
        if pledge.value is not None and pledge_of(file.head["commitment"], pledge.value) != pledge.hash:
            raise _Wrong(f"the value of seat {pledge.seat} is not the one that was pledged")
    given = [pledge.seat for pledge in file.pledges if pledge.value is not None]
    kept = [pledge.seat for pledge in file.pledges if pledge.value is None]
    words = f"mixed in: seats {', '.join(map(str, given))}" if given else "nobody mixed anything in"
    return f"{words}; pledged but not revealed: {', '.join(map(str, kept))}" if kept else words


def _check_seed(file: _File) -> str:
    if str(seed_of(file.seal, file.pledges)) != file.tail["seed"]:
        raise _Wrong("the seed does not follow from the secret and what was mixed in")
    return "it follows from the secret and what was mixed in"


def _check_deal(file: _File) -> str:
    head = file.head
    if head["game"] not in game_names():
        raise _Wrong(f"{brief(head['game'])} is no game that is known here")
    game = load_game(head["game"])
    if game.rules_version != head["rules"]:
        raise _Wrong(f"rules version {head['rules']} was played; this is {game.rules_version}")
    file.race = Race(game, seats=head["seats"], seed=int(file.tail["seed"]), **head["options"])
    if "tiles" in head and seal_tiles(file.seal, file.race).root != head["tiles"]:
        raise _Wrong("the tiles that were sealed when the race began are not those of the seed")
    return f"{game.title}, {head['seats']} seats, dealt from the seed"


def _check_actions(file: _File) -> str:
    race, version, actions = file.race, 0, 0
    assert race is not None
    for place, (number, said, at, kind, seat, action, _, detail) in enumerate(file.entries, 1):
        version += kind != "slides"
        if race.over:
            raise _Wrong(f"entry {place} comes after the end of the race")
        if "draw" in detail:
            _check_draw(file, place, **detail["draw"])
        if number != place or said != version or (kind == "begin") != (place == 1):
            raise _Wrong(f"entry {place} is out of order")
        try:
            if kind == "act":
                race.act(action, seat, at=at)
            elif kind == "timeout":
                race.timeout(seat, at=at)
            elif kind == "slides":
                for slide in action:
                    race.act(slide, seat, at=at)
            elif kind not in ("begin", *UNSEEN):
                raise _Wrong(f"entry {place} is of an unknown kind")
        except KarachoError as error:
            raise _Wrong(f"entry {place} is against the rules: {error}") from None
        actions += kind in ("act", "timeout", "slides")
    return f"all {actions} follow the rules"


def _check_draw(file: _File, place: int, seats: list[int], order: list[int]) -> None:
    """Dones as good as equal: their order is drawn from the seed, and kept to."""
    assert file.race is not None
    if order != drawn_order(int(file.tail["seed"]), file.race.round_number, seats):
        raise _Wrong(f"the order of entry {place} was not drawn from the seed")
    first = place - 1 - order.index(file.entries[place - 1][4])
    if [entry[4] for entry in file.entries[first : first + len(order)]] != order:
        raise _Wrong(f"entry {place} does not keep to the drawn order")


def _check_result(file: _File) -> str:
    race = file.race
    assert race is not None
    if not race.over:
        raise _Wrong("the race is not over after its last entry")
    found = {"reason": race.end_reason, "winner": race.winner, "standing": race.standing}
    if found != file.tail["outcome"]:
        raise _Wrong(f"the race ends with {found}, but the file says {brief(file.tail['outcome'])}")
    return f"{race.end_reason}, " + (f"seat {race.winner} has won" if race.winner is not None else "nobody has won")
