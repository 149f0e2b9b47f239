"""Weighing what a driver did: a program against what could have been slid to, a flight or shield against the rest."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from karacho.bots.bot import read_view
from karacho.bots.tiny_turbo_cars.choosing import choose_aside
from karacho.bots.tiny_turbo_cars.mind import Mind
from karacho.bots.tiny_turbo_cars.planning import make_plan
from karacho.bots.tiny_turbo_cars.searcher import LONGEST_PLAN, SearchBot, after
from karacho.bots.tiny_turbo_cars.slate import clean_slate
from karacho.bots.tiny_turbo_cars.trying import judge_programs
from karacho.bots.weighing import Option, Weighed, weigh_by
from karacho.core.game import MOST_ACTIONS
from karacho.core.record import Box
from karacho.games.tiny_turbo_cars.actions import NAMES, SLIDES
from karacho.games.tiny_turbo_cars.components import PIECE_NAMES, PROGRAM_CELLS, PROGRAM_START
from karacho.games.tiny_turbo_cars.game import GAME
from karacho.games.tiny_turbo_cars.state import FLY, PROGRAM, SHIELD, State

FEWEST_SLIDES = 12  # that somebody could have made in any case
MOST_SLIDES = LONGEST_PLAN - 1


class WeighingBot(SearchBot):
    """Thinks each round through when it has been programmed, from the controller as it was dealt."""

    def __init__(self, mind: Box[Mind], seed: int) -> None:
        super().__init__(mind, 0.0, seed)
        self._dealt: Box[State] | None = None

    def weigh(self, view: Mapping[str, Any], action: str) -> Weighed | None:
        """A program when it is done, a flight or a shield at once; racecar and grid are matters of taste."""
        seen, seat = read_view(GAME, view)
        phase = seen[0].phase
        if phase == PROGRAM:
            if self._dealt is None:
                self._dealt = seen
            return None if action in SLIDES else self._weigh_program(seen, seat)
        if phase in (FLY, SHIELD) and len(view["legal_actions"]) > 1:
            return self._weigh_aside(seen, seat, action, len(view["legal_actions"]))
        return None

    def _weigh_program(self, seen: Box[State], seat: int) -> Weighed:
        dealt, self._dealt = self._dealt, None
        assert dealt is not None
        self._look_along(seen, seat)
        own, made = seen[0].controllers[seat].tobytes(), int(seen[0].slides[seat])
        self._mind[0].slides = min(max(FEWEST_SLIDES, made), MOST_SLIDES)
        slate, plan = clean_slate(self._mind[0]), np.zeros(LONGEST_PLAN, np.int64)
        count = make_plan(dealt, seat, self._mind, slate, self._choices, self._quiet, plan)
        best = dealt[0].controllers[seat].tobytes()
        for slide in plan[: count - 1]:
            best = after(best, int(slide))
        programs = np.array([_packed(own), _packed(best)], np.int64)
        slides, worths = np.array([made, count - 1], np.int64), np.zeros(2)
        judge_programs(programs, slides, seat, self._mind, self._tracks, slate[1], slate[2], self._quiet, worths)
        taken, other = (
            Option(_written(pieces), float(worth), int(needed))
            for pieces, worth, needed in zip((own, best), worths, slides, strict=True)
        )
        return Weighed(taken, other if other.worth > taken.worth else taken)

    def _weigh_aside(self, seen: Box[State], seat: int, action: str, count: int) -> Weighed:
        self._look_along(seen, seat)
        actions, worths = np.zeros(MOST_ACTIONS, np.int16), np.zeros(MOST_ACTIONS)
        choose_aside(seen, seat, self._mind, self._tracks, self._choices, self._quiet, actions, worths)
        names = (NAMES[number] for number in actions[:count])
        return weigh_by(zip(names, map(float, worths[:count]), strict=True), action)


def _program(controller: bytes) -> bytes:
    return controller[PROGRAM_START : PROGRAM_START + PROGRAM_CELLS]


def _packed(controller: bytes) -> int:
    """As the search writes a program."""
    return sum(piece << 4 * place for place, piece in enumerate(_program(controller)))


def _written(controller: bytes) -> str:
    """In notation."""
    return " ".join(PIECE_NAMES[piece] for piece in _program(controller))
