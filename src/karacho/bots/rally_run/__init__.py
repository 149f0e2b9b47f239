"""Opponents for Rally Run."""

from karacho.bots.bot import Bot
from karacho.bots.rally_run.recall import Habit
from karacho.bots.rally_run.searching import SearchBot, Thinking
from karacho.bots.spec import Spec
from karacho.bots.weighing import Weigher
from karacho.errors import InvalidOption

FAILINGS = ("distraction", "overlook")
WEIGHING_WORLDS = 300
WEIGHING_SWAPS = 8


def _make_search(spec: Spec, seed: int) -> Bot:
    spec.allow("worlds", "swaps", "time", "hurry", "memory", *FAILINGS)
    thinking = Thinking(
        worlds=spec.whole("worlds", 400, 0, 100_000),
        swaps=spec.whole("swaps", 8, 0, 250),
        seconds=spec.number("time", 0.001, 0.001, 60.0) if "time" in spec.settings else 0.0,
        hurry=spec.is_on("hurry"),
    )
    return SearchBot(thinking, _read_habit(spec), seed)


def _read_habit(spec: Spec) -> Habit | None:
    """None stands for a perfect memory."""
    if spec.settings.get("memory", "perfect") == "perfect":
        for failing in FAILINGS:
            if failing in spec.settings:
                reason = "only beside a memory that is not perfect, such as memory=10"
                raise InvalidOption(f"search:{failing}", spec.settings[failing], reason)
        return None
    return Habit(
        span=_read_span(spec),
        distraction=spec.number("distraction", 0.0, 0.0, 10.0),
        overlook=spec.number("overlook", 0.0, 0.0, 1.0),
    )


def _read_span(spec: Spec) -> float:
    try:
        return spec.number("memory", 10.0, 0.0, 1000.0)
    except InvalidOption:
        reason = "perfect, or a number from 0 to 1000"
        raise InvalidOption("search:memory", spec.settings["memory"], reason) from None


def make_weigher(seed: int) -> Weigher:
    """Who says afterwards what each action was worth; it has forgotten nothing."""
    return SearchBot(Thinking(WEIGHING_WORLDS, WEIGHING_SWAPS), None, seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:worlds=1", "search:worlds=0")
