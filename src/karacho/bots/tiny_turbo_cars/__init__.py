"""Opponents for Tiny Turbo Cars."""

from karacho.bots.bot import Bot
from karacho.bots.spec import Spec
from karacho.bots.tiny_turbo_cars.habits import read_habits
from karacho.bots.tiny_turbo_cars.searcher import SearchBot


def _make_search(spec: Spec, seed: int) -> Bot:
    return SearchBot(read_habits(spec), seed)


BOTS = {"search": _make_search}
REHEARSAL = ("search:slides=3,plans=4,finalists=4,worlds=2",)
