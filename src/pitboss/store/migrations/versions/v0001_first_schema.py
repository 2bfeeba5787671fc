"""The first schema: streams, ledger, meters, log and people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPEND_ONLY = ("commands", "events", "entries", "meter_moves", "log")


def upgrade() -> None:
    """Creates every table."""
    _order()
    _streams()
    _ledger()
    _meters()
    _people()
    for table in APPEND_ONLY:
        _append_only(table)


def _order() -> None:
    op.create_table(
        "tip",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.BigInteger(), nullable=False),
        sa.Column("log_size", sa.BigInteger(), nullable=False),
        sa.Column("log_state", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_tip_single_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tip")),
    )
    empty = "x''" if op.get_bind().dialect.name == "sqlite" else "''"
    op.execute(f"INSERT INTO tip (id, position, entries, moves, log_size, log_state) VALUES (1, 0, 0, 0, 0, {empty})")
    op.create_table(
        "commands",
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("outcome", sa.LargeBinary(), nullable=False),
        sa.Column("next", sa.BigInteger()),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_commands")),
        sa.UniqueConstraint("client", "command", name=op.f("uq_commands_client_command")),
    )
    op.create_table(
        "log",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_log")),
    )
    op.create_index(op.f("ix_log_position"), "log", ["position"])


def _streams() -> None:
    op.create_table(
        "streams",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_streams")),
    )
    op.create_table(
        "events",
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["stream"], ["streams.name"], name=op.f("fk_events_stream")),
        sa.PrimaryKeyConstraint("stream", "sequence", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_position"), "events", ["position"])
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["stream"], ["streams.name"], name=op.f("fk_snapshots_stream")),
        sa.PrimaryKeyConstraint("stream", name=op.f("pk_snapshots")),
    )


def _ledger() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("may_owe", sa.Boolean(), nullable=False),
        sa.CheckConstraint("may_owe OR cents >= 0", name=op.f("ck_accounts_not_overdrawn")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_accounts")),
    )
    op.create_table(
        "entries",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint("cents > 0", name=op.f("ck_entries_positive")),
        sa.CheckConstraint("source <> target", name=op.f("ck_entries_two_accounts")),
        sa.ForeignKeyConstraint(["source"], ["accounts.name"], name=op.f("fk_entries_source")),
        sa.ForeignKeyConstraint(["target"], ["accounts.name"], name=op.f("fk_entries_target")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_entries")),
    )
    op.create_index(op.f("ix_entries_position"), "entries", ["position"])
    op.create_index(op.f("ix_entries_source_number"), "entries", ["source", "number"])
    op.create_index(op.f("ix_entries_target_number"), "entries", ["target", "number"])


def _meters() -> None:
    reconciles = "seeded + contributed = displayed + reserve + paid"
    op.create_table(
        "meters",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("displayed", sa.BigInteger(), nullable=False),
        sa.Column("reserve", sa.BigInteger(), nullable=False),
        sa.Column("seeded", sa.BigInteger(), nullable=False),
        sa.Column("contributed", sa.BigInteger(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(reconciles, name=op.f("ck_meters_reconciles")),
        sa.CheckConstraint(
            "displayed >= 0 AND reserve >= 0 AND paid >= 0",
            name=op.f("ck_meters_not_overdrawn"),
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meters")),
    )
    op.create_table(
        "meter_moves",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("microcents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meters.name"], name=op.f("fk_meter_moves_meter")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_meter_moves")),
    )
    op.create_index(op.f("ix_meter_moves_meter_number"), "meter_moves", ["meter", "number"])


def _people() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
    )
    op.create_table(
        "roles",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_roles_user_id")),
        sa.PrimaryKeyConstraint("user_id", "role", name=op.f("pk_roles")),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])
    op.create_table(
        "api_tokens",
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("revoked_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_api_tokens_user_id")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_api_tokens")),
    )
    op.create_index(op.f("ix_api_tokens_user_id"), "api_tokens", ["user_id"])
    op.create_table(
        "failures",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_failures")),
    )


def _append_only(table: str) -> None:
    """What is written stays written."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            refusal = f"SELECT RAISE(ABORT, '{table} is only ever added to');"
            op.execute(f"CREATE TRIGGER {table}_{change.lower()} BEFORE {change} ON {table} BEGIN {refusal} END")
        return
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is only ever added to'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
    )
