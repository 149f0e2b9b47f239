"""Random options for the fuzzer: one small table per game."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from karacho.games.tiny_turbo_cars.boards import box_boards

Draw = Callable[[random.Random, int], Any]  # chance, number of seats → a value of the option

GIVEN = 0.5  # how often an option is given at all
CORNERS = ("NW", "NE", "SE", "SW")
TILES = 24


def draw_track(rng: random.Random, _seats: int) -> Any:
    """A track with a name, or one with hills at random places."""
    if rng.random() < 0.5:
        return rng.choice(["volcano", "beach"])
    spaces = rng.randint(20, 60)
    hills: dict[str, list[list[int]]] = {"downhill": [], "uphill": []}
    first = rng.randint(6, 9)
    while (last := first + rng.randint(0, 5)) <= spaces - 5:
        hills[rng.choice(["downhill", "uphill"])].append([first, last])
        first = last + rng.randint(2, 6)
    return {"spaces": spaces, **hills}


def draw_mix(rng: random.Random, _seats: int) -> dict[str, int]:
    """So many tiles of each kind, 24 in all."""
    cuts = sorted(rng.randint(0, TILES) for _ in range(4))
    counts = (high - low for low, high in zip([0, *cuts], [*cuts, TILES], strict=True))
    return dict(zip("ILTXD", counts, strict=True))


def draw_boards(rng: random.Random, _seats: int) -> list[str]:
    """A start face, three or four track faces and a finish face, one side of each board."""
    start, *tracks, finish = box_boards()
    boards = [start, *rng.sample(tracks, rng.choice([3, 4])), finish]
    return [rng.choice(sides).name for sides in boards]


def _one_of(*values: Any) -> Draw:
    return lambda rng, _seats: rng.choice(values)


def _seat(rng: random.Random, seats: int) -> int:
    return rng.randrange(seats)


TABLE: Mapping[str, Mapping[str, Draw]] = {
    "stich-rallye": {"track": draw_track, "flag": _seat},
    "rally-run": {
        "first": _seat,
        "corners": lambda rng, seats: rng.sample(CORNERS, seats),
        "mix": draw_mix,
        "turn_limit": _one_of(20, 60, 200),
        "open_memory": _one_of(True, False),
    },
    "tiny-turbo-cars": {
        "length": _one_of(3, 4),
        "boards": draw_boards,
        "draft": _one_of("pick", "random"),
        "mode": _one_of("realtime", "relaxed"),
        "edition": _one_of("fr", "en"),
        "same_scramble": _one_of(True, False),
        "round_limit": _one_of(1, 4, 12),
        "play_on": _one_of(True, False),
    },
}


def draw_options(game: str, rng: random.Random, seats: int) -> dict[str, Any]:
    """Some options of a game with random values that fit."""
    options = {name: draw(rng, seats) for name, draw in TABLE[game].items() if rng.random() < GIVEN}
    if "boards" in options:
        options.pop("length", None)  # chosen boards have the length they have
    return options
