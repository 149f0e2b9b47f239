"""Karacho: three car-racing board games, one engine.

    race = karacho.Race("stich-rallye", seats=4, seed=7)
    race.act(race.legal_actions()[0])

The names below are loaded when they are first used, so that `import karacho` costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karacho.arena.simulate import Simulation, simulate
    from karacho.bots import Bot, make_bot
    from karacho.bots.review import Decision, review
    from karacho.core.rng import race_seed
    from karacho.errors import (
        IllegalAction,
        InvalidData,
        InvalidNotation,
        InvalidOption,
        InvalidPosition,
        InvalidReplay,
        KarachoError,
    )
    from karacho.race import Race, resample
    from karacho.registry import game_names, load_game
    from karacho.replay import Replay

__version__ = "0.1.0"

_HOMES = {
    "Bot": "karacho.bots",
    "Decision": "karacho.bots.review",
    "IllegalAction": "karacho.errors",
    "InvalidData": "karacho.errors",
    "InvalidNotation": "karacho.errors",
    "InvalidOption": "karacho.errors",
    "InvalidPosition": "karacho.errors",
    "InvalidReplay": "karacho.errors",
    "KarachoError": "karacho.errors",
    "Race": "karacho.race",
    "Replay": "karacho.replay",
    "Simulation": "karacho.arena.simulate",
    "game_names": "karacho.registry",
    "load_game": "karacho.registry",
    "make_bot": "karacho.bots",
    "race_seed": "karacho.core.rng",
    "resample": "karacho.race",
    "review": "karacho.bots.review",
    "simulate": "karacho.arena.simulate",
}

__all__ = [
    "Bot",
    "Decision",
    "IllegalAction",
    "InvalidData",
    "InvalidNotation",
    "InvalidOption",
    "InvalidPosition",
    "InvalidReplay",
    "KarachoError",
    "Race",
    "Replay",
    "Simulation",
    "game_names",
    "load_game",
    "make_bot",
    "race_seed",
    "resample",
    "review",
    "simulate",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'karacho' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
