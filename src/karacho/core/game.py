"""The contract: what a game is to everything outside its folder.

A game's state is one fixed-size record. `B` below is an array that holds one such record, `seat` a number from 0,
`action` a number that `names` can write. The compiled functions never raise; `act` answers 0 or a code of `refusals`,
and a refused action changes nothing.

Every state record has the fields `seats`, `phase`, `winner` (−1: nobody) and `reason` (0: not over, else a place in
`end_reasons`).

A *view* is a state too: a fresh one into which `see` has copied what one seat may know, field by field. What stays
blank was never there, so nothing built from a view can tell it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from karacho.core.datafiles import Shelf
from karacho.core.events import Event, EventTable, Log
from karacho.core.options import Option
from karacho.core.record import Box, Ints, Record
from karacho.core.rng import Rng

B = Box[Any]
SPECTATOR = -1
MOST_ACTIONS = 320  # legal at once in any game: Rally Run's swaps need 276


@dataclass(frozen=True)
class Game:
    """Rules under a name."""

    name: str
    title: str
    seats: range
    rules_version: int
    options: tuple[Option, ...]
    state: type[Record]
    refusals: type[IntEnum]
    end_reasons: Sequence[str]
    events: EventTable

    # Set-up: options into a fresh state and into a list of numbers that `begin` deals from.
    prepare: Callable[[int, Mapping[str, Any]], tuple[B, Ints]]

    # The compiled rules.
    begin: Callable[[B, Ints, Box[Rng], Box[Log]], None]  # state, set-up numbers, chance, events
    act: Callable[[B, int, int, Box[Rng], Box[Log]], int]  # state, seat, action, chance, events → refusal or 0
    actors: Callable[[B], int]  # the seats that may act now, as bits
    legal_actions: Callable[[B, int, Ints], int]  # state, seat, room for them → how many
    places: Callable[[B, Ints], None]  # a finished state, the place of each seat from 0 (equal is equal)
    see: Callable[[B, int, B], None]  # state, seat or SPECTATOR, a fresh state to copy into
    resample: Callable[[B, int, Box[Rng], B], None]  # a view, whose it is, chance, a truth compatible with it
    choose: Callable[[B, int, int, Ints, Box[Rng], Box[Log]], int]  # a view, whose, policy, memory, choices, silence
    playout: Callable[..., int]  # many whole races in one call, see `arena/simulate.py`

    # Text and plain data.
    actions: Mapping[str, int]
    names: Sequence[str]
    sort_key: Callable[[str], Any]
    readable: str  # what an action looks like, for people who got it wrong
    clause: Callable[[int, B], str]  # the clause behind a refusal
    write_position: Callable[[B], dict[str, Any]]
    read_position: Callable[[Mapping[str, Any]], B]
    write_common: Callable[[B], dict[str, Any]]  # a view: the fields that are the same whoever sees
    write_own: Callable[[B, int], dict[str, Any]]  # a view and whose it is: the other fields
    read_view: Callable[[Mapping[str, Any]], tuple[B, int]]  # the view and whose it is
    redact: Callable[[Event, int], Event | None]

    policies: Mapping[str, int]  # the compiled opponents that `choose` and `playout` know
    memory: int = 0  # how many numbers such an opponent remembers beyond its view
    remember: Callable[[Ints, Event], None] | None = None  # takes an event it saw into its memory
    shelves: tuple[Shelf[Any], ...] = ()  # its data files
    timeout: int | None = None  # the action that ends a countdown
    ranks_losers: bool = True  # do the places behind the winner tell who drove better?

    # For those who show races.
    secrets: bool = True  # do seats see different things?
    tells_past: bool = True  # may whoever comes late be told what happened before?
    private: frozenset[str] = frozenset()  # actions of which only their own seat is told
    by_the_clock: Callable[[B], bool] | None = None  # does everybody act at once now, against the clock?
    preview: Callable[[B, int, int, Box[Log]], None] | None = None  # compiled: tries drives out on a copy of a view
    common_hints: Callable[[B], dict[str, Any]] | None = None  # a view: what helps to follow the race
    own_hints: Callable[[B, int], dict[str, Any]] | None = None  # a view and whose it is: what helps to choose
    progress: Callable[[B], list[int]] | None = None  # how far each seat has come
    data: Callable[[], dict[str, Any]] | None = None  # what is needed to draw the game
    free_play: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None  # playing about without a race
    about: str = ""
    designers: str = ""

    def write_view(self, view: B, seat: int) -> dict[str, Any]:
        """A view as plain data."""
        return self.write_common(view) | self.write_own(view, seat)
