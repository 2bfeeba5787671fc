"""The verifier's books of one table: the money of every round, added up from its events alone."""

from typing import NamedTuple

from pitboss.audit.books import HOUSE, Books, MeterBook
from pitboss.audit.mismatch import Mismatch
from pitboss.engine.events import (
    BetMade,
    LineSettled,
    MeterFed,
    MeterPaid,
    MeterReversed,
    MetersRead,
    PayoutHeld,
    PayoutValidated,
    RoundEvent,
    RoundVoided,
    SeatForfeited,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.engine.lines import SettlementLine, Source
from pitboss.money import Amount
from pitboss.progressive import Progression, progression_of
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Account
from pitboss.table import Table, TableEvent
from pitboss.table.events import RoundEnded, RoundMoved, RoundOpened

__all__ = ["Accounts", "Mismatch", "Money"]


class Money(NamedTuple):
    """A round's money: what was staked went back to the players or was kept; below zero, the house paid on top."""

    staked: Amount
    returned: Amount
    kept: Amount


class Accounts:
    """The books of one table; the meters are the house's, shared by the tables that are linked to them."""

    def __init__(self, stream: str, terms: Terms, names: dict[str, str], books: Books) -> None:
        self.rounds: list[Money] = []
        self._stream = stream
        self.terms = terms
        self._names = names
        self._books = books
        self._round = 0
        self._players: dict[int, str] = {}
        unknown = [meter for meter in names.values() if meter not in books.meters]
        if unknown or set(names) != set(terms.meters):
            listed = ", ".join(terms.meters) or "none"
            raise Mismatch(f"meters {', '.join(unknown) or ', '.join(names)}", f"the table has {listed}, each opened")
        for name, stored in names.items():
            _link(books.meters[stored], stream, terms, name)
        books.currencies[stream] = terms.rulebook.currency
        self._begin()

    @property
    def round(self) -> int:
        """The number of the round in play or last played."""
        return self._round

    @property
    def players(self) -> dict[int, str]:
        """Who sits, or last sat, where."""
        return dict(self._players)

    @property
    def shown(self) -> dict[str, Amount]:
        """What the table's meters show."""
        return {name: self._books.meters[stored].shows for name, stored in self._names.items()}

    @property
    def meters(self) -> dict[str, str]:
        """The house's meters, by the table's names for them."""
        return self._names

    def _begin(self) -> None:
        self._stakes: dict[tuple[int, str], Amount] = {}
        self._lines: list[SettlementLine] = []
        self._held: list[SettlementLine] = []
        self._from_meters = Amount.ZERO

    def check_terms(self, progressions: dict[str, Progression]) -> None:
        """A table takes on the terms its meters run by, between rounds, and no others."""
        if self._stream in self._books.at_stake:
            raise Mismatch("other terms for its meters", "a round is in play")
        for name, told in progressions.items():
            running = self._books.meters[self._names[name]].terms if name in self._names else None
            if told != running:
                raise Mismatch(f"meter {name} at {told.rate}", "the meter runs by other terms")

    def happened(self, event: TableEvent, before: Table, after: Table) -> None:
        """Books an event of the table, which stood as `before` and stands as `after`."""
        self._players |= {seat: occupant.player for seat, occupant in before.seats.items()}
        match event:
            case RoundOpened():
                self._round += 1
                self._begin()
            case RoundMoved():
                self._moved(event.move, before)
            case RoundEnded():
                self.rounds.append(self._balance())
        self._follow(after)

    def _follow(self, after: Table) -> None:
        """Takes note of rounds that somebody has wagered in: they are played by the terms the meters run by now."""
        playing = after.running is not None and bool(after.running.seats)
        if not playing:
            self._books.at_stake.discard(self._stream)
        elif self._stream not in self._books.at_stake:
            self._books.at_stake.add(self._stream)
            for name, stored in self._names.items():
                meter, figures = self._books.meters[stored], after.terms.meters.get(name)
                terms = meter.terms if figures else None
                if meter.due or (terms and figures and (terms.rate, terms.reset) != (figures.rate, figures.reset)):
                    raise Mismatch(f"a wager while meter {name} runs by other terms", "the table had to take them on")

    def _moved(self, move: RoundEvent, before: Table) -> None:
        match move:
            case WagerPlaced(seat, wager, amount) | BetMade(seat, wager, amount):
                self._stake(seat, wager, amount - self._stakes.get((seat, wager), Amount.ZERO))
                self._stakes[seat, wager] = amount
            case WagerTakenBack(seat, wager):
                self._stake(seat, wager, -self._stakes.pop((seat, wager)))
            case LineSettled(line):
                self._lines.append(line)
                self._settle(line)
            case PayoutHeld(line):
                self._lines.append(line)
                self._held.append(line)
            case PayoutValidated(seat, wager):
                for line in [item for item in self._held if (item.seat, item.wager) == (seat, wager)]:
                    self._held.remove(line)
                    self._settle(line)
            case RoundVoided():
                self._drop_held(self._held)
            case SeatForfeited(seat):
                self._drop_held([line for line in self._held if line.seat == seat])
            case _:
                self._metered(move, before)

    def _metered(self, move: RoundEvent, before: Table) -> None:
        match move:
            case MetersRead(shown):
                self._check_shown(shown)
            case MeterPaid(meter, amount, emptied):
                self._books.pay(self._names[meter], amount, self._pending(meter))
                self._from_meters += amount
                if emptied:
                    self._books.restart(self._names[meter], before.terms.meters[meter].reset)
            case MeterReversed(meter, amount, emptied):
                self._reverse(meter, amount, before.terms.meters[meter].reset if emptied else None)
            case MeterFed(meter, microcents):
                self._books.feed(self._names[meter], microcents, self._stream)

    def _reverse(self, meter: str, amount: Amount, reset: Amount | None) -> None:
        """A payment comes back to a meter; what it had started again with goes back to the house."""
        stored = self._names[meter]
        self._books.give_back(stored, amount.cents, self._pending(meter))
        self._from_meters -= amount
        if reset is not None:
            self._books.take_restart_back(stored, min(reset, self._books.meters[stored].shows).cents)

    def _drop_held(self, lines: list[SettlementLine]) -> None:
        """Payouts that waited are not made any more."""
        for line in list(lines):
            self._held.remove(line)
            self._lines.remove(line)

    def _stake(self, seat: int, wager: str, more: Amount) -> None:
        player = self._player(seat, self.terms.stake_account(wager))
        self._books.move(player, self._pending(seat), more.cents)
        self._books.require(player, f"a wager of seat {seat}")

    def _settle(self, line: SettlementLine) -> None:
        """What is won goes where the line says, a stake where it came from; the rest of it into the inventory."""
        winner, pending, table = self._player(line.seat, line.to), self._pending(line.seat), f"table:{self._stream}"
        staker = self._player(line.seat, self.terms.stake_account(line.base))
        payer = {Source.TABLE_INVENTORY: table, Source.METER: self._pending(line.meter or ""), Source.PRIZE: HOUSE}
        self._books.move(payer[line.source], winner, line.paid.cents)
        self._books.move(pending, staker, (line.returned - line.paid).cents)
        self._books.move(pending, table, (line.stake - line.returned + line.paid).cents)

    def _player(self, seat: int, account: Account) -> str:
        return self._books.purse(self._stream, self._players.get(seat, ""), account)

    def _pending(self, what: int | str) -> str:
        return f"pending:{self._stream}:{self._round}:{what}"

    def _check_shown(self, shown: dict[str, Amount]) -> None:
        for name, amount in shown.items():
            counted = self._books.meters[self._names[name]].shows
            if amount != counted:
                raise Mismatch(f"meter {name} shows {amount}", f"what fed it and what it paid leave {counted}")

    def _balance(self) -> Money:
        """Every stake is settled once, meters pay what lines say they pay, and staked = returned + kept."""
        settled: dict[tuple[int, str], Amount] = {}
        returned = kept = from_meters = Amount.ZERO
        for line in self._lines:
            if line.stake:
                key = line.seat, line.wager
                settled[key] = settled.get(key, Amount.ZERO) + line.stake
            stake_back = line.returned - line.paid
            if stake_back not in (Amount.ZERO, line.stake):
                raise Mismatch(
                    f"{line.wager} of seat {line.seat}: {stake_back} of the stake back", f"it is {line.stake}"
                )
            returned += line.returned
            kept += line.stake - stake_back - line.paid
            from_meters += line.paid if line.source is Source.METER else Amount.ZERO
        staked = sum(self._stakes.values(), Amount.ZERO)
        if settled != self._stakes or staked != returned + kept:
            raise Mismatch(f"{staked} staked in the round", f"the settlement lines come to {returned + kept}")
        if from_meters != self._from_meters:
            raise Mismatch(f"{self._from_meters} paid by meters", f"the settlement lines come to {from_meters}")
        self._check_nothing_pends()
        return Money(staked, returned, kept)

    def _check_nothing_pends(self) -> None:
        whats: set[int | str] = {*(seat for seat, _ in self._stakes), *self._names}
        for what in whats:
            left = self._books.cents.pop(self._pending(what), 0)
            if left:
                raise Mismatch(f"{Amount(left)} left of {what} after the round", "every wager and jackpot is paid out")


def _link(meter: MeterBook, stream: str, terms: Terms, name: str) -> None:
    """A table on a meter; where others are on it already, the clause on links asks that they agree."""
    figures = terms.meters[name]
    for other, linked in meter.tables.items():
        clause = terms.rulebook.link_clause
        if clause is None:
            raise Mismatch(f"a link to meter {meter.name}", f"rulebook {terms.rulebook.id} provides no links")
        if _agreed(terms, name) != _agreed(linked, name):
            raise Mismatch(f"a link to meter {meter.name}", f"{clause}: it differs from table {other}")
        break
    if meter.terms is None:
        if meter.shows != figures.seed:
            raise Mismatch(
                f"meter {meter.name} opened at {meter.shows}", f"the submission seeds it with {figures.seed}"
            )
        meter.terms = progression_of(figures)
    meter.tables[stream] = terms


def _agreed(terms: Terms, name: str) -> tuple[object, ...]:
    """What must be the same at all tables of a link."""
    figures = terms.meters.get(name)
    wagers = figures.wagers if figures else ()
    tables = [terms.paytable(wager) for wager in wagers]
    amounts = [(terms.amounts(terms.wagers[wager]), terms.limits(terms.wagers[wager])) for wager in wagers]
    seed = figures.seed if figures else None
    return seed, terms.submission.decks, [table and (table.title, table.lines) for table in tables], amounts
