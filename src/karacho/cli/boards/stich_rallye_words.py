"""What happens in Stich Rallye, in plain words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from karacho.cli.boards.look import Event, verb

COLORS = {"R": "red", "G": "green", "B": "blue"}

REASONS = {
    "TURBO_CHOICE_PENDING": "choose turbo or coast first",
    "NO_TURBO_CHOICE": "there is no motor to use now: play a card",
    "CARD_NOT_IN_HAND": "that card is not in your hand",
    "MUST_FOLLOW_COLOR": "you have the lead color and must play it",
    "NOT_YOUR_TURN": "it is not your turn",
    "RACE_OVER": "the race is over",
}

Words = Callable[[Any, str], str]


def _rolled(event: Any, who: str) -> str:
    way = "on, downhill" if event["end"] > event["start"] else "back from the hill"
    return f"{verb(who, 'roll', 'rolls')} {way}, by {abs(event['end'] - event['start'])}"


def _ended(event: Any, who: str) -> str:
    how = {"CROSSED_TWICE": "over the line for the second time", "THREE_ROUNDS": "furthest after three rounds"}
    return f"{verb(who, 'win', 'wins')} the race: {how.get(event['reason'], event['reason'])}"


_WORDS: Mapping[str, Words] = {
    "round_began": lambda e, _: f"— Round {e['round']}: {e['cards']} cards each —",
    "flag_taken": lambda _e, who: f"{verb(who, 'take', 'takes')} the flag",
    "card_played": lambda e, who: f"{verb(who, 'play', 'plays')} {e['card']}",
    "trick_won": lambda e, who: (
        f"{verb(who, 'win', 'wins')} with {e['card']} ({COLORS[e['winning_color']]} entered last); "
        f"the lowest card is {e['lowest']}"
    ),
    "motor_wound_up": lambda e, who: f"{verb(who, 'wind', 'winds')} up: {e['before']} → {e['after']}",
    "motor_used": lambda e, who: f"{verb(who, 'use', 'uses')} the motor: {e['value']}",
    "car_drove": lambda e, who: f"{verb(who, 'drive', 'drives')} {e['spaces']}",
    "car_rolled": _rolled,
    "line_crossed": lambda e, who: f"{verb(who, 'cross', 'crosses')} the line, time {e['lap']}",
    "round_ended": lambda e, _: f"Round {e['round']} is played: now the motors run, last place first",
    "race_ended": _ended,
}


def tell(event: Event, names: Sequence[str]) -> str:
    """The event as a line of the log."""
    words = _WORDS.get(event["kind"])
    seat = event.get("seat")
    return words(event, names[seat] if seat is not None else "") if words else ""
