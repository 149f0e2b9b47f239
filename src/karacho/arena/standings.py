"""What a league says: strength, certainty, thinking time and faults of every bot."""

from collections.abc import Sequence
from dataclasses import dataclass

from karacho.arena.intervals import share_interval
from karacho.arena.plan import Plan
from karacho.arena.racing import POINTS, Result
from karacho.arena.ratings import Rating, rate

Interval = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """One bot. A win share is wins per car, so that it is fair at one in so many seats."""

    bot: str
    rating: Rating
    cars: int
    wins: int
    share: float
    interval: Interval
    place: float  # the mean of its places
    seconds: float  # a decision
    slowest: float
    faults: int
    last_fault: str
    distances: tuple[float, ...]  # the mean at each tenth of a race


@dataclass(frozen=True)
class Cell:
    """How often one bot won rather than another.

    With mixed line-ups: of the races with both in them that either of them won, the share of the one; fair is a half.
    With other line-ups: of its races as the only car against the other's; fair is one in so many seats.
    """

    races: int
    share: float
    interval: Interval


@dataclass(frozen=True)
class Standings:
    """The bots by their win share, the best first."""

    plan: Plan
    races: int
    nobody: int  # races that nobody has won
    lines: list[Line]
    matrix: list[list[Cell | None]]  # in the order of the lines


def standings(plan: Plan, results: Sequence[Result]) -> Standings:
    """Count, with results in the order of their races."""
    ratings = rate(plan, results)
    lines = [_line(plan, results, bot, ratings[bot]) for bot in range(len(plan.bots))]
    order = sorted(range(len(lines)), key=lambda bot: (-lines[bot].share, -lines[bot].rating[0], bot))
    matrix = [[_cell(plan, results, one, other) if one != other else None for other in order] for one in order]
    nobody = sum(1 for result in results if result["winner"] is None)
    return Standings(plan, len(results), nobody, [lines[bot] for bot in order], matrix)


def _line(plan: Plan, results: Sequence[Result], bot: int, rating: Rating) -> Line:
    mine = [(result, seat) for result in results for seat, other in enumerate(result["sitting"]) if other == bot]
    wins = [result["winner"] == seat for result, seat in mine]
    count = _count([(plan.deal(result["race"]), won) for (result, _), won in zip(mine, wins, strict=True)])
    cars = max(1, len(mine))
    decisions = sum(result["decisions"][seat] for result, seat in mine)
    points = (sum(result["distances"][seat][point] for result, seat in mine) / cars for point in range(POINTS))
    told = [result["last_faults"][seat] for result, seat in mine if result["last_faults"][seat]]
    return Line(
        bot=plan.bots[bot],
        rating=rating,
        cars=len(mine),
        wins=sum(wins),
        share=count.share,
        interval=count.interval,
        place=sum(result["places"][seat] for result, seat in mine) / cars,
        seconds=sum(result["seconds"][seat] for result, seat in mine) / max(1, decisions),
        slowest=max((result["slowest"][seat] for result, seat in mine), default=0.0),
        faults=sum(result["faults"][seat] for result, seat in mine),
        last_fault=told[-1] if told else "",
        distances=tuple(points),
    )


def _cell(plan: Plan, results: Sequence[Result], one: int, other: int) -> Cell | None:
    counted: list[tuple[int, bool]] = []  # the deal, and whether the one has won
    for result in results:
        sitting = result["sitting"]
        if one not in sitting or other not in sitting:
            continue
        won = _has_won(result, one)
        if won or _has_won(result, other) if plan.line_ups == "mixed" else _is_alone(plan, one, other, sitting):
            counted.append((plan.deal(result["race"]), won))
    return _count(counted) if counted else None


def _is_alone(plan: Plan, one: int, other: int, sitting: Sequence[int]) -> bool:
    """The only car, in a race that was meant to be so: with two seats both cars are alone."""
    meant = {"single": True, "first": one == 0, "last": other == len(plan.bots) - 1}
    return meant[plan.line_ups] and sitting.count(one) == 1


def _has_won(result: Result, bot: int) -> bool:
    return result["winner"] is not None and result["sitting"][result["winner"]] == bot


def _count(chances: Sequence[tuple[int, bool]]) -> Cell:
    """The share of chances taken, each with the deal it came from."""
    won: dict[int, int] = {}
    counted: dict[int, int] = {}
    for deal, taken in chances:
        won[deal] = won.get(deal, 0) + taken
        counted[deal] = counted.get(deal, 0) + 1
    share = sum(won.values()) / max(1, len(chances))
    return Cell(len(chances), share, share_interval(list(won.values()), list(counted.values())))
