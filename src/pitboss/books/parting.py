"""Two sets of books that never meet: real money and play money, each with its own accounts of the house."""

import msgspec

from pitboss.audit import Entry, fact
from pitboss.audit.books import PLAY_MONEY
from pitboss.audit.format import MONEY_STREAM, BooksParted
from pitboss.books.currencies import Moneys, house_currency
from pitboss.books.table_spec import read_spec
from pitboss.money import Amount
from pitboss.store import HOUSE, Commit, Conflict, Store
from pitboss.store import Entry as Posted
from pitboss.store.accounts import PLAY_HOUSE
from pitboss.store.appending import PARTED

MOST_TRIES = 20
_PART = ("room", "part the books")


def part_books(store: Store, time: int) -> None:
    """Parts the books of a database of an earlier release, once: what the house gave in play money goes over.

    A log that was begun since says in its first entry that its books are parted.
    """
    first = store.log(0, 1)
    if not first or msgspec.json.decode(first[0], type=Entry).payload.get("parted") or store.outcome(*_PART):
        return
    for _ in range(MOST_TRIES):
        read, given = store.balance(HOUSE), totals(store)[PLAY_MONEY]
        entries = (Posted(PLAY_HOUSE, HOUSE, given, PARTED),) if given else ()
        told = fact(MONEY_STREAM, BooksParted(amount=given), time, "system")
        client, command = _PART
        try:
            store.append(Commit(client=client, command=command, entries=entries, log=(told,), reads=((HOUSE, read),)))
        except Conflict:  # another process serves already
            continue
        return


def totals(store: Store) -> dict[str, Amount]:
    """What all accounts hold together, in each set of books: nothing, where they balance."""
    moneys = Moneys(map(read_spec, store.streams().values()), house_currency(store))
    found = {house_currency(store).code: Amount.ZERO, PLAY_MONEY: Amount.ZERO}
    for account, amount in store.balances().items():
        found[moneys.of_account(account)] += amount
    return found


def discrepancies(store: Store) -> list[str]:
    """Everything that does not add up, one line each: in the ledger, and in each set of books by itself."""
    apart = [f"all accounts of {money} together hold {total}" for money, total in totals(store).items() if total]
    return [*store.reconcile(), *apart]
