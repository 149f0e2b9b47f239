"""What a driver is like: how far it looks, how much it thinks, what it overlooks, what it expects of a space."""

from typing import Annotated

from karacho.bots.spec import Spec
from karacho.core.record import I64, Box, Ints, Record, new
from karacho.games.tiny_turbo_cars.components import GAP, LANES, PROGRAM_CELLS
from karacho.games.tiny_turbo_cars.state import MOST_ROWS

F64 = Annotated[float, "f8"]
MOST_NEAR = 14  # there are up to 100,000 arrangements within so many slides
CONDITIONS = 6  # lying with 0, 1, 2 batteries up, standing with 1, 2, 3


class Mind(Record):
    """Settings, and what the driver works out for itself."""

    slides: I64  # at most, in a round
    near: I64  # slides within which every arrangement is followed up
    plans: I64  # beyond them: arrangements followed up at each number of slides
    finalists: I64  # programs that are tried against the others
    worlds: I64  # imagined rounds for each of them; 0: it does not think of the others
    looks: I64  # random programs by which it judges a space
    sight: I64  # how many cells of a program it thinks through
    overlook: I64  # per cent: the chance to overlook a piece, for each piece in each round
    dry: I64  # 1: it takes puddles for dry ground
    taste: I64  # 1: it picks a racecar and a place on the grid by taste
    content: F64  # rows after which it looks no further; 0: never
    missed: Annotated[Ints, "i8", GAP + 1]  # 1: the piece is overlooked in this round
    prospects: Annotated[Ints, "f8", MOST_ROWS + 1, LANES + 1, CONDITIONS]  # rows from a space in the next round


# name: (default, least, most)
WHOLE = {
    "slides": (40, 0, 59),
    "near": (0, 0, MOST_NEAR),
    "plans": (1500, 1, 20_000),
    "finalists": (200, 1, 1000),
    "worlds": (48, 0, 400),
    "looks": (96, 1, 1000),
    "sight": (PROGRAM_CELLS, 1, PROGRAM_CELLS),
    "overlook": (0, 0, 100),
}
SWITCHES = ("dry", "taste")
SETTINGS = (*WHOLE, *SWITCHES, "content", "time")


def read_mind(spec: Spec) -> Box[Mind]:
    """A mind with the settings of a spec."""
    spec.allow(*SETTINGS)
    box = new(Mind)
    for name, (default, least, most) in WHOLE.items():
        setattr(box[0], name, spec.whole(name, default, least, most))
    for name in SWITCHES:
        setattr(box[0], name, spec.is_on(name))
    box[0].content = spec.number("content", 0.0, 0.0, 60.0)
    return box
