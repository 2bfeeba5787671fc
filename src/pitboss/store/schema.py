"""The tables of the store. Migrations change a database; this says what it looks like after all of them.

Times are seconds, money is cents, meters are microcents: whole numbers everywhere. Commands, entries, meter moves and
the log are only ever added to: triggers refuse anything else. Everything that happened stands in the log, once; the
stream of a table is an index into it.
"""

from typing import Any

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
    false,
)
from sqlalchemy.types import TypeEngine

from pitboss.store.packing import PackedEntry

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

# The audit log, each entry in the bytes that are hashed, packed. One that is an event of a table has its number there.
log = Table(
    "log",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False, index=True),
    Column("entry", PackedEntry, nullable=False),
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

# Every version of a rulebook that a table was ever dealt by, whole: its files as JSON, as the log has them too.
rulebooks = Table(
    "rulebooks",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("id", Text, nullable=False),
    Column("law", Text, nullable=False),
    Column("files", LargeBinary, nullable=False),
)

# The tree over the log in tiles of 256 hashes: the first level over entries, each other over tiles of the one below.
# Worked out from the log and no more than that; `state` is what its reader knew at the end of a tile of entries.
tiles = Table(
    "tiles",
    metadata,
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

# What the desk counts by the hour. Worked out from the log and the ledger, and no more than that: `counting` says how
# far, by stream, with what the reader knew there. Hours are those since the beginning of 1970.
counting = Table(
    "counting",
    metadata,
    Column("name", Text, primary_key=True),
    Column("next", BigInteger, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

counted_terms = Table(
    "counted_terms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("rulebook", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("submission", Text, nullable=False),
)

counted_rounds = Table(
    "counted_rounds",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("void", Boolean, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("players", Text, nullable=False),  # by seat, as JSON
    Column("first", BigInteger, nullable=False),  # the numbers of its first and last event in the stream
    Column("last", BigInteger, nullable=False),
    Column("settled", Text, nullable=False),  # its lines as JSON, once it was corrected
)


def _key(*names: str) -> "list[Column[Any]]":
    kinds: dict[str, type[TypeEngine[Any]]] = {"hour": Integer, "players": SmallInteger, "stake": BigInteger}
    kinds |= {"rated": Boolean, "practice": Boolean}
    return [Column(name, kinds.get(name, Text), primary_key=True, autoincrement=False) for name in names]


def _sums(*names: str) -> "list[Column[int]]":
    return [Column(name, BigInteger, nullable=False) for name in names]


_BETS = ("bets", "units", "squares", "shared", "staked", "returned", "from_meters", "decisions", "seconds")

# Bets of one kind: those that one exact theory holds for, of one player at one table under one dealer.
counted_bets = Table(
    "counted_bets",
    metadata,
    *_key("hour", "stream", "player", "wager", "dealer", "terms", "players", "stake", "rated"),
    Column("practice", Boolean, nullable=False),
    *_sums(*_BETS),
)

# The same whoever played, and the same by the day wherever it was: most reports read these, which are a fraction of it.
counted_wagers = Table(
    "counted_wagers",
    metadata,
    *_key("hour", "stream", "wager", "dealer", "terms", "players", "stake", "rated"),
    Column("practice", Boolean, nullable=False),
    *_sums(*_BETS),
    sqlite_with_rowid=False,
)
counted_players = Table(
    "counted_players",
    metadata,
    *_key("player", "practice", "terms", "wager", "players", "stake", "rated", "hour"),  # the first hour of the day
    *_sums(*_BETS),
    sqlite_with_rowid=False,
)

counted_play = Table(
    "counted_play",
    metadata,
    *_key("hour", "stream", "dealer"),
    *_sums("rounds", "voids", "decisions", "seconds", "corrections", "irregularities", "fills", "credits"),
)

counted_cash = Table("counted_cash", metadata, *_key("hour", "player"), *_sums("bought", "cashed"))

users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("must_change", Boolean, nullable=False, server_default=false()),
    Column("totp", Text, nullable=False, server_default=""),
    Column("totp_step", BigInteger, nullable=False, server_default="0"),
    Column("signed_in_at", BigInteger, nullable=False, server_default="0"),
    Column("signed_in_before", BigInteger, nullable=False, server_default="0"),
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
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
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
    Column("scope", Text, nullable=False, server_default=""),
)

# What players chose for their own protection. An exclusion is never shortened: triggers refuse it.
care = Table(
    "care",
    metadata,
    Column("name", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("excluded_until", BigInteger, nullable=False, index=True),
    Column("state", LargeBinary, nullable=False),
)

# When each person last signed in, and when before that.
log_ons = Table(
    "log_ons",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("before", BigInteger, nullable=False),
)

lessons = Table(
    "lessons",
    metadata,
    Column("user_id", Text, ForeignKey("users.id"), primary_key=True),
    Column("rulebook", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("asked", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("milliseconds", BigInteger, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)

# What a person decided before the coach, the latest last, in the words of the pages.
coach_books = Table(
    "coach_books",
    metadata,
    Column("user_id", Text, ForeignKey("users.id"), primary_key=True),
    Column("decisions", Text, nullable=False),
)

failures = Table(
    "failures",
    metadata,
    Column("key", Text, primary_key=True),
    Column("failed", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
)

APPEND_ONLY = (commands, entries, meter_moves, log, rulebooks)
