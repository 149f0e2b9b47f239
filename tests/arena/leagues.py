"""Shared by the tests of leagues."""

from karacho.arena.plan import Plan
from karacho.arena.standings import Cell, Line, Standings

HERE = "python:tests.bots.badly_behaved."


def timeless(result):
    """A result without what no two runs have in common."""
    return {key: value for key, value in result.items() if key not in ("seconds", "slowest")}


def played(runner, plan):
    """All races of a plan, in their order."""
    results = sorted(runner.run(range(plan.total)), key=lambda result: result["race"])
    return [timeless(result) for result in results]


def table_of(bots, times=None, line_ups="mixed", fault=""):
    """Made-up standings; `times`: milliseconds a decision; `fault`: the last of three of the last bot."""
    lines = [
        Line(
            bot=bot,
            rating=(25.0 - place, 24.0 - place, 26.0 - place),
            cars=60,
            wins=20,
            share=0.5 - place / 30,
            interval=(0.45 - place / 30, 0.55 - place / 30),
            place=2.0,
            seconds=(times[place] if times else 1.0) / 1000,
            slowest=0.1,
            faults=3 if fault and bot == bots[-1] else 0,
            last_fault=fault if bot == bots[-1] else "",
            distances=tuple(point * (20.0 - place) for point in range(11)),
        )
        for place, bot in enumerate(bots)
    ]
    count = len(bots)
    shares = [[(column - row + count) / (2 * count) for column in range(count)] for row in range(count)]
    matrix = [
        [Cell(60, share, (share, share)) if row != column else None for column, share in enumerate(cells)]
        for row, cells in enumerate(shares)
    ]
    return Standings(Plan("stich-rallye", tuple(bots), line_ups=line_ups), 60, 0, lines, matrix)
