"""Tracks: a lap of spaces with hills, read from data files (Components).

On a valid track no roll crosses the finish line or reaches the start space: there are five flat spaces on either
side of the line, and at most four other cars.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from karacho.core.datafiles import Shelf, load_toml
from karacho.core.reading import is_whole
from karacho.errors import InvalidData, InvalidOption, brief
from karacho.games.stich_rallye.state import DOWNHILL, FLAT, MOST_SPACES, UPHILL, State

LEAST_SPACES = 20
FLAT_AT_LINE = 5
LONGEST_HILL = 6

Hill = tuple[int, int]
Fault = tuple[str, str]  # the place and the reason


@dataclass(frozen=True)
class Track:
    """The spaces of a lap and its hills, each by its first and last space."""

    spaces: int
    downhill: tuple[Hill, ...]
    uphill: tuple[Hill, ...]

    def data(self) -> dict[str, object]:
        """As plain data, the way positions write it."""
        return {
            "spaces": self.spaces,
            "downhill": [list(hill) for hill in self.downhill],
            "uphill": [list(hill) for hill in self.uphill],
        }


def load_track(path: Path) -> Track:
    """A track from its file."""
    data = load_toml(path)
    for place, reason in faults(data):
        raise InvalidData(str(path), place, reason)
    return make_track(data)


def find_track(choice: object) -> Track:
    """A track by its name or from plain data."""
    track = TRACKS.find(choice)
    if track is not None:
        return track
    if isinstance(choice, Mapping):
        for place, reason in faults(choice):
            raise InvalidOption("track", choice, f"{place}: {reason}")
        return make_track(choice)
    raise InvalidOption(
        "track", choice, f"one of {', '.join(TRACKS.names())}, or a mapping with spaces, downhill, uphill"
    )


TRACKS = Shelf("stich-rallye", "tracks", load_track)


def make_track(data: Mapping[str, Any]) -> Track:
    """A track from plain data without faults."""
    return Track(
        data["spaces"],
        tuple(sorted((hill[0], hill[1]) for hill in data["downhill"])),
        tuple(sorted((hill[0], hill[1]) for hill in data["uphill"])),
    )


@cache  # every view names one
def _own_name(track: Track) -> str | None:
    return next((name for name, known in TRACKS.own().items() if known == track), None)


def name_of(track: Track) -> str | dict[str, object]:
    """The name of one of our own tracks, else its data: a name must mean the same everywhere."""
    return _own_name(track) or track.data()


def lay_track(state: State, track: Track) -> None:
    """Write the track into a state."""
    state.spaces = track.spaces
    state.slopes[:] = FLAT
    for slope, hills in ((DOWNHILL, track.downhill), (UPHILL, track.uphill)):
        for first, last in hills:
            state.slopes[first : last + 1] = slope


def track_of(state: State) -> Track:
    """Read the track of a state."""
    return _track(int(state.spaces), bytes(state.slopes))


@cache  # as many as there are tracks; every view names one
def _track(spaces: int, slopes: bytes) -> Track:
    return Track(spaces, _hills(spaces, slopes, DOWNHILL), _hills(spaces, slopes, UPHILL))


def _hills(spaces: int, slopes: bytes, slope: int) -> tuple[Hill, ...]:
    hills = []
    first = 0
    for space in range(1, spaces + 1):
        if slopes[space] == slope:
            first = first or space
            if slopes[space + 1] != slope:
                hills.append((first, space))
                first = 0
    return tuple(hills)


def faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Every reason why the data is no valid track."""
    for key in data:
        if key not in ("spaces", "downhill", "uphill"):
            yield brief(key), "unknown; a track has spaces, downhill and uphill"
    spaces = data.get("spaces")
    measured = is_whole(spaces) and LEAST_SPACES <= spaces <= MOST_SPACES  # type: ignore[operator]
    if not measured:
        yield "spaces", f"must be a whole number from {LEAST_SPACES} to {MOST_SPACES}, not {brief(spaces)}"
    hills: list[Hill] = []
    for key in ("downhill", "uphill"):
        listed = data.get(key)
        if not isinstance(listed, list | tuple):
            yield key, f"must be a list of [first, last] spaces (it may be empty), not {brief(listed)}"
            continue
        for hill in listed:
            if _is_hill(hill):
                hills.append((hill[0], hill[1]))
            else:
                yield key, f"must hold pairs [first, last] of space numbers, not {brief(hill)}"
    if measured:
        yield from _hill_faults(sorted(hills), spaces)  # type: ignore[arg-type]


def _is_hill(hill: object) -> bool:
    return isinstance(hill, list | tuple) and len(hill) == 2 and all(map(is_whole, hill))


def _hill_faults(hills: list[Hill], spaces: int) -> Iterator[Fault]:
    before = 0
    for first, last in hills:
        place = f"space {brief(first)}"
        if not 1 <= first <= last <= spaces:
            yield place, f"the hill {brief(first)}–{brief(last)} does not lie on the spaces 1 to {spaces}"
            continue
        if last - first + 1 > LONGEST_HILL:
            yield place, f"the hill {first}–{last} is longer than {LONGEST_HILL} spaces"
        if first <= FLAT_AT_LINE:
            yield place, f"the first {FLAT_AT_LINE} spaces after the finish line must be flat"
        if last > spaces - FLAT_AT_LINE:
            yield f"space {last}", f"the last {FLAT_AT_LINE} spaces before the finish line must be flat"
        if before and first <= before + 1:
            yield place, f"at least one flat space must lie between this hill and the one ending on space {before}"
        before = max(before, last)
