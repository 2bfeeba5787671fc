"""The verifier's ledger: every account and every meter of the house, recomputed from the log and from nothing else.

The side that plays writes its own ledger; here the same money is booked a second time, from what the log says happened,
by code that shares nothing with it but the names of the accounts.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.audit.format import (
    BooksParted,
    ChipsBought,
    ChipsCashed,
    InventoryCredited,
    InventoryFilled,
    InventoryOpened,
    MeterChanged,
    MeterChangeTookEffect,
    MeterOpened,
    MoneyEvent,
    MovedToChips,
    MovedToGameAccount,
    PlayMoneyGiven,
    PlayMoneyTaken,
    TableClosed,
    Uncollected,
)
from pitboss.audit.mismatch import Mismatch
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.progressive import Progression
from pitboss.rulebooks import Terms
from pitboss.rulebooks.currency import Currency
from pitboss.rulebooks.parts import Account

CAGE, HOUSE, PLAY_HOUSE = "cage", "house", "house:practice"
PLAY_MONEY = "play money"


@dataclass
class MeterBook:
    """A meter, in microcents; `tables` are those linked to it, each with its terms as filed."""

    name: str
    displayed: int
    seeded: int
    reserve: int = 0
    contributed: int = 0
    paid: int = 0
    fed: int = 0  # since it last started
    undone: bool = False  # its win was taken back by the events before: what was contributed to it is there again
    terms: Progression | None = None
    waiting: Progression | None = None
    due: bool = False
    tables: dict[str, Terms] = field(default_factory=dict)
    practice: bool = False  # it is play money

    @property
    def shows(self) -> Amount:
        """The whole cents displayed."""
        return Amount(self.displayed // MICROCENTS_PER_CENT)

    @property
    def cents(self) -> int:
        """The whole cents it holds."""
        return (self.displayed + self.reserve) // MICROCENTS_PER_CENT


class Books:
    """All accounts, by the names the ledger has for them."""

    def __init__(self) -> None:
        self.cents: Counter[str] = Counter()
        self.meters: dict[str, MeterBook] = {}
        self.practice: dict[str, bool] = {}
        self.parted = False  # whether play money has books of its own
        self.currencies: dict[str, Currency] = {}  # by table
        self.given: Counter[str] = Counter()  # by account, what the house has put into it
        self.at_stake: set[str] = set()  # tables with a round in play that someone has wagered in
        self.closed: set[str] = set()
        self.four_eyes = False  # the log tells above which amounts a second person is needed
        self.cage_kept = False  # the log tells of money outside of rounds, so that nobody may stand below zero
        self.borne: dict[str, list[Uncollected]] = {}  # by table: what its next command must not find with the player
        self._changes: Counter[str] = Counter()

    def move(self, source: str, target: str, cents: int) -> None:
        """An amount from one account to another; below zero, the other way.

        For play money the house has an account of its own, once the books are parted.
        """
        if HOUSE in (source, target):
            other = target if source == HOUSE else source
            self.given[other] += cents if source == HOUSE else -cents
            if self.parted and self.money_in(other) == PLAY_MONEY:
                source, target = (PLAY_HOUSE if side == HOUSE else side for side in (source, target))
        for account, change in ((source, -cents), (target, cents)):
            self.cents[account] += change
            self._changes[account] += change

    def take_changes(self) -> dict[str, int]:
        """What has changed since this was last asked, by account."""
        changes, self._changes = self._changes, Counter()
        return {account: cents for account, cents in changes.items() if cents}

    @property
    def currency(self) -> Currency:
        """The currency of the house: that of its tables for real money, which all have the same."""
        real = (name for name in self.currencies if not self.practice.get(name))
        return next((self.currencies[name] for name in real), Currency())

    def money_in(self, account: str) -> str:
        """What an account of anybody but the house is counted in: the code of a currency, or play money."""
        kind, _, name = account.partition(":")
        match kind:
            case "player" | "game":
                practice = name.startswith("practice/")
            case "meter":
                book = self.meters.get(name)
                practice = book is not None and (book.practice or any(map(self.practice.get, book.tables)))
            case _:
                practice = self.practice.get(name.partition(":")[0], False)
        return PLAY_MONEY if practice else self.currency.code

    def purse(self, table: str, player: str, account: Account) -> str:
        """The account of a player that money at a table comes from or goes to."""
        return _own(player, account, self.practice.get(table, False))

    def require(self, account: str, what: str) -> None:
        """Nobody gives what they do not have."""
        if self.cage_kept and self.cents[account] < 0:
            raise Mismatch(what, f"{account} would stand at {Amount(self.cents[account])}")

    def check_taken(self, table: str, players: Iterable[str]) -> None:
        """After a command at a table: nobody gave more than was in both accounts, nor did the house bear more."""
        if not self.cage_kept:
            return
        borne = {event.player: event.amount for event in self.borne.pop(table, [])}
        for player in players:
            left = Amount(sum(self.cents[self.purse(table, player, account)] for account in Account))
            if left < Amount.ZERO:
                raise Mismatch(f"more than {player} has is taken back", f"both accounts would stand at {left}")
            if left and player in borne:
                raise Mismatch(f"{borne[player]} not collected from {player}", f"{player} is left with {left}")
            borne.pop(player, None)
        for player, amount in borne.items():
            raise Mismatch(f"{amount} not collected from {player}", f"{player} does not play at table {table}")

    # Money outside of rounds

    def money(self, event: MoneyEvent) -> None:
        """The cage, play money and table inventories."""
        self.cage_kept = True
        if event.amount < Amount.ZERO:
            raise Mismatch(f"{event.amount} moved", "amounts are not below zero")
        cents = event.amount.cents
        match event:
            case ChipsBought():
                self.move(CAGE, f"player:{event.player}", cents)
            case ChipsCashed():
                self.move(f"player:{event.player}", CAGE, cents)
                self.require(f"player:{event.player}", f"{event.amount} cashed")
            case MovedToGameAccount():
                self._exchange(event, Account.CHIPS, Account.GAME)
            case MovedToChips():
                self._exchange(event, Account.GAME, Account.CHIPS)
            case Uncollected():
                self.move(HOUSE, self.purse(event.table, event.player, Account.CHIPS), cents)
                self.borne.setdefault(event.table, []).append(event)
            case PlayMoneyGiven() | PlayMoneyTaken() | BooksParted():
                self._play_money(event)
            case InventoryOpened():
                self.practice[event.table] = event.practice
                self.move(HOUSE, f"table:{event.table}", cents)
            case InventoryFilled():
                self.move(HOUSE, f"table:{event.table}", cents)
            case InventoryCredited():
                self.move(f"table:{event.table}", HOUSE, cents)
                self.require(f"table:{event.table}", f"a credit of {event.amount}")
            case TableClosed():
                self._close(event)

    def _play_money(self, event: PlayMoneyGiven | PlayMoneyTaken | BooksParted) -> None:
        match event:
            case PlayMoneyGiven():
                self.move(HOUSE, _own(event.player, Account.CHIPS, practice=True), event.amount.cents)
            case PlayMoneyTaken():
                purse = _own(event.player, event.account, practice=True)
                self.move(purse, HOUSE, event.amount.cents)
                self.require(purse, f"{event.amount} of play money taken back")
            case BooksParted():
                self._part(event.amount)

    def _part(self, amount: Amount) -> None:
        """What the house gave in play money goes over to the account it has for that."""
        given = Amount(sum(cents for name, cents in self.given.items() if self.money_in(name) == PLAY_MONEY))
        if self.parted or amount != given:
            raise Mismatch(f"{amount} goes over to the books of play money", f"the house gave {given} in it, once")
        self.parted = True
        for account, change in ((HOUSE, given.cents), (PLAY_HOUSE, -given.cents)):
            self.cents[account] += change
            self._changes[account] += change

    def _exchange(self, event: MovedToGameAccount | MovedToChips, source: Account, target: Account) -> None:
        """A player's money goes from one of the player's accounts to the other."""
        giver = _own(event.player, source, event.practice)
        self.move(giver, _own(event.player, target, event.practice), event.amount.cents)
        self.require(giver, f"{event.amount} moved to the {target}")

    def _close(self, event: TableClosed) -> None:
        held = Amount(self.cents[f"table:{event.table}"])
        if event.amount != held:
            raise Mismatch(f"{event.amount} taken from table {event.table}", f"its inventory is {held}")
        if event.table in self.at_stake:
            raise Mismatch(f"table {event.table} is closed", "a round is in play there")
        self.closed.add(event.table)
        self.move(f"table:{event.table}", HOUSE, held.cents)

    # Meters

    def open_meter(self, event: MeterOpened) -> None:
        """The house seeds a meter."""
        if event.meter in self.meters:
            raise Mismatch(f"meter {event.meter} is opened again", "it was opened before")
        book = MeterBook(event.meter, event.microcents, event.microcents, practice=event.practice)
        self.meters[event.meter] = book
        self.move(HOUSE, f"meter:{event.meter}", book.cents)

    def change_meter(self, event: MeterChanged | MeterChangeTookEffect) -> None:
        """Other terms are recorded, or take effect."""
        book = self.meters.get(event.meter)
        if book is None:
            raise Mismatch(f"a change of meter {event.meter}", "it was never opened")
        if isinstance(event, MeterChanged):
            book.waiting, book.due = event.to, book.fed == 0
            return
        playing = sorted(self.at_stake & set(book.tables))
        if book.waiting is None or not book.due:
            raise Mismatch(f"meter {event.meter} takes on other terms", "none were recorded that are due")
        if playing:
            raise Mismatch(f"meter {event.meter} takes on other terms", f"a round is in play at {', '.join(playing)}")
        book.terms, book.waiting, book.due = book.waiting, None, False

    def feed(self, meter: str, microcents: int, table: str) -> None:
        """A round's wagers add to a meter, and to its reserve beside; below zero, they are given back."""
        book = self.meters[meter]
        hidden = 0
        if book.terms is not None and book.terms.reserve.per_million:
            hidden = abs(microcents) * book.terms.reserve.per_million // book.terms.rate.per_million
        if microcents < 0:
            self._give_back(book, -microcents, hidden, table)
            return
        before = book.cents
        book.undone = False
        book.displayed += microcents
        book.reserve += hidden
        book.contributed += microcents + hidden
        book.fed += microcents + hidden
        self.move(f"table:{table}", f"meter:{meter}", book.cents - before)
        self._check(book)

    def _give_back(self, book: MeterBook, microcents: int, hidden: int, table: str) -> None:
        """A contribution goes back; what the meter does not show any more, the house adds first."""
        kept = min(hidden, book.reserve)
        book.reserve -= kept
        book.displayed += kept
        there = book.displayed if book.undone else min(book.fed, book.displayed)
        lacking = max(0, microcents + hidden - there)
        before = book.cents
        book.displayed += lacking
        book.seeded += lacking
        book.fed = 0 if lacking else book.fed
        self.move(HOUSE, f"meter:{book.name}", book.cents - before)
        before = book.cents
        book.displayed -= microcents + hidden
        book.contributed -= microcents + hidden
        book.fed = max(0, book.fed - microcents - hidden)
        book.undone = False
        self.move(f"meter:{book.name}", f"table:{table}", before - book.cents)
        self._check(book)

    def pay(self, meter: str, amount: Amount, to: str) -> None:
        """A meter gives an amount up."""
        book = self.meters[meter]
        book.displayed -= amount.cents * MICROCENTS_PER_CENT
        book.paid += amount.cents * MICROCENTS_PER_CENT
        self.move(f"meter:{meter}", to, amount.cents)
        self._check(book)

    def give_back(self, meter: str, cents: int, source: str) -> None:
        """A meter gets back what a void or a correction takes from those it had paid."""
        book = self.meters[meter]
        book.displayed += cents * MICROCENTS_PER_CENT
        book.paid -= cents * MICROCENTS_PER_CENT
        self.move(source, f"meter:{meter}", cents)
        self._check(book)

    def take_restart_back(self, meter: str, cents: int) -> None:
        """A meter that was not won whole after all gives back what it started again with."""
        book = self.meters[meter]
        book.displayed -= cents * MICROCENTS_PER_CENT
        book.seeded -= cents * MICROCENTS_PER_CENT
        book.fed = max(book.fed, book.displayed - cents * MICROCENTS_PER_CENT)
        book.undone = True
        self.move(f"meter:{meter}", HOUSE, cents)
        self._check(book)

    def restart(self, meter: str, reset: Amount) -> None:
        """A meter that was won whole starts again, out of its reserve as far as that goes."""
        book = self.meters[meter]
        before, wanted = book.cents, reset.cents * MICROCENTS_PER_CENT
        kept = min(book.reserve, wanted)
        book.reserve -= kept
        book.displayed += wanted
        book.seeded += wanted - kept
        book.fed = 0
        book.due = book.waiting is not None
        self.move(HOUSE, f"meter:{meter}", book.cents - before)
        self._check(book)

    def _check(self, book: MeterBook) -> None:
        if book.displayed < 0 or book.seeded + book.contributed != book.displayed + book.reserve + book.paid:
            figures = f"{book.seeded} + {book.contributed} = {book.displayed} + {book.reserve} + {book.paid}"
            raise Mismatch(f"meter {book.name}", f"seed + contributions = displayed + reserve + paid fails: {figures}")


def _own(player: str, account: Account, practice: bool) -> str:
    """The name the ledger has for an account of a player."""
    kind = {Account.CHIPS: "player", Account.GAME: "game"}[account]
    return f"{kind}:practice/{player}" if practice else f"{kind}:{player}"
