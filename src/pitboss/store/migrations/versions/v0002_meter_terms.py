"""Meters keep the terms they run by, a change that waits, and how many rounds are in play on them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBERS = ("fed", "in_play", "version", "rate", "reset", "reserve_rate")


def upgrade() -> None:
    """Adds the columns; a meter of before has rate 0 and runs as its tables were filed."""
    for name in NUMBERS:
        op.add_column("meters", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("meters", sa.Column("change", sa.Text(), nullable=False, server_default=""))
    op.create_index(op.f("ix_meter_moves_position"), "meter_moves", ["position"])
