"""What of the ledger concerns a player's rounds: which they were, and what the player held before and after."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.money import Amount
from pitboss.store import schema
from pitboss.store.lookups import named


class RoundStake(NamedTuple):
    """A round in which someone put up money: its pending account, the first such entry, and the command of that."""

    account: str
    number: int
    position: int


class Purses:
    """The purses of everyone."""

    def __init__(self, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._reading = reading

    def stakes(self, accounts: Collection[str], before: int | None, limit: int) -> list[RoundStake]:
        """The rounds some accounts put money up for, latest first, whose first such entry came before a number."""
        table = schema.entries
        first, position = func.min(table.c.number), func.min(table.c.position)
        query = select(table.c.target, first, position).where(table.c.source.in_(accounts))
        query = query.where(table.c.target.startswith("pending:", autoescape=True)).group_by(table.c.target)
        if before is not None:
            query = query.having(first < before)
        with self._reading() as connection:
            return [RoundStake(*row) for row in connection.execute(query.order_by(first.desc()).limit(limit))]

    def held_before(self, accounts: Collection[str], number: int) -> Amount:
        """What some accounts held together before an entry: what they hold now, without what came and went since."""
        table, since = schema.entries, schema.entries.c.number >= number
        with self._reading() as connection:
            came, went = (
                connection.scalar(select(func.sum(table.c.cents)).where(side.in_(accounts), since)) or 0
                for side in (table.c.target, table.c.source)
            )
            held = sum(row.cents for row in named(connection, schema.accounts, accounts))
            return Amount(held - int(came) + int(went))

    def first_after(self, position: int) -> int:
        """The number of the first entry that came after a command, or the one the next will have."""
        table = schema.entries
        with self._reading() as connection:
            found = connection.scalar(select(func.min(table.c.number)).where(table.c.position > position))
            return int(found) if found is not None else int(connection.scalar(select(schema.tip.c.entries)) or 0) + 1

    def sequence_at(self, stream: str, position: int) -> int:
        """The sequence number of the first event that a command brought to a stream."""
        table = schema.log
        query = select(func.min(table.c.sequence)).where(table.c.position == position, table.c.stream == stream)
        with self._reading() as connection:
            return connection.scalar(query) or 0
