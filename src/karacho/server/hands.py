"""Hands that slide faster than hands can: the host is told, nothing is refused (D7).

Against the clock whoever lets a program slide in place of a person is ahead of all others. Nobody can prove it, so it
is only counted and noted.
"""

from karacho.server.course import Course

SLIDES_PER_SECOND = 25.0  # the fastest people on a keyboard make some twenty
HEAD_START = 25.0


def pass_the_plausible(course: Course, seat: int, slides: int, now: float) -> bool:
    """Has the seat, with its last so many slides, made more than a person could since programming began?"""
    if course.programming is None or not course.race.by_the_clock:
        return False
    made = course.slides_made(seat)
    plausible = HEAD_START + SLIDES_PER_SECOND * (now - _began(course))
    return made - slides <= plausible < made


def _began(course: Course) -> float:
    """When the common start was."""
    return next((entry.at for entry in reversed(course.entries) if entry.kind == "go"), 0.0)
