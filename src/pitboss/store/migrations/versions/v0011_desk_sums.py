"""The desk's bets added up twice more: whoever played, and by the day wherever it was.

What is counted already is taken over.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

SUMS = ("bets", "units", "squares", "shared", "staked", "returned", "from_meters", "decisions", "seconds")
KINDS: dict[str, type[sa.types.TypeEngine[bool] | sa.types.TypeEngine[int]]] = {
    "hour": sa.Integer,
    "players": sa.SmallInteger,
    "stake": sa.BigInteger,
    "rated": sa.Boolean,
    "practice": sa.Boolean,
}


def upgrade() -> None:
    """Adds the tables and fills them."""
    _sums("counted_wagers", ("hour", "stream", "wager", "dealer", "terms", "players", "stake", "rated"), ("practice",))
    _sums("counted_players", ("player", "practice", "terms", "wager", "players", "stake", "rated", "hour"))


def _sums(table: str, keys: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
    op.create_table(
        table,
        *(sa.Column(name, KINDS.get(name, sa.Text), primary_key=True, autoincrement=False) for name in keys),
        *(sa.Column(name, KINDS[name], nullable=False) for name in others),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in SUMS),
        sqlite_with_rowid=False,
    )
    of = {name: name for name in (*keys, *others)}
    if table == "counted_players":
        of["hour"] = "hour / 24 * 24"
    chosen = ", ".join([*of.values(), *(f"sum({name})" for name in SUMS)])
    op.execute(
        f"INSERT INTO {table} ({', '.join([*of, *SUMS])}) "
        f"SELECT {chosen} FROM counted_bets GROUP BY {', '.join(of.values())}"
    )
