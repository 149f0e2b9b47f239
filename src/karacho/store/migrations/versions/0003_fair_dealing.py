"""What a race was dealt from, and the hash of each entry of its log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("races", sa.Column("dealing", sa.Text))
    op.add_column("log", sa.Column("hash", sa.Text))


def downgrade() -> None:
    for table, column in (("log", "hash"), ("races", "dealing")):
        with op.batch_alter_table(table) as changed:
            changed.drop_column(column)
