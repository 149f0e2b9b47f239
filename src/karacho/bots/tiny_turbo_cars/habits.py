"""What a driver is like: how far it looks, how much it thinks, what it overlooks."""

from typing import Annotated

from karacho.bots.spec import Spec
from karacho.core.record import I64, Box, Record, new
from karacho.games.tiny_turbo_cars.components import PROGRAM_CELLS

F64 = Annotated[float, "f8"]


class Habits(Record):
    """The settings of a search, as numbers for compiled code."""

    slides: I64  # at most, in a round
    plans: I64  # arrangements followed up at each number of slides
    finalists: I64  # programs that are tried against the others
    worlds: I64  # imagined rounds for each of them; 0: it does not think of the others
    sight: I64  # how many cells of a program it thinks through
    overlook: I64  # per cent: the chance to overlook a piece, for each piece in each round
    dry: I64  # 1: it takes puddles for dry ground
    content: F64  # rows after which it looks no further; 0: never


# name: (default, least, most)
WHOLE = {
    "slides": (40, 0, 60),
    "plans": (1500, 1, 20_000),
    "finalists": (200, 1, 1000),
    "worlds": (48, 0, 400),
    "sight": (PROGRAM_CELLS, 1, PROGRAM_CELLS),
    "overlook": (0, 0, 100),
}


def read_habits(spec: Spec) -> Box[Habits]:
    """The settings of a spec."""
    box = new(Habits)
    for name, (default, least, most) in WHOLE.items():
        setattr(box[0], name, spec.whole(name, default, least, most))
    box[0].dry = int(spec.settings.get("dry") == "on")
    box[0].content = spec.number("content", 0.0, 0.0, 60.0)
    return box
