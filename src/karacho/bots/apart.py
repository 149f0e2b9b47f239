"""A bot in a process of its own: for code that nobody here has read.

It may hang, swallow every exception, recurse until the interpreter falls over or leave with `os._exit`: the race goes
on. It is made anew then and told again all it had seen, but not for ever. It also cannot stumble over the truth of the
race, which is in another process.
"""

import atexit
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from karacho.bots.bot import Bot, BotFailed, describe_with_place, not_an_action
from karacho.bots.children import Child, ChildGone
from karacho.bots.own import NotMade, make_own
from karacho.bots.spec import parse_spec
from karacho.errors import InvalidOption, KarachoError

MAKING_SECONDS = 120.0  # importing, and perhaps compiling or reading a large file
MOST_LOST = 3  # processes in a race; then the bot is out of it, for everybody else would wait too long

MOST_IDLE = 16  # processes that wait for another race

# Starting one takes longer than many a race. Each waits for a bot of the same spec: what one leaves behind in its
# process (threads, changed modules) must not harm another. The one that has waited longest is first.
_idle: list[tuple[str, Child]] = []


class ApartBot:
    """Hands everything on to the process in which the bot is."""

    def __init__(self, game: str, spec: str, seed: int, time_limit: float | None) -> None:
        self._recipe = (game, spec, seed, time_limit)
        self._seen: list[Any] = []
        self._told = 0
        self._lost = 0
        self._has_failed = False
        self._why = ""
        """What its process was lost by."""
        self._child: Child | None = None
        self._make()

    def notice(self, events: Sequence[Any]) -> None:
        """Kept until the bot is asked."""
        self._seen += events

    def revive(self) -> None:
        """Make the bot anew if its process was lost, but not for ever."""
        if self._child is None and self._lost < MOST_LOST:
            self._make()

    def choose(self, view: Mapping[str, Any]) -> str:
        """What the bot in the other process chooses, within its time."""
        if self._lost == MOST_LOST:
            raise BotFailed(f"out of the race: its process was lost {MOST_LOST} times; the last time: {self._why}")
        self.revive()
        return str(self._ask(("choose", self._news(), dict(view)), self._recipe[-1]))

    def close(self) -> None:
        """The race is over: the bot is told how it has ended, and the process is free for another one."""
        try:
            if self._child is not None and self._told < len(self._seen):
                self._ask(("notice", self._news()), self._recipe[-1])
        finally:
            self._let_go()

    def abandon(self) -> None:
        """Nobody waits for it any more, whatever it thinks about (perhaps in another thread)."""
        if self._child is not None:
            self._child.end()

    def _news(self) -> list[Any]:
        """What the bot has not been told yet."""
        news, self._told = self._seen[self._told :], len(self._seen)
        return news

    def _make(self) -> None:
        self._child = _take_idle(self._recipe[1]) or Child("karacho.bots.apart:answer")
        self._told = 0
        self._has_failed = False
        try:
            self._ask(("make", self._recipe), MAKING_SECONDS)
        except KarachoError:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Whoever has failed may have left anything behind."""
        if self._child is None:
            return
        if self._has_failed:
            self._child.end()
        else:
            _idle.append((self._recipe[1], self._child))
            if len(_idle) > MOST_IDLE:
                _idle.pop(0)[1].end()
        self._child = None

    def _ask(self, question: object, seconds: float | None) -> object:
        assert self._child is not None
        try:
            kind, answer = self._child.ask_within(question, seconds)
        except TimeoutError:
            self._give_up(f"took longer than {seconds:g} s")
        except ChildGone as error:
            self._give_up(str(error))
        self._has_failed |= kind in ("refused", "failed")
        if kind == "refused":
            raise InvalidOption("bot", self._recipe[1], answer)
        if kind == "failed":
            raise BotFailed(answer)
        return answer

    def _give_up(self, why: str) -> NoReturn:
        assert self._child is not None
        self._child.end()
        self._child = None
        self._lost += 1
        self._why = why
        raise BotFailed(why) from None


@atexit.register
def end_idle() -> None:
    """End the processes that no bot is in."""
    while _idle:
        _idle.pop()[1].end()


def _take_idle(spec: str) -> Child | None:
    place = next((place for place, (other, _) in enumerate(_idle) if other == spec), None)
    return None if place is None else _idle.pop(place)[1]


_bot: Bot | None = None  # inside the child: the one it has now


def answer(question: tuple[Any, ...]) -> tuple[str, str]:
    """Inside the child: make a bot, tell it something, or let it choose."""
    global _bot
    try:
        if question[0] == "make":
            game, spec, seed, time_limit = question[1]
            _bot = None
            _bot = make_own(parse_spec(spec), game, seed, time_limit)
            return "made", ""
        assert _bot is not None
        _bot.notice(question[1])
        if question[0] == "notice":
            return "noticed", ""
        chosen = _bot.choose(question[2])
        if not isinstance(chosen, str):
            return "failed", not_an_action(chosen)
        return "chosen", str.__str__(chosen)
    except NotMade as error:
        return "refused", str(error)
    except BaseException as error:
        return "failed", describe_with_place(error)
