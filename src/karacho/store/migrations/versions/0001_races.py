"""Players, tables, races with their logs, and what commands were answered."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Tables that are there already come from a time when nobody wrote down the format."""
    double = sa.Float(53)
    op.create_table(
        "players",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table_code", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("made", double, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("changed", double, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "races",
        sa.Column("race", sa.Text, primary_key=True),
        sa.Column("table_code", sa.Text, sa.ForeignKey("tables.code"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("began", double, nullable=False),
        sa.Column("outcome", sa.Text),
        if_not_exists=True,
    )
    op.create_table(
        "log",
        sa.Column("race", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.Text),
        sa.Column("driver", sa.Text),
        sa.Column("detail", sa.Text),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    # Written together with what a command did: a repeat gets the same answer.
    op.create_table(
        "answers",
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("op", sa.Text, primary_key=True),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("made", double, nullable=False),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )


def downgrade() -> None:
    """There is nothing before."""
    for table in ("answers", "log", "races", "tables", "players"):
        op.drop_table(table)
