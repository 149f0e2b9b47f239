"""Opponents for Rally Run."""

from karacho.bots.bot import Bot
from karacho.bots.rally_run.recall import Habit
from karacho.bots.rally_run.searching import SearchBot, Thinking
from karacho.bots.spec import Spec
from karacho.bots.weighing import Weigher
from karacho.errors import InvalidOption

WEIGHING_WORLDS = 300
WEIGHING_SWAPS = 8


def _make_search(spec: Spec, seed: int) -> Bot:
    spec.allow("worlds", "swaps", "time", "hurry", "memory", "distraction", "overlook")
    hurry = spec.settings.get("hurry", "off")
    if hurry not in ("on", "off"):
        raise InvalidOption("search:hurry", hurry, "on or off")
    thinking = Thinking(
        worlds=spec.whole("worlds", 400, 0, 100_000),
        swaps=spec.whole("swaps", 8, 0, 250),
        seconds=spec.number("time", 0.001, 0.001, 60.0) if "time" in spec.settings else 0.0,
        hurry=hurry == "on",
    )
    return SearchBot(thinking, _read_habit(spec), seed)


def _read_habit(spec: Spec) -> Habit | None:
    """None stands for a perfect memory."""
    if spec.settings.get("memory", "perfect") == "perfect":
        if "distraction" in spec.settings or "overlook" in spec.settings:
            raise InvalidOption(
                "search:memory", "perfect", "a perfect memory knows no distraction and overlooks nothing"
            )
        return None
    return Habit(
        span=spec.number("memory", 10.0, 0.0, 1000.0),
        distraction=spec.number("distraction", 0.0, 0.0, 10.0),
        overlook=spec.number("overlook", 0.0, 0.0, 1.0),
    )


def make_weigher(seed: int) -> Weigher:
    """Who says afterwards what each action was worth; it has forgotten nothing."""
    return SearchBot(Thinking(WEIGHING_WORLDS, WEIGHING_SWAPS), None, seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:worlds=1", "search:worlds=0")
