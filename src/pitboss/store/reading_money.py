"""What of money a store can be asked: balances, the ledger, and the meters."""

from collections.abc import Collection, Iterable

import msgspec
from sqlalchemy import bindparam, func, or_, select

from pitboss.money import Amount
from pitboss.store import schema
from pitboss.store.ledger import Entry
from pitboss.store.lookups import named
from pitboss.store.meters import DISPLAYED, MeterState, MoveKind
from pitboss.store.reading_log import PAGE, POSITION, LogRecords

SLACK = 60_000  # milliseconds by which an entry may come later into the log than one that was drafted after it

# Asked for so often that to build them anew would cost more than to run them.
_METERS = select(schema.meters).order_by(schema.meters.c.name)
_BALANCE = select(schema.accounts.c.cents).where(schema.accounts.c.name == bindparam("account"))


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry of the ledger, and the command that brought it."""

    number: int
    position: int
    entry: Entry


class StoredMove(msgspec.Struct, frozen=True):
    """A move of a meter, and the command that brought it."""

    number: int
    position: int
    meter: str
    kind: MoveKind
    microcents: int


class MoneyRecords(LogRecords):
    """The reading side of a store as far as the log and the money."""

    def balance_before(self, account: str, position: int) -> Amount:
        """What an account held before the command of a position: what it holds, less all that has moved since."""
        accounts, table = schema.accounts, schema.entries
        since = [
            select(func.coalesce(func.sum(table.c.cents), 0)).where(side == account, table.c.position >= position)
            for side in (table.c.target, table.c.source)
        ]
        holds = select(func.coalesce(func.sum(accounts.c.cents), 0)).where(accounts.c.name == account)
        query = select(holds.scalar_subquery() - since[0].scalar_subquery() + since[1].scalar_subquery())
        with self._reading() as connection:
            return Amount(int(connection.scalars(query).one()))

    def balance(self, account: str) -> Amount:
        """What an account holds; an account never heard of holds nothing."""
        with self._reading() as connection:
            return Amount(connection.scalar(_BALANCE, {"account": account}) or 0)

    def held(self, accounts: Collection[str]) -> tuple[int, dict[str, Amount]]:
        """What some accounts hold after the command of a position, and it; an account never heard of is left out."""
        with self._reading() as connection:
            position = int(connection.scalars(POSITION).one())
            return position, {row.name: Amount(row.cents) for row in named(connection, schema.accounts, accounts)}

    def balances(self, kind: str = "") -> dict[str, Amount]:
        """All balances other than zero, or those of one kind of account."""
        table = schema.accounts
        query = select(table).where(table.c.cents != 0).order_by(table.c.name)
        if kind:
            query = query.where(or_(table.c.name == kind, table.c.name.startswith(f"{kind}:", autoescape=True)))
        with self._reading() as connection:
            return {row.name: Amount(row.cents) for row in connection.execute(query)}

    def entries(self, account: str | None = None, after: int = 0, limit: int = PAGE) -> list[StoredEntry]:
        """The entries that touch an account (or all), from after an entry number."""
        table = schema.entries
        query = select(table).where(table.c.number > after).order_by(table.c.number).limit(limit)
        if account is not None:
            query = query.where(or_(table.c.source == account, table.c.target == account))
        with self._reading() as connection:
            return [
                StoredEntry(row.number, row.position, Entry(row.source, row.target, Amount(row.cents), row.why))
                for row in connection.execute(query)
            ]

    def moved_between(self, source: str, target: str, since: int) -> list[int]:
        """The positions of the commands that moved money from one account to another since about a time, in ms."""
        table, first_position = schema.entries, self.position_at(since - SLACK)
        with self._reading() as connection:
            first = connection.scalar(select(func.min(table.c.number)).where(table.c.position >= first_position))
            if first is None:
                return []
            query = select(table.c.position).where(
                table.c.source == source, table.c.target == target, table.c.number >= first
            )
            return list(connection.scalars(query.order_by(table.c.number)))

    def meter(self, name: str) -> MeterState | None:
        """A meter as it stands."""
        return self.meters([name]).get(name)

    def meters(self, names: Iterable[str] | None = None) -> dict[str, MeterState]:
        """Meters as they stand, by name: those named, or every one."""
        with self._reading() as connection:
            rows = connection.execute(_METERS) if names is None else named(connection, schema.meters, set(names))
            return {row.name: MeterState(*row) for row in rows}

    def meter_moves(self, meter: str | None = None, after: int = 0, limit: int = PAGE) -> list[StoredMove]:
        """The moves of a meter (or all), from after a move number."""
        table = schema.meter_moves
        query = select(table).where(table.c.number > after)
        if meter is not None:
            query = query.where(table.c.meter == meter)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(table.c.number).limit(limit))
            return [StoredMove(row.number, row.position, row.meter, MoveKind(row.kind), row.microcents) for row in rows]

    def displayed_after(self, meter: str, position: int) -> int:
        """What a meter displayed after a command, in microcents."""
        table = schema.meter_moves
        query = select(table.c.kind, func.sum(table.c.microcents)).where(
            table.c.meter == meter, table.c.position <= position
        )
        with self._reading() as connection:
            moved = connection.execute(query.group_by(table.c.kind)).all()
        return sum(DISPLAYED[MoveKind(kind)] * int(total) for kind, total in moved)
