"""Choosing by looking ahead: Monte Carlo over weighed worlds that spends its playouts on the best actions.

Every action is tried in the same worlds; the worse half is dropped and the rest tried in more, until two are left.
"""

import numpy as np

from karacho.bots.stich_rallye.belief import Worlds, common_kind, draw_worlds, pick_worlds
from karacho.bots.stich_rallye.desk import open_desk
from karacho.bots.stich_rallye.eager import choose_eagerly
from karacho.bots.stich_rallye.notes import MOST_PLAYS, Notes
from karacho.bots.stich_rallye.playout import draw_luck, play_out
from karacho.bots.stich_rallye.settings import MOST_WORLDS, Settings
from karacho.bots.stich_rallye.trials import Trials, keep_noticed, open_trials, overlook_some, rank, swap
from karacho.bots.stich_rallye.weights import OWN_WEIGHTS
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import Box, Ints
from karacho.core.rng import Rng, draw_unit
from karacho.games.stich_rallye.components import HAND_SIZES
from karacho.games.stich_rallye.rules import carry_out, list_actions
from karacho.games.stich_rallye.state import OVER, PLAY, State
from karacho.games.stich_rallye.thumb import choose_rule
from karacho.games.stich_rallye.view import copy_visible

DRAWN = 3  # worlds drawn for each one tried: many of them hardly fit what was played
MOST_DRAWN = 1200  # more do not help: a world may be tried several times
WHOLE = 36  # plays in the last round of four
SLOWNESS = (1.0, 1.3, 2.3)  # how long each kind of driver takes for a choice


@entry
def look_ahead(
    view: Box[State],
    seat: int,
    notes: Box[Notes],
    settings: Box[Settings],
    choices: Box[Rng],
    states: tuple[Box[State], Box[State], Box[State]],
    quiet: Box[Log],
    worlds: Box[Worlds],
    trials: Box[Trials],
) -> int:
    """The action to take; what was tried is left in the trials."""
    return weigh_actions(view[0], seat, notes[0], settings[0], choices[0], states, quiet[0], worlds[0], trials[0])


@rule
def weigh_actions(
    view: State,
    seat: int,
    notes: Notes,
    settings: Settings,
    rng: Rng,
    states: tuple[Box[State], Box[State], Box[State]],
    quiet: Log,
    worlds: Worlds,
    trials: Trials,
) -> int:
    """One decision, with its failings."""
    trials.count = list_actions(view, seat, trials.actions)
    if settings.noticed != 0:
        keep_noticed(trials, int(settings.noticed))
    open_trials(trials)
    if settings.hurry > 0.0 and draw_unit(rng) < settings.hurry:
        return choose_rule(view, seat, quiet)
    if settings.eager > 0.0 and draw_unit(rng) < settings.eager:
        return choose_eagerly(view, seat)
    if settings.overlook > 0.0:
        overlook_some(trials, settings.overlook, rng)
    if trials.count > 1:
        past, start, trial = states
        copy_visible(view, seat, start[0])
        if not settings.evenly and put_win_first(seat, rng, start, trial, quiet, trials):
            return int(trials.actions[0])
        desk = open_desk(view)
        count = min(DRAWN * int(settings.worlds), MOST_DRAWN)
        draw_worlds(view, seat, notes, count, settings.forget, rng, past[0], quiet, worlds)
        if settings.evenly:
            left, wanted = int(trials.count), int(settings.worlds)
            try_in_worlds(seat, left, wanted, count, rng, start, trial, quiet, worlds, trials, desk)
        else:
            kind = common_kind(worlds, count, seat, int(view.seats))
            playouts = min(int(settings.worlds) * int(trials.count), affordable(view, int(settings.playouts), kind))
            halve(seat, playouts, count, rng, start, trial, quiet, worlds, trials, desk)
    return int(trials.actions[0])


@rule
def put_win_first(seat: int, rng: Rng, start: Box[State], trial: Box[State], quiet: Log, trials: Trials) -> bool:
    """Does an action win at once, whatever the others hold? Only the trick's last card and its winner's choice can."""
    if start[0].phase == PLAY and start[0].in_trick < start[0].seats - 1:
        return False
    for i in range(trials.count):
        trial[0] = start[0]  # type: ignore[index]
        carry_out(trial[0], seat, int(trials.actions[i]), rng, quiet)
        if trial[0].phase == OVER and trial[0].winner == seat:
            swap(trials, 0, i)
            return True
    return False


@rule
def affordable(view: State, playouts: int, kind: int) -> int:
    """So many playouts of a whole last round against random drivers take as long as how many from here?"""
    to_come = HAND_SIZES[view.round_number] * int(view.seats) - int(view.played) - int(view.in_trick)
    return int(playouts * WHOLE / (max(to_come, 1) * SLOWNESS[kind]))


@rule
def halve(
    seat: int,
    playouts: int,
    drawn: int,
    rng: Rng,
    start: Box[State],
    trial: Box[State],
    quiet: Log,
    worlds: Worlds,
    trials: Trials,
    desk: Ints,
) -> None:
    """Try all, go on with the better half, and so on until two are left: every stage has as many playouts."""
    left = int(trials.count)
    stages = 1
    while 1 << stages < left:
        stages += 1
    for _ in range(stages):
        wanted = min(MOST_WORLDS, max(1, playouts // (stages * left)))
        try_in_worlds(seat, left, wanted, drawn, rng, start, trial, quiet, worlds, trials, desk)
        left = (left + 1) // 2


@rule
def try_in_worlds(
    seat: int,
    left: int,
    wanted: int,
    drawn: int,
    rng: Rng,
    start: Box[State],
    trial: Box[State],
    quiet: Log,
    worlds: Worlds,
    trials: Trials,
    desk: Ints,
) -> None:
    """Make the first few trials in so many of the worlds that were drawn, and sort them."""
    luck = np.zeros(MOST_PLAYS)
    round_number = int(start[0].round_number)
    habit = OWN_WEIGHTS[common_kind(worlds, drawn, seat, int(start[0].seats))]
    pick_worlds(worlds, drawn, wanted, rng)
    for i in range(wanted):
        world = int(worlds.picks[i])
        for other in range(start[0].seats):
            if other != seat:
                start[0].hands[other] = worlds.hands[world, other]
        draw_luck(start[0], luck, rng)
        kinds = worlds.kinds[world]
        for place in range(left):
            trial[0] = start[0]  # type: ignore[index]
            carry_out(trial[0], seat, int(trials.actions[place]), rng, quiet)
            trials.worths[place] += play_out(trial[0], round_number, seat, habit, kinds, luck, rng, desk, quiet)
            trials.tries[place] += 1
    trials.playouts += wanted * left
    rank(trials, left)
