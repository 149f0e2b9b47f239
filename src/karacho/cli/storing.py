"""`karacho backup`, `restore` and `migrate-store`: everything a server keeps, copied and checked."""

from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from karacho.cli.ending import ended_in_order
from karacho.errors import KarachoError
from karacho.server.settings import Settings
from karacho.store import StoreError
from karacho.store.copying import copy_store, shown
from karacho.store.holding import hold
from karacho.store.opening import is_postgres

HALFWAY = "asked to end before everything was copied; nothing was kept"


def default_store(data: Path | None, database: str | None) -> str | Path:
    """The store that `karacho serve` uses with the same flags."""
    return default_file(data) if database is None else database


def default_file(data: Path | None) -> Path:
    """The file that `karacho serve` uses without a database."""
    return data / "karacho.sqlite" if data is not None else Path(Settings().database)


def new_database(address: str) -> str:
    """Where `karacho migrate-store` moves to."""
    if not is_postgres(address):
        # It is not repeated: there may be a password in it.
        raise KarachoError("the target has to be postgresql://user@host/name; into a file copies `karacho backup`")
    return address


def move(source: Path, target: str) -> None:
    """Copy a file that no server uses meanwhile: what it accepted afterwards would be missing in the copy."""
    try:
        with hold(source) if source.is_file() else nullcontext():  # one that is not there is told below
            copy(source, target)
    except StoreError as error:
        raise KarachoError(str(error)) from None


def copy(source: str | Path, target: str | Path) -> None:
    """Copy a store, with a word about how far it is and what came of it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), TextColumn("{task.completed:,} rows"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            tasks: dict[str, int] = {}

            def say(table: str, rows: int) -> None:
                if table not in tasks:
                    tasks[table] = progress.add_task(f"copying {table}", total=None)
                progress.update(tasks[table], completed=rows)  # type: ignore[arg-type]

            with ended_in_order(HALFWAY):
                rows = copy_store(source, target, say)
    except StoreError as error:
        raise KarachoError(str(error)) from None
    console.print(
        f"karacho: {shown(target)} now has {rows['races']:,} races with {rows['log']:,} log entries, "
        f"{rows['tables']:,} tables and {rows['players']:,} players, compared with {shown(source)} row by row",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
