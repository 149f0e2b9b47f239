"""How much a search bot thinks, and how it fails."""

from typing import Annotated

from karacho.core.record import I64, Box, Record, new

MOST_WORLDS = 4000
MOST_PLAYOUTS = 100_000  # more than a full hand in the most worlds needs


class Settings(Record):
    """The failings are chances from 0 to 1."""

    worlds: I64  # in which every action is tried, on average
    playouts: I64  # in all, at most: many actions are tried in fewer worlds
    forget: Annotated[float, "f8"]  # for each card gone, each color that somebody lacks, each earlier play
    overlook: Annotated[float, "f8"]  # for each action but one
    hurry: Annotated[float, "f8"]  # for each decision: taken by the rules of thumb
    eager: Annotated[float, "f8"]  # for each decision: taken at once, to win the trick
    noticed: I64  # a set of actions: no others are thought of; 0: none is left out
    thumb: I64  # 1: of a flat search whose playouts know the rules of thumb
    evenly: I64  # 1: the bad actions are tried as often as the good ones, to know what each is worth


def settings_of(
    worlds: int,
    playouts: int = MOST_PLAYOUTS,
    forget: float = 0.0,
    overlook: float = 0.0,
    hurry: float = 0.0,
    eager: float = 0.0,
) -> Box[Settings]:
    """The settings as a record."""
    box = new(Settings)
    box[0].worlds = worlds
    box[0].playouts = playouts
    box[0].forget = forget
    box[0].overlook = overlook
    box[0].hurry = hurry
    box[0].eager = eager
    return box
