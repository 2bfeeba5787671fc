"""The verifier's books: the money of every round and what the meters show, added up from the events alone."""

from typing import NamedTuple

from pitboss.games.events import (
    BetMade,
    LineSettled,
    MeterFed,
    MeterPaid,
    MetersRead,
    PayoutHeld,
    RoundEvent,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.games.lines import SettlementLine, Source
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Terms
from pitboss.table import TableEvent
from pitboss.table.events import RoundEnded, RoundMoved, RoundOpened


class Mismatch(Exception):
    """An entry that cannot be right: what it says, and why not."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")
        self.what = what
        self.why = why


class Money(NamedTuple):
    """A round's money: what was staked went back to the players or was kept; below zero, the house paid on top."""

    staked: Amount
    returned: Amount
    kept: Amount


class Accounts:
    """The books of one table; the meters are the house's, shared by the tables that are linked to them."""

    def __init__(self, terms: Terms, names: dict[str, str], meters: dict[str, int]) -> None:
        self.rounds: list[Money] = []
        self._terms = terms
        self._names = names
        self._meters = meters
        unknown = [meter for meter in names.values() if meter not in meters]
        if unknown or set(names) != set(terms.meters):
            listed = ", ".join(terms.meters) or "none"
            raise Mismatch(f"meters {', '.join(unknown) or ', '.join(names)}", f"the table has {listed}, each opened")
        self._begin()

    def _begin(self) -> None:
        self._stakes: dict[tuple[int, str], Amount] = {}
        self._lines: list[SettlementLine] = []
        self._from_meters = Amount.ZERO

    def happened(self, event: TableEvent) -> None:
        """Books an event of the table."""
        match event:
            case RoundOpened():
                self._begin()
            case RoundMoved():
                self._moved(event.move)
            case RoundEnded():
                self.rounds.append(self._balance())

    def _moved(self, move: RoundEvent) -> None:
        match move:
            case WagerPlaced(seat, wager, amount) | BetMade(seat, wager, amount):
                self._stakes[seat, wager] = amount
            case WagerTakenBack(seat, wager):
                del self._stakes[seat, wager]
            case LineSettled(line) | PayoutHeld(line):
                self._lines.append(line)
            case MetersRead(shown):
                self._check_shown(shown)
            case MeterPaid(meter, amount, emptied):
                back = self._terms.meters[meter].reset if emptied else Amount.ZERO
                self._meters[self._names[meter]] += (back - amount).cents * MICROCENTS_PER_CENT
                self._from_meters += amount
            case MeterFed(meter, microcents):
                self._meters[self._names[meter]] += microcents

    def _check_shown(self, shown: dict[str, Amount]) -> None:
        for name, amount in shown.items():
            counted = Amount(self._meters[self._names[name]] // MICROCENTS_PER_CENT)
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
        return Money(staked, returned, kept)
