"""Which store a command means: by its flags, or else by the environment."""

from pathlib import Path

import typer

from karacho.errors import KarachoError
from karacho.store.opening import is_postgres


def chosen(context: typer.Context, data: Path | None, database: str | None) -> tuple[Path | None, str | None]:
    """A folder or a database that was typed wins over a variable that a host has set once for all commands."""
    if _is_typed(context, "data"):
        if _is_typed(context, "database"):
            raise KarachoError("--data and --database name two places: leave one of them out")
        database = None
    if database is not None:
        return None, check_database(database)
    return None if data is None else check_file(data, "the folder in --data"), None


def check_database(address: str) -> str:
    """What is no address is not repeated: there may be a password in it. So below."""
    if not is_postgres(address):
        raise KarachoError("--database has to be postgresql://user@host/name; for a file there is --data")
    return address


def check_file(path: Path, name: str) -> Path:
    """An address typed in place of a file or folder would become folders, named after the password."""
    if path.parts and path.parts[0].endswith(":"):
        raise KarachoError(f"{name} has to be on this machine; for postgresql://… there is --database")
    return path


def _is_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
