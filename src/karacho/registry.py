"""The only list of games. A game is loaded when it is first asked for."""

import importlib
from functools import cache
from typing import cast

from karacho.core.game import Game
from karacho.errors import InvalidOption

MODULES = {
    "stich-rallye": "karacho.games.stich_rallye.game",
    "rally-run": "karacho.games.rally_run.game",
    "tiny-turbo-cars": "karacho.games.tiny_turbo_cars.game",
}


def game_names() -> list[str]:
    """The names of all games."""
    return list(MODULES)


@cache
def _load(name: str) -> Game:
    return cast("Game", importlib.import_module(MODULES[name]).GAME)


def load_game(name: str | Game) -> Game:
    """The game of a name."""
    if isinstance(name, Game):
        return name
    if not isinstance(name, str) or name not in MODULES:
        raise InvalidOption("game", name, f"one of {', '.join(MODULES)}")
    return _load(name)
