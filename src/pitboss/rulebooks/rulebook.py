"""A rulebook: one published document as typed values, each figure with its clause."""

import msgspec

from pitboss.rulebooks.clauses import Clause, Interpretation
from pitboss.rulebooks.parts import (
    BonusRule,
    Dealing,
    Decision,
    Duel,
    EnvySchedule,
    Limits,
    MeterRule,
    Offer,
    PayoutLimitRule,
    SettlementPass,
    Validation,
    Wager,
    Wheel,
)
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.table_rules import TableRules


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything a document says that figures, orders or refuses."""

    id: str
    title: str
    game: str  # "criss-cross" or "crazy-4"
    jurisdiction: str
    document: str
    seats: int
    seats_clause: str
    void_clause: str  # by which wagers go back when a round is void
    offers: tuple[Offer, ...]
    wagers: tuple[Wager, ...]
    limits: dict[str, Limits] = {}
    paytables: tuple[Paytable, ...]
    dealings: tuple[Dealing, ...]
    decisions: tuple[Decision, ...]
    settlement: tuple[SettlementPass, ...]
    duel: Duel | None = None
    validations: tuple[Validation, ...] = ()
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
    hash: str = ""

    def wager(self, name: str) -> Wager | None:
        """The wager of that name."""
        return next((wager for wager in self.wagers if wager.name == name), None)

    def offer(self, name: str) -> Offer | None:
        """The offer of that name."""
        return next((offer for offer in self.offers if offer.name == name), None)

    def clause(self, id: str) -> Clause | None:
        """The clause of that id."""
        return next((clause for clause in self.clauses if clause.id == id), None)

    def interpretation(self, id: str) -> Interpretation | None:
        """The interpretation of that id."""
        return next((item for item in self.interpretations if item.id == id), None)

    def dealing(self, method: str) -> Dealing | None:
        """The dealing method of that name."""
        return next((dealing for dealing in self.dealings if dealing.method == method), None)

    def wheel(self, variant: str) -> Wheel | None:
        """The wheel for that variant of the Bonus Spin."""
        return next((wheel for wheel in self.wheels if wheel.variant == variant), None)
