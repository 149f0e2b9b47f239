"""How fast a bot's hands are when everybody programs against the clock: as fast as people of its level."""

from typing import NamedTuple


class Cadence(NamedTuple):
    """In seconds."""

    looking: float  # before the first slide
    slide: float  # for each slide, and for saying done


CADENCE = {
    "learner": Cadence(20.0, 5.0),
    "driver": Cadence(12.0, 3.0),
    "racer": Cadence(8.0, 1.4),
    "champion": Cadence(5.0, 0.8),
}


def cadence_of(spec: str) -> Cadence:
    """By the name of the level; whatever is no level has the hands of a driver."""
    return CADENCE.get(spec.partition(":")[0], CADENCE["driver"])
