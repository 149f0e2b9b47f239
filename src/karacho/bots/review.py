"""The review of a race: what a seat decided, and what it could have done by what it could know at that moment."""

from collections.abc import Callable
from dataclasses import dataclass

from karacho.bots.making import make_weigher
from karacho.bots.weighing import Option
from karacho.errors import InvalidOption
from karacho.race import Race
from karacho.replay import Replay


@dataclass(frozen=True)
class Decision:
    """A choice between several options. `number` counts the actions of the race, from 1."""

    number: int
    taken: Option
    best: Option

    @property
    def missed(self) -> float:
        """By how much the chance to win would have been greater."""
        return self.best.worth - self.taken.worth


def review(
    replay: Replay, seat: int, *, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> list[Decision]:
    """Every decision of a seat, in the order of the race. The same seed gives the same review.

    `progress` is called with the actions done and all there are.
    """
    race = _begin(replay, seat)
    weigher = make_weigher(race.game, seed)
    weigher.notice(race.redact(race.opening, seat))
    decisions = []
    for number, (at, actor, action) in enumerate(replay.actions, 1):
        if actor == seat:
            weighed = weigher.weigh(race.view(seat), action)
            if weighed is not None:
                decisions.append(Decision(number, weighed.taken, weighed.best))
        events = race.timeout(actor, at=at) if action == "timeout" else race.act(action, actor, at=at)
        weigher.notice(race.redact(events, seat))
        if progress is not None:
            progress(number, len(replay.actions))
    return decisions


def _begin(replay: Replay, seat: int) -> Race:
    """The race before its first action; what cannot be reviewed is refused before the work."""
    if not isinstance(replay, Replay):
        raise InvalidOption("replay", replay, "a Replay; of a race it is race.replay(), of a file Replay.load(path)")
    race = replay.race(0)
    if seat is None:  # it would be a spectator, who decides nothing
        raise InvalidOption("seat", seat, f"a seat of this race is 0 to {race.seats - 1}")
    race.view(seat)
    return race
