"""Rally Run behind the contract of `core/game.py`."""

from karacho.core.game import Game
from karacho.core.options import Option, seat, switch, whole
from karacho.core.record import Box
from karacho.games.rally_run import freeplay, memory, mixes, notation, preview, rules, view
from karacho.games.rally_run.actions import ACTIONS, CLAUSES, NAMES, READABLE, Refusal, order
from karacho.games.rally_run.components import CORNERS, SEATS
from karacho.games.rally_run.events import EVENTS
from karacho.games.rally_run.playout import playout
from karacho.games.rally_run.preparation import prepare
from karacho.games.rally_run.state import DEFAULT_TURN_LIMIT, END_REASONS, MOST_TURNS, TURN_LIMIT, State
from karacho.games.rally_run.thumb import POLICIES, choose
from karacho.games.rally_run.worlds import resample


def _is_mix(value: object, _seats: int) -> bool:
    mixes.find_mix(value)  # says itself what is wrong
    return True


def _are_corners(value: object, seats: int) -> bool:
    if value is None:
        return True
    if not isinstance(value, list | tuple) or len(value) != seats:
        return False
    return all(isinstance(name, str) and name in CORNERS for name in value) and len(set(value)) == seats


def _clause(code: int, box: Box[State]) -> str:
    if code == Refusal.RACE_OVER and box[0].reason == TURN_LIMIT:
        return "RR-11"
    return CLAUSES[Refusal(code)]


GAME = Game(
    name="rally-run",
    title="Rally Run",
    about="Remember the road tiles, fetch a canister from the pit, and find your goal.",
    designers="Katja & Markus Nikisch",
    seats=SEATS,
    rules_version=1,
    options=(
        Option(
            "mix",
            mixes.STANDARD,
            "a tile mix",
            _is_mix,
            "the 24 road tiles: standard, crossroads or your own",
            mixes.MIXES.names,
        ),
        Option(
            "corners",
            None,
            f"different corners of {', '.join(CORNERS)}, one per seat",
            _are_corners,
            "where the cars start, seat by seat",
        ),
        seat("first", "the seat that begins, for the youngest"),
        whole("turn_limit", DEFAULT_TURN_LIMIT, 1, MOST_TURNS, "turns in all after which nobody has won"),
        switch("open_memory", "covered tiles that have been face up stay visible"),
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
    shelves=(mixes.MIXES,),
    memory=memory.SIZE,
    remember=memory.remember,
    secrets=False,
    tells_past=False,  # RR-14
    ranks_losers=False,  # RR-12 counts steps as if there were roads everywhere
    progress=preview.progress,
    data=preview.data,
    free_play=freeplay.find_roads,
)
