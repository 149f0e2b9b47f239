"""Choosing by looking ahead: Monte Carlo over weighed worlds that spends its playouts on the best actions.

Every action is tried in the same worlds; the worse half is dropped and the rest tried in more, until two are left.
"""

from typing import Annotated

import numpy as np

from karacho.bots.stich_rallye.belief import Worlds, draw_worlds, pick_worlds
from karacho.bots.stich_rallye.drivers import drive_like
from karacho.bots.stich_rallye.notes import Notes
from karacho.bots.stich_rallye.outlook import outlook
from karacho.bots.stich_rallye.scores import choose_best
from karacho.bots.stich_rallye.settings import MOST_WORLDS, Settings
from karacho.bots.stich_rallye.weights import OWN_WEIGHTS
from karacho.core.events import Log
from karacho.core.jit import entry, rule
from karacho.core.record import I64, Box, Ints, Record
from karacho.core.rng import Rng, draw_below, draw_unit
from karacho.games.stich_rallye.rules import carry_out, decider, list_actions
from karacho.games.stich_rallye.state import OVER, PLAY, State
from karacho.games.stich_rallye.thumb import choose_rule
from karacho.games.stich_rallye.view import copy_visible

MOST_CHOICES = 16
DRAWN = 3  # worlds drawn for each one tried: many of them hardly fit what was played
MOST_DRAWN = 1200  # more do not help: a world may be tried several times


class Trials(Record):
    """The actions of a decision, the best first, and what came of them."""

    count: I64
    playouts: I64
    actions: Annotated[Ints, "i2", MOST_CHOICES]
    tries: Annotated[Ints, "i8", MOST_CHOICES]
    worths: Annotated[Ints, "f8", MOST_CHOICES]  # sums


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
    for i in range(trials.count):
        trials.worths[i] = 0.0
        trials.tries[i] = 0
    if settings.hurry > 0.0 and draw_unit(rng) < settings.hurry:
        return choose_rule(view, seat, quiet)
    if settings.overlook > 0.0:
        overlook_some(trials, settings.overlook, rng)
    if trials.count > 1:
        past, start, trial = states
        copy_visible(view, seat, start[0])
        if not settings.evenly and put_win_first(seat, rng, start, trial, quiet, trials):
            return int(trials.actions[0])
        count = min(DRAWN * int(settings.worlds), MOST_DRAWN)
        draw_worlds(view, seat, notes, count, settings.forget, rng, past[0], quiet, worlds)
        if settings.evenly:
            left, wanted = int(trials.count), int(settings.worlds)
            try_in_worlds(seat, left, wanted, count, rng, start, trial, quiet, worlds, trials)
        else:
            halve(seat, int(settings.worlds) * int(trials.count), count, rng, start, trial, quiet, worlds, trials)
    return int(trials.actions[0])


@rule
def overlook_some(trials: Trials, chance: float, rng: Rng) -> None:
    """Each action but one, whichever that is, may be overlooked."""
    seen = draw_below(rng, trials.count)
    count = 0
    for i in range(trials.count):
        if i == seen or draw_unit(rng) >= chance:
            trials.actions[count] = trials.actions[i]
            count += 1
    trials.count = count


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
) -> None:
    """Try all, go on with the better half, and so on: every stage has the same number of playouts."""
    left = int(trials.count)
    stages = 1
    while 1 << stages < left:
        stages += 1
    for _ in range(stages):
        wanted = min(MOST_WORLDS, max(1, playouts // (stages * left)))
        try_in_worlds(seat, left, wanted, drawn, rng, start, trial, quiet, worlds, trials)
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
) -> None:
    """Try the first few actions in so many of the worlds that were drawn, and sort them."""
    scores = np.zeros(MOST_CHOICES)
    pick_worlds(worlds, drawn, wanted, rng)
    for i in range(wanted):
        world = int(worlds.picks[i])
        for other in range(start[0].seats):
            if other != seat:
                start[0].hands[other] = worlds.hands[world, other]
        for place in range(left):
            trial[0] = start[0]  # type: ignore[index]
            carry_out(trial[0], seat, int(trials.actions[place]), rng, quiet)
            trials.worths[place] += play_out(trial[0], seat, worlds.kinds[world], rng, scores, quiet)
            trials.tries[place] += 1
    trials.playouts += wanted * left
    rank(trials, left)


@rule
def play_out(state: State, seat: int, kinds: Ints, rng: Rng, scores: Ints, quiet: Log) -> float:
    """To the end of the round or the race: each seat by its kind, the own one by habit (`weights.py`)."""
    round_number = state.round_number
    while state.phase != OVER and state.round_number == round_number:
        actor = decider(state)
        if actor == seat:
            action = choose_best(state, actor, OWN_WEIGHTS, scores)
        else:
            action = drive_like(state, actor, int(kinds[actor]), rng, scores, quiet)
        carry_out(state, actor, action, rng, quiet)
    return outlook(state, seat)


@rule
def rank(trials: Trials, count: int) -> None:
    """Sort the first few by their mean, the best first."""
    for last in range(1, count):
        i = last
        while i > 0 and trials.worths[i] * trials.tries[i - 1] > trials.worths[i - 1] * trials.tries[i]:
            swap(trials, i, i - 1)
            i -= 1


@rule
def swap(trials: Trials, one: int, other: int) -> None:
    """Let two actions change places."""
    action, tries, worth = int(trials.actions[one]), int(trials.tries[one]), float(trials.worths[one])
    trials.actions[one] = trials.actions[other]
    trials.tries[one] = trials.tries[other]
    trials.worths[one] = trials.worths[other]
    trials.actions[other] = action
    trials.tries[other] = tries
    trials.worths[other] = worth
