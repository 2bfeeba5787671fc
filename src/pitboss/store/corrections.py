"""The money of a correction: entries and meter moves that bring every account to where the corrected lines leave it.

A player gives back no more than he has. What his chips or his game account lack comes from the other of the two; what
is still missing the house puts in, so that table, meters and prizes are made whole, and it is on record as uncollected.
A meter pays no more than it shows: the house covers the rest. What the table inventory cannot pay is covered like any
other payment, by a fill.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from pitboss.engine.correction import Correction
from pitboss.engine.lines import Source
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks.parts import Account
from pitboss.store.accounts import HOUSE, RoundAccounts
from pitboss.store.ledger import Entry
from pitboss.store.meters import MeterMove, MeterState, MoveKind


class CorrectionMoney(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction moves."""

    entries: tuple[Entry, ...]
    moves: tuple[MeterMove, ...]
    uncollected: dict[int, Amount]  # by seat: what the player could not give back
    covered: dict[str, Amount]  # by meter: what it did not show any more


def correction_money(
    accounts: RoundAccounts,
    inventory: str,
    correction: Correction,
    resets: Mapping[str, Amount],
    balance: Callable[[str], Amount],
    meters: Mapping[str, MeterState],
    why: str,
) -> CorrectionMoney:
    """The money of a correction, with balances and meters as they stand.

    `inventory` is the account that pays for the table, `resets` are the amounts its meters start again with.
    """
    uncollected, entries = dict[int, Amount](), list[Entry]()
    for seat in correction.seats:
        purses = {account: accounts.player(seat.seat, account) for account in Account}
        due = {
            purses[account]: sum((flow.amount for flow in seat.flows if flow.account is account), Amount.ZERO)
            for account in Account
        }
        if any(amount < Amount.ZERO for amount in due.values()):
            made, short = _made_up(due, {purse: balance(purse) for purse in due}, why)
            entries += made
            if short:
                uncollected[seat.seat] = short
        for flow in seat.flows:
            if flow.source is not Source.METER:
                payer = inventory if flow.source is Source.TABLE_INVENTORY else HOUSE
                entries += _between(payer, purses[flow.account], flow.amount, why)
    moves, covers, covered = list[MeterMove](), list[Entry](), dict[str, Amount]()
    paying = {flow.meter for seat in correction.seats for flow in seat.flows if flow.meter is not None}
    for name in sorted(paying | set(correction.meters)):
        state = meters[accounts.meter(name)]
        own = [
            (accounts.player(seat.seat, flow.account), flow.amount)
            for seat in correction.seats
            for flow in seat.flows
            if flow.meter == name
        ]
        restarted = correction.meters[name].restarted if name in correction.meters else Amount.ZERO
        found = _MeterMoney(state, resets.get(name, Amount.ZERO), own, restarted, why)
        moves += found.moves
        covers += found.entries
        if found.covered:
            covered[name] = found.covered
    return CorrectionMoney(
        entries=(*entries, *covers),
        moves=tuple(moves),
        uncollected=uncollected,
        covered=covered,
    )


def _made_up(due: dict[str, Amount], has: dict[str, Amount], why: str) -> tuple[list[Entry], Amount]:
    """What makes up for accounts that cannot give what they must: the player's other one, then the house."""
    entries, uncollected = list[Entry](), Amount.ZERO
    left = {purse: has[purse] + due[purse] for purse in due}
    for purse in [purse for purse, amount in left.items() if amount < Amount.ZERO]:
        short = -left[purse]
        for other, spare in left.items():
            taken = min(short, spare)
            if taken > Amount.ZERO:
                entries.append(Entry(other, purse, taken, f"{why}, from the other account"))
                short -= taken
        if short:
            entries.append(Entry(HOUSE, purse, short, f"{why}, not collected"))
            uncollected += short
    return entries, uncollected


class _MeterMoney:
    """The moves of one meter: first what comes back to it, then what it pays, as far as it shows that."""

    def __init__(
        self, state: MeterState, reset: Amount, own: list[tuple[str, Amount]], restarted: Amount, why: str
    ) -> None:
        self.entries: list[Entry] = []
        self.covered = Amount.ZERO
        self._state = state
        self.moves = [MeterMove(state.name, MoveKind.READ, state.shows.cents * MICROCENTS_PER_CENT)]
        for player, amount in own:
            if amount < Amount.ZERO:
                self._move(MoveKind.GIVEN_BACK, -amount, player)
        if restarted < Amount.ZERO:
            self._move(MoveKind.RESTART_TAKEN_BACK, min(-restarted, self._state.shows), HOUSE)
        for player, amount in own:
            if amount > Amount.ZERO:
                self._pay(player, amount, why)
        for _ in range(restarted.cents // reset.cents if restarted > Amount.ZERO and reset else 0):
            self._move(MoveKind.RESET, reset, HOUSE)

    def _pay(self, player: str, amount: Amount, why: str) -> None:
        shown = min(amount, self._state.shows)
        self._move(MoveKind.PAYMENT, shown, player)
        if amount > shown:
            self.covered += amount - shown
            self.entries.append(Entry(HOUSE, player, amount - shown, f"{why}, covered by the house"))

    def _move(self, kind: MoveKind, amount: Amount, account: str) -> None:
        if amount:
            move = MeterMove(self._state.name, kind, amount.cents * MICROCENTS_PER_CENT, account)
            self._state = self._state.after(move)
            self.moves.append(move)


def _between(payer: str, player: str, amount: Amount, why: str) -> Iterator[Entry]:
    """To the player, or, below zero, back from him."""
    if amount > Amount.ZERO:
        yield Entry(payer, player, amount, why)
    elif amount:
        yield Entry(player, payer, -amount, why)
