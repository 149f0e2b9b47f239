"""From a spec to a bot."""

import importlib
import secrets
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache

from karacho.bots.apart import MAKING_SECONDS, ApartBot
from karacho.bots.bot import Bot, BotFailed
from karacho.bots.guard import Guard
from karacho.bots.house import HouseBot
from karacho.bots.levels import level_specs
from karacho.bots.own import NotMade, make_own
from karacho.bots.spec import OWN, Spec, parse_spec
from karacho.bots.weighing import Weigher
from karacho.core.game import Game
from karacho.errors import InvalidOption
from karacho.registry import load_game

# Where a game's bots beyond `random` and `rule` are: each module has BOTS, makers by the name of their spec,
# REHEARSAL, specs that need little work and between them all the machine code, and `make_weigher`.
MODULES = {
    "stich-rallye": "karacho.bots.stich_rallye",
    "rally-run": "karacho.bots.rally_run",
    "tiny-turbo-cars": "karacho.bots.tiny_turbo_cars",
}
MOST_OF_THE_TIME = 0.9  # that a bot may plan to think; the rest is for reading the view and ending a thought
SILENT_SECONDS = 3.0  # that a class may take to be made before a word is said about it
Maker = Callable[[Spec, int], Bot]  # the spec and a seed


def make_bot(game: str | Game, spec: str, seed: int | None = None, *, time_limit: float | None = None) -> Bot:
    """A bot by its spec. A class of one's own can ask for the time limit, in seconds per choice."""
    rules = load_game(game)
    asked = parse_spec(spec)
    parsed = resolve(rules, asked)
    seed = secrets.randbits(128) if seed is None else seed
    if parsed.name == OWN:
        try:
            return make_own(parsed, rules.name, seed, time_limit)
        except NotMade as error:
            raise InvalidOption("bot", spec, str(error)) from error
    if parsed.name in rules.policies:
        parsed.allow()
        return HouseBot(rules, parsed.name, seed)
    makers = _makers(rules.name)
    if parsed.name not in makers:
        raise InvalidOption("bot", spec, f"one of {', '.join(known_names(rules))}")
    try:
        return makers[parsed.name](parsed, seed)
    except InvalidOption as error:
        if parsed is asked:
            raise
        level = f"{asked.name} is {stands_behind(rules, asked.name)}"  # what is wrong may be a setting nobody typed
        raise InvalidOption(error.field, error.value, f"{error.allowed} ({level})") from None


def make_guarded(game: str | Game, spec: str, seed: int, time_limit: float | None = None) -> Guard:
    """A bot that cannot take a race down; one's own classes run in a process of their own."""
    rules = load_game(game)
    if parse_spec(spec).name == OWN:
        return Guard(rules, lambda: ApartBot(rules.name, spec, seed, time_limit), seed)  # keeps the time itself
    return Guard(rules, lambda: make_bot(rules, spec, seed), seed, time_limit)


def check_bot(game: str | Game, spec: str, time_limit: float | None = None) -> None:
    """Raise what is wrong with a spec."""
    rules = load_game(game)
    if parse_spec(spec).name == OWN:
        try:
            with _waiting_told(spec):
                ApartBot(rules.name, spec, 0, time_limit).close()
        except BotFailed as error:
            raise InvalidOption("bot", spec, f"it could not be made: {error}") from error
    else:
        make_bot(rules, spec, 0)
        if time_limit is not None:
            _check_time(rules, spec, time_limit)


@contextmanager
def _waiting_told(spec: str) -> Iterator[None]:
    """Whoever waits long for a class is told once what for. (Bots are checked before a screen or a bar is drawn.)"""
    words = f"karacho: waiting for {spec} to be made, at most {MAKING_SECONDS:g} s"
    timer = threading.Timer(SILENT_SECONDS, lambda: print(words, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _check_time(game: Game, spec: str, time_limit: float) -> None:
    """A bot that thinks by the clock would be replaced for every choice if it thought until its time is up."""
    seconds = float(resolve(game, parse_spec(spec)).settings.get("time", 0))
    most = MOST_OF_THE_TIME * time_limit
    if seconds > most:
        raise InvalidOption("bot", spec, f"time may be at most {most:g} here, for a choice has {time_limit:g} s in all")


def resolve(game: Game, spec: Spec) -> Spec:
    """What stands behind a level; settings of one's own go before the level's."""
    text = level_specs(game.name).get(spec.name)
    if text is None:
        return spec
    behind = parse_spec(text)
    return Spec(behind.name, {**behind.settings, **spec.settings})


def stands_behind(game: str | Game, spec: str) -> str:
    """What a spec comes to now, as text; levels are derived anew from time to time."""
    parsed = parse_spec(spec)
    rules = load_game(game)
    return str(resolve(rules, parsed)) if parsed.name in level_specs(rules.name) else spec


def known_names(game: Game) -> list[str]:
    """The names that a spec for this game can begin with."""
    return [*game.policies, *level_specs(game.name), *_makers(game.name), f"{OWN}:module.Class"]


def rehearsal_specs(game: Game) -> Sequence[str]:
    """Bots that between them use all the machine code of a game's bots."""
    return importlib.import_module(MODULES[game.name]).REHEARSAL if game.name in MODULES else ()


def make_weigher(game: str | Game, seed: int = 0) -> Weigher:
    """Whoever weighs decisions of this game afterwards."""
    weigher: Weigher = importlib.import_module(MODULES[load_game(game).name]).make_weigher(seed)
    return weigher


@cache
def _makers(game: str) -> Mapping[str, Maker]:
    return importlib.import_module(MODULES[game]).BOTS if game in MODULES else {}
