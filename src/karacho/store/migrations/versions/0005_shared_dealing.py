"""What players at different servers mix into one deal: their pledges, and which of them the deal was closed with."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "pledges",
        sa.Column("race", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("value", sa.Text),
        sa.Column("made", sa.Float(53), nullable=False),
    )
    op.create_table(
        "deals",
        sa.Column("race", sa.Text, primary_key=True),
        sa.Column("pledges", sa.Text, nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("deals")
    op.drop_table("pledges")
