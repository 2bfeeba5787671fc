"""A rulebook: one published document as typed values, each figure with its clause."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.rulebooks.clauses import Clause, Interpretation
from pitboss.rulebooks.currency import Currency
from pitboss.rulebooks.parts import (
    BettingAreas,
    BonusRule,
    Dealing,
    Decision,
    Duel,
    EnvySchedule,
    GameAccount,
    Hand,
    HandBonus,
    Limits,
    MeterRule,
    Offer,
    PayoutLimitRule,
    RankingRule,
    SettlementPass,
    Validation,
    Wager,
    Wheel,
)
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.table_rules import TableRules

READING = "reading "
"""What a citation begins with where no clause says it but one of our readings does: `reading ante-odds`."""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a document says that figures, orders or refuses."""

    id: str
    title: str
    game: str  # the family of games it belongs to
    jurisdiction: str
    document: str
    currency: Currency = Currency()  # in which amounts are told to people
    seats: int
    seats_clause: str
    late_clause: str | None = None  # by which no wager is made or withdrawn after "no more bets"
    withdrawn_clause: str | None = None  # by which none is withdrawn, where that clause does not say so
    offers: tuple[Offer, ...]
    wagers: tuple[Wager, ...]
    betting_areas: BettingAreas | None = None  # where the document prescribes them
    felt: tuple[tuple[str, ...], ...] = ()  # how places of one card lie, rows from the dealer; "" is a gap
    limits: dict[str, Limits] = {}
    paytables: tuple[Paytable, ...]
    dealings: tuple[Dealing, ...]
    dealings_clause: str | None = None  # by which there are no other ways of dealing
    decisions: tuple[Decision, ...]
    settlement: tuple[SettlementPass, ...]
    rankings: tuple[RankingRule, ...] = ()  # besides those the program knows by name
    hands: tuple[Hand, ...]
    own_cards: str = "cards"  # what a player's own cards go by in files
    duels: tuple[Duel, ...] = ()
    hand_bonuses: tuple[HandBonus, ...] = ()
    validations: tuple[Validation, ...] = ()
    game_account: GameAccount | None = None
    envy: tuple[EnvySchedule, ...] = ()
    meters: tuple[MeterRule, ...] = ()
    bonuses: tuple[BonusRule, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    link_clause: str | None = None
    payout_limit: PayoutLimitRule | None = None
    table: TableRules

    # filled by the loader from the files beside the rulebook
    clauses: tuple[Clause, ...] = ()
    interpretations: tuple[Interpretation, ...] = ()
    submissions: dict[str, dict[str, Any]] = {}  # `default` and `full`, as plain data
    hash: str = ""  # of the files, to the letter
    law: str = ""  # of figures, orders and readings alone

    def __repr__(self) -> str:
        return f"Rulebook({self.id})"  # all of it would fill a book

    def wager(self, name: str) -> Wager | None:
        """The wager of that name."""
        return next((wager for wager in self.wagers if wager.name == name), None)

    def hand(self, name: str) -> Hand | None:
        """The hand of that name."""
        return next((hand for hand in self.hands if hand.name == name), None)

    def duel(self, name: str) -> Duel | None:
        """The duel of that name."""
        return next((duel for duel in self.duels if duel.name == name), None)

    def offer(self, name: str) -> Offer | None:
        """The offer of that name."""
        return next((offer for offer in self.offers if offer.name == name), None)

    def clause(self, id: str) -> Clause | None:
        """The clause of that id."""
        return next((clause for clause in self.clauses if clause.id == id), None)

    def interpretation(self, id: str) -> Interpretation | None:
        """The interpretation of that id."""
        return next((item for item in self.interpretations if item.id == id), None)

    def cited(self, citation: str) -> Clause | Interpretation | None:
        """What a citation leads to, which `says` it: a clause by its id, an interpretation as `reading <id>`."""
        if citation.startswith(READING):
            return self.interpretation(citation.removeprefix(READING))
        return self.clause(citation)

    def dealing(self, method: str) -> Dealing | None:
        """The dealing method of that name."""
        return next((dealing for dealing in self.dealings if dealing.method == method), None)

    def wheel_in_play(self, offers: Mapping[str, bool | str]) -> Wheel | None:
        """The wheel that the offers chosen bring into play."""
        for wheel in self.wheels:
            wager = self.wager(wheel.wager)
            if wager is not None and wager.offer is not None and offers.get(wager.offer) == wheel.variant:
                return wheel
        return None

    def wheel(self, variant: str) -> Wheel | None:
        """The wheel for that variant of the Bonus Spin."""
        return next((wheel for wheel in self.wheels if wheel.variant == variant), None)
