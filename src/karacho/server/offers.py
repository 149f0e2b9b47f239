"""What can be played here, for forms and boards."""

from functools import cache
from typing import Any

from msgspec import json

from karacho.bots.levels import LEVELS, level_specs
from karacho.core.game import Game
from karacho.core.options import Option
from karacho.registry import game_names, load_game
from karacho.server.documents import GameInfo, Level, OptionInfo


@cache
def games() -> bytes:
    """All games as the client gets them."""
    return json.encode([_describe(load_game(name)) for name in game_names()])


def _describe(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        designers=game.designers,
        seats=list(game.seats),
        options=[_describe_option(option) for option in game.options],
        levels=levels(game),
        secrets=game.secrets,
        data=game.data() if game.data is not None else {},
    )


def levels(game: Game) -> list[Level]:
    """The house bots, weakest first."""
    return [Level(name, name) for name in LEVELS if name in level_specs(game.name)]


def _describe_option(option: Option) -> OptionInfo:
    if option.words is not None:
        return OptionInfo(option.name, "choice", option.default, choices=list(option.words()))
    if option.range is not None:
        return OptionInfo(option.name, "whole", option.default, low=option.range[0], high=option.range[1])
    kind: Any = "switch" if isinstance(option.default, bool) else "seat" if option.seat else "other"
    return OptionInfo(option.name, kind, option.default)
