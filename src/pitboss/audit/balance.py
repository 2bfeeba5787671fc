"""The balance of a house: all accounts by kind, recomputed from its log."""

import msgspec

from pitboss.audit.books import Books
from pitboss.money import Amount


class KindTotal(msgspec.Struct, frozen=True):
    """The accounts of one kind together."""

    kind: str
    accounts: int
    total: Amount


class MeterBalance(msgspec.Struct, frozen=True):
    """A meter in microcents: seeded + contributed = displayed + reserve + paid."""

    meter: str
    seeded: int
    contributed: int
    displayed: int
    reserve: int
    paid: int


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """What the log says everybody has, and everything that does not add up, the first of it first."""

    entries: int
    rounds: int
    kinds: tuple[KindTotal, ...]
    meters: tuple[MeterBalance, ...]
    total: Amount
    compared: int | None  # ledger entries held against the log, where there was a ledger
    accounts: dict[str, Amount]
    discrepancies: tuple[str, ...]

    @property
    def balanced(self) -> bool:
        """Whether nothing was found."""
        return not self.discrepancies


def balance_of(
    books: Books, entries: int, rounds: int, discrepancies: list[str], compared: int | None = None
) -> Balance:
    """The balance of recomputed books."""
    accounts = {name: cents for name, cents in sorted(books.cents.items()) if cents}
    total = sum(accounts.values())
    found = list(discrepancies)
    if total:
        found.append(f"all accounts together hold {Amount(total)}, not nothing")
    if books.cage_kept:
        below = (name for name, cents in accounts.items() if cents < 0 and name not in ("cage", "house"))
        found += [f"account {name} stands at {Amount(accounts[name])}" for name in below]
    for book in books.meters.values():
        held = accounts.get(f"meter:{book.name}", 0)
        if held != book.cents:
            found.append(f"meter {book.name} holds {Amount(book.cents)}, its account {Amount(held)}")
    kinds = sorted({name.partition(":")[0] for name in accounts})
    return Balance(
        entries=entries,
        rounds=rounds,
        kinds=tuple(_kind(kind, accounts) for kind in kinds),
        meters=tuple(
            MeterBalance(book.name, book.seeded, book.contributed, book.displayed, book.reserve, book.paid)
            for book in books.meters.values()
        ),
        total=Amount(total),
        compared=compared,
        accounts={name: Amount(cents) for name, cents in accounts.items()},
        discrepancies=tuple(found),
    )


def _kind(kind: str, accounts: dict[str, int]) -> KindTotal:
    held = [cents for name, cents in accounts.items() if name.partition(":")[0] == kind]
    return KindTotal(kind, len(held), Amount(sum(held)))
