"""Race: one play of a game, from set-up to standing."""

import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from karacho import warmth
from karacho.core.events import listening_log
from karacho.core.game import MOST_ACTIONS, SPECTATOR, Game
from karacho.core.growing import Growing
from karacho.core.options import complete
from karacho.core.reading import is_whole
from karacho.core.record import Box, Ints, content, duplicate, new
from karacho.core.rng import WORLDS, seeded
from karacho.errors import IllegalAction, InvalidNotation, InvalidOption, InvalidPosition, brief
from karacho.registry import load_game

if TYPE_CHECKING:
    from karacho.replay import Replay

# Seats as bits, written out: at most five.
_SEATS = [tuple(seat for seat in range(8) if bits >> seat & 1) for bits in range(256)]


class _Room(threading.local):
    """Room for what compiled code answers. It is read at once, so all races of a thread can share it."""

    def __init__(self) -> None:
        self.events = listening_log()
        self.legal = np.zeros(MOST_ACTIONS, np.int16)
        self.places = np.zeros(8, np.int16)


_ROOM = _Room()

LONGEST_RACE = 10**9  # seconds

Logged = tuple[int, int, float]  # seat, action, seconds since the start


class Race:
    """A state, the chance still to come, and the log of what was done.

    >>> race = Race("stich-rallye", seats=3, seed=7, flag=0)
    >>> race.actors
    (0,)
    """

    __slots__ = (
        "_actors",
        "_began",
        "_chance",
        "_log",
        "_seen",
        "_state",
        "game",
        "opening",
        "options",
        "seats",
        "seed",
        "start",
    )

    def __init__(self, game: str | Game, *, seats: int = 4, seed: int | None = None, **options: Any) -> None:
        self.game = load_game(game)
        allowed = self.game.seats
        if not is_whole(seats) or seats not in allowed:
            raise InvalidOption("seats", seats, f"{self.game.title} is for {allowed[0]} to {allowed[-1]}")
        chosen = complete(self.game.options, options, seats, self.game.title)
        self.seed = secrets.randbits(128) if seed is None else seed
        self._chance = seeded(self.seed)
        changed = {name: value for name, value in options.items() if value != _default(self.game, name)}
        self.options: dict[str, Any] = _plain(changed)
        self.start: dict[str, Any] | None = None
        self.seats = seats
        """How many seats the race has."""
        self._state, setup = self.game.prepare(seats, chosen)
        self._log: Growing[Logged] = Growing()
        self._actors: tuple[int, ...] | None = None  # asked for again and again between two actions
        self._seen: dict[int, Box[Any]] = {}  # and what each viewer sees
        warmth.ensure(self.game)
        self._began = time.monotonic()
        self.game.begin(self._state, setup, self._chance, _ROOM.events)
        self.opening = self.game.events.decode(_ROOM.events)
        """The events of the set-up."""

    @classmethod
    def from_position(cls, position: Mapping[str, Any], *, seed: int | None = None) -> "Race":
        """A race that goes on from a position; the seed only feeds chance still to come."""
        game = _game_of(position)
        return cls._from_state(game, game.read_position(position), seed)

    @classmethod
    def _from_state(cls, game: Game, state: Box[Any], seed: int | None) -> "Race":
        race = cls.__new__(cls)
        race.game = game
        race.seed = secrets.randbits(128) if seed is None else seed
        race.options = {}
        race._state = state
        race.seats = int(state[0]["seats"])
        race._chance = seeded(race.seed)
        race._log = Growing()
        race._actors = None
        race._seen = {}
        race.opening = []
        warmth.ensure(game)
        race._began = time.monotonic()
        race.start = game.write_position(state)
        return race

    # What is the case.
    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self._actors is None:
            self._actors = _SEATS[self.game.actors(self._state)]
        return self._actors

    @property
    def over(self) -> bool:
        """Has the race ended? A position rests only where a seat must act, or is over."""
        return not self.actors

    @property
    def round_number(self) -> int:
        """The round that is played; 0 in a game without rounds."""
        state = cast("Ints", self._state)
        return int(state["round_number"][0]) if "round_number" in (state.dtype.names or ()) else 0

    @property
    def winner(self) -> int | None:
        """The seat that has won; None before the end, or if nobody has."""
        winner = int(self._state[0]["winner"])
        return winner if self.over and winner >= 0 else None

    @property
    def end_reason(self) -> str | None:
        """Why the race is over."""
        return self.game.end_reasons[self._state[0]["reason"]] or None

    @property
    def standing(self) -> list[list[int]] | None:
        """The seats, best first; equal places share a list."""
        if not self.over:
            return None
        self.game.places(self._state, _ROOM.places)
        places = _ROOM.places[: self.seats].tolist()
        return [[seat for seat, at in enumerate(places) if at == place] for place in sorted(set(places))]

    def legal_actions(self, seat: int | None = None) -> list[str]:
        """What the seat may do now, as sorted text; empty for a seat that may not act."""
        return self._choices(self._only_actor() if seat is None else self._checked(seat))

    def _choices(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        count = self.game.legal_actions(self._state, seat, _ROOM.legal)
        return list(_in_order(self.game.name, _ROOM.legal[:count].tobytes()))

    def position(self) -> dict[str, Any]:
        """The whole truth as plain data."""
        return self.game.write_position(self._state)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see as plain data, with its legal actions; None: a spectator."""
        return self.common_view() | self.own_view(seat)

    def common_view(self) -> dict[str, Any]:
        """Those fields of a view that are the same whoever sees, as a spectator sees them."""
        data = self.game.write_common(self._seen_by(SPECTATOR))
        data["actors"] = list(self.actors)
        return data

    def own_view(self, seat: int | None) -> dict[str, Any]:
        """The other fields of a view."""
        viewer = SPECTATOR if seat is None else self._checked(seat)
        data = self.game.write_own(self._seen_by(viewer), viewer)
        data["legal_actions"] = self._choices(viewer)
        return data

    def _seen_by(self, viewer: int) -> Box[Any]:
        if viewer not in self._seen:
            self._seen[viewer] = new(self.game.state)
            self.game.see(self._state, viewer, self._seen[viewer])
        return self._seen[viewer]

    def hints(self, seat: int | None) -> dict[str, Any] | None:
        """What helps to follow the race and a seat to choose, worked out from its view; None where there is nothing."""
        return self.common_hints() | self.own_hints(seat) or None

    def common_hints(self) -> dict[str, Any]:
        """Those hints that everybody gets."""
        tell = self.game.common_hints
        return tell(self._seen_by(SPECTATOR)) if tell is not None else {}

    def own_hints(self, seat: int | None) -> dict[str, Any]:
        """The hints for a seat that may act."""
        tell = self.game.own_hints
        if seat is None or self._checked(seat) not in self.actors or tell is None:
            return {}
        return tell(self._seen_by(seat), seat)

    @property
    def progress(self) -> list[int]:
        """How far each seat has come, to draw the story of the race."""
        return self.game.progress(self._state) if self.game.progress is not None else [0] * self.seats

    @property
    def by_the_clock(self) -> bool:
        """Does everybody act at once now, against the clock?"""
        return self.game.by_the_clock is not None and self.game.by_the_clock(self._state)

    def redact(self, events: Sequence[Any], seat: int | None) -> list[Any]:
        """The events as a seat sees them."""
        viewer = SPECTATOR if seat is None else self._checked(seat)
        seen = (self.game.redact(event, viewer) for event in events)
        return [event for event in seen if event is not None]

    # What is done.
    def act(self, action: str, seat: int | None = None, *, at: float | None = None) -> list[Any]:
        """Carry out an action and return the events it caused. `at`: seconds since the start, measured if left out."""
        try:
            code = self.game.actions[action]
        except (KeyError, TypeError):
            raise InvalidNotation(action, self.game.readable) from None
        return self._carry_out(code, action, self._only_actor() if seat is None else self._checked(seat), at)

    def timeout(self, seat: int, *, at: float | None = None) -> list[Any]:
        """The countdown has run out: the seat's programming counts as it stands."""
        seat = self._checked(seat)
        if self.game.timeout is None:
            raise InvalidOption("timeout", seat, f"{self.game.title} has no countdown")
        return self._carry_out(self.game.timeout, "timeout", seat, at)

    def _carry_out(self, code: int, action: str, seat: int, at: float | None) -> list[Any]:
        game = self.game
        if at is not None:
            _check_time(at)
        events = _ROOM.events
        self._actors = None
        self._seen = {}
        refused = game.act(self._state, seat, code, self._chance, events)
        if refused:
            raise IllegalAction(game.refusals(refused).name, game.clause(refused, self._state), action, seat)
        self._log.append((seat, code, time.monotonic() - self._began if at is None else at))
        return game.events.decode(events)

    def copy(self) -> "Race":
        """A race of its own that goes on from here, with the same chance to come."""
        race = Race.__new__(Race)
        race.game = self.game
        race.seed = self.seed
        race.options = self.options
        race.start = self.start
        race.opening = self.opening
        race.seats = self.seats
        race._state = duplicate(self._state)
        race._chance = duplicate(self._chance)
        race._log = self._log.fork()
        race._actors = None
        race._seen = {}
        race._began = self._began
        return race

    def replay(self) -> "Replay":
        """The race as it was played so far, to save."""
        from karacho.replay import Replay

        return Replay.of(self)

    @property
    def log(self) -> list[tuple[int, str, float]]:
        """Everything done so far: seat, action, seconds since the start."""
        return [(seat, self.game.names[action], at) for seat, action, at in self._log]

    def state_bytes(self) -> bytes:
        """The state as bytes, to compare two races."""
        return content(self._state)

    def _only_actor(self) -> int:
        actors = self.actors
        if len(actors) > 1:
            raise InvalidOption("seat", None, f"several seats may act now: {', '.join(map(str, actors))}")
        return actors[0] if actors else 0  # when the race is over, every seat is told so

    def _checked(self, seat: int) -> int:
        if (type(seat) is not int and not is_whole(seat)) or not 0 <= seat < self.seats:
            raise InvalidOption("seat", seat, f"a seat of this race is 0 to {self.seats - 1}")
        return seat

    def __repr__(self) -> str:
        now = f"over, {self.end_reason}" if self.over else f"to act: {', '.join(map(str, self.actors))}"
        return f"<Race {self.game.name}, {self.seats} seats, {len(self._log)} actions, {now}>"


@lru_cache(4096)  # the same choices come again and again
def _in_order(game: str, actions: bytes) -> tuple[str, ...]:
    ranks, names = _order(game)
    known = np.frombuffer(actions, np.int16).tolist()
    return tuple(map(names.__getitem__, sorted(map(ranks.__getitem__, known))))


@cache
def _order(game: str) -> tuple[list[int], list[str]]:
    """The place of every action in the order in which they are told, and the actions in that order."""
    names, key = load_game(game).names, load_game(game).sort_key
    ordered = sorted(range(len(names)), key=lambda action: key(names[action]))
    ranks = [0] * len(names)
    for rank, action in enumerate(ordered):
        ranks[action] = rank
    return ranks, [names[action] for action in ordered]


def resample(view: Mapping[str, Any], seed: int | None = None) -> Race:
    """A race whose truth is compatible with a view, drawn from all that are."""
    game = _game_of(view)
    seen, owner = game.read_view(view)
    warmth.ensure(game)
    seed = secrets.randbits(128) if seed is None else seed
    state = new(game.state)
    game.resample(seen, owner, seeded(seed, WORLDS), state)
    return Race._from_state(game, state, seed)


def _game_of(data: Any) -> Game:
    """The game that a position or view names."""
    if not isinstance(data, Mapping):
        raise InvalidPosition([f"a position must be a mapping of fields, not {brief(data)}"])
    try:
        return load_game(data.get("game"))  # type: ignore[arg-type]
    except InvalidOption as error:
        raise InvalidPosition([str(error)]) from None


def _check_time(at: object) -> None:
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < LONGEST_RACE:
        raise InvalidOption("at", at, f"seconds since the start, a number from 0 to {LONGEST_RACE}")


def _plain(value: Any) -> Any:
    """A copy made of dicts and lists, whatever mappings and sequences the caller used."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def _default(game: Game, name: str) -> Any:
    return next(option.default for option in game.options if option.name == name)
