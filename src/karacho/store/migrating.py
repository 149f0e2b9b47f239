"""Brings a database to the format of this version, step by step (Alembic); the steps are in `migrations/`.

Steps only add, so that an older server can go on beside a newer one while a host changes from one to the other.
"""

import re
from pathlib import Path

from karacho.errors import brief
from karacho.store.errors import WrongStore

HEAD = "0006"
FOLDER = Path(__file__).parent / "migrations"


def migrate(url: str, found: str | None) -> None:
    """Do what is missing since the format that was found (None: everything)."""
    if found == HEAD:  # nearly always, and Alembic takes long to load
        return
    known = sorted(path.name[:4] for path in (FOLDER / "versions").glob("[0-9]*.py"))
    if found is not None and found not in known:
        if re.fullmatch(r"\d{4}", found) is None:  # as none of ours is
            raise WrongStore(
                f"the database was not written by Karacho: its alembic_version says {brief(found)}. It was not changed"
            )
        raise WrongStore(f"the database was written by a newer Karacho (format {found}); this one knows {HEAD}")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    try:
        command.upgrade(config, HEAD)
    except WrongStore:
        raise
    except Exception as error:  # all steps are one transaction
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise WrongStore(
            f"the database could not be brought from format {found or 'none'} to {HEAD}: {why}. Nothing was changed; "
            "the version that was used before can go on with it"
        ) from error
