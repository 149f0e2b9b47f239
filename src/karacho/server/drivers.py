"""House bots think in processes of their own: never in the event loop, and never with more than their seat's view."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from karacho import warmth
from karacho.bots.compiling import compile_games, uncompiled
from karacho.bots.making import make_guarded
from karacho.bots.rehearsal import rehearse
from karacho.core.events import listening_log
from karacho.core.game import Game
from karacho.race import Race, resample
from karacho.registry import game_names, load_game
from karacho.server.evenness import Evenness
from karacho.server.logs import START

THINKING_SECONDS = 5.0
HURRY_SECONDS = 1.5  # of work for every process: whoever asks then gets a quick answer
QUICK = "driver"
UNKNOWN_COST = 0.3
PATIENCE_SECONDS = 4.0  # then the guard chooses, and the process is free again
MOST_SLIDES = 60
SMOOTHING = 0.2
CLOSING_SECONDS = 5.0
POLITENESS = 5  # where cores are few, answers and pictures come before thoughts

log = logging.getLogger("karacho.drivers")


def choose(game: str, spec: str, seat: int, memories: Sequence[Any], view: dict[str, Any], seed: int) -> list[str]:
    """A bot's next action; private actions come in a row, up to the first that all are told about."""
    bot = make_guarded(game, spec, seed, PATIENCE_SECONDS)
    bot.notice(memories)
    private = load_game(game).private
    actions = [bot.choose(view)]
    if actions[0] in private:
        # Nothing that others do changes a program: it can be thought through in any world that fits the view.
        race = resample(view, seed)
        while actions[-1] in private and len(actions) < MOST_SLIDES:
            race.act(actions[-1], seat)
            actions.append(bot.choose(race.view(seat)))
    if bot.conduct.faults:
        log.warning("the bot %s failed in %s: %s", spec, game, bot.conduct.last_fault)
    return actions


def _choose_timed(*arguments: Any) -> tuple[list[str], float]:
    began = time.perf_counter()
    actions = choose(*arguments)
    return actions, time.perf_counter() - began


def _get_ready(line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its processes itself
    threading.Thread(target=_end_with_server, args=(line,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    rehearse_all()


def _end_with_server(line: Connection) -> None:
    """Nobody is left behind: neither by a server that was killed, nor by one that closes while somebody thinks."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel, line])
        os._exit(0)


def compile_missing() -> None:
    """Before the first client comes: nothing compiles in the event loop, nor while a bot should think."""
    missing = uncompiled()
    if not missing:
        return
    titles = ", ".join(game.title for game in missing)
    start = logging.getLogger(START)
    start.info("compiling %s (once for this machine, about a minute) …", titles)
    compile_games(missing, lambda game: start.info("%s is compiled", game.title))


def rehearse_all() -> None:
    """Load all machine code that tables and bots use: later nothing has to wait."""
    load_rules()
    for name in game_names():
        rehearse(load_game(name))


def load_rules() -> None:
    """The same for tables alone."""
    for name in game_names():
        _try_out(load_game(name))


def _try_out(game: Game) -> None:
    """Everything that a table asks of its game, once."""
    warmth.ensure(game)
    race = Race(game, seats=game.seats[0], seed=0)
    seat = race.actors[0]
    state, _ = game.prepare(race.seats, {option.name: option.default for option in game.options})
    if game.preview is not None:
        game.preview(state, seat, 1, listening_log())
    game.places(state, np.zeros(8, np.int16))
    race.view(None)
    race.hints(None)
    race.act(race.legal_actions(seat)[0], seat)


class Drivers:
    """A pool of thinking processes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._line = multiprocessing.Pipe(duplex=False)  # to all of them: closing it ends them
        self._pool = self._open()
        self._closing = False
        self._awake = asyncio.Event()
        self.fallbacks = 0
        self.hurried = 0
        """Choices that were made in a hurry because too many bots had to think."""
        self._owed = 0.0
        self._costs: dict[tuple[str, str], float] = {}
        self.evenness = Evenness()

    def _open(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._processes, mp_context=context, initializer=_get_ready, initargs=(self._line[0],)
        )

    async def warm_up(self) -> None:
        """Wait until every process can think; who asks a bot before that waits too."""
        loop = asyncio.get_running_loop()
        waking = [loop.run_in_executor(self._pool, os.getpid) for _ in range(self._processes)]
        await asyncio.gather(*waking, return_exceptions=True)  # a process that died is noticed by who asks it
        self._awake.set()

    async def think(
        self, game: str, spec: str, seat: int, memories: Sequence[Any], view: dict[str, Any]
    ) -> list[str] | None:
        """What the bot wants to do; None if it failed or took too long."""
        loop = asyncio.get_running_loop()
        await self._awake.wait()
        if self._owed > HURRY_SECONDS * self._processes:
            spec = QUICK
            self.hurried += 1
        arguments = (game, spec, seat, memories, view, secrets.randbits(128))
        pool, cost = self._pool, self._costs.get((game, spec), UNKNOWN_COST)
        self._owed += cost
        try:
            async with asyncio.timeout(THINKING_SECONDS):
                actions, took = await loop.run_in_executor(pool, _choose_timed, *arguments)
                self._costs[game, spec] = cost + SMOOTHING * (took - cost)
                return actions
        except BrokenProcessPool:
            if self._closing:
                return None
            log.warning("the bots' processes died and are started anew")
            if self._pool is pool:  # else somebody who waited with us has done it
                self._pool = self._open()
        except TimeoutError:
            log.warning("the bot %s took too long in %s", spec, game)
        except Exception:
            log.exception("the bot %s could not choose in %s", spec, game)
        finally:
            self._owed -= cost
        self.fallbacks += 1
        return None

    async def close(self) -> None:
        """End all processes, whatever they think about. One that has just been started hears of it when it is there."""
        self._closing = True
        for end in self._line:
            end.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
