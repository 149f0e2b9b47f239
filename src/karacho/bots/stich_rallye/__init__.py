"""Opponents for Stich Rallye."""

from karacho.bots.bot import Bot
from karacho.bots.spec import Spec
from karacho.bots.stich_rallye.searching import FlatBot, SearchBot
from karacho.bots.stich_rallye.settings import MOST_PLAYOUTS, MOST_WORLDS, Settings, settings_of
from karacho.bots.weighing import Weigher
from karacho.core.record import Box
from karacho.errors import InvalidOption

FAILINGS = ("forget", "overlook", "hurry", "eager")
WEIGHING_WORLDS = 2000


def _make_search(spec: Spec, seed: int) -> Bot:
    if spec.is_on("flat"):
        others = [key for key in spec.settings if key not in ("worlds", "flat", "thumb")]
        if others:
            known = "flat search knows only worlds and thumb"
            raise InvalidOption("search:flat", "on", f"{known}, not {', '.join(others)}")
        return FlatBot(spec.whole("worlds", 200, 1, 100_000), seed, thumb=spec.is_on("thumb"))
    if spec.is_on("thumb"):
        raise InvalidOption("search:thumb", "on", "only beside flat")
    settings = read_settings(spec)
    if "time" not in spec.settings:
        return SearchBot(settings, seed)
    return SearchBot(settings, seed, spec.number("time", 0.05, 0.001, 60.0))


def read_settings(spec: Spec) -> Box[Settings]:
    """The settings of a search that is not flat; failings are written in per cent."""
    spec.allow("worlds", "playouts", "time", *FAILINGS, "flat")
    failings = {name: spec.whole(name, 0, 0, 100) / 100 for name in FAILINGS}
    playouts = spec.whole("playouts", MOST_PLAYOUTS, 1, MOST_PLAYOUTS)
    return settings_of(spec.whole("worlds", 200, 1, MOST_WORLDS), playouts, **failings)


def make_weigher(seed: int) -> Weigher:
    """Who says afterwards what each action was worth."""
    settings = settings_of(WEIGHING_WORLDS)
    settings[0].evenly = True
    return SearchBot(settings, seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:worlds=1,flat", "search:worlds=1")
