"""Setting a race up at a table."""

from karacho.errors import KarachoError
from karacho.fair.seal import Pledge, Seal
from karacho.server.codes import Refusal
from karacho.server.course import Course
from karacho.server.proofs import sealed_row
from karacho.server.seating import Seating
from karacho.store import Statement
from karacho.store.statements import add_race


def new_race(seating: Seating, seal: Seal, pledges: list[Pledge]) -> tuple[Course, Statement]:
    """Deal; the seating then names the race. Seed and secret never leave the server before the end."""
    row = sealed_row(seating, seal, pledges)
    try:
        course = Course.fresh(row)
    except KarachoError as error:
        raise Refusal.of(error) from None
    seating.race = row.race
    seating.races = [*seating.races, row.race][-20:]
    seating.stage = "racing"
    return course, add_race(row)
