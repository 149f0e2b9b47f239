"""What a player may want to see before choosing: who has the trick, and where the car would land.

Everything here is worked out from a view, so it tells nothing that the seat could not work out itself.
"""

import threading
from collections.abc import Callable
from functools import cache, partial
from typing import Any, cast

from karacho.core.events import Log, clear, listening_log
from karacho.core.jit import entry
from karacho.core.record import Box, duplicate, plain
from karacho.core.seats import clockwise
from karacho.games.stich_rallye import tracks
from karacho.games.stich_rallye.components import CARD_NAMES, DISC
from karacho.games.stich_rallye.events import EVENTS, CarDrove, CarJumped, CarRolled, LineCrossed
from karacho.games.stich_rallye.movement import drive
from karacho.games.stich_rallye.state import PLAY, TURBO, State, actor
from karacho.games.stich_rallye.trick import lowest_card, playable, trick_winner, value_of, winning_card, winning_place


@entry
def preview(box: Box[State], seat: int, spaces: int, events: Box[Log]) -> None:
    """Drive a car, and write down what happens."""
    clear(events[0])
    drive(box[0], seat, spaces, 6, events[0])


def hints(view: Box[State], seat: int) -> dict[str, Any]:
    """The trick as it stands, the last one, every motor's next value and, for the seat that chooses, where it leads."""
    state = plain(view)
    found: dict[str, Any] = {"winning": None, "lowest": None, "discs": {"next": _next_values(state)}}
    if state.in_trick > 0:
        found["winning"] = {"card": CARD_NAMES[winning_card(state)], "seat": trick_winner(state)}
        found["lowest"] = CARD_NAMES[lowest_card(state)]
    if state.played > 0:
        found["last_trick"] = _last_trick(state)
    land = cache(partial(_landing, view, seat))  # many cards lead to the same place
    if state.phase == TURBO and seat == trick_winner(state):
        found |= _both_ways(land, lowest_card(state), DISC[state.motors[seat]])
    if state.phase == PLAY and seat == actor(state):
        trick, motor = state.cards[state.played : state.played + state.in_trick], DISC[state.motors[seat]]
        cards = _members(playable(state, seat))
        found["cards"] = {CARD_NAMES[card]: _as_if_played(land, [*trick, card], motor) for card in cards}
        found["last"] = bool(state.in_trick == state.seats - 1)
    return found


def _last_trick(state: State) -> dict[str, Any]:
    """Who led, who won it with which card, and the lowest one. Its winner leads the current trick."""
    cards = state.cards[state.played - state.seats : state.played]
    place = winning_place(cards, 0, len(cards))
    leader = clockwise(int(state.flag), len(cards) - place, len(cards))
    lowest = min(cards, key=value_of)  # the first of equals
    return {"leader": leader, "card": CARD_NAMES[cards[place]], "seat": int(state.flag), "lowest": CARD_NAMES[lowest]}


def _next_values(state: State) -> list[int]:
    return [DISC[(int(state.motors[seat]) + 1) % len(DISC)] for seat in range(state.seats)]


def _members(cards: int) -> list[int]:
    return [card for card in range(len(CARD_NAMES)) if cards >> card & 1]


def _as_if_played(land: Callable[[int], dict[str, Any]], trick: Any, motor: int) -> dict[str, Any]:
    """The trick with one's card on top: does it win as things stand, and where to?"""
    wins = winning_place(trick, 0, len(trick)) == len(trick) - 1
    lowest = min(trick, key=value_of)  # the first of equals
    found: dict[str, Any] = {"wins": wins, "lowest": CARD_NAMES[lowest], "coast": None, "turbo": None}
    return found | _both_ways(land, lowest, motor) if wins else found


def _both_ways(land: Callable[[int], dict[str, Any]], lowest: int, motor: int) -> dict[str, Any]:
    """With and without the motor, for the lowest card of the trick."""
    spaces = value_of(lowest)
    return {"coast": land(spaces), "turbo": land(spaces + motor) if motor > 0 else None}


class _Room(threading.local):
    """A log that is read at once, so all previews of a thread can share it."""

    def __init__(self) -> None:
        self.log = listening_log()


_ROOM = _Room()


def _landing(view: Box[State], seat: int, spaces: int) -> dict[str, Any]:
    """Where a drive of so many spaces begins, ends and comes to rest."""
    preview(duplicate(view), seat, spaces, _ROOM.log)
    events = EVENTS.decode(_ROOM.log)
    drove = next(event for event in events if isinstance(event, CarDrove))
    crossed = [event.lap for event in events if isinstance(event, LineCrossed)]
    rolled = [event.end for event in events if isinstance(event, CarRolled)]
    return {
        "start": drove.start,
        "drove": drove.end,
        "end": rolled[0] if rolled else drove.end,
        "jumped": [event.distance for event in events if isinstance(event, CarJumped)],
        "line": bool(crossed),
        "wins": 2 in crossed,
    }


def progress(box: Box[State]) -> list[int]:
    """The distance of each car."""
    state = box[0]
    return cast("list[int]", state.distances[: state.seats].tolist())


def data() -> dict[str, Any]:
    """The tracks and the motor disc."""
    return {"tracks": {name: track.data() for name, track in tracks.TRACKS.own().items()}, "discs": list(DISC)}
