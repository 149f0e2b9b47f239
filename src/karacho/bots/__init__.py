"""Opponents: a bot sees what its seat sees, never the truth."""

from karacho.bots.bot import Bot
from karacho.bots.making import make_bot

__all__ = ["Bot", "make_bot"]
