"""All cores of this machine: processes that race. One that is lost is replaced, and its race run again."""

import contextlib
import queue
import threading
from collections.abc import Generator, Sequence
from typing import Any

from karacho.arena.plan import Plan
from karacho.arena.racing import Result, play_race
from karacho.bots.children import Child, ChildGone
from karacho.bots.rehearsal import is_rehearsed, rehearse
from karacho.errors import KarachoError
from karacho.registry import load_game

MOST_LOSSES = 3  # of workers on one race


class Workers:
    """So many processes, which share the races of a plan."""

    def __init__(self, plan: Plan, processes: int) -> None:
        self.lost = 0
        self._plan = plan
        self._processes = processes
        self._children: dict[int, Child] = {}
        self._stopped = threading.Event()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [child.pid for child in list(self._children.values())]

    def run(self, races: Sequence[int]) -> Generator[Result, None, None]:
        """Play these races; each as soon as it is finished."""
        game = load_game(self._plan.game)
        if not is_rehearsed(game):
            rehearse(game)  # what has to be compiled is compiled once, not by every worker
        todo: queue.SimpleQueue[int] = queue.SimpleQueue()
        done: queue.SimpleQueue[Result | BaseException] = queue.SimpleQueue()
        for race in races:
            todo.put(race)
        threads = [
            threading.Thread(target=self._work, args=(place, todo, done), daemon=True)
            for place in range(min(self._processes, len(races)))
        ]
        for thread in threads:
            thread.start()
        try:
            for _ in races:
                result = done.get()
                if isinstance(result, BaseException):
                    raise result
                yield result
        finally:
            self._stopped.set()
            for child in list(self._children.values()):
                child.end()
            for thread in threads:
                thread.join()

    def _work(self, place: int, todo: "queue.SimpleQueue[int]", done: "queue.SimpleQueue[Any]") -> None:
        """Keep one process busy."""
        with contextlib.suppress(queue.Empty):
            while not self._stopped.is_set():
                race = todo.get_nowait()
                try:
                    done.put(self._play(place, race))
                except BaseException as error:
                    done.put(error)

    def _play(self, place: int, race: int) -> Result:
        for _ in range(MOST_LOSSES):
            try:
                if place not in self._children:
                    self._start(place)
                kind, answer = self._children[place].ask(race)
            except ChildGone:
                self._children.pop(place).end()
                if self._stopped.is_set():
                    break
                self.lost += 1
                continue
            if kind == "failed":
                raise KarachoError(f"race {race} could not be played: {answer}")
            result: Result = answer
            return result
        raise KarachoError(f"race {race} has cost {MOST_LOSSES} processes their lives; its bots: {self._names(race)}")

    def _start(self, place: int) -> None:
        child = Child("karacho.arena.workers:answer")
        self._children[place] = child
        child.ask(self._plan)

    def _names(self, race: int) -> str:
        return ", ".join(self._plan.bots[bot] for bot in self._plan.sitting(race))


_plan: Plan | None = None  # inside a worker


def answer(question: Plan | int) -> tuple[str, Any]:
    """Inside a worker: learn the plan, or play one of its races."""
    global _plan
    try:
        if isinstance(question, Plan):
            _plan = question
            rehearse(load_game(_plan.game))  # so that loading machine code does not count as thinking
            return "ready", None
        assert _plan is not None
        return "played", play_race(_plan, question)
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"
