"""Opponents for Tiny Turbo Cars."""

from karacho.bots.bot import Bot
from karacho.bots.spec import Spec
from karacho.bots.tiny_turbo_cars.mind import read_mind
from karacho.bots.tiny_turbo_cars.searcher import SearchBot


def _make_search(spec: Spec, seed: int) -> Bot:
    return SearchBot(read_mind(spec), spec.number("time", 0.0, 0.0, 60.0), seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:slides=3,plans=4,finalists=4,worlds=2",)
