"""Which store a command means: by its flags, or else by the environment."""

from pathlib import Path

import typer

from karacho.errors import KarachoError


def chosen(context: typer.Context, data: Path | None, database: str | None) -> tuple[Path | None, str | None]:
    """A folder or a database that was typed wins over a variable that a host has set once for all commands."""
    if _is_typed(context, "data"):
        if _is_typed(context, "database"):
            raise KarachoError("--data and --database name two places: leave one of them out")
        return data, None
    return data, database


def _is_typed(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
