"""What a seat recalls of the tiles it has seen: everything, or what a human would.

A human forgets: a tile is recalled for so many turns, and everything else that is shown or swapped meanwhile makes it
fade sooner. A human overlooks: some swaps of others are not noticed, and then the tiles are believed to lie where they
lay. How long a tile is recalled and what is overlooked follows from what has happened in the race so far, not from the
seed: a bot that is made anew for every decision does not recall in one turn what it had forgotten in the turn before.
What one has driven onto twice oneself is not forgotten again: nobody drives into the same dead end for ever.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from karacho.core.record import Ints
from karacho.games.rally_run.components import CELLS, KIND_LETTERS, PLACE_NAMES, UNKNOWN
from karacho.games.rally_run.events import TileCovered, TileRevealed, TilesSwapped, TurnBegan

_PLACES = {name: place for place, name in enumerate(PLACE_NAMES)}
_MIXED = 2**31 - 1
STICKS = 2  # visits after which a tile is not forgotten


@dataclass(frozen=True)
class Habit:
    """How well somebody remembers."""

    span: float = math.inf  # after so many turns half of all tiles are forgotten
    distraction: float = 0.0  # turns by which everything shown or swapped meanwhile ages a memory
    overlook: float = 0.0  # share of the others' swaps that are not noticed


@dataclass
class _Sighting:
    kind: int
    age: float
    lasts: float
    visits: int = 0  # how often its own car has revealed it there


class Recall:
    """Keeps the events, and tells what a seat recalls of them."""

    def __init__(self, habit: Habit) -> None:
        self._habit = habit
        self._events: list[Any] = []

    def notice(self, events: Sequence[Any]) -> None:
        """Take in what the seat saw."""
        self._events.extend(events)

    def tiles(self, seat: int) -> Ints:
        """The kind of tile that the seat believes to lie on each cell; 0: it does not know."""
        sightings: dict[int, _Sighting] = {}
        trace = seat + 1
        for event in self._events:
            trace = (trace * 48271 + _trace_of(event)) % _MIXED
            self._take_in(event, seat, trace, sightings)
        kinds = np.zeros(CELLS, np.int16)
        for cell, sighting in sightings.items():
            kinds[cell] = sighting.kind if sighting.age <= sighting.lasts else UNKNOWN
        return kinds

    def _take_in(self, event: Any, seat: int, trace: int, sightings: dict[int, _Sighting]) -> None:
        if isinstance(event, TurnBegan):
            _grow_older(sightings, 1.0)
        elif isinstance(event, TileRevealed):
            _grow_older(sightings, self._habit.distraction)
            self._see(event, event.seat == seat, trace, sightings)
        elif isinstance(event, TileCovered) and _PLACES[event.cell] in sightings:
            sightings[_PLACES[event.cell]].age = 0.0
        elif isinstance(event, TilesSwapped):
            _grow_older(sightings, self._habit.distraction)
            if event.seat == seat or _share(trace) >= self._habit.overlook:
                _exchange(sightings, _PLACES[event.a], _PLACES[event.b])

    def _see(self, event: TileRevealed, is_own: bool, trace: int, sightings: dict[int, _Sighting]) -> None:
        cell, kind = _PLACES[event.cell], KIND_LETTERS.index(event.tile)
        before = sightings.get(cell)
        visits = is_own + (before.visits if before is not None and before.kind == kind else 0)
        sightings[cell] = _Sighting(kind, 0.0, math.inf if visits >= STICKS else self._lasting(trace), visits)

    def _lasting(self, trace: int) -> float:
        """Half of all memories outlast the span, a quarter two spans, and so on."""
        return self._habit.span * -math.log2(1.0 - _share(trace)) if self._habit.span < math.inf else math.inf


def _trace_of(event: Any) -> int:
    """A number for what happened, the same in every process."""
    return sum(ord(letter) * (i + 1) for i, letter in enumerate(repr(tuple(event))))


def _share(trace: int) -> float:
    return (trace * 16807 % _MIXED) / _MIXED


def _grow_older(sightings: dict[int, _Sighting], turns: float) -> None:
    if turns:
        for sighting in sightings.values():
            sighting.age += turns


def _exchange(sightings: dict[int, _Sighting], a: int, b: int) -> None:
    one, other = sightings.pop(a, None), sightings.pop(b, None)
    if one is not None:
        sightings[b] = one
    if other is not None:
        sightings[a] = other
