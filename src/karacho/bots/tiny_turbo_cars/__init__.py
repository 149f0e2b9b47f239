"""Opponents for Tiny Turbo Cars."""

from karacho.bots.bot import Bot
from karacho.bots.spec import Spec, parse_spec
from karacho.bots.tiny_turbo_cars.mind import read_mind
from karacho.bots.tiny_turbo_cars.searcher import SearchBot
from karacho.bots.tiny_turbo_cars.weighing import WeighingBot
from karacho.bots.weighing import Weigher

WEIGHING = "search:near=12,plans=1200,worlds=120"


def _make_search(spec: Spec, seed: int) -> Bot:
    seconds = spec.number("time", 0.001, 0.001, 60.0) if "time" in spec.settings else 0.0
    return SearchBot(read_mind(spec), seconds, seed)


def make_weigher(seed: int) -> Weigher:
    """Who says afterwards what a program was worth."""
    return WeighingBot(read_mind(parse_spec(WEIGHING)), seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:slides=3,plans=4,finalists=4,worlds=2",)
