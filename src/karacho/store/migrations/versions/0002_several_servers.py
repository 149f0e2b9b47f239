"""Several servers share the tables: revisions of a table, which servers are alive, and what each looks after."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    double = sa.Float(53)
    op.add_column("tables", sa.Column("revision", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "servers",
        sa.Column("server", sa.Text, primary_key=True),
        sa.Column("alive_until", double, nullable=False),
    )
    op.create_table(
        "caretakers",
        sa.Column("table_code", sa.Text, primary_key=True),
        sa.Column("server", sa.Text, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_code", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("server", sa.Text, primary_key=True),
    )


def downgrade() -> None:
    for table in ("presence", "caretakers", "servers"):
        op.drop_table(table)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("revision")
