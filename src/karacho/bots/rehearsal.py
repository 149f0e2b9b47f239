"""A few actions of every kind of bot before anybody waits for one: that makes or loads its machine code."""

from karacho.bots.making import make_bot, make_weigher, rehearsal_specs
from karacho.core.game import Game
from karacho.core.jit import COMPILED, is_ready, mark_ready
from karacho.race import Race

ACTIONS = 12  # enough for every phase of every game


def is_rehearsed(game: Game) -> bool:
    """Is the machine code of its bots on disk?"""
    return not COMPILED or is_ready(_module(game), "bots")


def rehearse(game: Game) -> None:
    """Drive the first actions of a race with each kind of bot, and weigh those of the first seat."""
    weigher = make_weigher(game)
    for spec in ("rule", *rehearsal_specs(game)):
        race = Race(game, seats=game.seats[0], seed=0)
        bots = [make_bot(game, spec, seat) for seat in range(race.seats)]
        events = race.opening
        for _ in range(ACTIONS):
            for seat, bot in enumerate(bots):
                bot.notice(race.redact(events, seat))
            seat = race.actors[0]
            view = race.view(seat)
            action = bots[seat].choose(view)
            if seat == 0:
                weigher.weigh(view, action)
            events = race.act(action, seat)
    mark_ready(_module(game), "bots")


def _module(game: Game) -> str:
    return game.act.__module__.replace(".games.", ".bots.")
