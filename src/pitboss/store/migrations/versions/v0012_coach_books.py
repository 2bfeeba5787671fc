"""The coach: what each person decided before it."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "coach_books",
        sa.Column("user_id", sa.Text(), sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("decisions", sa.Text(), nullable=False),
    )
