"""Opponents for Tiny Turbo Cars."""

from collections.abc import Callable

from karacho.bots.bot import Bot
from karacho.bots.spec import Spec

BOTS: dict[str, Callable[[Spec, int], Bot]] = {}
REHEARSAL: tuple[str, ...] = ()
