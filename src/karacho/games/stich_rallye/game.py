"""Stich Rallye behind the contract of `core/game.py`."""

from karacho.core.game import Game
from karacho.core.options import Option, seat
from karacho.core.record import Box
from karacho.games.stich_rallye import notation, preview, rules, tracks, view
from karacho.games.stich_rallye.actions import ACTIONS, CLAUSES, NAMES, READABLE, Refusal, order
from karacho.games.stich_rallye.components import SEATS
from karacho.games.stich_rallye.events import EVENTS
from karacho.games.stich_rallye.playout import playout
from karacho.games.stich_rallye.preparation import prepare
from karacho.games.stich_rallye.state import END_REASONS, THREE_ROUNDS, TURBO, State
from karacho.games.stich_rallye.thumb import POLICIES, choose
from karacho.games.stich_rallye.worlds import resample


def _is_track(value: object, seats: int) -> bool:  # noqa: ARG001 the same for any number of seats
    tracks.find_track(value)  # says itself what is wrong
    return True


def _clause(code: int, box: Box[State]) -> str:
    if code == Refusal.RACE_OVER and box[0].reason == THREE_ROUNDS:
        return "SR-15"
    if code == Refusal.NOT_YOUR_TURN and box[0].phase == TURBO:
        return "SR-7"
    return CLAUSES[Refusal(code)]


GAME = Game(
    name="stich-rallye",
    title="Stich Rallye",
    about="Win tricks to drive, lose them to wind up your motor.",
    designers="H. J. Kook",
    seats=SEATS,
    rules_version=1,
    options=(
        Option("track", "volcano", "a track", _is_track, "the track: volcano, beach or your own", tracks.TRACKS.names),
        seat("flag", "the seat that leads the first trick"),
    ),
    state=State,
    refusals=Refusal,
    end_reasons=END_REASONS,
    events=EVENTS,
    prepare=prepare,
    begin=rules.begin,
    act=rules.act,
    actors=rules.actors,
    legal_actions=rules.legal_actions,
    places=rules.places,
    see=view.see,
    resample=resample,
    choose=choose,
    playout=playout,
    actions=ACTIONS,
    names=NAMES,
    sort_key=order,
    readable=READABLE,
    clause=_clause,
    write_position=notation.write_position,
    read_position=notation.read_position,
    write_common=view.write_common,
    write_own=view.write_own,
    read_view=notation.read_view,
    redact=view.redact,
    policies=POLICIES,
    shelves=(tracks.TRACKS,),
    preview=preview.preview,
    common_hints=preview.common_hints,
    own_hints=preview.own_hints,
    progress=preview.progress,
    data=preview.data,
)
