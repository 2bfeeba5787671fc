"""The verifier on corrections: settles the facts again, holds the lines against the log, and books the difference.

Two different persons act, and neither played or dealt in the round. Whatever a correction moves is worked out here from
the lines alone, and booked by code that shares nothing with the ledger that was written.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.audit.accounts import Money
from pitboss.audit.books import HOUSE, Books
from pitboss.audit.format import (
    CorrectionApproved,
    CorrectionEvent,
    CorrectionProposed,
    CorrectionRejected,
    CorrectionWithdrawn,
    Entry,
    EntryKind,
)
from pitboss.audit.mismatch import Mismatch
from pitboss.audit.table_replay import RoundOver, TableReplay, read
from pitboss.engine.correction import Settled, settled_again
from pitboss.engine.dispute.text import Unsettled
from pitboss.engine.lines import SettlementLine, Source
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Account


class Proposal(NamedTuple):
    """A correction that waits, and who proposed it."""

    told: CorrectionProposed
    by: str


class Corrections:
    """The corrections of one table."""

    def __init__(self, table: str, replayed: TableReplay, books: Books) -> None:
        self.approved: list[Money] = []  # what each changed of its round's money
        self._table = table
        self._rounds = replayed.over
        self._books = books
        self._proposed = 0
        self._waiting: dict[int, Proposal] = {}

    def step(self, entry: Entry) -> None:
        """The next entry of the stream."""
        if entry.kind is not EntryKind.EVENT:
            raise Mismatch(f"a {entry.kind} among the corrections", "they are facts")
        event: CorrectionEvent = read(entry.payload, CorrectionEvent)
        if event.table != self._table:
            raise Mismatch(f"a correction at table {event.table}", f"the stream is that of table {self._table}")
        over = self._rounds.get(event.round)
        if over is None:
            raise Mismatch(f"a correction of round {event.round}", "there is no such round that is over")
        if isinstance(event, CorrectionProposed):
            self._propose(event, over, entry.actor)
            return
        proposal = self._waiting.pop(event.number, None)
        if proposal is None or proposal.told.round != event.round:
            raise Mismatch(f"a decision on correction {event.number}", "no such correction waits")
        match event:
            case CorrectionApproved():
                self._second_person(event, over, proposal, entry.actor)
                self._approve(event, over, proposal)
            case CorrectionRejected():
                self._second_person(event, over, proposal, entry.actor)
            case CorrectionWithdrawn():
                overtaken = proposal.told.old != over.settled
                if entry.actor != proposal.by and not overtaken:
                    raise Mismatch(f"{entry.actor} withdraws correction {event.number}", f"{proposal.by} proposed it")

    def _propose(self, event: CorrectionProposed, over: RoundOver, actor: str) -> None:
        self._proposed += 1
        if event.number != self._proposed:
            raise Mismatch(f"correction {event.number}", f"number {self._proposed} is next")
        _impartial(actor, over)
        if not event.reason.strip():
            raise Mismatch(f"correction {event.number}", "it gives no reason")
        if event.old != over.settled:
            raise Mismatch(f"the old lines of correction {event.number}", _differs(event.old, over.settled))
        try:
            new = settled_again(over.terms, over.seats, over.meters, event.facts, recorded=True)
        except Unsettled as unsettled:
            raise Mismatch(f"the facts of correction {event.number}", unsettled.problems[0]) from unsettled
        if event.new != new:
            raise Mismatch(f"the new lines of correction {event.number}", _differs(event.new, new))
        if event.new == event.old:
            raise Mismatch(f"correction {event.number}", "it changes nothing")
        self._waiting[event.number] = Proposal(event, actor)

    def _second_person(
        self, event: CorrectionApproved | CorrectionRejected, over: RoundOver, proposal: Proposal, actor: str
    ) -> None:
        if actor == proposal.by:
            raise Mismatch(f"{actor} decides on correction {event.number}", "the same person proposed it")
        _impartial(actor, over)

    def _approve(self, event: CorrectionApproved, over: RoundOver, proposal: Proposal) -> None:
        if proposal.told.old != over.settled:
            raise Mismatch(f"correction {event.number} is approved", "another correction of the round came first")
        old, over.settled = over.settled, proposal.told.new
        booking = _Booking(self._table, over, self._books)
        booking.book(old, over.settled)
        for what, told, counted in (
            ("not collected", event.uncollected, booking.uncollected),
            ("covered by the house", event.covered, booking.covered),
        ):
            if told != counted:
                raise Mismatch(f"{_sums(told)} {what} in correction {event.number}", f"by the books {_sums(counted)}")
        self.approved.append(_difference(old.lines, over.settled.lines))


class _Booking:
    """Books one correction, source by source: what a player must give back he gives as far as his purse goes."""

    def __init__(self, table: str, over: RoundOver, books: Books) -> None:
        self.uncollected: dict[str, Amount] = {}
        self.covered: dict[str, Amount] = {}
        self._over = over
        self._books = books
        self._inventory = HOUSE if table in books.closed else f"table:{table}"
        self._table = table

    def _purse(self, seat: int, account: Account) -> str:
        return self._books.purse(self._table, self._over.players[seat], account)

    def book(self, old: Settled, new: Settled) -> None:
        """From one settlement to the other."""
        for seat in sorted(self._over.seats):
            self._make_up(seat, old, new)
        for line, sign in [*((line, -1) for line in old.lines), *((line, 1) for line in new.lines)]:
            staker = self._purse(line.seat, self._over.terms.stake_account(line.base))
            self._books.move(self._inventory, staker, sign * (line.returned - line.paid - line.stake).cents)
            if line.source is not Source.METER:
                payer = self._inventory if line.source is Source.TABLE_INVENTORY else HOUSE
                self._books.move(payer, self._purse(line.seat, line.to), sign * line.paid.cents)
        lines = (*old.lines, *new.lines)
        for meter in sorted({line.meter for line in lines if line.meter} | {*old.restarts, *new.restarts}):
            self._meter(meter, old, new)

    def _make_up(self, seat: int, old: Settled, new: Settled) -> None:
        """What an account cannot give comes from the player's other one, and what both cannot from the house."""
        if not self._books.cage_kept:
            return
        due = {account: _due(self._over.terms, seat, account, new) for account in Account}
        due = {account: cents - _due(self._over.terms, seat, account, old) for account, cents in due.items()}
        after = {account: self._books.cents[self._purse(seat, account)] + cents for account, cents in due.items()}
        if all(cents >= 0 for cents in due.values()) or min(after.values()) >= 0:
            return
        short = next(account for account in Account if after[account] < 0)
        other = next(account for account in Account if account is not short)
        taken = max(0, min(-after[short], after[other]))
        self._books.move(self._purse(seat, other), self._purse(seat, short), taken)
        for account in Account:
            missing = -after[account] - (taken if account is short else 0)
            if missing > 0:
                owed = self.uncollected.get(self._over.players[seat], Amount.ZERO)
                self.uncollected[self._over.players[seat]] = owed + Amount(missing)
                self._books.move(HOUSE, self._purse(seat, account), missing)

    def _meter(self, meter: str, old: Settled, new: Settled) -> None:
        """First everything comes back to the meter, then it pays; the house covers what it does not show."""
        stored = self._over.names[meter]
        book = self._books.meters[stored]
        change = {
            self._purse(seat, account): _won(seat, account, meter, new) - _won(seat, account, meter, old)
            for seat in sorted(self._over.seats)
            for account in sorted(Account)
        }
        restarted = new.restarts.get(meter, Amount.ZERO) - old.restarts.get(meter, Amount.ZERO)
        for purse, cents in change.items():
            if cents < 0:
                self._books.give_back(stored, -cents, purse)
        if restarted < Amount.ZERO:
            self._books.take_restart_back(stored, min(-restarted, book.shows).cents)
        for purse, cents in change.items():
            if cents > 0:
                shown = min(Amount(cents), book.shows)
                self._books.pay(stored, shown, purse)
                self._books.move(HOUSE, purse, cents - shown.cents)
                if cents > shown.cents:
                    self.covered[meter] = self.covered.get(meter, Amount.ZERO) + Amount(cents) - shown
        reset = self._over.terms.meters[meter].reset
        while restarted > Amount.ZERO:
            self._books.restart(stored, reset)
            restarted -= reset


def _impartial(actor: str, over: RoundOver) -> None:
    """Who had a part in a round has none in its correction."""
    for did, persons in (("played", over.players.values()), ("dealt", over.dealers)):
        if actor in persons:
            raise Mismatch(f"a correction by {actor}", f"{actor} {did} in the round")


def _due(terms: Terms, seat: int, account: Account, settled: Settled) -> int:
    """What a settlement brings to an account of a seat, stakes taken off."""
    own = [line for line in settled.lines if line.seat == seat]
    won = sum(line.paid.cents for line in own if line.to is account)
    staked = (line for line in own if terms.stake_account(line.base) is account)
    return won + sum((line.returned - line.paid - line.stake).cents for line in staked)


def _won(seat: int, account: Account, meter: str, settled: Settled) -> int:
    """What a meter pays to an account of a seat."""
    own = (line for line in settled.lines if line.seat == seat and line.meter == meter and line.to is account)
    return sum(line.paid.cents for line in own if line.source is Source.METER)


def _difference(old: tuple[SettlementLine, ...], new: tuple[SettlementLine, ...]) -> Money:
    """What a correction changes of the staked, the returned and the kept."""
    staked = sum((line.stake for line in new), Amount.ZERO) - sum((line.stake for line in old), Amount.ZERO)
    returned = sum((line.returned for line in new), Amount.ZERO) - sum((line.returned for line in old), Amount.ZERO)
    return Money(staked, returned, staked - returned)


def _differs(told: Settled, due: Settled) -> str:
    """The first line that is not as it must be."""
    for one, other in zip(told.lines, due.lines, strict=False):
        if one != other:
            names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
            must = ", ".join(f"{name} {getattr(other, name)}" for name in names)
            return f"{other.wager} of seat {other.seat} has {must}"
    if len(told.lines) == len(due.lines):
        return f"meters start again with {_sums(due.restarts)}, not {_sums(told.restarts)}"
    return f"there are {len(due.lines)} lines, not {len(told.lines)}"


def _sums(amounts: Mapping[str, Amount]) -> str:
    return ", ".join(f"{amount} of {whose}" for whose, amount in amounts.items()) or "nothing"
