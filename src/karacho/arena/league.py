"""A league: every line-up on the same deals, on all cores or on a cluster."""

import importlib.util
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Protocol

from karacho.arena.cluster import Cluster
from karacho.arena.journal import Journal
from karacho.arena.plan import Plan, checked
from karacho.arena.racing import Result
from karacho.arena.workers import Workers
from karacho.bots.apart import end_idle
from karacho.bots.making import check_bot
from karacho.core.reading import is_whole
from karacho.errors import InvalidOption, KarachoError

EXTRAS = {"arena": ("matplotlib", "openskill", "pyarrow"), "cluster": ("ray",)}
MOST_PROCESSES = 1024


class Runner(Protocol):
    """Plays races somewhere."""

    lost: int  # workers that went away

    def run(self, races: Sequence[int]) -> Generator[Result, None, None]:
        """Each race as soon as it is finished."""


def make_runner(plan: Plan, processes: int, address: str | None) -> Runner:
    """On this machine, or on the cluster at an address."""
    if address is not None:
        need("cluster")
        return Cluster(plan, address)
    if not is_whole(processes) or not 1 <= processes <= MOST_PROCESSES:
        raise InvalidOption("processes", processes, f"a whole number from 1 to {MOST_PROCESSES}")
    return Workers(plan, processes)


def check_plan(plan: Plan) -> None:
    """Raise what is wrong with a plan, before anything is begun."""
    checked(plan)
    for bot in plan.bots:
        check_bot(plan.game, bot, plan.time_limit)
    end_idle()


def run_league(plan: Plan, journal: Journal, runner: Runner, progress: Callable[[int], None] | None = None) -> None:
    """Play what is missing. An interrupt goes through; what is finished by then is in the journal."""
    missing = journal.missing(range(plan.total))
    if not missing:
        return
    with closing(runner.run(missing)) as results:  # at an interrupt too: nobody is left racing
        for result in results:
            journal.add(result)
            if progress is not None:
                progress(len(journal.results))


def need(extra: str) -> None:
    """Raise if packages are missing that only some people need."""
    missing = [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]
    if missing:
        raise KarachoError(f"{', '.join(missing)} is not installed: pip install 'karacho[{extra}]'")
