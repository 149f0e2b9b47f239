"""The bot around the compiled search: remembers, shares out its work among the candidates, and chooses."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from karacho.bots.bot import read_view
from karacho.bots.rally_run.doubt import still_in_doubt
from karacho.bots.rally_run.mind import Mind
from karacho.bots.rally_run.recall import Habit, Recall
from karacho.bots.rally_run.search import IN_A_ROW, follow, prepare, try_out
from karacho.bots.weighing import Weighed, weigh_by
from karacho.core.events import silent_log
from karacho.core.game import MOST_ACTIONS
from karacho.core.record import Box, Ints, new
from karacho.core.rng import CHOICES, draw_below, seeded
from karacho.games.rally_run import memory
from karacho.games.rally_run.actions import ACTIONS, FIRST_SWAP
from karacho.games.rally_run.components import CELLS, MOST_SEATS
from karacho.games.rally_run.driving import leads_to
from karacho.games.rally_run.events import CarDrove, TurnBegan
from karacho.games.rally_run.game import GAME
from karacho.games.rally_run.pit import target_of
from karacho.games.rally_run.state import DRIVE, State
from karacho.games.rally_run.thumb import choose_random

FIRST_LOOK = 40  # worlds before candidates are dropped; then again whenever there are twice as many
SWAP_COST = 0.01  # of a win: by so much a swap must do better than a drive, since the next turn brings new ones
CHUNK = 32  # worlds between two looks at the clock

PARKED = 2  # turns without a drive, after which a car is not reckoned with
LONG_RACE = 25  # turns per seat, after which some turns are taken at random: nobody goes round in circles for ever
SHAKE = 4  # one turn in so many


@dataclass(frozen=True)
class Thinking:
    """How much work a decision may be."""

    worlds: int  # in which the last candidates are tried out; 0: none, the plan decides
    swaps: int  # how many are tried out
    seconds: float = 0.0  # in place of a number of worlds
    hurry: bool = False  # counts on every unknown tile to fit


class SearchBot:
    """Plans, and tries candidates out in worlds that fit what it recalls."""

    def __init__(self, thinking: Thinking, habit: Habit | None, seed: int) -> None:
        self._thinking = thinking
        self._choices = seeded(seed, CHOICES)
        self._facts = np.zeros(memory.SIZE, np.int16)
        self._waits = np.zeros(MOST_SEATS, np.int16)
        self._recall = Recall(habit) if habit is not None else None
        self._mind = new(Mind)
        self._boxes = (new(State), new(State), new(State))
        self._quiet = silent_log()
        self._actions = np.zeros(MOST_ACTIONS, np.int16)
        self._worths = np.zeros(MOST_ACTIONS)

    def notice(self, events: Sequence[Any]) -> None:
        """Remember what was shown and swapped."""
        for event in events:
            memory.remember(self._facts, event)
            if isinstance(event, TurnBegan):
                self._waits[event.seat] += 1
            elif isinstance(event, CarDrove):
                self._waits[event.seat] = 0
        if self._recall is not None:
            self._recall.notice(events)

    def choose(self, view: Mapping[str, Any]) -> str:
        """The action that did best."""
        seen, seat = read_view(GAME, view)
        count = self._prepare(seen, seat)
        action = int(self._actions[0])
        if count > 1:
            alone = int(self._mind[0].parked.sum()) == seen[0].seats - 1  # the plan knows the way; nobody to race
            tries = not alone and (self._thinking.worlds > 0 or self._thinking.seconds > 0.0)
            action = self._try_out(seat, count) if tries else follow(seat, self._boxes[0], self._mind)
        return GAME.names[self._shake(seen, seat, action)]

    def weigh(self, view: Mapping[str, Any], action: str) -> Weighed | None:
        """An action among the candidates, all tried in the same worlds."""
        seen, seat = read_view(GAME, view)
        count = self._prepare(seen, seat)
        if ACTIONS[action] not in self._actions[:count]:
            self._actions[count] = ACTIONS[action]
            count += 1
        if count < 2:
            return None
        worths = np.clip(self._worths_in(seat, self._thinking.worlds, count).mean(axis=0), 0.0, 1.0)
        return weigh_by(
            zip((GAME.names[int(tried)] for tried in self._actions), map(float, worths), strict=False), action
        )

    def _prepare(self, seen: Box[State], seat: int) -> int:
        tiles = self._facts if self._recall is None else self._recall.tiles(seat)
        self._mind[0].swapped[:] = self._facts[CELLS:]
        if self._thinking.swaps == 0:
            self._mind[0].swapped[seat] = IN_A_ROW
        self._mind[0].parked[:] = self._waits >= PARKED
        self._mind[0].parked[seat] = 0
        self._mind[0].hurries = self._thinking.hurry
        return prepare(seen, seat, tiles, self._mind, self._boxes[0], self._thinking.swaps, self._actions, self._worths)

    def _try_out(self, seat: int, count: int) -> int:
        """Try the candidates in more and more worlds, and drop those that are certainly not the best."""
        began, worths = time.perf_counter(), np.empty((0, count))
        while count > 1 and (worlds := self._portion(len(worths), began)) > 0:
            worths = np.concatenate((worths, self._worths_in(seat, worlds, count)))
            kept = still_in_doubt(worths)
            count = len(kept)
            self._actions[:count] = self._actions[kept]
            worths = worths[:, kept]
        return int(self._actions[0])

    def _worths_in(self, seat: int, worlds: int, count: int) -> Ints:
        """What the candidates are worth in worlds drawn anew, one row for each world."""
        worths = np.empty((worlds, count))
        try_out(seat, worlds, count, self._choices, self._mind, self._boxes, self._quiet, self._actions, worths)
        return worths - SWAP_COST * (self._actions[:count] >= FIRST_SWAP)

    def _portion(self, done: int, began: float) -> int:
        """In how many worlds to try the candidates before the next look; 0: in no more."""
        worlds = max(done, FIRST_LOOK)
        if self._thinking.seconds > 0.0:
            return min(worlds, CHUNK) if time.perf_counter() - began < self._thinking.seconds else 0
        return min(worlds, self._thinking.worlds - done)

    def _shake(self, seen: Box[State], seat: int, action: int) -> int:
        """In a long race sometimes do anything, unless that misses the pit or the goal."""
        view = seen[0]
        if view.phase != DRIVE or view.turns < LONG_RACE * view.seats or draw_below(self._choices[0], SHAKE) > 0:
            return action
        arrives = action < FIRST_SWAP and leads_to(int(view.cars[seat]), action) == target_of(view, seat)
        return action if arrives else choose_random(view, seat, self._choices[0])
