"""Random races that look for faults: after every action everything the door promises is checked.

    report = fuzz(["rally-run"], races=100, seed=1)
    report.failure            # None, or what broke, with the replay that leads there

Race number i draws its seats, options and actions from (seed, i) alone, so that it can be run again by itself.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from karacho.arena.fuzz_options import draw_options
from karacho.errors import IllegalAction, KarachoError
from karacho.race import Race, resample
from karacho.registry import load_game
from karacho.replay import Replay

LEGAL_SAMPLE = 4
ILLEGAL_SAMPLE = 6
TIMEOUT_CHANCE = 0.5
MOST_ACTIONS = {"stich-rallye": 400, "rally-run": 4000, "tiny-turbo-cars": 40_000}  # every race ends before that
Progress = Callable[[int, int], None]  # races and actions done so far


class Broken(Exception):
    """A promise that does not hold."""


@dataclass(frozen=True)
class Failure:
    """What broke: in words, and as a replay that leads there (None if the race could not even be set up)."""

    name: str
    reason: str
    replay: Replay | None

    def save(self, folder: Path) -> Path:
        """Write the replay, and the reason beside it; answers where to look."""
        folder.mkdir(parents=True, exist_ok=True)
        reason = folder / f"{self.name}.reason.txt"
        reason.write_text(self.reason + "\n", encoding="utf-8")
        if self.replay is None:
            return reason
        path = folder / f"{self.name}.replay"
        self.replay.save(path)
        return path


@dataclass(frozen=True)
class Report:
    """How far the fuzzer came. It stops at the first failure."""

    races: int
    actions: int
    failure: Failure | None


def fuzz(
    games: Sequence[str],
    *,
    races: int | None = 100,
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Report:
    """Run random races of the games in turn: so many, or until the seconds are over, or until something breaks."""
    end = None if seconds is None else time.monotonic() + seconds
    done = actions = 0
    for index in count() if races is None else range(races):
        if end is not None and time.monotonic() >= end:
            break
        taken, failure = run_one(games[index % len(games)], seed, index)
        actions += taken
        if failure is not None:
            return Report(done, actions, failure)
        done += 1
        if progress is not None:
            progress(done, actions)
    return Report(done, actions, None)


def run_one(game: str, seed: int, index: int) -> tuple[int, Failure | None]:
    """One random race: how many actions it had, and what broke."""
    rng = random.Random(f"{seed}/{index}")
    seats = rng.choice(load_game(game).seats)
    options = draw_options(game, rng, seats)
    name = f"{game}-{seed}-{index}"
    try:
        race = Race(game, seats=seats, seed=rng.getrandbits(64), **options)
    except Exception as error:
        return 0, Failure(name, f"{_words(error)} while setting up {seats} seats with {options}", None)
    try:
        _run_through(race, rng)
    except Exception as error:  # whatever it is, the replay must be kept
        return len(race.log), Failure(name, f"after {len(race.log)} actions: {_words(error)}", race.replay())
    return len(race.log), None


def _run_through(race: Race, rng: random.Random) -> None:
    check(race, rng)
    while not race.over:
        if len(race.log) >= MOST_ACTIONS[race.game.name]:
            raise Broken(f"no end after {len(race.log)} actions")
        _act(race, rng)
        check(race, rng)
    _check_replay(race)


def _act(race: Race, rng: random.Random) -> None:
    """One random action, on a copy first: both must come to the same state."""
    seat = rng.choice(race.actors)
    twin = race.copy()
    before = race.state_bytes()
    if _may_time_out(race) and rng.random() < TIMEOUT_CHANCE:
        _ = twin.timeout(seat, at=0.0), race.timeout(seat, at=0.0)
    else:
        action = rng.choice(race.legal_actions(seat))
        events = twin.act(action, seat, at=0.0)
        if race.state_bytes() != before:
            raise Broken(f"{action!r} on a copy changed the race")
        if race.act(action, seat, at=0.0) != events:
            raise Broken(f"{action!r} caused other events on a copy")
    if race.state_bytes() != twin.state_bytes():
        raise Broken("a copy came to another state")


def _may_time_out(race: Race) -> bool:
    if race.game.timeout is None or len(race.actors) != 1:
        return False
    view = race.view(None)
    return bool(view["phase"] == "program" and view["mode"] == "realtime")


def check(race: Race, rng: random.Random) -> None:
    """Everything the door promises about a race at rest."""
    _check_actors(race)
    _check_position(race)
    _check_legal(race, rng)
    _check_illegal(race, rng)
    _check_views(race, rng)


def _check_actors(race: Race) -> None:
    actors = race.actors
    if bool(actors) == race.over:
        raise Broken(f"over is {race.over}, but the actors are {actors}")
    for seat in range(race.seats):
        legal = race.legal_actions(seat)
        if bool(legal) != (seat in actors):
            raise Broken(f"the actors are {actors}, but seat {seat} has {len(legal)} legal actions")
        if len(set(legal)) != len(legal):
            raise Broken(f"seat {seat} has a legal action twice")
    if race.over and sorted(seat for place in race.standing or [] for seat in place) != list(range(race.seats)):
        raise Broken(f"the standing {race.standing} does not hold every seat once")


def _check_position(race: Race) -> None:
    position = race.position()
    again = Race.from_position(position, seed=0).position()
    if again != position:
        raise Broken(f"the position comes back changed: {_difference(position, again)}")


def _check_legal(race: Race, rng: random.Random) -> None:
    before = race.state_bytes()
    for seat in race.actors:
        legal = race.legal_actions(seat)
        for action in rng.sample(legal, min(LEGAL_SAMPLE, len(legal))):
            race.copy().act(action, seat, at=0.0)
    if race.state_bytes() != before:
        raise Broken("actions on copies changed the race")


def _check_illegal(race: Race, rng: random.Random) -> None:
    before = race.state_bytes()
    for seat, action in _illegal(race, rng):
        try:
            race.act(action, seat, at=0.0)
        except IllegalAction as refusal:
            if not refusal.code or not refusal.clause:
                raise Broken(f"{action!r} by seat {seat} is refused without code or clause") from refusal
        else:
            raise Broken(f"{action!r} by seat {seat} is not legal, but was accepted")
        if race.state_bytes() != before:
            raise Broken(f"{action!r} by seat {seat} was refused, but left a trace")


def _illegal(race: Race, rng: random.Random) -> Iterator[tuple[int, str]]:
    names = list(race.game.actions)
    for _ in range(ILLEGAL_SAMPLE):
        seat, action = rng.randrange(race.seats), rng.choice(names)
        if action not in race.legal_actions(seat):
            yield seat, action


def _check_views(race: Race, rng: random.Random) -> None:
    race.view(None)
    for seat in range(race.seats):
        view = race.view(seat)
        if view["legal_actions"] != race.legal_actions(seat):
            raise Broken(f"the view of seat {seat} lists other legal actions")
        if not race.over:
            again = resample(view, seed=rng.getrandbits(32)).view(seat)
            if again != view:
                raise Broken(f"resample gives seat {seat} another view: {_difference(view, again)}")


def _check_replay(race: Race) -> None:
    again = Replay.parse(race.replay().text()).race()
    if again.position() != race.position():
        raise Broken(f"the replay ends elsewhere: {_difference(race.position(), again.position())}")


def _difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    return "; ".join(f"{key}: {one.get(key)!r} became {other.get(key)!r}" for key in keys)


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, Broken | KarachoError) else f"{type(error).__name__}: {error}"
