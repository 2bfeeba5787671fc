"""What came after the log: rulebooks kept whole, tiles over the log, accounts, duty of care, the school and the desk.

Rulebooks, tiles and the desk of a database of before are worked out from its log when it is next served. Whoever has an
account already keeps the password and has chosen no limits; losses and deposits are counted from here on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0003"

SHORTER = "an exclusion is never shortened"


def upgrade() -> None:
    """Adds the tables and columns, and the triggers by which rulebooks and exclusions stand."""
    _rulebooks()
    _tiles()
    _accounts()
    _care()
    _lessons()
    _desk()


def _rulebooks() -> None:
    op.create_table(
        "rulebooks",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("law", sa.Text(), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_rulebooks")),
    )
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            refusal = "SELECT RAISE(ABORT, 'rulebooks is only ever added to');"
            op.execute(f"CREATE TRIGGER rulebooks_{change.lower()} BEFORE {change} ON rulebooks BEGIN {refusal} END")
        return
    op.execute(
        "CREATE FUNCTION rulebooks_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'rulebooks is only ever added to'; END $$"
    )
    op.execute(
        "CREATE TRIGGER rulebooks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rulebooks "
        "FOR EACH STATEMENT EXECUTE FUNCTION rulebooks_append_only()"
    )


def _tiles() -> None:
    op.create_table(
        "tiles",
        sa.Column("level", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("level", "number", name=op.f("pk_tiles")),
    )


def _accounts() -> None:
    op.add_column("users", sa.Column("must_change", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("users", sa.Column("totp", sa.Text(), nullable=False, server_default=""))
    op.add_column("users", sa.Column("totp_step", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("seen_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("api_tokens", sa.Column("scope", sa.Text(), nullable=False, server_default=""))
    op.add_column("users", sa.Column("signed_in_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("users", sa.Column("signed_in_before", sa.BigInteger(), nullable=False, server_default="0"))


def _care() -> None:
    op.create_table(
        "care",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("excluded_until", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_care")),
    )
    op.create_index(op.f("ix_care_excluded_until"), "care", ["excluded_until"])
    op.create_table(
        "log_ons",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_log_ons")),
    )
    if op.get_bind().dialect.name == "sqlite":
        refusal = f"BEGIN SELECT RAISE(ABORT, '{SHORTER}'); END"
        shorter = "WHEN NEW.excluded_until < OLD.excluded_until OR NEW.name <> OLD.name"
        op.execute(f"CREATE TRIGGER care_shorter BEFORE UPDATE ON care {shorter} {refusal}")
        op.execute(f"CREATE TRIGGER care_gone BEFORE DELETE ON care WHEN OLD.excluded_until > 0 {refusal}")
    else:
        op.execute(
            "CREATE FUNCTION care_stands() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{SHORTER}'; END $$"
        )
        shorter = "NEW.excluded_until < OLD.excluded_until OR NEW.name <> OLD.name"
        stands = "EXECUTE FUNCTION care_stands()"
        op.execute(f"CREATE TRIGGER care_shorter BEFORE UPDATE ON care FOR EACH ROW WHEN ({shorter}) {stands}")
        op.execute(
            f"CREATE TRIGGER care_gone BEFORE DELETE ON care FOR EACH ROW WHEN (OLD.excluded_until > 0) {stands}"
        )
        op.execute(f"CREATE TRIGGER care_emptied BEFORE TRUNCATE ON care FOR EACH STATEMENT {stands}")


def _lessons() -> None:
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.Text(), sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("rulebook", sa.Text(), primary_key=True),
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("milliseconds", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
    )


def _desk() -> None:
    op.create_table(
        "counting",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "counted_terms",
        sa.Column("id", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("rulebook", "hash", "submission")),
    )
    op.create_table(
        "counted_rounds",
        sa.Column("stream", sa.Text(), primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("dealer", "terms", "players")),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("first", "last")),
        sa.Column("settled", sa.Text(), nullable=False),
    )
    op.create_index(op.f("ix_counted_rounds_at"), "counted_rounds", ["at"])
    op.create_table(
        "counted_bets",
        sa.Column("hour", sa.Integer(), primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text(), primary_key=True) for name in ("stream", "player", "wager", "dealer", "terms")),
        sa.Column("players", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("stake", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rated", sa.Boolean(), primary_key=True),
        sa.Column("practice", sa.Boolean(), nullable=False),
        *_sums("bets", "units", "squares", "shared", "staked", "returned", "from_meters", "decisions", "seconds"),
    )
    op.create_table(
        "counted_play",
        sa.Column("hour", sa.Integer(), primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text(), primary_key=True) for name in ("stream", "dealer")),
        *_sums("rounds", "voids", "decisions", "seconds", "corrections", "irregularities", "fills", "credits"),
    )
    op.create_table(
        "counted_cash",
        sa.Column("hour", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("player", sa.Text(), primary_key=True),
        *_sums("bought", "cashed"),
    )


def _sums(*names: str) -> list["sa.Column[int]"]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]
