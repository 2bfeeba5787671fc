"""Paytables: which hand pays what, line by line, each line citing its clause."""

from enum import IntEnum
from typing import Any

import msgspec

from pitboss.cards import RANK_PLURALS, RANKS, FiveCardRank, FourCardRank, HandValue
from pitboss.money import Amount, Odds

RANKINGS: dict[str, type[IntEnum]] = {
    "five_card": FiveCardRank,
    "four_card": FourCardRank,
}


class PaytableLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line: a class of hands and what it pays.

    `low` and `high` bound the leading rank: the rank of the pair, of the four, the top of the straight flush.
    """

    hand: str
    pays: Odds
    low: str | None = None
    high: str | None = None
    name: str | None = None
    clause: str = ""

    @property
    def key(self) -> str:
        """A name for commands and files, unique within the table: `full_house`, `pair_J`, `four_of_a_kind_A`."""
        if self.name:
            return self.name.replace(" ", "_")
        return f"{self.hand}_{self.low}" if self.low else self.hand

    @property
    def title(self) -> str:
        """The line's hand for people, as "pair of sixes to tens"."""
        return self.name or _title(self.hand, self.low, self.high)

    def covers(self, value: HandValue[Any]) -> bool:
        """Whether a hand belongs to this line."""
        if value.rank.name.lower() != self.hand:
            return False
        lead = value.ranks[0]
        return (self.low is None or lead >= RANKS.index(self.low)) and (
            self.high is None or lead <= RANKS.index(self.high)
        )


class Paytable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of one wager (or of several paid alike), best hand first."""

    id: str
    title: str
    clause: str
    wagers: tuple[str, ...]
    ranking: str
    lines: tuple[PaytableLine, ...]
    variant: str | None = None
    players: int | None = None
    stake: Amount | None = None

    def __post_init__(self) -> None:
        if self.ranking not in RANKINGS:
            raise ValueError(f"paytable {self.id}: ranking '{self.ranking}' is none of {', '.join(RANKINGS)}")
        hands = {rank.name.lower() for rank in RANKINGS[self.ranking]}
        for line in self.lines:
            if line.hand not in hands:
                raise ValueError(f"paytable {self.id}: no {self.ranking} hand is called '{line.hand}'")
            for bound in (line.low, line.high):
                if bound is not None and bound not in RANKS:
                    raise ValueError(f"paytable {self.id}: '{bound}' is no rank of a card")

    def line_for(self, value: HandValue[Any]) -> PaytableLine | None:
        """The line a hand is paid by: the first that covers it, or None when it loses."""
        for line in self.lines:
            if line.covers(value):
                return line
        return None

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
