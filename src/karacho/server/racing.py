"""Setting a race up at a table."""

import secrets
import time

from karacho.errors import KarachoError
from karacho.registry import load_game
from karacho.server.codes import Refusal
from karacho.server.course import Course
from karacho.server.identity import new_id
from karacho.server.seating import Seating
from karacho.store import RaceRow, Statement
from karacho.store.statements import add_race


def new_race(seating: Seating) -> tuple[Course, Statement]:
    """Deal; the seating then names the race. The seed never leaves the server before the end."""
    row = RaceRow(
        race=new_id(),
        table=seating.code,
        game=seating.game,
        rules=load_game(seating.game).rules_version,
        seats=len(seating.seats),
        seed=str(secrets.randbits(256)),
        options=seating.options,
        names=seating.names(),
        began=time.time(),
    )
    try:
        course = Course.fresh(row)
    except KarachoError as error:
        raise Refusal.of(error) from None
    seating.race = row.race
    seating.races = [*seating.races, row.race][-20:]
    seating.stage = "racing"
    return course, add_race(row)
