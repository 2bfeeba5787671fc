"""Paytables: which hand pays what, line by line, each line citing its clause."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from pitboss.cards import RANK_NAMES, RANK_PLURALS, RANKS, HandValue
from pitboss.money import Amount, Odds

ANTE_READING = "ante-odds"
"""The interpretation that chooses among a wager's tables where no offer does."""


class PaytableLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line: a class of hands and what it pays.

    `low` and `high` bound the leading rank: the rank of the pair, of the four, the top of the straight flush. `ranks`
    are the first few of just these hands, as ace and king.
    """

    hand: str
    pays: Odds
    low: str | None = None
    high: str | None = None
    ranks: tuple[str, ...] = ()
    name: str | None = None
    clause: str = ""

    def __post_init__(self) -> None:
        for bound in (self.low, self.high, *self.ranks):
            if bound is not None and bound not in RANKS:
                raise ValueError(f"'{bound}' is not the rank of a card")

    @property
    def key(self) -> str:
        """A name for commands and files, unique within the table: `full_house`, `pair_J`, `four_of_a_kind_A`."""
        if self.name:
            return self.name.replace(" ", "_")
        bound = "".join(self.ranks) or self.low
        return f"{self.hand}_{bound}" if bound else self.hand

    @property
    def title(self) -> str:
        """The line's hand for people, as "pair of sixes to tens"."""
        if self.name or not self.ranks:
            return self.name or _title(self.hand, self.low, self.high)
        words = " ".join(RANK_NAMES[RANKS.index(rank)] for rank in self.ranks)
        return words if self.hand == "high_card" else f"{words} {self.hand.replace('_', ' ')}"

    def covers(self, value: HandValue[Any]) -> bool:
        """Whether a hand belongs to this line."""
        if value.rank.name.lower() != self.hand:
            return False
        if self.ranks and value.ranks[: len(self.ranks)] != tuple(map(RANKS.index, self.ranks)):
            return False
        lead = value.ranks[0]
        return (self.low is None or lead >= RANKS.index(self.low)) and (
            self.high is None or lead <= RANKS.index(self.high)
        )


def covering(lines: Sequence[PaytableLine], value: HandValue[Any]) -> PaytableLine | None:
    """The first line that covers a hand, if one does."""
    hand = value.rank.name.lower()
    return next((line for line in lines if line.hand == hand and line.covers(value)), None)


class Paytable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of one wager (or of several paid alike), best hand first.

    A kind of hand above a line and on none of its own pays nothing, and is named in `unpaid`: else it was forgotten.
    """

    id: str
    title: str
    clause: str
    wagers: tuple[str, ...]
    ranking: str
    lines: tuple[PaytableLine, ...]
    variant: str | None = None
    players: int | None = None
    outcome: Literal["higher", "tie", "lower", "not_qualified"] | None = None  # of the duel, where it pays only then
    stake: Amount | None = None  # of a link, the one amount that the table belongs to; it never chooses a table
    unpaid: tuple[str, ...] = ()  # kinds of hand that rank above a line and are paid nothing

    @property
    def case(self) -> int | str | None:
        """In which case it pays: with so many players, or by an outcome of a duel; None: in any."""
        return self.players or self.outcome

    def line_for(self, value: HandValue[Any]) -> PaytableLine | None:
        """The line a hand is paid by: the first that covers it, or None when it loses."""
        return covering(self.lines, value)

    def clause_of(self, line: PaytableLine | None) -> str:
        """The clause of a line: its own where it has one, else the table's."""
        return line.clause if line is not None and line.clause else self.clause


def _title(hand: str, low: str | None, high: str | None) -> str:
    words = hand.replace("_", " ")
    if low is None:
        return words
    plural = RANK_PLURALS[RANKS.index(low)]
    if hand == "pair":
        if high is None:
            return "pair of aces" if low == "A" else f"pair of {plural} or better"
        return f"pair of {plural} to {RANK_PLURALS[RANKS.index(high)]}"
    if hand == "four_of_a_kind" and low == "A":
        return "four aces"
    return f"{words}, {plural} or better"
