"""A guard around a bot: whatever it does, a legal action comes out, and what it did wrong is written down.

A bot that raises, takes longer than it may or answers nonsense is replaced for that choice by the house bot `random`.
It is interrupted when its time is up if it thinks in the main thread of a process and comes back to Python; else the
clock is read afterwards.
"""

import pickle
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karacho.bots.apart import ApartBot
from karacho.bots.bot import Bot, BotFailed, describe, not_an_action
from karacho.bots.house import HouseBot
from karacho.core.game import Game
from karacho.errors import visible

MOST_PRIVATE = 300  # actions in a row that nobody else is told of; a race must come to an end
AGAIN_SECONDS = 0.1  # a bot that swallows the alarm is woken again


@dataclass
class Conduct:
    """How a bot has behaved. Its seconds are those of choosing and of noticing."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: int = 0
    last_fault: str = ""


class TimeIsUp(BaseException):
    """Raised inside a bot; no Exception, so that `except Exception` does not stop it."""


class Guard:
    """A bot that cannot take a race down."""

    def __init__(self, game: Game, make: Callable[[], Bot], seed: int, time_limit: float | None = None) -> None:
        self.conduct = Conduct()
        self._game = game
        self._limit = time_limit
        self._fallback = HouseBot(game, "random", seed)
        self._private = 0
        self._bot: Bot | None = self._prepare(make)[1]

    def notice(self, events: Sequence[Any]) -> None:
        """Tell the bot; what it makes of it is its own affair."""
        bot = self._bot
        if bot is not None:
            self._try(lambda: bot.notice(events))

    def choose(self, view: Mapping[str, Any]) -> str:
        """The bot's choice if it is a legal one, else the fallback's."""
        kept = pickle.dumps(view)  # the bot may change the one it gets
        legal: frozenset[str] = frozenset(view["legal_actions"])
        if self._private >= MOST_PRIVATE:
            self._blame(f"{MOST_PRIVATE} actions in a row that nobody sees")
            action = min(legal - self._game.private or legal)
        else:
            action = self._ask(view, legal) or self._fallback.choose(pickle.loads(kept))
        self._private = self._private + 1 if action in self._game.private else 0
        return action

    def close(self) -> None:
        """The race is over."""
        close = getattr(self._bot, "close", None)
        if close is not None:
            self._try(close)

    def abandon(self) -> None:
        """The race is given up, perhaps while the bot thinks."""
        if isinstance(self._bot, ApartBot):
            self._bot.abandon()

    def _prepare(self, call: Callable[[], Any]) -> tuple[bool, Any]:
        """Without a limit, and not counted as thinking: a class may have a lot to prepare."""
        limit, self._limit = self._limit, None
        before = self.conduct.seconds
        well, answer = self._try(call)
        self._limit, self.conduct.seconds = limit, before
        return well, answer

    def _ask(self, view: Mapping[str, Any], legal: frozenset[str]) -> str | None:
        """The bot's answer; None if it is of no use."""
        bot = self._bot
        self.conduct.decisions += 1
        if bot is None:
            self.conduct.faults += 1  # why there is none is written down already
            return None
        if isinstance(bot, ApartBot) and not self._prepare(bot.revive)[0]:
            return None
        before = self.conduct.seconds
        well, answer = self._try(lambda: bot.choose(view))
        self.conduct.slowest = max(self.conduct.slowest, self.conduct.seconds - before)
        if not well:
            return None
        action = str.__str__(answer) if isinstance(answer, str) else None  # not what a subclass says it is
        if action not in legal:
            self._blame(not_an_action(answer))
            return None
        return action

    def _try(self, call: Callable[[], Any]) -> tuple[bool, Any]:
        """Has it gone well, and the answer."""
        answer = None
        began = time.perf_counter()
        try:
            answer = _within(self._limit, call)
        except TimeIsUp:
            pass  # the clock says so too
        except KeyboardInterrupt as error:
            if _person_may_interrupt():
                raise
            self._blame(_reason(error))
            return False, None
        except BaseException as error:
            self._blame(_reason(error))
            return False, None
        finally:
            seconds = time.perf_counter() - began
            self.conduct.seconds += seconds
        if self._limit is not None and seconds > self._limit:
            self._blame(f"took longer than {self._limit:g} s")
            return False, None
        return True, answer

    def _blame(self, reason: str) -> None:
        self.conduct.faults += 1
        self.conduct.last_fault = visible(reason)  # names of types and files are the bot's own too


def _within(limit: float | None, call: Callable[[], Any]) -> Any:
    """Call, and interrupt when the time is up, where that can be done."""
    if limit is None or not hasattr(signal, "setitimer") or not _in_main_thread():
        return call()
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, limit, AGAIN_SECONDS)
        return call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_signal: int, _frame: object) -> None:
    raise TimeIsUp


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, BotFailed) else describe(error)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _person_may_interrupt() -> bool:
    """Is a KeyboardInterrupt more likely a person's than the bot's? Processes for bots ignore Ctrl-C."""
    return _in_main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
