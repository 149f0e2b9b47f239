"""What a player may want to see before choosing: who has the trick, and where the car would land.

Everything here is worked out from a view, so it tells nothing that the seat could not work out itself.
"""

import threading
from functools import lru_cache
from typing import Any, cast

from karacho.core.events import Log, clear, listening_log
from karacho.core.jit import entry
from karacho.core.record import Box, duplicate, new, plain
from karacho.games.stich_rallye import tracks
from karacho.games.stich_rallye.components import CARD_NAMES, CARDS, DISC, VALUES
from karacho.games.stich_rallye.events import EVENTS, CarDrove, CarJumped, CarRolled, LineCrossed
from karacho.games.stich_rallye.movement import drive
from karacho.games.stich_rallye.outlook import Outlook, weigh
from karacho.games.stich_rallye.state import TURBO, State
from karacho.games.stich_rallye.trick import value_of

LAPS = 2
VALUE = tuple(value_of(card) for card in range(CARDS))
LONGEST = VALUES + max(DISC)
NOWHERE = {"coast": None, "turbo": None}


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


def hints(view: Box[State], seat: int) -> dict[str, Any]:
    """The trick as it stands, the last one, every motor's next value and, for the seat that chooses, where it leads."""
    weigh(view, seat, _ROOM.outlook)
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
    if state.phase == TURBO and seat == outlook.winner:
        found |= _both_ways(view, seat, state.motors[seat], [outlook.lowest])[outlook.lowest]
    if outlook.playable:
        found["cards"] = _as_if_played(view, seat, state.motors[seat], outlook)
        found["last"] = state.in_trick == state.seats - 1
    return found


def _next_values(state: Any) -> list[int]:
    return [DISC[(motor + 1) % len(DISC)] for motor in state.motors[: state.seats]]


@lru_cache(4096)  # a hand is looked at again and again while it is the same
def _members(cards: int) -> tuple[int, ...]:
    return tuple(card for card in range(len(CARD_NAMES)) if cards >> card & 1)


def _as_if_played(view: Box[State], seat: int, field: int, outlook: Any) -> dict[str, Any]:
    """The trick with each of one's cards on top: does it win as things stand, and where to?"""
    cards, lowest = _members(outlook.playable), outlook.lowest
    lowest_with = {card: lowest if lowest >= 0 and VALUE[lowest] <= VALUE[card] else card for card in cards}
    ways = _both_ways(view, seat, field, [lowest_with[card] for card in _members(outlook.would_win)])
    found = {}
    for card in cards:
        wins = bool(outlook.would_win >> card & 1)
        found[CARD_NAMES[card]] = {
            "wins": wins,
            "lowest": CARD_NAMES[lowest_with[card]],
            **(ways[lowest_with[card]] if wins else NOWHERE),
        }
    return found


def _both_ways(view: Box[State], seat: int, field: int, lowest: list[int]) -> dict[int, dict[str, Any]]:
    """With and without the motor (a field of the disc), for each card that could be the lowest of the trick."""
    motor = DISC[field]
    lengths = {VALUE[card] for card in lowest}
    lengths |= {spaces + motor for spaces in lengths}  # a motor at 0 adds nothing
    land = _landings(view, seat, sum(1 << spaces for spaces in lengths))
    return {
        card: {"coast": land[VALUE[card]], "turbo": land[VALUE[card] + motor] if motor > 0 else None} for card in lowest
    }


def _landings(view: Box[State], seat: int, lengths: int) -> dict[int, dict[str, Any]]:
    """Where drives of so many spaces begin, end and come to rest."""
    preview(duplicate(view), seat, lengths, _ROOM.log)
    found: dict[int, dict[str, Any]] = {}
    jumped: list[int] = []
    for event in EVENTS.decode(_ROOM.log):  # jumps, the drive, lines, a roll
        match event:
            case CarJumped():
                jumped.append(event.distance)
            case CarDrove():
                landing = {"start": event.start, "drove": event.end, "end": event.end, "jumped": jumped}
                found[event.spaces] = landing = {**landing, "line": False, "wins": False}
                jumped = []
            case LineCrossed():
                landing["line"] = True
                landing["wins"] = event.lap == LAPS
            case CarRolled():
                landing["end"] = event.end
    return found


def progress(box: Box[State]) -> list[int]:
    """The distance of each car."""
    state = box[0]
    return cast("list[int]", state.distances[: state.seats].tolist())


def data() -> dict[str, Any]:
    """The tracks and the motor disc."""
    return {"tracks": {name: track.data() for name, track in tracks.TRACKS.own().items()}, "discs": list(DISC)}
