"""Shared by the tests of leagues."""

HERE = "python:tests.bots.badly_behaved."


def timeless(result):
    """A result without what no two runs have in common."""
    return {key: value for key, value in result.items() if key not in ("seconds", "slowest")}


def played(runner, plan):
    """All races of a plan, in their order."""
    results = sorted(runner.run(range(plan.total)), key=lambda result: result["race"])
    return [timeless(result) for result in results]
