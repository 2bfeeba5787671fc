"""The tables of the store. Migrations change a database; this says what it looks like after all of them.

Times are seconds, money is cents, meters are microcents: whole numbers everywhere. Commands, entries, meter moves and
the log are only ever added to: triggers refuse anything else. Everything that happened stands in the log, once; the
stream of a table is an index into it.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# How far everything has been counted. Whoever appends locks its only row: that is the order of all commands.
tip = Table(
    "tip",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("entries", BigInteger, nullable=False),
    Column("moves", BigInteger, nullable=False),
    Column("log_size", BigInteger, nullable=False),
    Column("log_state", LargeBinary, nullable=False),
    CheckConstraint("id = 1", name="single_row"),
)

commands = Table(
    "commands",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("client", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("outcome", LargeBinary, nullable=False),
    Column("next", BigInteger),
    UniqueConstraint("client", "command"),
)

streams = Table(
    "streams",
    metadata,
    Column("name", Text, primary_key=True),
    Column("next", BigInteger, nullable=False),
    Column("header", Text, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, ForeignKey("streams.name"), primary_key=True),
    Column("next", BigInteger, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("cents", BigInteger, nullable=False),
    Column("may_owe", Boolean, nullable=False),
    CheckConstraint("may_owe OR cents >= 0", name="not_overdrawn"),
)

entries = Table(
    "entries",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False, index=True),
    Column("source", Text, ForeignKey("accounts.name"), nullable=False),
    Column("target", Text, ForeignKey("accounts.name"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
    CheckConstraint("cents > 0", name="positive"),
    CheckConstraint("source <> target", name="two_accounts"),
    Index(None, "source", "number"),
    Index(None, "target", "number"),
)

meters = Table(
    "meters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("displayed", BigInteger, nullable=False),
    Column("reserve", BigInteger, nullable=False),
    Column("seeded", BigInteger, nullable=False),
    Column("contributed", BigInteger, nullable=False),
    Column("paid", BigInteger, nullable=False),
    Column("fed", BigInteger, nullable=False, server_default="0"),
    Column("in_play", BigInteger, nullable=False, server_default="0"),
    Column("version", BigInteger, nullable=False, server_default="0"),
    Column("rate", BigInteger, nullable=False, server_default="0"),
    Column("reset", BigInteger, nullable=False, server_default="0"),
    Column("reserve_rate", BigInteger, nullable=False, server_default="0"),
    Column("change", Text, nullable=False, server_default=""),
    CheckConstraint("seeded + contributed = displayed + reserve + paid", name="reconciles"),
    CheckConstraint("displayed >= 0 AND reserve >= 0 AND paid >= 0", name="not_overdrawn"),
)

meter_moves = Table(
    "meter_moves",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False, index=True),
    Column("meter", Text, ForeignKey("meters.name"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("microcents", BigInteger, nullable=False),
    Index(None, "meter", "number"),
)

# The audit log, each entry in the bytes that are hashed. An entry that is an event of a table has its number there.
log = Table(
    "log",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False, index=True),
    Column("entry", LargeBinary, nullable=False),
    Column("stream", Text, ForeignKey("streams.name")),
    Column("sequence", BigInteger),
)
Index(
    "ix_log_stream_sequence",
    log.c.stream,
    log.c.sequence,
    unique=True,
    sqlite_where=log.c.stream.is_not(None),
    postgresql_where=log.c.stream.is_not(None),
)

# How far each of the log's own streams is numbered.
log_streams = Table(
    "log_streams",
    metadata,
    Column("name", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

roles = Table(
    "roles",
    metadata,
    Column("user_id", Text, ForeignKey("users.id"), primary_key=True),
    Column("role", Text, primary_key=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("user_id", Text, ForeignKey("users.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
)

api_tokens = Table(
    "api_tokens",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("user_id", Text, ForeignKey("users.id"), nullable=False, index=True),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("revoked_at", BigInteger),
)

failures = Table(
    "failures",
    metadata,
    Column("key", Text, primary_key=True),
    Column("failed", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
)

APPEND_ONLY = (commands, entries, meter_moves, log)
