"""The levels: four opponents per game, from a first one to a champion.

Which bot stands behind a level is data, `levels.toml`, so that the levels can be derived anew.
"""

import tomllib
from functools import cache
from pathlib import Path

LEVELS = ("learner", "driver", "racer", "champion")  # the weakest first


@cache
def _all() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parent / "levels.toml").read_text(encoding="utf-8"))


def level_specs(game: str) -> dict[str, str]:
    """The spec behind each level of a game; a game that nobody made levels for has none."""
    return _all().get(game, {})
