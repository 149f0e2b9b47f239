"""What a seat may see: the only way from the truth to anybody.

Everything but the others' controllers and numbers of slides, until all are done (TTC-8).
"""

from typing import Any

from karacho.core.events import Event
from karacho.core.jit import entry, rule
from karacho.core.record import Box, copy_row, fill_row, plain
from karacho.games.tiny_turbo_cars import notation
from karacho.games.tiny_turbo_cars.events import (
    BatteryDown,
    BatteryUp,
    CarBlocked,
    CarDamaged,
    CarFell,
    CarFinished,
    CarFlew,
    CarHit,
    CarJumped,
    CarPlaced,
    CarSlipped,
    CarStepped,
    CarStoodUp,
    CarStopped,
    CommandBegan,
    CommandIgnored,
    ControllerDealt,
    DamageAverted,
    MissileFired,
    ModifierSet,
    PieceSlid,
    ProgrammingDone,
    ProgramShown,
    RacecarPicked,
    RaceEnded,
    RoundBegan,
    RoundEnded,
    ShieldGained,
    ShieldsDropped,
    ShieldSpent,
    ShieldUsed,
    SmileTaken,
    TimeRanOut,
    TurnBegan,
    TurnEnded,
)
from karacho.games.tiny_turbo_cars.state import PROGRAM, State


@entry
def see(box: Box[State], seat: int, view: Box[State]) -> None:
    """Copy what the seat may know into a blank state."""
    copy_visible(box[0], seat, view[0])


@rule
def copy_visible(state: State, seat: int, view: State) -> None:
    """Field by field; while programming only the seat's own controller."""
    view.seats = state.seats
    view.phase = state.phase
    view.winner = state.winner
    view.reason = state.reason
    view.round_number = state.round_number
    view.mode = state.mode
    view.edition = state.edition
    view.round_limit = state.round_limit
    view.same_scramble = state.same_scramble
    view.play_on = state.play_on
    view.turn = state.turn
    view.finish_row = state.finish_row
    view.map_rows = state.map_rows
    view.slippery = state.slippery
    view.done_count = state.done_count
    view.smile_count = state.smile_count
    view.finished_count = state.finished_count
    copy_row(view.racecars, state.racecars)
    copy_row(view.rows, state.rows)
    copy_row(view.lanes, state.lanes)
    copy_row(view.batteries, state.batteries)
    copy_row(view.shields, state.shields)
    copy_row(view.lying, state.lying)
    copy_row(view.done, state.done)
    copy_row(view.smiles, state.smiles)
    copy_row(view.finished, state.finished)
    copy_row(view.terrain, state.terrain)
    for other in range(state.seats):
        if other == seat or state.phase != PROGRAM:
            view.slides[other] = state.slides[other]
            copy_row(view.controllers[other], state.controllers[other])
        else:
            view.slides[other] = -1
            fill_row(view.controllers[other], 0)


def write_common(view: Box[State]) -> dict[str, Any]:
    """What all see alike, as plain data."""
    return notation.describe_track(plain(view))


def write_own(view: Box[State], _seat: int) -> dict[str, Any]:
    """What depends on the viewer: blank controllers and numbers of slides are null."""
    data = notation.describe_programs(plain(view, notation.PROGRAMS))
    data["slides"] = [None if slides < 0 else slides for slides in data["slides"]]
    return data


_PUBLIC = {
    BatteryDown,
    BatteryUp,
    CarBlocked,
    CarDamaged,
    CarFell,
    CarFinished,
    CarFlew,
    CarHit,
    CarJumped,
    CarPlaced,
    CarSlipped,
    CarStepped,
    CarStoodUp,
    CarStopped,
    CommandBegan,
    CommandIgnored,
    DamageAverted,
    MissileFired,
    ModifierSet,
    ProgramShown,
    ProgrammingDone,
    RaceEnded,
    RacecarPicked,
    RoundBegan,
    RoundEnded,
    ShieldGained,
    ShieldSpent,
    ShieldUsed,
    ShieldsDropped,
    SmileTaken,
    TimeRanOut,
    TurnBegan,
    TurnEnded,
}


def redact(event: Event, seat: int) -> Event | None:
    """The event as the seat sees it; others' slides are not even counted."""
    if type(event) in _PUBLIC:
        return event
    if isinstance(event, ControllerDealt):
        return event if event.seat == seat else event._replace(pieces=None)
    if isinstance(event, PieceSlid) and event.seat == seat:
        return event
    return None
