"""The balance of a house: all accounts by kind, recomputed from its log."""

import msgspec

from pitboss.audit.books import CAGE, HOUSE, PLAY_HOUSE, PLAY_MONEY, Books, MeterBook
from pitboss.money import Amount
from pitboss.rulebooks.currency import Currency, plain


class KindTotal(msgspec.Struct, frozen=True):
    """The accounts of one kind together, as far as they are counted in one money: a currency, or play money."""

    kind: str
    money: str
    accounts: int
    total: Amount


class MeterBalance(msgspec.Struct, frozen=True):
    """A meter in microcents: seeded + contributed = displayed + reserve + paid."""

    meter: str
    money: str
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
    currency: Currency  # of the house
    totals: dict[str, Amount]  # by money: nothing, where the books balance
    compared: int | None  # ledger entries held against the log, where there was a ledger
    accounts: dict[str, Amount]
    discrepancies: tuple[str, ...]

    @property
    def balanced(self) -> bool:
        """Whether nothing was found."""
        return not self.discrepancies

    def written(self, money: str, amount: Amount) -> str:
        """An amount for people; play money is in no currency."""
        return plain(amount) if money == PLAY_MONEY else self.currency.text(amount)


def balance_of(
    books: Books, entries: int, rounds: int, discrepancies: list[str], compared: int | None = None
) -> Balance:
    """The balance of recomputed books."""
    accounts = {name: cents for name, cents in sorted(books.cents.items()) if cents}
    held = _by_money(books, accounts)
    totals = {money: Amount(sum(cents for (_, one), cents in held.items() if one == money)) for _, money in held}
    found = list(discrepancies)
    for money, total in totals.items():
        if total:
            found.append(f"all accounts together hold {total} ({money}), not nothing")
    if books.cage_kept:
        below = (name for name, cents in accounts.items() if cents < 0 and name not in (CAGE, HOUSE, PLAY_HOUSE))
        found += [f"account {name} stands at {Amount(accounts[name])}" for name in below]
    for book in books.meters.values():
        has = accounts.get(f"meter:{book.name}", 0)
        if has != book.cents:
            found.append(f"meter {book.name} holds {Amount(book.cents)}, its account {Amount(has)}")
    return Balance(
        entries=entries,
        rounds=rounds,
        kinds=_kinds(held),
        meters=tuple(_meter(books, book) for book in books.meters.values()),
        currency=books.currency,
        totals=totals,
        compared=compared,
        accounts={name: Amount(cents) for name, cents in accounts.items()},
        discrepancies=tuple(found),
    )


def _by_money(books: Books, accounts: dict[str, int]) -> dict[tuple[str, str], int]:
    """What every account holds of every money. The house alone has several: it owes in each what it gave in it."""
    houses = (HOUSE, PLAY_HOUSE)
    held = {(name, books.money_in(name)): cents for name, cents in accounts.items() if name not in houses}
    for name, cents in books.given.items():
        key = (HOUSE, books.money_in(name))
        held[key] = held.get(key, 0) - cents
    return {key: cents for key, cents in held.items() if cents}


def _kinds(held: dict[tuple[str, str], int]) -> tuple[KindTotal, ...]:
    """Real money first, and within each money the kinds in the order of their names."""
    kinds: dict[tuple[bool, str, str], list[int]] = {}
    for (name, money), cents in held.items():
        kinds.setdefault((money == PLAY_MONEY, money, name.partition(":")[0]), []).append(cents)
    return tuple(
        KindTotal(kind, money, len(cents), Amount(sum(cents))) for (_, money, kind), cents in sorted(kinds.items())
    )


def _meter(books: Books, book: MeterBook) -> MeterBalance:
    money = books.money_in(f"meter:{book.name}")
    return MeterBalance(book.name, money, book.seeded, book.contributed, book.displayed, book.reserve, book.paid)
