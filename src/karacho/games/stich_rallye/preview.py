"""What a player may want to see before choosing: who has the trick, and where the car would land.

Everything here is worked out from a view, so it tells nothing that the seat could not work out itself.
"""

import threading
from collections.abc import Iterator
from typing import Any, cast

from karacho.core.events import Log, clear, listening_log
from karacho.core.game import SPECTATOR
from karacho.core.jit import entry
from karacho.core.record import Box, Ints, duplicate, new, plain
from karacho.games.stich_rallye import tracks
from karacho.games.stich_rallye.components import CARD_NAMES, CARDS, DISC, VALUES
from karacho.games.stich_rallye.events import CAR_DROVE, CAR_JUMPED, CAR_ROLLED, LINE_CROSSED
from karacho.games.stich_rallye.movement import drive
from karacho.games.stich_rallye.outlook import Outlook, weigh
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.trick import value_of

LAPS = 2
VALUE = tuple(value_of(card) for card in range(CARDS))
LONGEST = VALUES + max(DISC)
_NEXT = (*DISC[1:], DISC[0])  # by the field that a motor stands on
_TO_CHOOSE = ("seats", "phase", "in_trick", "motors")

Landing = dict[str, Any]


@entry
def preview(box: Box[State], seat: int, lengths: int, events: Box[Log]) -> None:
    """Drive a car as far as each number in a set says, every time from where it stands, and write down what happens."""
    clear(events[0])
    state = box[0]
    start = state.distances[seat]
    for spaces in range(LONGEST + 1):
        if lengths >> spaces & 1:
            drive(state, seat, spaces, 6, events[0])
            state.distances[seat] = start


class _Room(threading.local):
    """What is read at once, so all previews of a thread can share it."""

    def __init__(self) -> None:
        self.log = listening_log()
        self.outlook = new(Outlook)


_ROOM = _Room()


def common_hints(view: Box[State]) -> dict[str, Any]:
    """The trick as it stands, the last one, every motor's next value."""
    weigh(view, SPECTATOR, _ROOM.outlook)
    state, outlook = plain(view), plain(_ROOM.outlook)
    found: dict[str, Any] = {"winning": None, "lowest": None, "discs": {"next": _next_values(state)}}
    if state.in_trick > 0:
        found["winning"] = {"card": CARD_NAMES[outlook.winning], "seat": outlook.winner}
        found["lowest"] = CARD_NAMES[outlook.lowest]
    if state.played > 0:
        found["last_trick"] = {
            "leader": outlook.last_leader,
            "card": CARD_NAMES[outlook.last_winning],
            "seat": state.flag,
            "lowest": CARD_NAMES[outlook.last_lowest],
        }
    return found


def own_hints(view: Box[State], seat: int) -> dict[str, Any]:
    """For the seat that chooses, where each choice leads."""
    weigh(view, seat, _ROOM.outlook)
    state, outlook = plain(view, _TO_CHOOSE), plain(_ROOM.outlook)
    if state.phase == TURBO and seat == outlook.winner:
        coast, turbo = _both_ways(view, seat, state.motors[seat], [outlook.lowest])[outlook.lowest]
        return {"coast": coast, "turbo": turbo}
    if outlook.playable:
        cards = _as_if_played(view, seat, state.motors[seat], outlook)
        return {"cards": cards, "last": state.in_trick == state.seats - 1}
    return {}


def _next_values(state: Any) -> list[int]:
    return [_NEXT[motor] for motor in state.motors[: state.seats]]


def _as_if_played(view: Box[State], seat: int, field: int, outlook: Any) -> dict[str, Any]:
    """The trick with each of one's cards on top: does it win as things stand, and where to?"""
    lowest_with = {card: _lower(outlook.lowest, card) for card in _members(outlook.playable)}
    ways = _both_ways(view, seat, field, [lowest_with[card] for card in _members(outlook.would_win)])
    found = {}
    for card, lowest in lowest_with.items():
        wins = outlook.would_win >> card & 1 == 1
        coast, turbo = ways[lowest] if wins else (None, None)
        found[CARD_NAMES[card]] = {"wins": wins, "lowest": CARD_NAMES[lowest], "coast": coast, "turbo": turbo}
    return found


def _members(cards: int) -> Iterator[int]:
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def _lower(lowest: int, card: int) -> int:
    """The lowest card of the trick, if there was one, when another is played."""
    return lowest if lowest >= 0 and VALUE[lowest] <= VALUE[card] else card


def _both_ways(view: Box[State], seat: int, field: int, lowest: list[int]) -> dict[int, tuple[Landing, Landing | None]]:
    """Without and with the motor (a field of the disc), for each card that could be the lowest of the trick."""
    motor, lengths = DISC[field], 0
    for card in lowest:
        lengths |= 1 << VALUE[card] | 1 << VALUE[card] + motor
    land = _landings(view, seat, lengths)
    return {card: (land[VALUE[card]], land[VALUE[card] + motor] if motor > 0 else None) for card in lowest}


def _landings(view: Box[State], seat: int, lengths: int) -> dict[int, Landing]:
    """Where drives of so many spaces begin, end and come to rest, read from the rows themselves: events take longer."""
    if lengths == 0:
        return {}
    log = cast("Ints", _ROOM.log)
    preview(duplicate(view), seat, lengths, _ROOM.log)
    found: dict[int, Landing] = {}
    jumped: list[int] = []
    for kind, _, _, *facts, _, _ in log["rows"][0, : log["count"][0]].tolist():  # jumps, the drive, lines, a roll
        if kind == CAR_JUMPED:
            jumped.append(facts[1])
        elif kind == CAR_DROVE:
            start, end, spaces = facts
            landing = {"start": start, "drove": end, "end": end, "jumped": jumped, "line": False, "wins": False}
            found[spaces] = landing
            jumped = []
        elif kind == LINE_CROSSED:
            landing["line"] = True
            landing["wins"] = facts[0] == LAPS
        elif kind == CAR_ROLLED:
            landing["end"] = facts[1]
    return found


def progress(box: Box[State]) -> list[int]:
    """The distance of each car."""
    state = box[0]
    return cast("list[int]", state.distances[: state.seats].tolist())


def data() -> dict[str, Any]:
    """The tracks and the motor disc."""
    return {"tracks": {name: track.data() for name, track in tracks.TRACKS.own().items()}, "discs": list(DISC)}
