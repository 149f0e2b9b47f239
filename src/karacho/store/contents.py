"""What a database holds before anything is copied: nothing, something of ours, or what another program has written."""

from karacho.store.errors import WrongStore
from karacho.store.migrating import HEAD

# Since the first format. Other programs may have an alembic_version as well.
OURS = {"alembic_version", "players", "tables", "races", "log", "answers"}


def check_ours(name: str, tables: set[str]) -> None:
    """Another program's database is neither copied nor filled."""
    if not tables >= OURS:
        foreign = min(tables - OURS or tables)
        raise WrongStore(f"{name} was not written by Karacho: it has the table {foreign}. It was not changed")


def check_format(name: str, found: str | None) -> str:
    """What a newer version has written, only that can read."""
    if found is None:
        raise WrongStore(f"{name} is damaged: it does not say its format; restore it from a backup")
    if found > HEAD:
        raise WrongStore(
            f"{name} was written by a newer Karacho (format {found}); this one knows {HEAD}: use that version"
        )
    return found


def check_current(name: str, found: str) -> None:
    """A source is not changed, so it must have this version's format already."""
    if found != HEAD:
        raise WrongStore(f"{name} has format {found}, not {HEAD}: start a server with it once, then copy it")
