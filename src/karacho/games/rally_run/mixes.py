"""Tile mixes: how many road tiles there are of each kind, read from data files (Components)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from karacho.core.datafiles import Shelf, load_toml
from karacho.core.reading import is_whole
from karacho.errors import InvalidData, InvalidOption, brief
from karacho.games.rally_run.components import KIND_LETTERS, ROAD_KINDS, ROAD_TILES, STRAIGHT
from karacho.games.rally_run.state import State

STANDARD = "standard"
LETTERS = tuple(KIND_LETTERS[kind] for kind in ROAD_KINDS)

Mix = dict[str, int]  # kind letter → how many tiles, all five letters in order
Fault = tuple[str, str]  # the place and the reason


def load_mix(path: Path) -> Mix:
    """A mix from its file."""
    data = load_toml(path)
    for place, reason in faults(data):
        raise InvalidData(str(path), place, reason)
    return make_mix(data)


MIXES = Shelf("rally-run", "mixes", load_mix)


def standard_mix() -> Mix:
    """The mix of the box."""
    return MIXES.own()[STANDARD]


def find_mix(choice: object) -> Mix:
    """A mix by its name or from plain data."""
    mix = MIXES.find(choice)
    if mix is not None:
        return mix
    if isinstance(choice, Mapping):
        for place, reason in faults(choice):
            raise InvalidOption("mix", choice, f"{place}: {reason}")
        return make_mix(choice)
    raise InvalidOption("mix", choice, f"one of {', '.join(MIXES.names())}, or a mapping with {', '.join(LETTERS)}")


def make_mix(data: Mapping[str, Any]) -> Mix:
    """A mix from plain data without faults; a kind that is left out has no tiles."""
    return {letter: data.get(letter, 0) for letter in LETTERS}


def put_mix(state: State, mix: Mix) -> None:
    """Write the mix into a state."""
    state.mix[STRAIGHT:] = [mix[letter] for letter in LETTERS]


def mix_of(state: State) -> Mix:
    """Read the mix of a state."""
    return {**_mix(bytes(state.mix[STRAIGHT:]))}


def is_standard(state: State) -> bool:
    """Is it the mix of the box? Every view is asked for it."""
    return _is_standard(bytes(state.mix[STRAIGHT:]))


@lru_cache(256)
def _is_standard(counts: bytes) -> bool:
    return _mix(counts) == standard_mix()


@lru_cache(256)
def _mix(counts: bytes) -> Mix:
    return dict(zip(LETTERS, counts, strict=True))


def faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Every reason why the data is no valid mix."""
    total = 0
    sound = True
    for key, count in data.items():
        if key not in LETTERS:
            sound = False
            yield brief(key), f"unknown; a mix counts {', '.join(LETTERS)}"
        elif not is_whole(count) or not 0 <= count <= ROAD_TILES:
            sound = False
            yield key, f"must be a whole number from 0 to {ROAD_TILES}, not {brief(count)}"
        else:
            total += count
    if sound and total != ROAD_TILES:
        yield "sum", f"a mix has {ROAD_TILES} tiles, not {total}"
