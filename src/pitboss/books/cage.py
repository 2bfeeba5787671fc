"""The cage from its books: numbered receipts, and a day's reconciliation of what the log tells against the ledger.

A receipt has the number of its entry in the audit log, so that whoever holds one can have it proved. The account of the
cage stands below zero by the cash in the drawer.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec

from pitboss.audit import Entry as LogEntry
from pitboss.audit.desk_format import DrawerCounted
from pitboss.audit.format import ChipsBought, ChipsCashed
from pitboss.books.currencies import house_currency
from pitboss.books.papers import DRAWERS, file_paper, papers
from pitboss.books.table_spec import refused
from pitboss.money import Amount
from pitboss.rulebooks.codec import from_plain
from pitboss.rulebooks.currency import Currency
from pitboss.store import CAGE, Store, player_account

PAGE = 1000
_TAGS: dict[str, type[ChipsBought | ChipsCashed]] = {"chips-bought": ChipsBought, "chips-cashed": ChipsCashed}


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """Chips for cash (`bought`), or cash for chips; its number is that of its entry in the log."""

    number: int
    time: int  # milliseconds
    cashier: str
    player: str
    bought: bool
    amount: Amount
    currency: Currency


class CountedDrawer(msgspec.Struct, frozen=True, kw_only=True):
    """The cash that was found in the drawer, what the books said then, and in which entry of the log that stands."""

    entry: int
    time: int  # milliseconds
    cashier: str
    counted: Amount
    books: Amount
    difference: Amount


class CageDay(msgspec.Struct, frozen=True, kw_only=True):
    """A day of the drawer, UTC: its start, what came and went by the log, and what the ledger has at the end."""

    day: str
    start: Amount
    ins: Amount
    outs: Amount
    end: Amount
    ledger: Amount
    agrees: bool
    currency: Currency
    receipts: list[Receipt]
    counts: list[CountedDrawer]


def receipt_of(store: Store, position: int) -> Receipt | None:
    """The receipt of a command of the cage; None of any other."""
    for number, text in store.log_between(position, position):
        entry = msgspec.json.decode(text, type=LogEntry)
        kind = _TAGS.get(str(entry.payload.get("event")))
        if kind is not None:
            told: ChipsBought | ChipsCashed = msgspec.convert(entry.payload, kind, dec_hook=from_plain)
            return Receipt(
                number=number,
                time=entry.time,
                cashier=entry.actor,
                player=told.player,
                bought=isinstance(told, ChipsBought),
                amount=told.amount,
                currency=house_currency(store),
            )
    return None


def receipts(store: Store, player: str | None = None, most: int = PAGE) -> list[Receipt]:
    """The latest receipts of the cage, or those of one player, in their order."""
    own = None if player is None else player_account(player)
    moves = [move for move in _moves(store) if own in (None, move.player)]
    told = (receipt_of(store, move.position) for move in moves[-most:])
    return [receipt for receipt in told if receipt is not None]


def cage_day(store: Store, day: str) -> CageDay:
    """A day of the drawer; `Refused` if it is none."""
    begin, end = _bounds(day)
    moves = [move for move in _moves(store) if move.time < end]
    start = sum(move.cents for move in moves if move.time < begin)
    told = (receipt_of(store, move.position) for move in moves if move.time >= begin)
    shown = [receipt for receipt in told if receipt is not None]
    ins = sum(receipt.amount.cents for receipt in shown if receipt.bought)
    outs = sum(receipt.amount.cents for receipt in shown if not receipt.bought)
    ledger = sum(move.cents for move in moves)
    return CageDay(
        day=day,
        start=Amount(start),
        ins=Amount(ins),
        outs=Amount(outs),
        end=Amount(start + ins - outs),
        ledger=Amount(ledger),
        agrees=start + ins - outs == ledger,
        currency=house_currency(store),
        receipts=shown,
        counts=[_count(*found) for found in papers(store, DRAWERS, day)],
    )


def count_drawer(store: Store, day: str, counted: Amount, by: str, time: int, id: str) -> CageDay:
    """The cash that someone found in the drawer at the end of a day, beside what the books say; it is never changed."""
    if counted < Amount.ZERO:
        raise refused("the drawer", str(counted), "the cash that is there: nothing, or more")
    begin, _ = _bounds(day)
    if begin > time:
        raise refused("the day", day, "one that has begun")
    told = DrawerCounted(day=day, counted=counted, books=cage_day(store, day).ledger)
    file_paper(store, DRAWERS, day, told, by, time, id)
    return cage_day(store, day)


def _count(number: int, entry: LogEntry) -> CountedDrawer:
    told: DrawerCounted = msgspec.convert(entry.payload, DrawerCounted, dec_hook=from_plain)
    return CountedDrawer(
        entry=number,
        time=entry.time,
        cashier=entry.actor,
        counted=told.counted,
        books=told.books,
        difference=told.counted - told.books,
    )


class _Move(NamedTuple):
    """An entry of the cage's account: its command, when, whose, and the cents that came into the drawer."""

    position: int
    time: int
    player: str
    cents: int


def _moves(store: Store) -> list[_Move]:
    found: list[_Move] = []
    after = 0
    while page := store.entries(CAGE, after, PAGE):
        after = page[-1].number
        times = store.times({item.position for item in page})
        for item in page:
            inward, entry = item.entry.source == CAGE, item.entry
            cents = entry.amount.cents if inward else -entry.amount.cents
            player = entry.target if inward else entry.source
            found.append(_Move(item.position, times.get(item.position, 0), player, cents))
    return found


def _bounds(day: str) -> tuple[int, int]:
    try:
        begin = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError as error:
        raise refused("the day", day, "one such as 2026-01-31") from error
    return int(begin.timestamp() * 1000), int((begin + timedelta(days=1)).timestamp() * 1000)
