"""Ratings after Plackett and Luce: what the order of arrival in every race says about every bot.

Where a game says that the places behind the winner tell nothing, only the winner is ranked above the others.
"""

from collections.abc import Sequence

from karacho.arena.intervals import Z_95
from karacho.arena.plan import Plan
from karacho.arena.racing import Result
from karacho.registry import load_game

Rating = tuple[float, float, float]  # with its 95 % interval


def rate(plan: Plan, results: Sequence[Result]) -> list[Rating]:
    """A rating per bot; 25 is what everybody starts with. The races are taken in their order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # bots do not change from race to race
    ratings = [model.rating() for _ in plan.bots]
    for result in results:
        sitting, ranks = result["sitting"], _ranks(plan, result)
        if ranks is None:
            continue
        after = model.rate([[ratings[bot]] for bot in sitting], ranks=ranks)
        for bot in set(sitting):
            # Several cars of one bot: each tells something, and the bot moves by the mean.
            own = [team[0] for team, other in zip(after, sitting, strict=True) if other == bot]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            ratings[bot] = model.create_rating([mu, sigma])
    return [(each.mu, each.mu - Z_95 * each.sigma, each.mu + Z_95 * each.sigma) for each in ratings]


def _ranks(plan: Plan, result: Result) -> list[float] | None:
    """The order that counts, seat by seat; None: nobody has won, and nothing else tells anything."""
    if load_game(plan.game).ranks_losers:
        return [float(place) for place in result["places"]]
    if result["winner"] is None:
        return None
    return [1.0 if seat == result["winner"] else 2.0 for seat in range(plan.seats)]
