"""Who acts next, what bots do and what they are told: the course of a race without any screen."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from karacho.bots.guard import Guard
from karacho.bots.making import make_guarded
from karacho.bots.spec import parse_spec
from karacho.core.rng import race_seed
from karacho.errors import InvalidOption
from karacho.race import Race
from karacho.registry import load_game

PERSON = "person"
THINKING_SECONDS = 5.0  # for a bot; then a fallback acts for it


@dataclass(frozen=True)
class Setting:
    """What is chosen before a race: who sits where (`person` or the spec of a bot), and the options."""

    game: str
    sitting: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of the people at this keyboard."""
        return tuple(seat for seat, who in enumerate(self.sitting) if who == PERSON)

    @property
    def names(self) -> list[str]:
        """What the seats are called: `You` for the only person, else by number as people count."""
        if len(self.persons) == 1:
            person = "You"
        else:
            person = "Seat {}"
        words = {PERSON: person}
        sorts = [_sort(who) for who in self.sitting]
        return [words.get(sort, sort + " bot {}").format(seat + 1) for seat, sort in enumerate(sorts)]


def _sort(who: str) -> str:
    """A bot without its settings; one's own class without its module."""
    if who == PERSON:
        return who
    spec = parse_spec(who)
    return spec.path.rpartition(".")[2] or spec.name.capitalize()


def seat_people(game: str, seats: int, people: int, bots: str | Sequence[str]) -> tuple[str, ...]:
    """The people take the first seats, bots the others: all alike, or one spec each."""
    allowed = load_game(game).seats
    if seats not in allowed:
        raise InvalidOption("seats", seats, f"{load_game(game).title} is for {allowed[0]} to {allowed[-1]}")
    if not 0 <= people <= seats:
        raise InvalidOption("players", people, f"a whole number from 0 to {seats}")
    left = seats - people
    specs = (bots,) * left if isinstance(bots, str) else tuple(bots)
    if len(specs) != left:
        raise InvalidOption("bots", ",".join(specs), f"give one spec, or one for each of the {left} bots")
    return (PERSON,) * people + specs


@dataclass(frozen=True)
class _Thought:
    """A bot thinks: since when in the race, and what it has not been told meanwhile."""

    stage: tuple[str, int]
    faults: int
    missed: list[list[Any]] = field(default_factory=list)


class Flow:
    """A race with its bots. People act through `act`; `bot_acts` lets one bot do one action."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.race = Race(setting.game, seats=len(setting.sitting), seed=setting.seed, **setting.options)
        self.complaint: str | None = None
        self._bots: dict[int, Guard] = {}
        self._thoughts: dict[int, _Thought] = {}
        for seat, who in enumerate(setting.sitting):
            if who != PERSON:
                # A bot's own choices must not repeat the chance of the race, nor those of another bot.
                seed = secrets.randbits(128) if setting.seed is None else race_seed(setting.seed, seat)
                self._bots[seat] = make_guarded(setting.game, who, seed, THINKING_SECONDS)
        self._tell_bots(self.race.opening)

    @property
    def waiting_bots(self) -> list[int]:
        """The bots that may act now."""
        return [seat for seat in self.race.actors if seat in self._bots]

    @property
    def waiting_persons(self) -> list[int]:
        """The people who may act now."""
        return [seat for seat in self.race.actors if seat not in self._bots]

    @property
    def stage(self) -> tuple[str, int]:
        """Phase and round (or turn): as long as it stays the same, nothing has happened that all should watch."""
        view = self.race.view(None)
        return str(view["phase"]), int(view.get("round", 0))

    @property
    def everyone_acts(self) -> bool:
        """Do several seats act at once now, or the last one of them?"""
        return self.stage[0] == "program"

    @property
    def counts_down(self) -> bool:
        """Is one seat left while the clock runs?"""
        race = self.race
        if race.game.timeout is None or len(race.actors) != 1:
            return False
        return self.by_the_clock

    @property
    def by_the_clock(self) -> bool:
        """Does everybody act at once against the clock?"""
        return self.everyone_acts and self.race.view(None).get("mode") == "realtime"

    def hides_something(self, seat: int) -> bool:
        """Does this seat see anything that the others may not?"""
        mine, all_see = self.race.view(seat), self.race.view(None)
        return any(mine[key] != all_see.get(key) for key in mine if key != "legal_actions")

    def act(self, seat: int, action: str) -> list[Any]:
        """A person's action; answers the events, and the bots are told."""
        return self._done(self.race.act(action, seat))

    def time_out(self, seat: int) -> list[Any]:
        """The countdown has run out."""
        return self._done(self.race.timeout(seat))

    def bot_acts(self, seat: int) -> list[Any]:
        """One action of a bot; if it failed, one for it, and `complaint` says why."""
        choose = self.begin_thinking(seat)
        return self.end_thinking(seat, choose()) or []

    def begin_thinking(self, seat: int) -> Callable[[], str]:
        """How the bot comes to its choice; that may be called in another thread, while others act."""
        guard, view = self._bots[seat], self.race.view(seat)
        self._thoughts[seat] = _Thought(self.stage, guard.conduct.faults)
        return lambda: guard.choose(view)

    def end_thinking(self, seat: int, action: str) -> list[Any] | None:
        """Its choice becomes an action; None if the race has gone on without it."""
        guard, thought = self._bots[seat], self._thoughts.pop(seat)
        if guard.conduct.faults > thought.faults:
            self.complaint = f"{self.setting.names[seat]} was replaced for a move: {guard.conduct.last_fault}"
        for events in thought.missed:
            guard.notice(events)
        if self.race.over:
            guard.close()
        if self.stage != thought.stage or seat not in self.race.actors:
            return None
        return self.act(seat, action)

    def close(self) -> None:
        """Nobody needs the bots any more."""
        for seat, guard in self._bots.items():
            if seat not in self._thoughts:
                guard.close()

    def abandon(self) -> None:
        """Somebody quits: no bot is left behind, not even one that thinks."""
        for guard in self._bots.values():
            guard.abandon()

    def take_complaint(self) -> str | None:
        """What a bot did wrong since this was last asked."""
        complaint, self.complaint = self.complaint, None
        return complaint

    def seen(self, events: Sequence[Any], viewer: int | None) -> list[dict[str, Any]]:
        """The events as a viewer sees them, as plain data."""
        data: Callable[[Any], dict[str, Any]] = self.race.game.events.data
        return [data(event) for event in self.race.redact(events, viewer)]

    def _done(self, events: list[Any]) -> list[Any]:
        self._tell_bots(events)
        if self.race.over:
            self.close()
        return events

    def _tell_bots(self, events: Sequence[Any]) -> None:
        for seat, bot in self._bots.items():
            seen = self.race.redact(events, seat)
            if seat in self._thoughts:
                self._thoughts[seat].missed.append(seen)
            else:
                bot.notice(seen)
