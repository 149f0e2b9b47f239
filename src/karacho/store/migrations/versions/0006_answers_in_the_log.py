"""What a command was answered, in the row of an entry that it made; and the races of a table are found by its code."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("log", sa.Column("op", sa.LargeBinary))
    op.add_column("log", sa.Column("answer", sa.LargeBinary))
    op.create_index("ix_races_table_code", "races", ["table_code"])


def downgrade() -> None:
    op.drop_index("ix_races_table_code", "races")
    with op.batch_alter_table("log") as log:
        log.drop_column("answer")
        log.drop_column("op")
