"""Seats sit in a circle. Dividing by their number would be simpler to write and ten times as slow."""

from karacho.core.jit import inlined


@inlined
def clockwise(seat: int, steps: int, seats: int) -> int:
    """The seat some steps (fewer than there are seats) clockwise from a seat."""
    place = seat + steps
    return place - seats if place >= seats else place


@inlined
def steps_between(start: int, seat: int, seats: int) -> int:
    """How many steps clockwise lead from one seat to another."""
    steps = seat - start
    return steps + seats if steps < 0 else steps
