"""Opponents for Stich Rallye."""

from karacho.bots.bot import Bot
from karacho.bots.spec import Spec
from karacho.bots.stich_rallye.searching import FlatBot, SearchBot
from karacho.bots.stich_rallye.settings import MOST_WORLDS, settings_of

FAILINGS = ("forget", "overlook", "hurry")
WORLDS_IN_TIME = 200  # at a time, where the clock decides how many there will be


def _make_search(spec: Spec, seed: int) -> Bot:
    if "flat" in spec.settings:
        spec.allow("worlds", "flat")
        return FlatBot(spec.whole("worlds", 200, 1, 100_000), seed)
    spec.allow("worlds", "time", *FAILINGS, "flat")
    worlds = spec.whole("worlds", 200, 1, MOST_WORLDS)
    failings = {name: spec.whole(name, 0, 0, 100) / 100 for name in FAILINGS}
    if "time" not in spec.settings:
        return SearchBot(settings_of(worlds, **failings), seed)
    seconds = spec.number("time", 0.05, 0.001, 60.0)
    return SearchBot(settings_of(min(worlds, WORLDS_IN_TIME), **failings), seed, seconds)


BOTS = {"search": _make_search}
REHEARSAL = ("search:worlds=1,flat", "search:worlds=1")
