"""Accounts: their secrets on several devices, and whose tables and races are whose."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    double = sa.Float(53)
    op.create_table(
        "accounts",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        sa.Column("passphrase", sa.Text, nullable=False),
        sa.Column("settings", sa.Text),
        sa.Column("made", double, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("secret_hash", sa.LargeBinary, primary_key=True),
        sa.Column("player", sa.Text, nullable=False, index=True),
        sa.Column("made", double, nullable=False),
    )
    # Secrets that are worth nothing any more, until every server has hung up on whoever came with one.
    op.create_table(
        "dismissed",
        sa.Column("secret_hash", sa.LargeBinary, primary_key=True),
        sa.Column("at", double, nullable=False),
    )
    members = op.create_table(
        "members",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("table_code", sa.Text, primary_key=True),
    )
    entrants = op.create_table(
        "entrants",
        sa.Column("race", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True, index=True),
        sa.Column("dealt", sa.Integer, nullable=False),
    )
    _fill(members, entrants)


def _fill(members: sa.Table, entrants: sa.Table) -> None:
    """From the tables as they are: who had which seat in earlier races was not written down."""
    belongs, drove = set(), []
    for code, data in op.get_bind().execute(sa.text("SELECT code, data FROM tables")):
        table = json.loads(bytes(data))
        seats = [(n, seat["owner"]) for n, seat in enumerate(table.get("seats", [])) if _is_persons(seat)]
        belongs |= {(player, code) for player in (table.get("host"), *(owner for _, owner in seats)) if player}
        if table.get("race"):
            drove += [{"race": table["race"], "seat": n, "player": owner, "dealt": 1} for n, owner in seats]
    if belongs:
        op.bulk_insert(members, [{"player": player, "table_code": code} for player, code in sorted(belongs)])
    if drove:
        op.bulk_insert(entrants, drove)


def _is_persons(seat: dict[str, Any]) -> bool:
    return bool(seat.get("owner")) and seat.get("kind") != "outside"


def downgrade() -> None:
    for table in ("entrants", "members", "dismissed", "devices", "accounts"):
        op.drop_table(table)
