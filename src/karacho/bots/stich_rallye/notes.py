"""What has been played, and what it says about the other drivers.

A bot follows the race on a state that holds what all can see. Every play of the round is written down with the board
as it was. When the round is over its hands are known, and the plays tell which kind of driver a seat is likely to have.
"""

from typing import Annotated

from karacho.bots.stich_rallye.desk import open_desk
from karacho.bots.stich_rallye.drivers import KINDS, weigh_play
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import I64, Box, Ints, Record, fill_row
from karacho.core.rng import Rng
from karacho.games.stich_rallye.components import CARDS, MOST_SEATS
from karacho.games.stich_rallye.rules import carry_out, decider
from karacho.games.stich_rallye.state import OVER, PLAY, TURBO, State

MOST_PLAYS = 54  # nine tricks of five cards, each with a choice of turbo

# The columns of a play; motors and distances have one for each seat.
ACTION, SEAT, PLAYED, IN_TRICK, FLAG, MOTORS, DISTANCES = 0, 1, 2, 3, 4, 5, 10


class Notes(Record):
    """The plays of this round, and for every seat how well each kind of driver fits its earlier rounds."""

    count: I64
    later: Annotated[Ints, "i8", MOST_PLAYS]  # the card of a play and those the seat has played after it
    fits: Annotated[Ints, "f8", MOST_SEATS, KINDS]  # the best is 1
    plays: Annotated[Ints, "i2", MOST_PLAYS, DISTANCES + MOST_SEATS]


@rule
def open_notes(notes: Notes) -> None:
    """Nothing is known yet."""
    notes.count = 0
    for seat in range(MOST_SEATS):
        for kind in range(KINDS):
            notes.fits[seat, kind] = 1.0


@entry
def begin_notes(notes: Box[Notes]) -> None:
    """As `open_notes`, from Python."""
    open_notes(notes[0])


@entry
def follow(
    public: Box[State], seat: int, action: int, notes: Box[Notes], past: Box[State], spare: Box[Rng], quiet: Box[Log]
) -> None:
    """As `follow_play`, from Python. What cannot be is not followed: to coast without a motor is no choice."""
    phase = PLAY if action < CARDS else TURBO
    if public[0].phase == phase and decider(public[0]) == seat:
        follow_play(public, seat, action, notes[0], past, spare[0], quiet[0])


@rule
def follow_play(
    public: Box[State], seat: int, action: int, notes: Notes, past: Box[State], spare: Rng, quiet: Log
) -> None:
    """Write an action down and carry it out. The cards of a new round are dealt by no matter what chance: none stay."""
    state = public[0]
    write_down(state, seat, action, notes)
    past[0] = public[0]  # type: ignore[index]
    carry_out(state, seat, action, spare, quiet)
    if state.phase != OVER and state.round_number != past[0].round_number:
        fill_row(state.hands, 0)
        judge_round(notes, past[0], quiet)
        notes.count = 0


@rule
def write_down(public: State, seat: int, action: int, notes: Notes) -> None:
    """One play with the board before it."""
    row = notes.plays[notes.count]
    row[ACTION] = action
    row[SEAT] = seat
    row[PLAYED] = public.played
    row[IN_TRICK] = public.in_trick
    row[FLAG] = public.flag
    for i in range(MOST_SEATS):
        row[MOTORS + i] = public.motors[i]
        row[DISTANCES + i] = public.distances[i]
    notes.later[notes.count] = 0
    notes.count += 1
    if action < CARDS:
        for i in range(notes.count):
            if notes.plays[i, SEAT] == seat and notes.plays[i, ACTION] < CARDS:
                notes.later[i] |= 1 << action


@rule
def go_back(past: State, row: Ints) -> None:
    """The board as it was before a play."""
    past.phase = PLAY if row[ACTION] < CARDS else TURBO
    past.played = row[PLAYED]
    past.in_trick = row[IN_TRICK]
    past.flag = row[FLAG]
    for i in range(MOST_SEATS):
        past.motors[i] = row[MOTORS + i]
        past.distances[i] = row[DISTANCES + i]


@rule
def judge_round(notes: Notes, past: State, quiet: Log) -> None:
    """The round is over and all its hands are known."""
    desk = open_desk(past)
    for i in range(notes.count):
        row = notes.plays[i]
        if row[ACTION] < CARDS:
            past.cards[row[PLAYED] + row[IN_TRICK]] = row[ACTION]
    for i in range(notes.count):
        row = notes.plays[i]
        seat = int(row[SEAT])
        go_back(past, row)
        past.hands[seat] = notes.later[i]
        weigh_play(past, seat, int(row[ACTION]), quiet, desk, notes.fits[seat])
    for seat in range(past.seats):
        scale(notes.fits[seat])


@rule
def scale(fits: Ints) -> None:
    """The best becomes 1."""
    top = 0.0
    for kind in range(KINDS):
        top = max(top, fits[kind])
    for kind in range(KINDS):
        fits[kind] /= top
