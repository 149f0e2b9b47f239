"""Positions for tests, drawn as boards."""

from typing import Any

import pytest

import karacho

# The tiles of the example in the notation: a standard mix.
EXAMPLE = ("ILTXD", "LTIID", "LL*LI", "IDTLI", "XLLTD")
COLORS = {"NW": "red", "NE": "blue", "SE": "green", "SW": "yellow"}
ORDER = ("red", "blue", "green", "yellow")


def position(tiles=EXAMPLE, cars=("NW", "SE"), **fields: Any) -> dict[str, Any]:
    """A position of phase drive; the mix is whatever is drawn, the canisters what no goal shows."""
    text = "".join(tiles)
    mix = {letter: text.count(letter) for letter in "ILTXD"}
    seats = len(cars)
    goals = fields.get("goals", [None] * seats)
    pile = [color for color in ORDER if color not in goals][: seats - sum(goal is not None for goal in goals)]
    data = {
        "game": "rally-run",
        "seats": seats,
        "turn": 0,
        "turns": 40,
        "phase": "drive",
        "tiles": list(tiles),
        "open": {},
        "cars": list(cars),
        "colors": dict(COLORS),
        "goals": goals,
        "canisters": pile,
        "swapped": None,
    }
    if mix != {"I": 6, "L": 8, "T": 4, "X": 2, "D": 4}:
        data["mix"] = mix
    return data | fields


def at(*args: Any, **fields: Any) -> karacho.Race:
    return karacho.Race.from_position(position(*args, **fields), seed=0)


def refused(race: karacho.Race, action: str, seat: int | None = None) -> tuple[str, str]:
    """Code and clause of a refusal, which must leave no trace."""
    before = race.state_bytes()
    with pytest.raises(karacho.IllegalAction) as caught:
        race.act(action, seat)
    assert race.state_bytes() == before
    assert action not in race.legal_actions(race.actors[0] if seat is None and race.actors else seat)
    return caught.value.code, caught.value.clause


def drives(race: karacho.Race) -> list[str]:
    return [action for action in race.legal_actions() if "-" not in action]


def swaps(race: karacho.Race) -> list[str]:
    return [action for action in race.legal_actions() if "-" in action]


def kinds(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]
