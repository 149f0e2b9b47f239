"""Whole races between compiled bots in one call, for measuring and tuning."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from karacho.bots.stich_rallye.ahead import weigh_actions
from karacho.bots.stich_rallye.belief import Worlds
from karacho.bots.stich_rallye.drivers import ANYHOW, BY_RULE, SHREWD
from karacho.bots.stich_rallye.flat import best_of_worlds
from karacho.bots.stich_rallye.luck import luck_of_choice, luck_of_deal
from karacho.bots.stich_rallye.notes import Notes, follow_play, open_notes
from karacho.bots.stich_rallye.settings import Settings
from karacho.bots.stich_rallye.trials import Trials
from karacho.core.events import Log, silent_log
from karacho.core.game import MOST_ACTIONS
from karacho.core.jit import entry
from karacho.core.record import Box, Ints, dtype_of, duplicate, new
from karacho.core.rng import WORLDS, Rng, begin_stream, derive_key, seed_race, seeded
from karacho.games.stich_rallye.preparation import deal_race, prepare
from karacho.games.stich_rallye.rules import carry_out, decider
from karacho.games.stich_rallye.state import OVER, State
from karacho.games.stich_rallye.thumb import RANDOM, RULE, choose_random, choose_rule
from karacho.games.stich_rallye.view import copy_visible

FLAT, AHEAD = 2, 3  # after RANDOM and RULE
DRIVERS = (ANYHOW, BY_RULE, SHREWD, SHREWD)  # whom each of them is taken for where luck is judged
Scratch = tuple[
    Box[State],
    Box[State],
    Box[State],
    Box[State],
    Box[State],
    Box[State],
    Box[Rng],
    Box[Rng],
    Box[Rng],
    Box[Rng],
    Box[Log],
]


@entry
def play_races(
    prepared: Box[State],
    setup: Ints,
    master: Box[Rng],
    first: int,
    kinds: Ints,
    settings: tuple[Box[Settings], Box[Settings], Box[Settings], Box[Settings], Box[Settings]],
    scratch: Scratch,
    notes: Box[Notes],
    worlds: Box[Worlds],
    trials: Box[Trials],
    actions: Ints,
    worths: Ints,
    winners: Ints,
    lucks: Ints,
    decided: Ints,
    chosen: Ints,
) -> int:
    """Races number `first` and following; in race i the line-up sits i seats on. Returns the decisions of its first.

    As many decisions as there is room for are written down: the truth before, and race, seat and action. So is the luck
    of the first of the line-up, which takes a while.
    """
    boxes, publics, views, past, start, trial, chance, choices, spare, dice, quiet = scratch
    seats = int(prepared[0].seats)
    decisions = 0
    written = 0
    drivers = np.zeros(seats, np.int8)
    for i in range(len(winners)):
        seed_race(chance[0], choices[0], master[0].key, first + i)
        boxes[0] = prepared[0]  # type: ignore[index]
        state, view = boxes[0], views[0]
        deal_race(state, setup, chance[0], quiet[0])
        copy_visible(state, -1, publics[0])
        open_notes(notes[0])
        adjusting = i < len(lucks)
        first_seat, round_dealt = -(first + i) % seats, 0
        if adjusting:
            derive_key(dice[0], master[0].key, first + i)
            begin_stream(dice[0], WORLDS)
            for seat in range(seats):
                drivers[seat] = DRIVERS[kinds[(seat + first + i) % seats]]
        while state.phase != OVER:
            if adjusting and state.round_number != round_dealt:
                round_dealt = int(state.round_number)
                lucks[i] += luck_of_deal(boxes, first_seat, drivers, dice[0], trial, quiet[0])
            seat = decider(state)
            place = (seat + first + i) % seats
            decisions += place == 0
            copy_visible(state, seat, view)
            if kinds[place] == RANDOM:
                action = choose_random(view, seat, choices[0])
            elif kinds[place] == RULE:
                action = choose_rule(view, seat, quiet[0])
            elif kinds[place] == FLAT:
                count, thumb = int(settings[place][0].worlds), settings[place][0].thumb == 1
                boxed = (start, trial)
                action = best_of_worlds(view, seat, count, thumb, choices[0], boxed, quiet[0], actions, worths)
            else:
                states = (past, start, trial)
                action = weigh_actions(
                    view, seat, notes[0], settings[place][0], choices[0], states, quiet[0], worlds[0], trials[0]
                )
            if written < len(decided):
                decided[written] = boxes[0]
                chosen[written, 0] = first + i
                chosen[written, 1] = seat
                chosen[written, 2] = action
                written += 1
            if adjusting and kinds[place] == RANDOM and place != 0:
                lucks[i] += luck_of_choice(boxes, seat, action, first_seat, drivers, dice[0], trial, quiet[0])
            follow_play(publics, seat, action, notes[0], past, spare[0], quiet[0])
            carry_out(state, seat, action, chance[0], quiet[0])
        winners[i] = (int(state.winner) + first + i) % seats
    return decisions


class Result(NamedTuple):
    """What came out of a match."""

    winners: NDArray[np.int16]  # by race: the place in the line-up
    lucks: NDArray[np.float64]  # by race: what chance brought the first of the line-up, as a share of a win
    decisions: int  # of the first of the line-up
    playouts: int  # of all that look ahead
    decided: NDArray[Any]  # the truth before each decision that was written down
    chosen: NDArray[np.int32]  # its race, seat and action


def match(
    line_up: Sequence[tuple[int, Box[Settings]]],
    races: int,
    *,
    first: int = 0,
    seed: int = 99,
    track: str = "volcano",
    written: int = 0,
    adjusted: bool = False,
) -> Result:
    """So many races; in race i the line-up sits i seats on. The first so many decisions are written down.

    Where results are to be adjusted, the luck of the first is worked out too.
    """
    seats = len(line_up)
    prepared, setup = prepare(seats, {"track": track, "flag": None})
    spare = [new(Settings) for _ in range(5 - seats)]
    boxes = tuple([settings for _, settings in line_up] + spare)
    states = [duplicate(prepared), *(new(State) for _ in range(5))]
    rngs = [seeded(seed) for _ in range(4)]
    winners = np.zeros(races, np.int16)
    lucks = np.zeros(races if adjusted else 0)
    trials = new(Trials)
    decided = np.zeros(written, dtype_of(State))
    chosen = np.full((written, 3), -1, np.int32)
    decisions = play_races(
        prepared,
        setup,
        seeded(seed),
        first,
        np.array([kind for kind, _ in line_up], np.int16),
        boxes,  # type: ignore[arg-type]
        (*states, *rngs, silent_log()),  # type: ignore[arg-type]
        new(Notes),
        new(Worlds),
        trials,
        np.zeros(MOST_ACTIONS, np.int16),
        np.zeros(MOST_ACTIONS),
        winners,
        lucks,
        decided,
        chosen,
    )
    made = chosen[:, 0] >= 0
    return Result(winners, lucks, decisions, int(trials[0].playouts), decided[made], chosen[made])
