"""The search bots as bots: they follow the race by what they are told, and look ahead when they must choose."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from karacho.bots.bot import read_view
from karacho.bots.stich_rallye.ahead import look_ahead
from karacho.bots.stich_rallye.belief import Worlds
from karacho.bots.stich_rallye.flat import search
from karacho.bots.stich_rallye.notes import Notes, begin_notes, follow
from karacho.bots.stich_rallye.settings import Settings
from karacho.bots.stich_rallye.trials import Trials
from karacho.bots.weighing import Weighed, weigh_by
from karacho.core.events import silent_log
from karacho.core.game import MOST_ACTIONS, SPECTATOR
from karacho.core.record import Box, content, duplicate, new
from karacho.core.rng import CHOICES, seeded
from karacho.games.stich_rallye.actions import ACTIONS, COAST_ACTION, TURBO_ACTION
from karacho.games.stich_rallye.events import CardPlayed, CarDrove, MotorUsed
from karacho.games.stich_rallye.game import GAME
from karacho.games.stich_rallye.state import PLAY, State

MOST_PENDING = 1000  # plays heard of before the first choice: more than a race has
# Where the clock decides how long to think:
GLANCE = 50  # worlds of the first look, if not fewer
AT_A_TIME = 5000  # playouts of each further one, some 10 to 20 ms


class FlatBot:
    """Tries every legal action in so many worlds that fit what it sees."""

    def __init__(self, worlds: int, seed: int, *, thumb: bool = False) -> None:
        self._worlds = worlds
        self._thumb = thumb
        self._choices = seeded(seed, CHOICES)
        self._scratch = (new(State), new(State))
        self._quiet = silent_log()
        self._actions = np.zeros(MOST_ACTIONS, np.int16)
        self._worths = np.zeros(MOST_ACTIONS)

    def notice(self, events: Sequence[Any]) -> None:
        """All that matters lies open in the view."""

    def choose(self, view: Mapping[str, Any]) -> str:
        """The action that did best."""
        seen, seat = read_view(GAME, view)
        how, lists = (self._worlds, self._thumb), (self._actions, self._worths)
        return GAME.names[search(seen, seat, *how, self._choices, self._scratch, self._quiet, *lists)]


class SearchBot:
    """Looks ahead in worlds weighed by what the others have played; with `seconds`, as often as they allow."""

    def __init__(self, settings: Box[Settings], seed: int, seconds: float | None = None) -> None:
        self._settings = settings
        self._seconds = seconds
        self._choices = seeded(seed, CHOICES)
        self._quiet = silent_log()
        self._states = (new(State), new(State), new(State))
        self._worlds = new(Worlds)
        self._trials = new(Trials)
        self._public: Box[State] | None = None
        self._notes = new(Notes)
        self._heard: list[tuple[int, int]] = []
        self._turbo = False

    def notice(self, events: Sequence[Any]) -> None:
        """Keep what was played."""
        for event in events:
            if isinstance(event, CardPlayed):
                self._heard.append((event.seat, ACTIONS[event.card]))
            elif isinstance(event, MotorUsed):
                self._turbo = event.clause == "SR-7"
            elif isinstance(event, CarDrove):
                if event.clause == "SR-6":
                    self._heard.append((event.seat, TURBO_ACTION if self._turbo else COAST_ACTION))
                self._turbo = False
        del self._heard[:-MOST_PENDING]

    def choose(self, view: Mapping[str, Any]) -> str:
        """The action that did best."""
        seen, seat = read_view(GAME, view)
        self._catch_up(seen)
        if self._seconds is None:
            return GAME.names[self._look(seen, seat, self._settings)]
        return GAME.names[self._look_until(time.perf_counter() + self._seconds, seen, seat)]

    def weigh(self, view: Mapping[str, Any], action: str) -> Weighed | None:
        """An action among the others, where all are tried evenly."""
        seen, seat = read_view(GAME, view)
        self._catch_up(seen)
        self._look(seen, seat, self._settings)
        trials = self._trials[0]
        if trials.count < 2:
            return None
        worths = trials.worths[: trials.count] / trials.tries[: trials.count]
        return weigh_by(zip((GAME.names[tried] for tried in trials.actions), map(float, worths), strict=False), action)

    def _look(self, seen: Box[State], seat: int, settings: Box[Settings]) -> int:
        return look_ahead(
            seen,
            seat,
            self._notes,
            settings,
            self._choices,
            self._states,
            self._quiet,
            self._worlds,
            self._trials,
        )

    def _look_until(self, end: float, seen: Box[State], seat: int) -> int:
        """Look ahead again and again; the action that was best on the whole.

        Nobody fails more often for thinking longer: whether to hurry and what to overlook is decided in the first look,
        which is a short one.
        """
        first, again = duplicate(self._settings), duplicate(self._settings)
        first[0].worlds = min(int(first[0].worlds), GLANCE)
        again[0].worlds = again[0].playouts = AT_A_TIME
        again[0].hurry = again[0].eager = again[0].overlook = 0.0
        action, trials = self._look(seen, seat, first), self._trials[0]
        if trials.count == 1 or not trials.tries[0]:
            return action
        again[0].noticed = sum(1 << int(noticed) for noticed in trials.actions[: trials.count])
        worths: dict[int, float] = {}
        tries: dict[int, int] = {}
        while time.perf_counter() < end:
            self._look(seen, seat, again)
            for i in range(trials.count):
                tried = int(trials.actions[i])
                worths[tried] = worths.get(tried, 0.0) + float(trials.worths[i])
                tries[tried] = tries.get(tried, 0) + int(trials.tries[i])
        if not tries:
            return action
        most = max(tries.values())
        return max(
            (tried for tried in tries if tries[tried] > most // 4), key=lambda tried: worths[tried] / tries[tried]
        )

    def _catch_up(self, seen: Box[State]) -> None:
        """Follow what was heard. Whoever came late, or heard something else than the view shows, begins here."""
        visible = new(State)
        GAME.see(seen, SPECTATOR, visible)
        if self._public is None:
            self._begin(_start_of(visible))
        assert self._public is not None
        spare = seeded(0)
        for seat, action in self._heard:
            follow(self._public, seat, action, self._notes, self._states[0], spare, self._quiet)
        self._heard.clear()
        if content(self._public) != content(visible):
            self._begin(visible)

    def _begin(self, public: Box[State]) -> None:
        self._public = public
        begin_notes(self._notes)


def _start_of(visible: Box[State]) -> Box[State]:
    """The race before its first card, if that is where the first trick shows it to have begun."""
    start = duplicate(visible)
    start[0].phase = PLAY
    start[0].in_trick = 0
    start[0].cards[:] = 0
    return start
