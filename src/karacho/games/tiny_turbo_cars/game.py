"""Tiny Turbo Cars behind the contract of `core/game.py`."""

from karacho.core.game import Game
from karacho.core.options import Option, choice, switch, whole
from karacho.core.record import Box
from karacho.errors import InvalidOption
from karacho.games.tiny_turbo_cars import notation, preview, rules, view
from karacho.games.tiny_turbo_cars.actions import (
    ACTIONS,
    CLAUSES,
    NAMES,
    NOT_YOUR_TURN,
    PHASE_CLAUSES,
    READABLE,
    SLIDES,
    TIMEOUT,
    WRONG_PHASE,
    Refusal,
)
from karacho.games.tiny_turbo_cars.boards import FACES, join_faults
from karacho.games.tiny_turbo_cars.components import EDITIONS, MODES, SEATS
from karacho.games.tiny_turbo_cars.events import EVENTS
from karacho.games.tiny_turbo_cars.playout import playout
from karacho.games.tiny_turbo_cars.preparation import DEFAULT_LENGTH, prepare
from karacho.games.tiny_turbo_cars.state import END_REASONS, ROUND_LIMIT, State
from karacho.games.tiny_turbo_cars.thumb import POLICIES, choose
from karacho.games.tiny_turbo_cars.worlds import resample


def _are_boards(value: object, seats: int) -> bool:  # noqa: ARG001 the same for any number of seats
    if value is None:
        return True
    if not isinstance(value, list | tuple) or not 5 <= len(value) <= 6:
        return False
    for reason in join_faults(value):
        raise InvalidOption("boards", value, reason)
    return True


def _clause(code: int, box: Box[State]) -> str:
    if code in (WRONG_PHASE, NOT_YOUR_TURN):
        return PHASE_CLAUSES[int(box[0].phase)]
    if code == Refusal.RACE_OVER and box[0].reason == ROUND_LIMIT:
        return "TTC-30"
    if code == Refusal.RACE_OVER and box[0].play_on:
        return "TTC-31"
    return CLAUSES[Refusal(code)]


GAME = Game(
    name="tiny-turbo-cars",
    title="Tiny Turbo Cars",
    about="Program your car on a sliding puzzle, against the clock.",
    designers="4Brains4Games (Laura Severino, Alessandro Manuini, Jonathan Panada, Giulia Tamagni) and Hjalmar Hach",
    seats=SEATS,
    rules_version=1,
    options=(
        whole("length", DEFAULT_LENGTH, 3, 4, "how many track boards are drawn"),
        Option(
            "boards",
            None,
            "a list of five or six faces, start and finish included",
            _are_boards,
            "the faces of the track in order, instead of drawn ones",
        ),
        choice("draft", ("pick", "random"), "pick the racecars or draw them"),
        choice("mode", MODES, "against the clock, or counting slides"),
        choice("edition", EDITIONS, "whose abilities: the French rulebook's or the English one's"),
        switch("same_scramble", "everybody gets the same scrambled controller"),
        whole(
            "round_limit",
            notation.DEFAULT_ROUND_LIMIT,
            1,
            notation.MOST_ROUNDS,
            "rounds after which the standing decides",
        ),
        switch("play_on", "race on for the places behind the winner"),
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
    sort_key=str,
    readable=READABLE,
    clause=_clause,
    write_position=notation.write_position,
    read_position=notation.read_position,
    write_common=view.write_common,
    write_own=view.write_own,
    read_view=notation.read_view,
    redact=view.redact,
    policies=POLICIES,
    shelves=(FACES,),
    timeout=TIMEOUT,
    private=frozenset(SLIDES),
    by_the_clock=preview.by_the_clock,
    preview=preview.preview,
    own_hints=preview.own_hints,
    progress=preview.progress,
    data=preview.data,
)
