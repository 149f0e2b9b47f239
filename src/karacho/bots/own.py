"""Anybody's own bots: `python:my_module.MyBot,depth=3`."""

import importlib
import inspect
import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from karacho.bots.bot import Bot, describe, describe_with_place
from karacho.bots.spec import Spec
from karacho.errors import KarachoError

METHODS = ("notice", "choose")
OTHERWISE_PLACED = (ModuleNotFoundError, SyntaxError)  # one needs no place, the other says it itself


class NotMade(KarachoError):
    """Why there is no bot."""


def make_own(spec: Spec, game: str, seed: int, time_limit: float | None) -> Bot:
    """A bot of a class outside Karacho. Of `game`, `seed` and `time_limit` it gets what it asks for."""
    maker = _find(spec.path)
    offered = {"game": game, "seed": seed, "time_limit": time_limit}
    asked = _fitting(maker, offered)
    settings = {key: _value(text) for key, text in spec.settings.items() if key not in offered}
    if len(settings) < len(spec.settings):
        raise NotMade(f"settings cannot be called {', '.join(offered)}: Karacho gives those")
    try:
        bot = maker(**asked, **settings)
    except (Exception, SystemExit) as error:
        raise NotMade(f"it could not be made: {_describe(error)}") from error
    missing = [name for name in METHODS if not callable(getattr(bot, name, None))]
    if missing:
        raise NotMade(f"a bot has the methods notice and choose; missing: {', '.join(missing)}")
    return cast("Bot", bot)


def _find(path: str) -> Callable[..., Any]:
    name, _, kind = path.rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # last, so that nothing there stands before a module of somebody else's
    try:
        module = importlib.import_module(name)
    except (Exception, SystemExit) as error:
        words = describe(error) if isinstance(error, OTHERWISE_PLACED) else _describe(error)
        reason = f"the module {name} cannot be imported: {words} (the current folder is {here})"
        raise NotMade(reason) from error
    found = getattr(module, kind, None)
    if not callable(found):
        raise NotMade(f"the module {name}, found at {getattr(module, '__file__', 'no file')}, has no class {kind}")
    return cast("Callable[..., Any]", found)


def _describe(error: BaseException) -> str:
    """With its place, unless that is here: a class that does not take what it is given has not run at all."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return describe(error) if last.filename == __file__ else describe_with_place(error)


def _fitting(maker: Callable[..., Any], offered: dict[str, Any]) -> dict[str, Any]:
    """What the maker has a parameter for."""
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # a class written in C may not tell
        return {}
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return offered
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return {name: value for name, value in offered.items() if name in named}


def _value(text: str) -> Any:
    """A number or truth value where it is one, else the text; a setting without a value is switched on."""
    if text in ("on", "off"):
        return text == "on"
    try:
        return json.loads(text)
    except ValueError:
        return text
