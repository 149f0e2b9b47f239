"""Databases of older and newer versions: steps down, and steps that a later version may bring."""

import shutil
from pathlib import Path

from alembic.config import Config

from karacho.store import migrating

FUTURE = "9998"


def alembic_for(database: Path | str, folder: Path = migrating.FOLDER) -> Config:
    """To run steps by hand."""
    text = str(database)
    url = f"postgresql+psycopg{text[10:]}" if text.startswith("postgresql") else f"sqlite:///{text}"
    config = Config()
    config.set_main_option("script_location", str(folder))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def with_step(folder: Path, upgrade: str) -> Path:
    """The steps of a later version: all of today's, and one more."""
    steps = folder / "migrations"
    shutil.copytree(migrating.FOLDER, steps)
    head = (
        f'import sqlalchemy as sa\nfrom alembic import op\nrevision = "{FUTURE}"\ndown_revision = "{migrating.HEAD}"\n'
    )
    (steps / "versions" / f"{FUTURE}_future.py").write_text(f"{head}\ndef upgrade():\n    {upgrade}\n")
    return steps
