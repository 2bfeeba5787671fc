"""Proves from the entries and moves themselves that balances, meters, streams and counts are what they must be."""

from collections.abc import Iterator

from sqlalchemy import Connection, Table, func, select

from pitboss.money import Amount
from pitboss.store import schema
from pitboss.store.accounts import may_owe, meter_account
from pitboss.store.meters import MeterState, MoveKind

TAKEN_BACK = {
    MoveKind.SEED: MoveKind.RESTART_TAKEN_BACK,
    MoveKind.CONTRIBUTION: MoveKind.RETURN,
    MoveKind.PAYMENT: MoveKind.GIVEN_BACK,
}
"""Moves, and those by which voids and corrections take them back."""


def discrepancies(connection: Connection) -> list[str]:
    """Everything that does not add up, one line each; nothing else is looked at where the file itself is damaged."""
    damaged = page_faults(connection)
    if damaged:
        return damaged
    return [*_accounts(connection), *_meters(connection), *_streams(connection), *_counts(connection)]


def page_faults(connection: Connection) -> list[str]:
    """What is wrong with the pages of an SQLite file, of which a query that passes them by would tell nothing."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(line) for line in connection.exec_driver_sql("PRAGMA quick_check(20)").scalars()]
    return [] if found == ["ok"] else [f"the database file is damaged: {' '.join(line.split())}" for line in found]


def _sums(connection: Connection, table: Table, by: str, of: str) -> dict[str, int]:
    """Sums of a column, by another; PostgreSQL gives them as decimals."""
    query = select(table.c[by], func.sum(table.c[of])).group_by(table.c[by])
    return {key: int(total) for key, total in connection.execute(query)}


def _accounts(connection: Connection) -> Iterator[str]:
    held = {row.name: row.cents for row in connection.execute(select(schema.accounts))}
    given = _sums(connection, schema.entries, "source", "cents")
    taken = _sums(connection, schema.entries, "target", "cents")
    for name, cents in held.items():
        due = taken.get(name, 0) - given.get(name, 0)
        if cents != due:
            yield f"account {name} holds {Amount(cents)}, its entries come to {Amount(due)}"
        if cents < 0 and not may_owe(name):
            yield f"account {name} stands at {Amount(cents)}"
    if sum(held.values()):
        yield f"all accounts together hold {Amount(sum(held.values()))}, not nothing"


def _meters(connection: Connection) -> Iterator[str]:
    moves = schema.meter_moves
    totals = select(moves.c.meter, moves.c.kind, func.sum(moves.c.microcents)).group_by(moves.c.meter, moves.c.kind)
    moved = {(meter, kind): int(total) for meter, kind, total in connection.execute(totals)}
    held = {row.name: row.cents for row in connection.execute(select(schema.accounts))}
    for row in connection.execute(select(schema.meters)):
        meter = MeterState(*row)
        figures = {
            MoveKind.SEED: meter.seeded,
            MoveKind.CONTRIBUTION: meter.contributed,
            MoveKind.PAYMENT: meter.paid,
            MoveKind.RESERVE: meter.reserve,
        }
        for kind, microcents in figures.items():
            due = moved.get((meter.name, kind.value), 0)
            if kind in TAKEN_BACK:
                due -= moved.get((meter.name, TAKEN_BACK[kind].value), 0)
            if microcents != due:
                yield f"meter {meter.name} has {microcents} microcents of {kind}, its moves come to {due}"
        if not meter.reconciles:
            yield f"meter {meter.name} does not reconcile: {meter}"
        account = Amount(held.get(meter_account(meter.name), 0))
        if account != meter.holds:
            yield f"meter {meter.name} holds {meter.holds}, its account {account}"


def _streams(connection: Connection) -> Iterator[str]:
    log = schema.log
    spans = select(log.c.stream, func.count(), func.min(log.c.sequence), func.max(log.c.sequence))
    found = {stream: rest for stream, *rest in connection.execute(spans.group_by(log.c.stream))}
    for row in connection.execute(select(schema.streams.c.name, schema.streams.c.next)):
        due = [row.next, 0, row.next - 1] if row.next else None
        if found.get(row.name) != due:
            yield f"stream {row.name} goes on at {row.next}, but has (count, first, last) {found.get(row.name)}"


def _counts(connection: Connection) -> Iterator[str]:
    tip = connection.execute(select(schema.tip)).one()
    counted = (
        (schema.commands.c.position, 1, tip.position),
        (schema.entries.c.number, 1, tip.entries),
        (schema.meter_moves.c.number, 1, tip.moves),
        (schema.log.c.number, 0, tip.log_size),
    )
    for column, first, count in counted:
        found = connection.execute(select(func.count(), func.min(column), func.max(column))).one()
        if tuple(found) != ((count, first, first + count - 1) if count else (0, None, None)):
            yield f"{column.table.name} should count {count} from {first}, but has (count, first, last) {tuple(found)}"
