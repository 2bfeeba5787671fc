"""The currency of the house. All its real money is in one: a player's chips are good at every table.

Play money is in none. It is counted, given and lost at practice tables of any currency, and never becomes real.
"""

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from pitboss.audit.books import PLAY_MONEY
from pitboss.books.table_spec import TableSpec, read_spec, refused
from pitboss.rulebooks.currency import Currency
from pitboss.store import CAGE, HOUSE, Entry, Store
from pitboss.store.accounts import PLAY_HOUSE, PRACTICE


def house_currency(store: Store) -> Currency:
    """That of the tables for real money, open or closed; the usual one while there are none."""
    return _fixed(store) or Currency()


def refuse_another(spec: TableSpec, store: Store) -> None:
    """`Refused` for a table with real money in another currency than there is in the house."""
    house = _fixed(store)
    if not spec.practice and house is not None and spec.currency.code != house.code:
        allowed = f"{house.code}, which all real money of this house is in, or play money"
        says = f"Real money is in {house.code} here; a table in {spec.currency.code} can only use play money."
        raise refused(f"table {spec.name}", f"real money in {spec.currency.code}", allowed, says=says)


_known: WeakKeyDictionary[Store, Currency] = WeakKeyDictionary()
"""By house: once a table for real money was opened there, it stays so."""


def _fixed(store: Store) -> Currency | None:
    """The currency that can no longer be another: a table for real money was opened, or the cage gave chips out."""
    if store not in _known:
        real = _first_real(store)
        if real is None:
            return Currency() if store.balance(CAGE) else None
        _known[store] = real.currency
    return _known[store]


_practice: WeakKeyDictionary[Store, tuple[int, frozenset[str]]] = WeakKeyDictionary()
"""By house: up to which position every table is one for play money, and which those are."""


def _first_real(store: Store) -> TableSpec | None:
    """A table for real money, open or closed, if there is any; what was looked at once is not looked at again."""
    if store not in _practice:
        position, headers = store.position(), store.streams()
    else:
        before, known = _practice[store]
        position, moved = store.moved_after(before)
        headers = {name: header for name in moved.keys() - known if (header := store.header(name)) is not None}
    specs = {name: read_spec(headers[name]) for name in sorted(headers)}
    known = _practice.get(store, (0, frozenset()))[1]
    _practice[store] = position, known | specs.keys()
    return next((spec for spec in specs.values() if not spec.practice), None)


class Moneys:
    """What each account and meter of a house is counted in: the code of its currency, or play money."""

    def __init__(self, specs: Iterable[TableSpec], house: Currency) -> None:
        practice = [spec for spec in specs if spec.practice]
        self._tables = {spec.name for spec in practice}
        self._meters = {meter for spec in practice for meter in spec.meters.values()}
        self._house = house.code

    def of_meter(self, meter: str) -> str:
        """The money of a meter."""
        return PLAY_MONEY if meter in self._meters else self._house

    def of_entry(self, entry: Entry) -> str:
        """The money that an entry moves: that of whichever side is not the house, which has both."""
        if PLAY_HOUSE in (entry.source, entry.target):
            return PLAY_MONEY
        return self.of_account(entry.target if entry.source == HOUSE else entry.source)

    def of_account(self, account: str) -> str:
        """The money of an account; of the house's own it is the one they are for."""
        if account in (CAGE, HOUSE, PLAY_HOUSE):
            return PLAY_MONEY if account == PLAY_HOUSE else self._house
        kind, _, name = account.partition(":")
        if kind == "meter":
            return self.of_meter(name)
        play = name.startswith(PRACTICE) if kind in ("player", "game") else name.partition(":")[0] in self._tables
        return PLAY_MONEY if play else self._house
