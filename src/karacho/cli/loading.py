"""`karacho load`: scripted players, outages on purpose, the check, and the figures."""

import json
import os
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table

from karacho.cli.ending import ended_in_order
from karacho.errors import InvalidOption, KarachoError
from karacho.load import campaign, plot
from karacho.load.campaign import Plan, Result
from karacho.load.plan import KINDS
from karacho.store import StoreError
from karacho.store.copying import check_unused, check_used
from karacho.store.opening import is_postgres

BROKEN = 1
HALFWAY = "asked to end before the run was over; nothing was checked"
PATIENCE_SECONDS = 10.0
UNITS = {"ms": "ms", "mb": "MB", "kb": "KB", "us": "µs"}


def read_games(text: str) -> tuple[str, ...]:
    """The kinds of tables."""
    games = tuple(name.strip() for name in text.split(","))
    for name in games:
        if name not in KINDS:
            raise InvalidOption("--games", name, f"some of {', '.join(KINDS)}")
    return games


def read_paces(text: str | None, flat_out: bool) -> list[float | None]:
    """Moves a second; several are tried one after another. None is flat out."""
    if flat_out:
        if text is not None:
            raise InvalidOption("--pace", text, "left out with --flat-out, which is as fast as it goes")
        return [None]
    try:
        paces = [float(each) for each in (text or "100").split(",")]
    except ValueError:
        paces = []
    if not paces or any(not 0 < pace < 1e6 for pace in paces):
        raise InvalidOption("--pace", text, "moves a second, such as 300 or 100,300,1000")
    return list(paces)


def read_url(text: str | None) -> str | None:
    """HOST:PORT, also as `karacho serve` prints it."""
    if text is None:
        return None
    address = text.removeprefix("http://").removesuffix("/")
    try:
        parts = urlsplit(f"//{address}")
        is_whole = parts.netloc == address and parts.hostname and parts.port
    except ValueError:
        is_whole = False
    if not is_whole:
        raise InvalidOption("--url", text, "HOST:PORT of a server, such as 127.0.0.1:8600")
    return address


def run_load(plan: Plan, paces: list[float | None], json_file: Path | None, plot_file: Path | None) -> int:
    """Run it for every pace; 1 if a promise was broken."""
    _check_server(plan)
    if plan.folder is not None and plan.folder.exists() and (plan.folder.is_file() or any(plan.folder.iterdir())):
        raise InvalidOption("--folder", str(plan.folder), "a folder that is empty, or not there yet")
    for name, file in (("--json", json_file), ("--plot", plot_file)):
        if file is not None:
            _check_new(name, file)
    if plot_file is not None:
        plot.check_possible(plot_file)
    _check_database(plan)
    console = Console(stderr=True)

    def say(words: str) -> None:
        console.print(f"karacho: {words}", highlight=False)

    results: list[dict[str, Any]] = []
    for pace, folder in zip(paces, _folders(plan.folder, paces), strict=True):
        with ended_in_order(HALFWAY):
            result = campaign.run(replace(plan, pace=pace, folder=folder), say)
        results.append(as_data(result, pace))
        _print(result, pace)
    if json_file is not None:
        json_file.write_text(json.dumps({"plan": _plan_data(plan), "runs": results}, indent=2) + "\n", encoding="utf-8")
    if plot_file is not None:
        plot.plot(results, plot_file)
    return BROKEN if any(run["broken"] for run in results) else 0


def _folders(kept: Path | None, paces: list[float | None]) -> list[Path | None]:
    """One for each run, also where two have the same pace: each checks only what is its own."""
    if kept is None or len(paces) == 1:
        return [kept] * len(paces)
    earlier = [paces[:place].count(pace) for place, pace in enumerate(paces)]
    return [kept / (f"{pace}-{count + 1}" if count else f"{pace}") for pace, count in zip(paces, earlier, strict=True)]


def _check_server(plan: Plan) -> None:
    if plan.url is None:
        if plan.database is not None and not is_postgres(plan.database):
            # It is not repeated: there may be a password in it. So below.
            raise KarachoError("--database has to be postgresql://…, or the file of the server behind --url")
    elif plan.kills or plan.deploys or plan.pauses:
        raise InvalidOption("--url", plan.url, "only a server of its own can be killed")
    elif plan.database is not None and not is_postgres(plan.database) and not Path(plan.database).is_file():
        raise KarachoError("--database has to be postgresql://… or the file of the server behind --url; there is none")
    else:
        _check_answers(plan.url)


def _check_answers(address: str) -> None:
    try:
        urlopen(f"http://{address}/healthz", timeout=PATIENCE_SECONDS).close()
    except HTTPError:
        pass  # somebody does; what is wrong will be seen
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise KarachoError(f"nobody answers at {address} ({reason}): start a server, or leave --url out") from None


def _check_new(name: str, file: Path) -> None:
    folder = file.absolute().parent
    if not folder.is_dir():
        raise InvalidOption(name, str(file), f"a file in a folder; there is no {folder}")
    if file.is_dir():
        raise InvalidOption(name, str(file), "a file; this is a folder")
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise InvalidOption(name, str(file), "a file that you may write")


def _check_database(plan: Plan) -> None:
    """Before the run: people's races are not mixed with those of a run, and what is checked afterwards can be read."""
    if plan.database is None:
        return
    try:
        if plan.url is None:
            check_unused(str(plan.database))
        else:
            check_used(plan.database)
    except StoreError as error:
        raise KarachoError(f"--database: {error}") from None


def as_data(result: Result, pace: float | None) -> dict[str, Any]:
    """A run as plain data."""
    verdict = result.verdict
    checked = {} if verdict is None else {"checked": {k: v for k, v in asdict(verdict).items() if k != "broken"}}
    return {"pace": pace, **result.figures.as_data(), **checked, "broken": result.broken}


def _plan_data(plan: Plan) -> dict[str, Any]:
    hidden = ("pace", "url", "database", "environment", "folder")
    return {name: value for name, value in asdict(plan).items() if name not in hidden}


def _print(result: Result, pace: float | None) -> None:
    table = Table(title=f"{pace:g} moves a second wanted" if pace is not None else "flat out", show_header=False)
    for name, value in result.figures.as_data().items():
        if value is not None:
            words = name.split("_")
            unit = UNITS.get(words[-1], "")
            table.add_row(" ".join(words[:-1] if unit else words), f"{value} {unit}".rstrip())
    Console().print(table)
    verdict = result.verdict
    for line in result.broken:
        print(f"karacho: broken {line}", file=sys.stderr)
    if verdict is None:
        why = "could not be read" if result.broken else "was not named (--database)"
        print(f"not checked: the database of that server {why}")
        return
    print(
        f"{verdict.races} races ({verdict.finished} finished), {verdict.accepted} commands accepted, {verdict.refused} "
        f"refused, {verdict.unknown} unknown, {verdict.repeated} sent again, {verdict.views} views: "
        + (f"{len(result.broken)} PROMISES BROKEN" if result.broken else "all promises kept")
    )
