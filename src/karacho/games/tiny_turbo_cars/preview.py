"""What a player may want to see before choosing: the way of a program if nobody interfered, and that of a shield."""

from typing import Any, cast

from karacho.core.events import Log, clear, listening_log
from karacho.core.jit import entry
from karacho.core.record import Box, Ints, duplicate
from karacho.games.tiny_turbo_cars.boards import FACES
from karacho.games.tiny_turbo_cars.commands import run_program
from karacho.games.tiny_turbo_cars.components import RACECAR_NAMES, REALTIME
from karacho.games.tiny_turbo_cars.events import EVENTS
from karacho.games.tiny_turbo_cars.refusals import is_programming
from karacho.games.tiny_turbo_cars.state import PROGRAM, SHIELD, State, is_on_track
from karacho.games.tiny_turbo_cars.turns import drive_by_shield


@entry
def preview(box: Box[State], seat: int, _spaces: int, events: Box[Log]) -> None:
    """Run the program of a seat alone on the track, or spend a shield, and write down what happens."""
    clear(events[0])
    state = box[0]
    if not is_on_track(state, seat):
        return
    if state.phase == SHIELD:
        drive_by_shield(state, seat, events[0])
        return
    for other in range(state.seats):
        if other != seat:
            state.rows[other] = 0
    run_program(state, seat, events[0])


def own_hints(view: Box[State], seat: int) -> dict[str, Any]:
    """The events of the seat's own commands, or of the shield that it may spend, and where its car would be then."""
    if not has_a_way(view, seat):
        return {}
    log, tried = listening_log(), duplicate(view)
    preview(tried, seat, 0, log)
    end = {"row": int(tried[0].rows[seat]), "lane": int(tried[0].lanes[seat])}
    return {"events": [EVENTS.data(event) for event in EVENTS.decode(log)], "end": end}


def has_a_way(view: Box[State], seat: int) -> bool:
    """Does the seat program, or is it asked about a shield?"""
    fields = cast("Ints", view)  # not by way of the record, which is slow in Python
    if fields["phase"][0] == PROGRAM:
        return is_programming(view[0], seat)
    return bool(fields["phase"][0] == SHIELD and fields["turn"][0] == seat)


def by_the_clock(box: Box[State]) -> bool:
    """Do all program now, and does it matter who is first?"""
    fields = cast("Ints", box)
    return bool(fields["phase"][0] == PROGRAM and fields["mode"][0] == REALTIME)


def progress(box: Box[State]) -> list[int]:
    """The row of each car. In a race for all places nobody is further than the line but by an earlier place."""
    state = box[0]
    line = int(state.finish_row)
    if not state.play_on:
        return [int(row) for row in state.rows[: state.seats]]
    places = {int(state.finished[place]): place for place in range(state.finished_count)}
    return [
        line + int(state.seats) - places[seat] if seat in places else min(line, int(state.rows[seat]))
        for seat in range(state.seats)
    ]


def data() -> dict[str, Any]:
    """The faces of the boards and the racecars."""
    faces = {
        name: {"kind": face.kind, "board": face.board, "theme": face.theme, "rows": face.rows, "finish": face.finish}
        for name, face in FACES.own().items()
    }
    return {"faces": faces, "racecars": list(RACECAR_NAMES)}
