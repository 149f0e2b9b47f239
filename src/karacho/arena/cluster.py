"""The same races on a Ray cluster (`karacho[cluster]`): the same results, from more machines.

Karacho must be installed on every node, in the same version; and so must the modules of one's own bots.
"""

import logging
import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from karacho import __version__
from karacho.arena.plan import Plan
from karacho.arena.racing import Result, play_race
from karacho.bots.rehearsal import rehearse
from karacho.errors import KarachoError
from karacho.registry import load_game

PORTION = 4  # races in one task
MOST_LOSSES = 3  # of workers on one portion
KNOCK_SECONDS = 10.0
AHEAD = 3  # portions waiting per core
TOKEN = "if it asks for a token, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"


class Cluster:
    """A plan's races as tasks on a cluster. Address `local` starts a cluster on this machine."""

    def __init__(self, plan: Plan, address: str) -> None:
        self.lost = 0
        self._plan = plan
        self._address = address
        self._losses: Counter[int] = Counter()  # by the first race of a portion

    def run(self, races: Sequence[int]) -> Generator[Result, None, None]:
        """Play these races; each portion as soon as it is finished."""
        self._connect()
        import ray

        try:
            # A lost worker's portion is handed out again here, where it can be counted.
            play = ray.remote(play_portion).options(max_retries=0)
            plan = ray.put(self._plan)
            most = max(2, AHEAD * int(cast("Any", ray).cluster_resources().get("CPU", 1)))
            waiting = [list(races[first : first + PORTION]) for first in range(0, len(races), PORTION)][::-1]
            running: dict[Any, list[int]] = {}
            while waiting or running:
                while waiting and len(running) < most:
                    portion = waiting.pop()
                    running[play.remote(plan, portion, __version__)] = portion
                (ready,), _ = ray.wait(list(running))
                portion = running.pop(ready)
                results = self._fetch(ready, portion)
                if results is None:
                    waiting.append(portion)
                else:
                    yield from results
        finally:
            ray.shutdown()

    def _connect(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody asked for being counted
        import ray

        answered = self._knock()
        try:
            with _sigterm_kept():
                ray.init(address=self._address, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:  # Ray raises all kinds, also that very one
            if answered:
                raise KarachoError(f"Ray at {self._address} did not let this command in: {error} ({TOKEN})") from None
            raise KarachoError(f"no Ray cluster at {self._address}: {error}") from None

    def _fetch(self, ready: Any, portion: Sequence[int]) -> list[Result] | None:
        """The results of a portion; None if its worker was lost."""
        import ray
        from ray import exceptions

        which = f"races {portion[0]} to {portion[-1]}"
        try:
            results: list[Result] = ray.get(ready)
        except exceptions.RayTaskError as error:
            raise KarachoError(f"{which} could not be played: {error.cause}") from None
        except exceptions.RayError as error:
            self.lost += 1
            self._losses[portion[0]] += 1
            if self._losses[portion[0]] == MOST_LOSSES:
                raise KarachoError(f"{which} were lost {MOST_LOSSES} times: {error}") from None
            return None
        return results

    def _knock(self) -> bool:
        """Does somebody answer there, as far as one can ask? Ray itself would try for minutes."""
        host, colon, port = self._address.removeprefix("ray://").rpartition(":")
        if not colon or not port.isdecimal():
            return False  # local, auto or the like
        try:
            socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise KarachoError(f"no Ray cluster at {self._address}: {error}") from None
        return True


@contextmanager
def _sigterm_kept() -> Iterator[None]:
    """Ray would leave at once when it is asked to end; what is to become of a league is decided elsewhere."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():  # no other may, nor does Ray in another
            signal.signal(signal.SIGTERM, before)


_rehearsed: set[str] = set()  # inside a worker


def play_portion(plan: Plan, races: Sequence[int], version: str) -> list[Result]:
    """Inside a worker: some races."""
    if version != __version__:
        raise KarachoError(f"this node has karacho {__version__}, the league is run with {version}")
    if plan.game not in _rehearsed:
        rehearse(load_game(plan.game))  # so that loading machine code does not count as thinking
        _rehearsed.add(plan.game)
    return [play_race(plan, race) for race in races]
