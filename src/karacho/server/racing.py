"""Setting a race up at a table."""

from karacho.errors import KarachoError
from karacho.fair.seal import Pledge, new_seal
from karacho.server.codes import Refusal
from karacho.server.course import Course
from karacho.server.identity import new_id
from karacho.server.proofs import sealed_row
from karacho.server.seating import Seating
from karacho.store import Statement
from karacho.store.statements import add_race


def new_race(seating: Seating, pledges: list[Pledge]) -> tuple[Course, Statement]:
    """Deal; the seating then names the race, and has a seal for the one after it."""
    try:
        row = sealed_row(seating, seating.next, pledges)
        course = Course.fresh(row)
    except KarachoError as error:
        raise Refusal.of(error) from None
    seating.race = row.race
    seating.races = [*seating.races, row.race][-20:]
    seating.stage = "racing"
    seating.next = new_seal(new_id())
    return course, add_race(row)
