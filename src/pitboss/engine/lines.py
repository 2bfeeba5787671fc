"""Settlement lines: what became of one wager, and by which clause."""

from enum import StrEnum

import msgspec

from pitboss.cards import Card
from pitboss.money import Amount, Odds
from pitboss.rulebooks.parts import Account


class Result(StrEnum):
    """What became of a wager."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    FORFEITED = "forfeited"
    RETURNED = "returned"  # a void gave it back
    REVERSED = "reversed"  # a void undid a line that was paid, returned or collected: its amounts below zero
    LIMITED = "limited"  # the aggregate payout limit cut the winnings


class Source(StrEnum):
    """Where a payment comes from."""

    TABLE_INVENTORY = "table inventory"
    METER = "meter"  # never from the table inventory
    PRIZE = "prize"  # the fixed top prize of the wheel


class SettlementLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a settlement.

    `paid` is what is won, `returned` all that goes back to the player, the stake included where it goes back. A bonus
    that rides on another wager has no stake of its own and names that wager in `part_of`. `to` is the account what is
    won goes to; a stake that goes back goes where it came from.
    """

    seat: int
    wager: str
    stake: Amount = Amount.ZERO
    hand: str = ""
    cards: tuple[Card, ...] = ()
    result: Result
    odds: Odds | None = None
    paid: Amount = Amount.ZERO
    returned: Amount = Amount.ZERO
    clause: str
    source: Source = Source.TABLE_INVENTORY
    meter: str | None = None
    to: Account = Account.CHIPS
    part_of: str | None = None

    @property
    def base(self) -> str:
        """The wager the line belongs to."""
        return self.part_of or self.wager

    def undone(self, clause: str) -> "SettlementLine":
        """The line that takes this one back, with every amount the other way."""
        return msgspec.structs.replace(
            self, result=Result.REVERSED, stake=-self.stake, paid=-self.paid, returned=-self.returned, clause=clause
        )

    @property
    def lost(self) -> bool:
        """Whether the dealer collects the stake."""
        return self.result in (Result.LOSE, Result.FORFEITED)
