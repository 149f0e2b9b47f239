"""Results as data: one row per seat and race, as Parquet and as CSV."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from karacho.arena.plan import Plan
from karacho.arena.racing import POINTS, Result

RESULTS = ("results.parquet", "results.csv")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Say where something could not be written: neither Python nor Arrow does while it writes."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(error.filename or path)) from None


def rows(plan: Plan, results: Sequence[Result]) -> list[dict[str, Any]]:
    """The rows, by race and seat."""
    return [_row(plan, result, seat) for result in results for seat in range(plan.seats)]


def _row(plan: Plan, result: Result, seat: int) -> dict[str, Any]:
    race = result["race"]
    tenths = {f"distance_{100 * point // (POINTS - 1)}": result["distances"][seat][point] for point in range(POINTS)}
    return {
        "game": plan.game,
        "race": race,
        "deal": plan.deal(race),
        "deal_seed": f"{plan.deal_seed(race):x}",  # 256 bits, hence as text
        "line_up": " ".join(plan.bots[bot] for bot in result["sitting"]),
        "seat": seat,
        "bot": plan.bots[result["sitting"][seat]],
        "bot_seed": f"{plan.bot_seed(race, seat):x}",
        "place": result["places"][seat],
        "won": result["winner"] == seat,
        "end_reason": result["end_reason"],
        "actions": result["actions"],
        "decisions": result["decisions"][seat],
        "seconds": result["seconds"][seat],
        "slowest": result["slowest"][seat],
        "faults": result["faults"][seat],
        "last_fault": result["last_faults"][seat],
        **tenths,
    }


def write_results(plan: Plan, results: Sequence[Result], folder: Path) -> list[Path]:
    """`results.parquet` and `results.csv`."""
    import pyarrow
    import pyarrow.csv
    import pyarrow.parquet

    table = pyarrow.Table.from_pylist(rows(plan, results))
    parquet, csv = (folder / name for name in RESULTS)
    pyarrow.parquet.write_table(table, parquet)
    pyarrow.csv.write_csv(table, csv)
    return [parquet, csv]
